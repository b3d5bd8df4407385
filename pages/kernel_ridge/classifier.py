"""The picture of ridge as a classifier, with targets ±1 in the plane, and of the SVM."""

from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement
from lab.ui.steps.step import Picture

SCENE = Scene(data="moons", m=80, tau=0.8, loss="squared", lam=0.1)
_SVM = {"loss": "hinge"}
_LEGEND = items.legend(
    positive="positive", negative="negative", zero="f(x) = 0", margin="f(x) = ±1", ring="αᵢ ≠ 0"
)

CHALLENGES = (
    Challenge(
        question="The targets are ±1, and f = 3 at a positive example: correct, and far beyond "
                 "the margin. Does the squared loss penalise that?",
        options=(
            Option("yes", (("loss", "==", "squared"),)),
            Option("no", (("loss", "==", "hinge"),)),
        ),
        answer="yes",
        goal="Drag λ until the objective is at most half of its largest value on this slider.",
        conditions=(("primal", "<=", ["most:primal", 0.5]),),
        by=("lam",),
        why=(
            Statement(
                "The squared loss is 0 only where f(x) = y, so all {support:whole} examples "
                "have αᵢ ≠ 0. The hinge loss is 0 where yf(x) ≥ 1."
            ),
            Statement("Only the sign of f determines the class, so the two classifiers often "
                      "agree."),
        ),
    ),
)  # fmt: skip


def picture() -> Picture:
    """Build the picture of ridge and of the SVM over the plane, with the same kernel and λ."""
    ridge, svm = (
        items.Plane(f"{name}: f over the plane.", title=name, small=True, edit=False)
        for name in ("Ridge on ±1", "SVM")
    )
    return Picture(
        main=[items.pair(ridge, items.for_scene(svm, **_SVM)), _LEGEND],
        side=[
            items.kernel_slider("tau"),
            items.lam_slider(cost=False),
            items.readouts(
                items.row("support", "Examples with αᵢ ≠ 0, ridge", "count"),
                items.row("test_error", "Test error, ridge", "percent"),
                items.row("primal", "Objective, ridge", "number", "J"),
            ),
            items.for_scene(
                items.readouts(
                    items.row("support", "Examples with αᵢ ≠ 0, SVM", "count"),
                    items.row("test_error", "Test error, SVM", "percent"),
                ),
                **_SVM,
            ),
        ],
        scene=SCENE,
    )
