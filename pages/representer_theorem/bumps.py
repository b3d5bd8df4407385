"""Pictures that show the fit as a sum of bumps."""

import kernel_core as kc
from lab.looks.losses import look_of
from lab.scene.fields import FIELDS
from lab.ui import items
from lab.ui.challenges import challenges, remark
from lab.ui.items import Item
from lab.ui.items import kernel_expansion as sums
from lab.ui.steps.step import Picture
from pages.representer_theorem.challenges import FALLING, PULLED, SILENT, VANISHED, WIDE
from pages.representer_theorem.default_scene import DEFAULT

RISKS = {"mean": "Losses averaged (000, eq. (2))", "sum": "Losses summed (000, section 6)"}
_KINKED = [look_of(loss).label for loss in [kc.LOSSES[name] for name in FIELDS["loss"].choices]
           if any(piece.width == 0 for piece in loss.pieces)]  # fmt: skip
SLOPES = (
    "At the minimum of the risk its gradient is zero: the slopes of the losses and of the penalty "
    "balance, and αᵢ = −L′(f(xᵢ), yᵢ) / (λm), or with λ in place of λm if the losses are summed. "
    "In the scatter plot αᵢ is on the vertical axis and the right-hand side, computed from the "
    f"loss at the fit, on the horizontal axis. The losses {', '.join(_KINKED[:-1])} and "
    f"{_KINKED[-1]} have a kink, where any slope between those of its two sides is a subgradient: "
    "there the right-hand side is an interval, drawn as a bar, and the diagonal crosses it."
)
LOST = (
    "In the notes’ proof the gradient is (1/m) Σ wᵢ x⁽ⁱ⁾ + λθ, with wᵢ = L′ (000, Theorem 2.1). "
    "Solved for θ it gives −(1/(λm)) Σ wᵢ x⁽ⁱ⁾. The next line of the proof has −(1/λ) Σ wᵢ x⁽ⁱ⁾: "
    "the 1/m is missing, and the sum ends at n although there are m examples. The correct "
    "coefficient is αᵢ = −wᵢ/(λm) (002), as the scatter plot shows: without the 1/m the right-hand "
    "side is m times too large. The theorem still holds, since θ is a weighted sum of the examples "
    "either way. With summed losses there is no 1/m."
)
_SCATTER = "The coefficients α against those computed from the slopes of the loss."
COUNT = items.row("support", "Bumps, αᵢ ≠ 0", "count")
SMALLEST = items.row("least_share", "Smallest |αᵢ|", "percent", "of the largest")
ERROR = items.row("train_error", "Training error", "percent", optional="1")
RESIDUAL = items.row("train_mse", "Mean squared residual", "number", optional="1")
NORM = items.row("norm2", "Squared norm", "number", "‖w‖² = αᵀKα")
OBJECTIVE = (
    items.row("primal", "Objective", "number", "J(α)"),
    items.row("gap", "Duality gap", "power", "relative"),
)


def objective(sum_in_words: str, share: str) -> Item:
    """Return the equation of J; `share` is the factor before the sum of the losses.

    `sum_in_words` names the sum or the mean in the text for screen readers.
    """
    return items.equation(
        f"J of alpha is {sum_in_words} of the losses of all examples, plus one half times lambda "
        "times alpha transposed K alpha.",
        rf"\mark{{J}}{{J(\alpha)}} = {share} \sum_i \mark{{loss}}{{L(f(x_i), y_i)}} + "
        r"\frac{\mark{lam}{\lambda}}{2} \mark{norm}{\alpha^T K \alpha}",
        items.symbol("J", "J", "the objective, which the fit minimises", tensor="primal"),
        items.symbol("loss", "L", "the loss of f at each example", mark="examples", example="any"),
        items.symbol("lam", "λ", "weight of the penalty: drag it", along="lam"),
        items.symbol("norm", "αᵀKα", "squared norm of f", mark="support", tensor="norm2"),
    )


