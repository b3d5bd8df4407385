"""Four planes of one data set, one for each method, with sliders, switches and numbers."""

from dataclasses import replace

from lab.endpoints import static_assets
from lab.scene.class_fields import CLASS_FIELDS, SAMPLED_SOURCES, most_classes, usual_classes
from lab.scene.class_scene import ClassScene
from lab.scene.fields import KERNEL_PARAMETERS
from lab.ui import items
from lab.ui.challenges import Challenge, Option, remark
from pages.multiclass.element import lam_slider, options_of
from pages.multiclass.items import AskPoint, ClassLegend, ClassPlane

_SEEDS = 6  # the number of buttons for random seeds
VIEW = {"tool": "move", "hand": "1"}
TITLES = {
    "ova": "One-versus-all",
    "ovo": "One-versus-one",
    "tree": "Tree",
    "softmax": "Softmax",
}
DATA = {
    "pinwheel": "Pinwheel",
    "blobs": "Blobs",
    "rings": "Rings",
    "row": "In a row",
    "iris": "Iris",
    "wine": "Wine",
    "digits": "Digits",
}
_NOISE = {"pinwheel": "1.5", "blobs": "1", "rings": "1", "row": "1"}
_LOSSES = CLASS_FIELDS["loss"].choices
LINE = {"intercept": "1"}  # a field that is also set when the user chooses the linear kernel


def plane(method: str, *, ask: bool = False) -> items.Item:
    """Return the plane of one method. With `ask`, a press chooses the point to explain; without
    `ask`, the points can be edited."""
    title = TITLES[method]
    label = f"The predicted classes over the plane. Method: {title.lower()}."
    address = static_assets.public_path("class-ask") if ask else ""
    return ClassPlane(method, title, label, address, edit=not ask)


def two_rows() -> items.Item:
    """Return the planes of all methods, in two rows."""
    return items.Group(items=[plane(method) for method in TITLES], shape="kl-maps")


def error(method: str) -> items.Item:
    """Return the read-out of the test error of one method."""
    return items.readouts(
        items.row(f"test_error_{method}", TITLES[method], "percent", "test error")
    )


def errors() -> items.Item:
    """Return the read-outs of the test error of each method."""
    rows = (
        items.row(f"test_error_{method}", title, "percent", "test error")
        for method, title in TITLES.items()
    )
    return items.readouts(*rows)


def rails() -> items.Item:
    """Return the sliders of the kernel and of λ, one below the other."""
    return items.stack(items.kernel_sliders(ClassScene), lam_slider())


def planes_with_decision() -> items.Item:
    """Return the planes of all methods, each with its decision about the chosen point."""
    address = static_assets.public_path("class-ask")
    return items.quadruple(
        *(
            items.stack(
                plane(method, ask=True),
                AskPoint(method=method, title=title, address=address),
            )
            for method, title in TITLES.items()
        )
    )


def sliders() -> items.Item:
    sliders = _pair(items.kernel_sliders(ClassScene), lam_slider())
    return replace(sliders, shape=f"{sliders.shape} kl-rails")


def switches() -> items.Item:
    """Return the switches of data, number of classes, kernel, intercept and loss, and the box for
    the formula of the user's own kernel.

    The sweep of an option is computed only when the option is chosen.
    """
    return items.stack(
        items.add_label(_data_switch()),
        items.stack(
            items.only_where(_classes_switch("blobs"), data=[*SAMPLED_SOURCES, "digits"]),
            items.only_where(_classes_switch("iris"), data=["iris", "wine"]),
        ),
        items.stack(
            items.add_label(_kernel_switch()),
            items.only_where(items.add_label(_intercept_switch()), kernel=["linear"]),
            items.formula_box(),
            remark(
                "Here every line passes through the origin. A line between two classes that lie "
                "on the same side of the origin may need an intercept: choose “With b”.",
                ("kernel", "==", "linear"),
                ("intercept", "==", 0),
            ),
        ),
        items.add_label(items.switch("loss", {name: items.LOSS_NAMES[name] for name in _LOSSES})),
    )


def _intercept_switch() -> items.Choice:
    """Return the switch of the intercept b. Without b, linear boundaries go through the origin."""
    return options_of("intercept", items.option("1", "With b"), items.option("0", "Without b"))


