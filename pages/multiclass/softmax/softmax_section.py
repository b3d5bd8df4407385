"""The section on softmax: its fit, and two ways to predict."""

import dataclasses

from lab.scene.class_scene import ClassScene
from lab.scene.fields import count_word
from lab.scene.scene import replace
from lab.ui import items
from lab.ui.challenges import name_item, remark
from lab.ui.steps.step import Picture
from pages.multiclass.element import lam_slider, options_of
from pages.multiclass.items import ChancePlane
from pages.multiclass.method.method_items import LINE, random_seeds

LEAD = r"""
Softmax turns the scores into probabilities that add up to 1:
$P(y = k \mid x) = e^{f_k(x)} / \sum_l e^{f_l(x)}$. The loss of an example is $-\ln P(y \mid x)$,
the cross-entropy, so the fit makes the labels as likely as the penalty allows (004). With the
linear kernel $f_k(x) = w_k^Tx$, and $+\,b_k$ with an intercept. With any other kernel the risk is
minimised over $\alpha$. The duality gap bounds how far the fit is from the optimum.
"""
CHANCE = items.equation(
    "The probability of class k at x is the exponential of its score, divided by the sum of the "
    "exponentials of the scores of all classes.",
    r"\mark{P}{P(y = k | x)} = \frac{\exp \mark{score}{f_k(x)}}"
    r"{\mark{sum}{\sum_l \exp f_l(x)}}",
    items.symbol("P", "P", "probability of the class k of example x", mark="class",
                 tensor="own_probability"),
    items.symbol("score", "fₖ(x)", "score of class k at x", mark="example", tensor="score"),
    items.symbol("sum", "Σ exp fₗ(x)", "over all classes, so that the P add up to 1",
                 mark="classes", tensor="e_sum"),
)  # fmt: skip
PREDICT = r"""
There are two ways to predict (004): take the likeliest class, as on the left, or draw a class at
random with its probability, as on the right. On the right, one class is drawn at every point;
another random seed gives other draws. With a large λ the scores, apart from any intercepts, are
nearly equal, and so are the probabilities: then the draws vary most.
"""

# The remark TIMID is shown if the ratio of the two test errors is at least MIN_RATIO, and the test
# error of classes drawn at random is at least MIN_ERROR.
MIN_RATIO, MIN_ERROR = 3, 0.1
TIMID = remark(
    f"The drawn class is wrong at least {count_word(MIN_RATIO)} times as often as the likeliest: "
    "the scores are too close. The likeliest class is right more often than its "
    "probability says, but it is drawn only with that probability.",
    ("error_drawn", ">=", ["error_plain", MIN_RATIO]), ("error_drawn", ">=", MIN_ERROR),
)  # fmt: skip


def picture(scene: ClassScene) -> Picture:
    """Build the planes of both predictions, with their errors."""
    maps = (
        ("map_softmax", "The likeliest class", "The plane, coloured by the most likely class."),
        ("map_drawn", "A class drawn with its probability",
         "The plane, coloured by a class drawn at random with its probability."),
    )  # fmt: skip
    planes = [
        ChancePlane(map, title, label, is_random=map == "map_drawn") for map, title, label in maps
    ]
    kernel = options_of(
        "kernel",
        *(items.kernel_option(name, **more) for name, more in (("linear", LINE), ("rbf", {}))),
    )
    rows = (
        items.row("error_plain", "Error, likeliest class", "percent", "on new points"),
        items.row("error_drawn", "Error, drawn class", "percent", "expected"),
        items.row("own_plain", "Predicted error, likeliest class", "percent", "if P were right"),
        items.row(
            "own_drawn", "Predicted error, drawn class", "percent", "at most twice the one above"
        ),
        items.row("gap_softmax", "Duality gap", "power", "relative"),
    )
    return Picture(
        main=[
            items.Group(shape="kl-two-columns", items=planes),
            items.only_where(random_seeds(), ties=[""]),
            CHANCE,
        ],
        side=[
            items.kernel_sliders(ClassScene),
            lam_slider(),
            dataclasses.replace(kernel, lazy=True),
            name_item("errors", items.readouts(*rows)),
        ],
        below=[name_item("errors", TIMID)],
        wide=True,
        scene=replace(scene, inside="softmax"),
    )
