"""The picture of the soft margin, and controls for the kernel, b and the class weights."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from lab.scene.fields import BALANCED, FIELDS, KERNEL_PARAMETERS, TENFOLD
from lab.ui import items
from lab.ui.challenges import remark
from lab.ui.items import Item

KERNELS = {
    "exp(x·x′)": "exp(x.z)",
    "RBF + linear": "rbf(0.4)+0.3*x.z",
    "Cosine": "cosine(2)",
    "Sum of cosines": "bank(5)",
    "Taylor": "taylor(0.5,4)",
    "Random cosines": "fourier(0.5,50)",
}
CURVED = tuple(name for name in FIELDS["kernel"].choices if name != "linear")
# Shift that moves the circles of the first scene about half of the way to the origin.
CENTRING_SHIFT = (0.65, 0.5)
MARGIN = items.row("margin", "Margin", "number", "1/‖w‖", missing="w is 0, so f is constant")
SLACK = items.row("slack_sum", "Slack", "number", "Σ ξᵢ")
INTERCEPT = items.row("intercept", "Intercept", "number", "b")
ROOM = items.row(
    "bracket",
    "Range of b",
    "number",
    "length of the interval of optimal b",
    optional="1",
    missing="the interval of optimal b is unbounded",
)
SUPPORT, TRAIN, TEST, *_ = items.basic_rows()


def picture() -> list[Item]:
    return [
        items.Plane("The support vector machine over the plane.",
                   edit=True, kinds=True, slack=True),
        *with_weights(_marks, "slack ξ, length ξ/‖w‖", kernel=["linear"]),
        *with_weights(_marks, "slack ξ, drawn upright; scale in the corner", kernel=CURVED),
    ]  # fmt: skip


def with_weights(item: Callable[..., Item], *arguments: str, **fields: Iterable[str]) -> list[Item]:
    """Return an item in two forms, one for equal class weights and one for unequal class weights.

    `item` builds each form from `arguments` and the factor of C or ξ in its formulas: empty, or wᵢ.
    `fields`: the values of further fields for which the forms are shown.
    """
    return [
        items.only_where(item(*arguments, w), class_weight=values, **fields)
        for w, values in (("", ("", "equal")), ("wᵢ", (BALANCED, TENFOLD)))
    ]


def _marks(slack: str, w: str) -> Item:
    return items.legend(positive="positive", negative="negative", zero="f(x) = 0",
                       margin="f(x) = ±1", free=f"on the margin, 0 < |α| < {w}C",
                       held=f"with slack, |α| = {w}C", slack=slack)  # fmt: skip


def kernels() -> list[Item]:
    """Return the controls of the kernel: switches of names and formulas, a text box and a link."""
    no_parameters = dict.fromkeys(KERNEL_PARAMETERS, "")
    options = [
        items.option(formula, label, kernel="own", **no_parameters)
        for label, formula in KERNELS.items()
    ]
    return [
        straight_or_curved(),
        replace(items.fields_switch("formula", *options), shape="kl-wrap", lazy=True),
        items.formula_box(),
        items.Link("is-it-a-kernel", "Build another kernel and use it here"),
    ]


def straight_or_curved() -> Item:
    return items.fields_switch("kernel", *items.kernel_options("linear", "poly", "rbf"))


def with_or_without_b() -> Item:
    return items.switch("intercept", {"1": "with intercept b", "0": "without b"})


def equal_or_balanced() -> Item:
    return items.fields_switch(
        "class_weight",
        items.option("", "Equal weights", aliases=("equal",)),
        items.option(BALANCED, "Balanced weights"),
    )


def equal_or_tenfold() -> Item:
    return items.fields_switch(
        "class_weight",
        items.option("", "Equal weights", aliases=("equal",)),
        items.option(TENFOLD, "Weight 10 for malignant"),
    )


def weights_in_words() -> Item:
    """Return a remark that appears when the class weights are not equal."""
    sentence = remark("The class weights are balanced: the slack of example i costs wᵢC, and in "
                      "both classes the wᵢ have the same sum. If you erase an example, the wᵢ "
                      "change.")  # fmt: skip
    tenfold = remark("The slack of a cross costs ten times as much as that of a circle.")
    return items.stack(
        items.only_where(sentence, class_weight=(BALANCED,)),
        items.only_where(tenfold, class_weight=(TENFOLD,)),
    )


def parts_of_objective() -> list[Item]:
    return with_weights(_parts)


def _parts(w: str) -> Item:
    slack = f"C Σ {w}ξᵢ"
    return items.bars("The parts of the objective.", half_norm2="½‖w‖²", slack_penalty=slack)


def of_risk(risk: str) -> tuple[Item, Item]:
    """Return the plane and the read-outs for summed or averaged losses, at the λ of the scene."""
    title, C = {"sum": ("Summed", "1/λ"), "mean": ("Averaged", "1/(λm)")}[risk]
    plane = items.Plane(
        f"The decision function f, with losses {title.lower()}.",
        title=title,
        kinds=True,
        small=True,
    )
    numbers = items.readouts(
        items.row("C", "C", "number", C),
        items.row("support", "Support vectors", "count"),
        MARGIN,
        SLACK,
    )
    return items.for_scene(plane, risk=risk), items.for_scene(numbers, risk=risk)