def _data_switch() -> items.Choice:
    return options_of(
        "data",
        *(
            items.option(
                data, label, classes=str(4 if data in SAMPLED_SOURCES else usual_classes(data)),
                noise=_NOISE.get(data, ""), tree="", inside="", edits="",
            )
            for data, label in DATA.items()
        ),
    )  # fmt: skip


def _classes_switch(data: str) -> items.Choice:
    counts = range(2, most_classes(data) + 1)
    options = (items.option(str(C), str(C), tree="", inside="", edits="") for C in counts)
    return items.add_label(options_of("classes", *options))


def _kernel_switch() -> items.Choice:
    options = {o["value"]: o for o in items.kernel_options("rbf", "linear", "poly", degree="3")}
    options["linear"]["fields"] = {**options["linear"]["fields"], **LINE}
    left_out = dict.fromkeys(KERNEL_PARAMETERS, "")
    own_formula = items.option("own", "Own formula", **left_out, formula="rbf(0.5)*x.z")
    return options_of("kernel", *options.values(), own_formula)


def ties() -> items.Item:
    """Return the switch for the tie-breaking rule, with buttons for the random seed where ties are
    broken at random."""
    rule = options_of(
        "ties",
        items.option("", "At random"),
        items.option("score", "By the largest score", draw=""),
    )
    return _pair(items.add_label(rule), items.only_where(random_seeds(), ties=[""]))


def random_seeds() -> items.Choice:
    """Return buttons for the random seed."""
    seeds = (items.option(str(seed or ""), str(seed)) for seed in range(_SEEDS))
    return items.add_label(options_of("draw", *seeds))


def legend(*, hand: bool = False, ties: bool = True) -> items.Item:
    return ClassLegend(hand=hand, ties=ties)


def _pair(*pair: items.Item) -> items.Group:
    return items.Group(pair, shape="kl-two-columns kl-controls")


OVA = Option("One-versus-all", (("train_error_ova", ">=", ["train_error_ovo", 1, 0.1]),))
OVO = Option("One-versus-one", (("train_error_ovo", ">=", ["train_error_ova", 1, 0.1]),))

CHALLENGES = (
    Challenge(
        question="The classes lie in a row, and the kernel is linear. Which method has far more "
                 "training errors?",
        options=(OVA, OVO),
        answer="One-versus-all",
        goal="Choose the data “In a row”, the linear kernel “With b”, and 5 classes or more.",
        conditions=(
            ("data", "==", "row"), ("kernel", "==", "linear"), ("classes", ">=", 5),
            ("train_error_ova", ">=", ["train_error_ovo", 1, 0.1]),
        ),
        hint="Choose “In a row”, then “Linear”, then 5 classes or more.",
        why="One-versus-all misclassifies {train_error_ova:percent} of the training examples, "
            "one-versus-one {train_error_ovo:percent}. No line separates an inner class from all "
            "the others, so its classifier in one-versus-all makes many errors. One-versus-one "
            "only has to separate two classes at a time, which a line can do if they do not "
            "overlap.",
    ),
    Challenge(
        question="Increase λ to its largest value. Which part of the plane grows in "
                 "one-versus-all?",
        options=(
            Option("claimed by no class",
                   (("no_positive_ova", ">=", ["multiple_positive_ova", 1, 0.02]),)),
            Option("claimed by several",
                   (("multiple_positive_ova", ">=", ["no_positive_ova", 1, 0.02]),)),
        ),
        answer="claimed by no class",
        goal="Find a λ at which the share of the plane claimed by no class is within 2 percentage "
             "points of its largest value on this slider, {most:no_positive_ova:percent}.",
        conditions=(
            ("no_positive_ova", ">=", 0.1),
            ("no_positive_ova", ">=", ["most:no_positive_ova", 1, -0.02]),
        ),
        by=("lam",),
        holds={"kernel": ("rbf",), "classes": tuple(str(count) for count in range(3, 11))},
        why="The larger the penalty, the more each f takes the sign of the side with more "
            "examples. In one-versus-all this side is all other classes together, so all f are "
            "below 0 on {no_positive_ova:percent} of the plane. In one-versus-one no "
            "classifier has all other classes on one side.",
    ),
)  # fmt: skip
