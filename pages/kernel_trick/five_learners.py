"""Five learners on one data set and one kernel, side by side under one τ and one λ (K9; 004)."""

from typing import Any

from lab.endpoints import sklearn_comparison
from lab.scene.perceptron_and_neighbours import passes
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, challenges, remark
from lab.ui.items import kernel_expansion
from lab.ui.steps.step import Picture
from pages.kernel_trick.default_scene import DEFAULT as TRICK

# Name, the fields of its variant, and what its plane shows beside f = 0.
FIVE = (
    ("Ridge", {"loss": "squared"}),
    ("Logistic", {"loss": "logistic"}),
    ("SVM", {"loss": "hinge"}),
    ("Perceptron", {"learner": "perceptron"}),
    ("Nearest neighbour", {"learner": "nearest"}),
)

DATA = {"moons": "Two moons", "circles": "Circles", "spirals": "Spirals"}

ABOUT_ALL = Challenge(
    question="Two moons: which of the five never errs on its own examples, whatever τ and λ?",
    options=(
        Option("Nearest neighbour", ()),
        Option("SVM", (("train_error", "<=", -1),)),
        Option("Perceptron", (("train_error", "<=", -1),)),
    ),
    answer="Nearest neighbour",
    goal="Now make the SVM err on at least one training example, and yet on fewer than 5 % of "
    "unseen ones.",
    conditions=(("data", "==", "moons"), ("train_error", ">=", 0.01), ("test_error", "<=", 0.05)),
    why="Every example is its own nearest neighbour: no training error, and that says nothing "
    "about unseen ones. The SVM that you found lets some examples go and errs on fewer than 5 % of "
    "unseen ones. Compare the neighbour’s test error.",
)
ABOUT_MISTAKES = Challenge(
    question="The perceptron goes round until it errs on nobody. Which bandwidth τ makes it go "
    "on and on?",
    options=(
        Option("a small one, below 0.2", (("tau", "<=", 0.2),)),
        Option("a middling one", (("tau", ">=", 0.2), ("tau", "<=", 2))),
        Option("a large one, above 2", (("tau", ">=", 2),)),
    ),
    answer="a large one, above 2",
    goal="On the two moons, find a τ with which it has used up all its passes and still errs on "
    "one example in ten.",
    conditions=(("data", "==", "moons"), ("kernel", "==", "rbf"), ("train_error", ">=", 0.1)),
    why="With a large τ all examples look alike to K, so that a mistake mended here makes one "
    "there. A plane that parts them in feature space still exists, but the margin γ that it has is "
    "tiny, and the number of mistakes is bounded by (R/γ)² alone.",
    fields={"learner": "perceptron"},
)


def picture(scene: Scene) -> Picture:
    """Five planes, their errors, and the two sliders they share."""
    controls = items.stack(
        items.switch("data", DATA), kernel_expansion.kernel_switch(TRICK.tau),
        items.formula_box(), items.tau_slider(), items.lam_slider(),
    )  # fmt: skip
    stopped = remark(
        f"The perceptron was stopped after {passes(scene.m)} passes: it is still wrong somewhere.",
        ("train_error", ">=", 1e-9),
    )
    beside = items.stack(
        items.only_where(items.readouts(
            items.row("primal", "The SVM’s objective", "number", "J"),
            items.row("gap", "Proved within", "power", "duality gap")), loss=["hinge"]),
        items.legend(positive="positive", negative="negative", zero="f(x) = 0",
                     margin="f(x) = ±1", ring="α ≠ 0"),
        items.for_scene(challenges([ABOUT_ALL, ABOUT_MISTAKES]), loss="hinge"),
    )  # fmt: skip
    return Picture(
        main=[
            {"kind": "group", "shape": "kl-five",
             "items": [controls, *(_one(name, fields) for name, fields in FIVE), beside]},
            items.for_scene(stopped, learner="perceptron"),
            items.uneven_pair(items.points_bar(), sklearn_comparison.item()),
        ],
    )  # fmt: skip


def _one(name: str, fields: dict[str, str]) -> items.Item:
    """A plane, and under it what its learner gets wrong."""
    lines: dict[str, Any] = {"levels": []} if "learner" in fields else {}
    return items.stack(
        items.for_scene(items.plane(f"{name}.", title=name, small=True, **lines), **fields),
        items.for_scene(items.readouts(
            items.row("train_error", "Training error", "percent"),
            items.row("test_error", "Test error", "percent"),
            _kept(name)), **fields),
    )  # fmt: skip


def _kept(name: str) -> items.Item:
    """What its answer is made of."""
    if name == "Nearest neighbour":
        return items.row("support", "Kept", "count")
    if name == "Perceptron":
        return items.row("support", "Ever wrong on", "count")
    return items.row("support", "α ≠ 0", "count")
