"""The picture of one linear system: K as a heat map, α as bars, f as a sum of bumps (notes 000 and
003)."""

from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, challenges, remark
from lab.ui.items import Item
from lab.ui.items import kernel_expansion as sums
from lab.ui.steps.step import Picture
from pages.kernel_ridge.samples import sample_remarks

RISKS = {"sum": "RSS + λ‖w‖²", "mean": "mean ½(y − f)² + λ/2 ‖w‖²"}
# Up to this λ the curve should pass close to all examples; if not, a remark gives reasons.
SMALL_LAM = 1e-4

CHALLENGES = (
    Challenge(
        question="You make λ larger and larger. What does the curve approach?",
        options=(
            Option("the mean of the targets", (("norm2", ">=", ["most:norm2", 0.1]),)),
            Option("f = 0", (("norm2", "<=", ["most:norm2", 0.02]),)),
            Option("a straight line through the examples", (("norm2", ">=", ["most:norm2", 0.1]),)),
        ),
        answer="f = 0",
        goal="Drag λ until the mean squared residual is at least nine tenths of its largest value "
        "on this slider, and ‖w‖² is at most 2\u00a0% of its largest value.",
        conditions=(("train_mse", ">=", ["most:train_mse", 0.9]),
                    ("norm2", "<=", ["most:norm2", 0.02])),
        by=("lam",),
        why=(
            Statement(
                "At λ = {lam:setting} the mean squared residual is {train_mse:number}; its largest "
                "value on this slider is {most:train_mse:number}. ‖w‖² is {norm2:number}; its "
                "largest value is {most:norm2:number}."
            ),
            Statement(
                "As λ grows, K becomes negligible beside λI, so α approaches y/λ. This tends to 0, "
                "and so does f.",
                (("risk", "==", "sum"),),
            ),
            Statement(
                "As λ grows, K becomes negligible beside mλI, so α approaches y/(mλ). This tends "
                "to 0, and so does f.",
                (("risk", "==", "mean"),),
            ),
            Statement(
                "There is no intercept here. With an intercept without penalty, f would tend to "
                "the mean of the targets instead of 0."
            ),
        ),
    ),
)  # fmt: skip


def picture() -> Picture:
    """Build the picture of f, α and K, with a slider for λ and a switch between sum and mean."""
    return Picture(
        main=[
            items.Group(
                shape="kl-two-columns",
                items=[items.lam_slider(cost=False), items.switch("risk", RISKS)],
            ),
            items.uneven_pair(
                items.stack(
                    sums.FitLine("The fitted curve, the examples, and the dotted truth.", least=1),
                    sums.Bumps("The bumps αᵢK(xᵢ, ·), stacked, and their sum."),
                    sums.Weights("The αᵢ as bars under their examples."),
                    items.tools(tall=True),
                ),
                items.stack(
                    *SYSTEM,
                    items.pair(
                        sums.GramMatrix("K as a heat map, in the order of x."),
                        items.stack(
                            items.readouts(
                                items.row("train_mse", "Mean squared residual", "number"),
                                items.row("norm2", "‖w‖²", "number", "= ‖θ‖² = αᵀKα"),
                            ),
                            items.legend(
                                zero="f", truth="truth", bump="bump αᵢK(xᵢ, ·)", ring="|αᵢ|"
                            ),
                        ),
                    ),
                    *REMARKS,
                    challenges(CHALLENGES),
                ),
            ),
        ],
    )


def system(factor_in_words: str, shift: str) -> Item:
    """Return the equation that gives α.

    `shift` is the factor before λ, in LaTeX; `factor_in_words` is λ with this factor, in words.
    """
    return items.equation(
        f"Alpha is a matrix times y: the inverse of the sum of K and {factor_in_words} times the "
        "identity.",
        r"\mark{alpha}{\alpha} = (\mark{K}{K} + " + shift + r"\mark{lam}{\lambda} I)^{-1} y",
        items.symbol("alpha", "α", "a coefficient for each example", mark="support"),
        items.symbol("K", "K", "Kᵢⱼ = K(xᵢ, xⱼ), the inner products"),
        items.symbol("lam", "λ", "weight of the penalty: drag it", along="lam"),
    )


SYSTEM = (
    items.only_where(system("lambda", ""), risk=("sum",)),
    items.only_where(system("m lambda", "m"), risk=("mean",)),
)
REMARKS = (
    *sample_remarks("f"),
    remark(
        "λ is almost 0, but the curve does not go through all targets: two examples have the "
        "same x, the rows of K are linearly dependent or nearly so, or K itself is almost 0.",
        ("lam", "<=", SMALL_LAM), ("train_mse", ">=", 1e-3),
    ),
)  # fmt: skip
