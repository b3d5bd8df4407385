"""The picture of ridge as a classifier, for points of the plane with targets ±1, beside the SVM."""

from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement
from lab.ui.steps.step import Picture

SCENE = Scene(data="moons", m=80, tau=0.8, loss="squared", lam=100.0)
_FEW_MISTAKES = 0.02
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
        question="Ridge minimises squared distances to ±1, not the number of mistakes. Can the "
                 "sign of f still be right for at least 98\u00a0% of the training examples?",
        options=(
            Option("yes", (("train_error", "<=", _FEW_MISTAKES),)),
            Option("no", (("train_error", ">=", _FEW_MISTAKES + 1e-9),)),
        ),
        answer="yes",
        goal="Drag λ until at most 2\u00a0% of the training examples are misclassified by ridge.",
        conditions=(("train_error", "<=", _FEW_MISTAKES),),
        by=("lam",),
        why=(
            Statement(
                "At λ = {lam:setting}, {train_error:percent} of the training examples are "
                "misclassified. The squared loss is 0 only where f(x) = y and also penalises "
                "values beyond ±1, so {support:whole} examples have αᵢ ≠ 0 in the ridge fit. The "
                "hinge loss is 0 where yf(x) ≥ 1, so in the SVM every example beyond the margin "
                "has αᵢ = 0."
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
                items.row("train_error", "Training error, ridge", "percent"),
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
