"""The picture of ridge as a classifier, with targets ±1 in the plane, and of the SVM."""

from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement
from lab.ui.steps.step import Picture

SCENE = Scene(data="moons", m=80, tau=0.8, loss="squared", lam=1.0)
_SVM = {"loss": "hinge"}
_LEGEND = items.legend(
    positive="positive",
    negative="negative",
    zero="f(x) = 0",
    margin="f(x) = ±1",
    ring="αᵢ ≠ 0",
    bayes="Bayes-optimal",
)

CHALLENGES = (
    Challenge(
        question="In the ridge fit every example has αᵢ ≠ 0. You make λ smaller. In the SVM, how "
                 "many examples have αᵢ ≠ 0 then?",
        options=(
            Option("all of them, too", (("support", ">=", ["m", 1]),)),
            Option("only some of them", (("support", "<=", ["m", 0.9]),)),
        ),
        answer="only some of them",
        fields=_SVM,
        goal="Drag λ until at most a quarter of the examples have αᵢ ≠ 0 in the SVM.",
        conditions=(("support", "<=", ["m", 0.25]),),
        by=("lam",),
        why=(
            Statement(
                "At λ = {lam:setting} {support:whole} of {m:whole} examples have αᵢ ≠ 0 in the "
                "SVM. Its hinge loss is 0 where yf(x) ≥ 1, so an example beyond the margin has "
                "αᵢ = 0. The squared loss is 0 only where f(x) = y: it penalises values beyond ±1 "
                "too, and αᵢ = 0 needs f(xᵢ) = yᵢ exactly."
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
