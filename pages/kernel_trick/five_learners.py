"""Five learners side by side, with the same data and kernel (note 004)."""

from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, challenges, remark
from lab.ui.items import kernel_expansion
from lab.ui.steps.step import Picture
from pages.kernel_trick.default_scene import DEFAULT as TRICK

# The name of each learner, and the fields of the scene that select it.
FIVE = (
    ("Ridge", {"loss": "squared"}),
    ("Logistic", {"loss": "logistic"}),
    ("SVM", {"loss": "hinge"}),
    ("Perceptron", {"learner": "perceptron"}),
    ("Nearest neighbour", {"learner": "nearest"}),
)

DATA = {"moons": "Two moons", "circles": "Circles", "spirals": "Spirals", "cancer": "Tumours"}

ABOUT_ALL = Challenge(
    question="Suppose that no two examples have the same features. Which of the five makes no "
    "training error, whatever the data, the kernel parameters and λ?",
    stored_id="c67c38520",
    options=(
        Option("Nearest neighbour", ()),
        Option("SVM", (("train_error", "<=", -1),)),
        Option("Perceptron", (("train_error", "<=", -1),)),
    ),
    answer="Nearest neighbour",
    goal="Now choose the SVM, and drag λ until it misclassifies at least one training example, "
    "with a test error within one percentage point of the smallest on this slider.",
    conditions=(("train_error", ">=", 0.001), ("test_error", "<=", ["least:test_error", 1, 0.01])),
    by=("lam",),
    why="Every example is its own nearest neighbour, unless another one has the same features. So "
    "the nearest-neighbour rule makes no training error, which says nothing about unseen "
    "examples. The SVM that you found misclassifies {train_error:percent} of its training "
    "examples and {test_error:percent} of unseen ones. Compare that with the test error of the "
    "nearest-neighbour rule.",
)
ABOUT_MISTAKES = Challenge(
    question="The perceptron draws examples at random until none is misclassified. For which "
    "bandwidth τ does that take longest?",
    options=(
        Option("a small one, below 0.2", (("tau", "<=", 0.2),)),
        Option("a medium one", (("tau", ">=", 0.2), ("tau", "<=", 2))),
        Option("a large one, above 2", (("tau", ">=", 2),)),
    ),
    answer="a large one, above 2",
    goal="Find a τ for which the perceptron is stopped while at least one example in twenty is "
    "misclassified.",
    conditions=(("train_error", ">=", 0.05),),
    by=("tau",), holds={"kernel": ("rbf",)}, deciding_stop="most:train_error",
    why="At τ = {tau:setting} the perceptron was stopped after {iterations:whole} random examples, "
    "and misclassifies {train_error:percent} of the examples. With a large τ, all values of K are "
    "nearly the same, so a correction for one example can misclassify others. A plane that "
    "separates the examples in feature space still exists, but its margin γ is tiny, and the "
    "number of mistakes is bounded only by (R/γ)², where R is the largest length of a feature "
    "vector.",
    fields={"learner": "perceptron"},
)  # fmt: skip


def picture(scene: Scene) -> Picture:
    """Build the picture of five planes with their errors, and the sliders that they share."""
    controls = items.stack(
        items.data_switch(DATA), items.topic_of("cancer"),
        kernel_expansion.kernel_switch(tau=f"{TRICK.tau:g}", degree="3"),
        items.formula_box(), items.kernel_sliders(), items.lam_slider(),
    )  # fmt: skip
    side = items.stack(
        items.only_where(items.readouts(
            items.row("primal", "The SVM’s objective", "number", "J"),
            items.row("gap", "Duality gap", "power", "relative")), loss=["hinge"]),
        items.legend(positive="positive", negative="negative", zero="f(x) = 0",
                     margin="f(x) = ±1", ring="α ≠ 0"),
        items.for_scene(challenges([ABOUT_ALL, ABOUT_MISTAKES]), loss="hinge"),
    )  # fmt: skip
    return Picture(
        main=[
            items.Group([controls, *(learner_item(name, fields) for name, fields in FIVE), side],
                        shape="kl-five-learners", tabs=("", *(name for name, _ in FIVE), ""),
                        all_tabs="All five"),
            items.uneven_pair(items.PointsBar(), items.comparison()),
        ],
    )  # fmt: skip


def learner_item(name: str, fields: dict[str, str]) -> items.Item:
    """Build the plane of a learner, with its read-outs below. For the perceptron add a remark that
    is shown if it was stopped."""
    levels: list[items.Level] | None = [] if "learner" in fields else None
    stopped_remark = remark(
        "The perceptron was stopped after {iterations:whole} random examples, while it still "
        "misclassified some training examples.",
        ("train_error", ">=", 1e-9),
    )
    return items.stack(
        items.for_scene(items.Plane(f"{name}.", title=name, small=True, levels=levels), **fields),
        items.for_scene(items.readouts(
            items.row("train_error", "Training error", "percent"),
            items.row("test_error", "Test error", "percent"),
            memory_row(name)), **fields),
        *([items.for_scene(stopped_remark, **fields)] if name == "Perceptron" else []),
    )  # fmt: skip


def memory_row(name: str) -> items.Row:
    """Return the read-out of the number of examples that the learner's prediction uses."""
    if name == "Nearest neighbour":
        return items.row("support", "Examples stored", "count")
    if name == "Perceptron":
        return items.row("support", "Points used in updates", "count")
    return items.row("support", "α ≠ 0", "count")