J = (
    items.only_where(objective("the mean", r"\frac{1}{m}"), risk=("mean",)),
    items.only_where(objective("the sum", ""), risk=("sum",)),
)


def sum_of_bumps() -> Picture:
    """Build the picture of f, its bumps, its coefficients and the Gram matrix.

    Pointing at an example marks it in all four views.
    """
    return Picture(
        main=[
            items.Group(shape="kl-two-columns", items=[_lam(), items.kernel_sliders()]),
            items.uneven_pair(
                items.stack(*_function(), *_bumps(), _weights(), items.tools(tall=True)),
                items.stack(
                    _ground(), _matrix(), _hills(), _legend(),
                    items.readouts(SMALLEST, RESIDUAL, ERROR),
                    challenges([VANISHED, FALLING, WIDE]),
                ),
            ),
        ],
    )  # fmt: skip


def zero_coefficients() -> Picture:
    """Build the picture that shows which examples have a bump under the chosen loss."""
    return Picture(
        main=[*_function(), _weights(), _roughness()],
        side=[
            items.loss_switch(), _lam(), sums.kernel_switch(tau=f"{DEFAULT.tau:g}", degree="3"),
            *J,
            items.readouts(COUNT, NORM, ERROR, *OBJECTIVE), _no_bumps_remark(),
            challenges([SILENT, PULLED]),
        ],
    )  # fmt: skip


def slopes() -> Picture:
    """Build the scatter plot of each α_i against the one computed from the slope of the loss."""
    return Picture(
        main=[sums.Diagonal(_SCATTER)],
        side=[
            items.loss_switch(), _lam(), items.switch("risk", RISKS),
            items.readouts(_deviation()),
        ],
    )  # fmt: skip


def missing_factor() -> Picture:
    """Build the scatter plot of `slopes`, with or without the factor 1/m."""
    return Picture(
        main=[_diagonal()],
        side=[
            _factor(),
            items.readouts(_deviation(), _printed_deviation()),
            items.switch("risk", RISKS),
        ],
    )


def _function() -> list[Item]:
    return [
        sums.on_line(sums.FitLine("The fitted function and the examples.")),
        sums.in_plane(sums.Hill("The fitted function over the plane.")),
    ]


def _bumps() -> list[Item]:
    return [sums.on_line(sums.Bumps("The bumps, stacked, and their sum."))]


def _hills() -> Item:
    return sums.in_plane(sums.Hills("The bumps over the plane."))


def _weights() -> Item:
    return sums.Weights("The coefficients α as bars under their examples.")


def _roughness() -> Item:
    return items.Curve(
        "The squared norm of f along λ.", along="lam",
        series=[{"tensor": "norm2", "label": "‖f‖² = αᵀKα", "tone": "zero", "at": 0.15}],
    )  # fmt: skip


def _matrix() -> Item:
    return sums.GramMatrix("The Gram matrix as a heat map.")


def _legend() -> Item:
    return sums.on_line(items.legend(zero="the sum f", truth="truth", bump="bump", ring="|α|"))


def _ground() -> Item:
    return sums.ground_switch(("wave", 20), ("blobs", 24))


def _lam() -> Item:
    return items.lam_slider(cost=False)


def _no_bumps_remark() -> Item:
    return remark(
        "With the perceptron loss and any λ > 0, α = 0 is optimal: there are no bumps.",
        ("loss", "==", "perceptron"), ("support", "<=", 0),
    )  # fmt: skip


def _factor() -> Item:
    labels = {"with": "With 1/m", "without": "Without 1/m, as printed in the notes"}
    return items.only_where(
        items.look("factor", "The factor in front of the slope", labels), risk=("mean",)
    )


def _diagonal() -> Item:
    return sums.Diagonal(_SCATTER, "factor", "without")


def _deviation() -> items.Row:
    return items.row("deviation", "Largest distance from the diagonal", "power", "of a point")


def _printed_deviation() -> items.Row:
    return items.row(
        "deviation_printed", "Largest distance without 1/m", "number", "as in the notes"
    )
