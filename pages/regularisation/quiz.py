"""The quiz on regularisation."""

from lab.ui.quiz import Answer, Question, right
from pages.regularisation import quiz_variants

QUESTIONS = (
    Question(
        "You raise the degree M, on the same fifteen points and without any penalty. What does "
        "the training error do?",
        (
            Answer("It falls, then rises.",
                   "The error on new points often does. The training error never rises with more "
                   "powers."),
            right("It never rises.",
                  "Degree M includes degree M − 1: the new coefficient may be 0. That is why the "
                  "training error cannot be used to choose M."),
            Answer("It rises, as the curve gets more irregular.",
                   "The curve gets more irregular because it runs closer to its points, not "
                   "farther from them."),
        ),
        section="The degree", note="001",
        check="training_error_along_the_degree",
    ),
    quiz_variants.shrunk_and_thresholded(),
    Question(
        "Why does the diamond, ‖w‖₁ ≤ β, so often give a coefficient that is exactly 0?",
        (
            Answer("It is smaller than the disc.",
                   "However small the disc is, it has no corner. The shape matters, not the "
                   "size."),
            right("Its corners lie on the axes, and level sets often touch a corner first.",
                  "For a whole range of positions of ŵ, the growing level sets touch the diamond "
                  "first at a corner. The disc has no corners: the point of contact moves with ŵ, "
                  "and is hardly ever on an axis."),
            Answer("Small coefficients are rounded to 0.",
                   "Nothing is rounded. At the minimum itself the coefficient is 0."),
        ),
        section="The diamond and the disc", note="001",
    ),
    Question(
        "There are more unknowns than equations and no penalty, so many w fit exactly. Which w "
        "does gradient descent from w = 0 find?",
        (
            Answer("one that depends on the step size",
                   "The step size changes how fast the descent converges. Every step is a weighted "
                   "sum of rows of X, so the limit, if there is one, is always the same."),
            right("the one with the smallest norm",
                  "Starting from 0, w stays in the span of the rows of X, the set of their "
                  "weighted sums. Only one exact fit lies there: the shortest."),
            Answer("the one with the most zeros",
                   "An ℓ₁ or ℓ₀ penalty favours zeros. Gradient steps from 0 favour a small "
                   "‖w‖₂."),
        ),
        section="Implicit regularisation", note="001, implicit regularisation",
        check="where_descent_ends",
    ),
    Question(
        "Fifty samples of fifteen points come from one smooth curve. To each sample, a polynomial "
        "of degree 12 is fitted without a penalty. What makes the error of these fits on new "
        "points large?",
        (
            Answer("the bias", "The expected fit, the mean over all possible noise, is close to "
                               "the truth, so the bias is small. The bias is large for too low a "
                               "degree."),
            right("the variance",
                  "Each fit follows the noise of its own sample, so the fits differ widely. Their "
                  "mean over all possible noise is close to the truth."),
            Answer("the noise in the new points",
                   "The noise in the new points is the same for every degree, and small compared "
                   "with the spread of these fits."),
        ),
        section="Fifty samples, fifty fits", note="001", check="bias_or_variance",
    ),
    Question(
        "The PAC bound requires 100 examples for 1,000 functions, ε = 0.1 and δ = 0.05. How many "
        "does it require for 10,000 functions?",
        (
            Answer("1,000", "That would be right if m were proportional to |F|. It grows with "
                            "ln |F|."),
            right("123", "m ≥ ln(|F|/δ)/ε. Ten times as many functions add ln(10)/0.1, which is "
                         "23 examples."),
            Answer("110", "ln 10 is 2.3, and divided by ε = 0.1 that is 23, not 10."),
        ),
        section="How many are enough", note="001", check="examples_that_are_enough",
        stored_id="q3eedba06",
    ),
    Question(
        "In ridge regression λ grows. What happens to the coefficients of the powers?",
        (
            right("Their norm falls, and all powers remain.",
                  "The penalty has the slope 0 where a coefficient is 0, so it keeps none of them "
                  "at 0."),
            Answer("One after the other becomes exactly 0.",
                   "That is so for the ℓ₁ penalty, which has a kink at 0."),
            Answer("Only the coefficients of the highest powers fall.",
                   "A smaller degree removes the highest powers. λ acts on all coefficients "
                   "together."),
        ),
        section="A penalty on coefficients", note="001", check="coefficients_along_the_penalty",
    ),
)  # fmt: skip
