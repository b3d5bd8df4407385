"""Softmax alone: its certificate, its two ways to predict, and its case of two classes (C2, C4)."""

from functools import lru_cache

import kernel_core as kc
from lab.scene.class_scene import ClassScene
from lab.scene.scene import replace
from lab.ui import items
from lab.ui.challenges import named
from lab.ui.steps.step import Picture
from pages.multiclass.cost.binary_equivalence import two_classes
from pages.multiclass.element import lam_slider, options_of, tau_slider
from pages.multiclass.method.method_items import LINE

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

LEAD = r"""
Softmax turns the scores into probabilities that add up to 1:
$P(y = k \mid x) = e^{f_k(x)} / \sum_l e^{f_l(x)}$. Learning makes the classes that were seen as
likely as the penalty lets it: the loss of an example is $-\ln P(y \mid x)$, the cross-entropy
(004). With the linear kernel $f_k(x) = w_k^Tx$, and $+\,b_k$ where there is an intercept. With any
other the same fit runs over $\alpha$. Its duality gap proves how near it is.
"""
CHANCE = items.equation(
    "The probability of class k at x is e to the score of class k, over the sum of e to the score "
    "of every class l.",
    r"\mark{P}{P(y = k | x)} = \frac{\exp \mark{score}{f_k(x)}}"
    r"{\mark{sum}{\sum_l \exp f_l(x)}}",
    items.symbol("P", "P", "probability of its own class k at example x", thing="class",
                 tensor="own_probability"),
    items.symbol("score", "fₖ(x)", "score of class k there", thing="example", tensor="score"),
    items.symbol("sum", "Σ exp fₗ(x)", "over all classes, so that the P add up to 1",
                 thing="classes", tensor="e_sum"),
)  # fmt: skip
PREDICT = r"""
There are two ways to predict (004). Take the likeliest class: on the left. Or draw one, each with
its probability: on the right, one draw at every place. Drag λ and watch the right one turn grainy.
"""
TWO = r"""
With two classes only $f_1 - f_2$ counts, since $P(y = 1 \mid x) = 1/(1 + e^{-(f_1 - f_2)})$: the
sigmoid, and the cross-entropy is the logistic loss (003, 004). Softmax pays
$\frac\lambda2(\|f_1\|^2 + \|f_2\|^2)$, which at the optimum is
$\frac\lambda4\|f_1 - f_2\|^2$. So the binary fit with half of λ must be the same. Both were solved
here, each by its own solver, on the first two classes of the four planes, with {setting}:
"""


def picture(scene: ClassScene) -> Picture:
    """Both predictions as two planes, with their expected errors."""
    maps = (
        ("map_softmax", "The likeliest class", "The plane, each place in its likeliest class."),
        ("map_drawn", "Drawn by its probability",
         "The plane, each place in a class drawn by its probabilities."),
    )  # fmt: skip
    planes = [
        {"kind": "chanceplane", "map": map, "title": title, "label": label}
        | ({"drawn": True} if map == "map_drawn" else {})
        for map, title, label in maps
    ]
    kernel = options_of(
        "kernel",
        items.option("linear", "Linear", tau="", degree="", c="", formula="", **LINE),
        items.option("rbf", "RBF", tau="0.4", degree="", c="", formula=""),
    )
    rows = (
        items.row("error_plain", "Error, likeliest class", "percent", "on new points"),
        items.row("error_drawn", "Error, drawn class", "percent", "expected"),
        items.row("own_plain", "If P were right: likeliest", "percent"),
        items.row("own_drawn", "If P were right: drawn", "percent", "at most twice that"),
        items.row("gap_softmax", "Proved within", "power", "duality gap"),
    )
    return Picture(
        main=[{"kind": "group", "shape": "kl-two", "items": planes}, CHANCE],
        side=[
            items.when(tau_slider(), kernel=["rbf"]),
            lam_slider(),
            kernel | {"lazy": True},
            named("errors", items.readouts(*rows)),
        ],
        wide=True,
        scene=replace(scene, inside="softmax"),
    )


@lru_cache(maxsize=32)
def comparison(scene: ClassScene) -> str:
    """The two fits to the digits, as a table; a sentence where there is nothing to show."""
    try:
        told = two_classes(replace(scene, inside="", tree="balanced"))
    except (ValueError, kc.NotConverged):
        return "With this kernel and λ the two fits did not reach ten digits. Try another λ."
    rows = [
        f"| point {i + 1} | {a:.6f} | {b:.6f} |".replace("-", "−")
        for i, (a, b) in enumerate(zip(told["difference"], told["f"], strict=True))
    ]
    ends = [(name, told[name]["objective"], told[name]["gap"]) for name in ("softmax", "binary")]
    rows.append("| objective | " + " | ".join(f"{value:.9f}" for _, value, _ in ends) + " |")
    rows.append("| duality gap | " + " | ".join(_power(gap) for *_, gap in ends) + " |")
    head = "| of | softmax, $f_1 - f_2$ | binary logistic at λ/2, $f$ |\n|:--|--:|--:|"
    apart = f"\n\nOver all points the two differ by at most {_power(told['apart'])}."
    return "\n".join([head, *rows]) + apart


def _power(value: float) -> str:
    """One digit and a power of ten, as the page's script writes them."""
    digit, _, exponent = f"{value:.0e}".partition("e")
    return f"{digit}·10{str(int(exponent)).translate(_RAISED)}" if value else "0"
