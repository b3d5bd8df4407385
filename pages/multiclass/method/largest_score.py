"""The step that compares two rules of one-versus-all: a random class where no class or several
classes claim a point, or the class with the largest score.

The classes lie in a row, and the kernel is linear: then the two rules differ on many points.
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
    question="Five classes lie in a row, and the kernel is linear. The class with the largest "
    "score is chosen. Which loss leads to the fewest test errors?",
    stored_id="ce5c76696",
    options=tuple(
        Option(items.LOSS_NAMES[loss], (("loss", "==", loss), _FEWEST)) for loss in LOSSES
    ),
    answer=items.LOSS_NAMES["logistic"],
    goal="Choose the loss with the smallest test error when the largest score decides.",
    conditions=(_FEWEST,),
    by=("loss",),
    certificate="gap_ova",
    hides=("errors",),
    why=(
        Statement(
            "If the class with the largest score is chosen, {score_error_ova:percent} of new "
            "points are misclassified; with the worst of the three losses, "
            "{most_of_all:score_error_ova:percent} are."
        ),
        Statement(
            "With the squared loss each score is a linear fit to the labels 1 and −1. At every "
            "point another score is larger than that of the middle class, so the middle class is "
            "never chosen: it is masked. The logistic loss does not pull a score that is larger "
            "than 1 back to 1. So the scores of the outer classes can fall steeply, below the "
            "score of the middle class. Where they do, the middle class is chosen.",
            (("loss", "==", "logistic"),),
        ),
    ),
)

RULES = r"""
Most textbooks define **one-versus-all** by the largest score: $x$ gets the class
$\arg\max_k f_k(x)$. Where exactly one class claims $x$, its score is the only one that is not below
0, so both rules agree. They differ only in the hatched regions. Where several classes claim $x$,
the notes choose one of them at random (004); where no class does, this page chooses among all
classes. The random choice is the default of this page, because it shows where the classifiers are
undecided; the option “By the largest score”, under “One point in detail”, selects the other rule.
"""
COMPARABLE = r"""
The $q$ scores come from $q$ separate fits, and nothing makes them comparable. No line separates an
inner class of the row from all others, so its score is below 0 in most of the plane. An inner class
can still have the largest score: its score need only be less negative than the others. Whether this
happens depends on the loss. With the hinge loss the scores of several inner
classes can be −1 everywhere; of classes with equal scores, the first is chosen.
"""


def picture() -> Picture:
    """Build the picture of both rules: planes, errors, a slider of λ and a switch of the loss."""
    at_random = ClassPlane(
        "ova", "Undecided points: a random class", "One-versus-all, undecided regions hatched."
    )
    by_score = ClassPlane(
        "ova", "The largest score", "One-versus-all, each point in the class with the largest "
        "score.", by_largest_score=True,
    )  # fmt: skip
    planes = items.Group((at_random, by_score), shape="kl-two-columns")
    errors = (
        items.row("test_error_ova", "Test error, random class", "percent"),
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
