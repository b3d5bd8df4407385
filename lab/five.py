"""Five learners on one data set and one kernel, side by side under one τ and one λ (K9; 004)."""

from typing import Any

from lab import live
from lab.challenges import Challenge, Option, challenges, remark
from lab.learners import PASSES
from lab.scene import Scene, replace

# Name, the fields of its variant, and what its plane shows beside f = 0.
FIVE = (
    ("Ridge", {"loss": "squared"}),
    ("Logistic", {"loss": "logistic"}),
    ("SVM", {"loss": "hinge"}),
    ("Perceptron", {"learner": "perceptron"}),
    ("Nearest neighbour", {"learner": "nearest"}),
)

ABOUT_ALL = Challenge(
    question="Whatever τ and λ: which of the five never errs on its own examples?",
    options=(
        Option("Nearest neighbour", ()),
        Option("SVM", (("train_error", "<=", -1),)),
        Option("Perceptron", (("train_error", "<=", -1),)),
    ),
    goal="Now make the SVM err on at least one training example, and yet on fewer than 5 % of "
    "unseen ones.",
    conditions=(("train_error", ">=", 0.01), ("test_error", "<=", 0.05)),
    why="Every example is its own nearest neighbour. That costs: the neighbour's test error stays "
    "where it is, and the SVM, which lets a few examples go, comes out below it.",
)
ABOUT_MISTAKES = Challenge(
    question="The perceptron keeps the examples it was ever wrong on. With which reach τ does it "
    "keep the fewest, and end without a mistake?",
    options=(
        Option("a short one, below 0.2", (("tau", "<=", 0.2),)),
        Option("a middling one", (("tau", ">=", 0.2), ("tau", "<=", 2))),
        Option("a long one, above 2", (("tau", ">=", 2),)),
    ),
    goal="Find a τ with which it keeps at most 12 examples and makes no mistake on any of them.",
    conditions=(("support", "<=", 12), ("train_error", "<=", 0)),
    why="With a short reach nobody speaks for a neighbour, so nearly everybody has to be wrong "
    "once. With a long one all look alike, and it goes on correcting until it is stopped.",
)


def element(scene: Scene) -> Any:
    """The live element: five planes, their errors, and the two sliders they share."""
    scene = replace(scene, learner="risk", loss="hinge")
    return live.live(
        "learners",
        scene,
        main=[
            live.heading(
                "Drag τ and watch five answers at once",
                "The data are the same, the kernel is the same. Only what is done with K differs."),
            {"kind": "group", "shape": "kl-five", "items": [
                *(_one(name, fields) for name, fields in FIVE),
                live.stack(
                    live.tau_slider(),
                    live.lam_slider(),
                    live.legend(positive="positive", negative="negative", zero="f(x) = 0",
                                margin="f(x) = ±1", ring="α ≠ 0"),
                    live.of(remark(
                        f"The perceptron was stopped after {PASSES} passes: with this τ it is "
                        "still wrong somewhere.", ("train_error", ">=", 1e-9)),
                        learner="perceptron")),
            ]},
        ],
        below=[
            live.half(challenges([ABOUT_ALL])),
            live.half(live.of(challenges([ABOUT_MISTAKES]), learner="perceptron")),
        ],
    )  # fmt: skip


def _one(name: str, fields: dict[str, str]) -> live.Item:
    """A plane, and under it what its learner gets wrong."""
    lines = {"levels": []} if "learner" in fields else {}
    return live.stack(
        live.of(live.plane(f"{name}.", title=name, small=True, **lines), **fields),
        live.of(live.readouts(
            live.row("train_error", "Training error", "percent"),
            live.row("test_error", "Test error", "percent"),
            _kept(name)), **fields),
    )  # fmt: skip


def _kept(name: str) -> live.Item:
    """What its answer is made of."""
    if name == "Nearest neighbour":
        return live.row("gap", "Gap", "power", "it minimises nothing")
    if name == "Perceptron":
        return live.row("support", "Ever wrong on", "count")
    return live.row("support", "α ≠ 0", "count")
