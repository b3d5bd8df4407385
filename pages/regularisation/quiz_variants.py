"""Variants of quiz questions, with other numbers."""

from lab.ui.quiz import Answer, Question, right
from lab.ui.quiz_variant import Variant, number
from pages.regularisation.mathematics.thresholding import ridge_shrink, soft_threshold


def shrunk_and_thresholded(beta_and_lam: tuple[int, int] = (3, 2)) -> Question:
    beta, lam = beta_and_lam
    ridge = number(float(ridge_shrink(float(beta), float(lam))))
    lasso, half = number(float(soft_threshold(float(beta), float(lam)))), number(lam / 2)
    return Question(
        f"One coefficient, XᵀX = I: least squares gives b = {beta}. What do ridge and the ℓ₁ "
        f"penalty give with λ = {lam}?",
        (
            right(f"ridge {ridge}, ℓ₁ {lasso}",
                  f"Ridge divides: {beta}/(1 + {lam}) = {ridge}. The ℓ₁ penalty subtracts: "
                  f"{beta} − {lam}/2 = {lasso}."),
            Answer(f"ridge {lasso}, ℓ₁ {ridge}",
                   "The other way round: ridge divides b, ℓ₁ subtracts the fixed amount λ/2."),
            Answer(f"both {ridge}", f"ℓ₁ takes only λ/2 = {half} away from {beta}, so {lasso} is "
                                    "left."),
            Answer(f"ridge {ridge}, ℓ₁ 0",
                   f"ℓ₁ gives 0 only where |b| ≤ λ/2 = {half}, and {beta} is larger."),
        ),
        section="One coefficient alone", note="001, isotropic case", check="shrunk_and_thresholded",
    )  # fmt: skip


VARIANTS = (
    Variant(shrunk_and_thresholded, {  # b/(1 + λ) is a whole number
        "beta_and_lam": [(6, 2), (8, 3), (9, 2), (10, 4), (12, 3), (12, 5), (5, 4), (15, 4)],
    }),
)  # fmt: skip
