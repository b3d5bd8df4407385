"""One-versus-all by two rules: undecided places at random, as in the notes, or the largest score.

The classes stand in a row, and the kernel is linear: there the two rules differ most.
"""

from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.steps.step import Picture
from pages.multiclass.default_scenes import ROW
from pages.multiclass.element import lam_slider
from pages.multiclass.items import ClassLegend, ClassPlane

LOSSES = ("hinge", "logistic", "squared")

_FEWEST = ("score_error_ova", "<=", ["least_of_all:score_error_ova", 1, 0.005])

CHALLENGE = Challenge(
    question="Five classes in a row, straight lines. The class with the largest score is chosen. "
    "Which loss leads to the fewest test errors?",
    options=tuple(
        Option(items.LOSS_NAMES[loss], (("loss", "==", loss), _FEWEST)) for loss in LOSSES
    ),
    answer=items.LOSS_NAMES["logistic"],
    goal="Show the loss with the smallest test error by the largest score.",
    conditions=(_FEWEST,),
    by=("loss",),
    certificate="gap_ova",
    hides=("errors",),
    why=(
        Statement(
            "By the largest score {score_error_ova:percent} of new points are misclassified, with "
            "the worst of the three losses {most_of_all:score_error_ova:percent}."
        ),
        Statement(
            "With the squared loss each score follows the labels 1 and −1 along a line. The "
            "lines of the two outer classes cross above that of the middle class, so the middle "
            "class is never chosen: it is masked. The logistic loss does not pull a score back "
            "to 1 where it is already larger, so the scores of the outer classes can be steep.",
            (("loss", "==", "logistic"),),
        ),
    ),
)

RULES = r"""
Most textbooks define **one-versus-all** by the largest score: $x$ gets the class
$\arg\max_k f_k(x)$. Where exactly one class claims $x$, its score is the only one above 0, so both
rules agree. They differ in the hatched places alone: where no class claims $x$, or several do, the
notes choose at random (004). That is the default of this page, because it shows where the
classifiers are undecided; “By the larger score”, under “One point in detail”, is the other rule.
"""
COMPARABLE = r"""
The $q$ scores come from $q$ separate fits, and nothing makes them comparable. An inner class of the
row has no line with it alone on one side, so its score is below 0 nearly everywhere. The largest
score can still choose it: it need only be less negative than all others. Whether it is depends on
the loss.
"""


def picture() -> Picture:
    """Build both planes, the slider of λ, a switch of the loss, and the errors of both rules."""
    at_random = ClassPlane(
        "ova", "Undecided places at random", "One-versus-all, undecided places hatched."
    )
    by_score = ClassPlane(
        "ova", "The largest score", "One-versus-all, each place in the class with the largest "
        "score.", whole=True,
    )  # fmt: skip
    planes = items.Group((at_random, by_score), shape="kl-two-columns")
    errors = (
        items.row("test_error_ova", "Test error, at random", "percent"),
        items.row("score_error_ova", "Test error, largest score", "percent"),
        items.row("test_error_ovo", "Test error, one-versus-one", "percent"),
    )
    shares = (
        items.row("no_positive_ova", "Claimed by no class", "percent", "of the plane"),
        items.row("multiple_positive_ova", "Claimed by several", "percent", "of the plane"),
    )
    losses = items.switch("loss", {loss: items.LOSS_NAMES[loss] for loss in LOSSES})
    return Picture(
        main=[planes, ClassLegend(hand=False, ties=False)],
        side=[
            lam_slider(),
            losses,
            items.readouts(*shares),
            name_item("errors", items.readouts(*errors)),
        ],
        wide=True,
        scene=ROW,
    )
