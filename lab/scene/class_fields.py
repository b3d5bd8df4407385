"""CLASS_FIELDS: the fields of a scene of many classes.

Fields with the same meaning as in the binary scene are taken from `lab.scene.fields`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kernel_core.datasets import MULTICLASS_SOURCES
from kernel_core.multiclass import Tree, balanced_tree, chain_tree, similarity_tree
from lab.scene import class_point_edits, own_points
from lab.scene.fields import (
    FIELDS,
    KERNEL_PARAMETERS,
    OWN,
    Choice,
    Field,
    Integer,
    NotationField,
    by_name,
)
from lab.scene.samples.real_datasets import TABLES
from lab.scene.tree_text import MAX_TREE_TEXT, parse_tree

METHODS = ("ova", "ovo", "tree", "softmax")
SAMPLED_SOURCES = tuple(MULTICLASS_SOURCES)
TABLE_SOURCES = ("iris", "wine", "digits", OWN)
MAX_CLASSES = 10  # largest number of classes of a scene: more colours could not be distinguished
TREE_SHAPES = ("balanced", "chain", "similar")


def most_classes(data: str, points: str = "") -> int:
    """Return the largest number of classes that a source, or own `points`, can have."""
    if points:
        return len(own_points.unpack(points).classes)
    return min(MAX_CLASSES, TABLES[data].classes) if data in TABLES else MAX_CLASSES


def usual_classes(data: str, points: str = "") -> int:
    """Return the default number of classes of a source, or of own `points`."""
    if points:
        return most_classes(data, points)
    return MAX_CLASSES if data == "digits" else 3


@dataclass(frozen=True)
class TreeText(Field):
    """A tree of classes: the name of a shape, or an explicit tree such as ((0,1),2).

    The number of its classes depends on the scene, which checks it with `check_range`.
    """

    @property
    def allowed(self) -> str:
        return f"{', '.join(TREE_SHAPES)}, or a tree of the classes’ numbers such as ((0,1),2)"

    def read(self, text: str) -> str:
        if text in TREE_SHAPES:
            return text
        if len(text) > MAX_TREE_TEXT or not set(text) <= set("0123456789(), "):
            raise ValueError(self.allowed)
        return text.replace(" ", "")

    def check_range(self, text: str, C: int) -> None:
        """Check that the tree has each of the C classes once. Raises ValueError."""
        if text not in TREE_SHAPES:
            parse_tree(text, C)


@dataclass(frozen=True)
class ClassEditList(NotationField):
    """Edits of single points in the notation of `lab.scene.class_point_edits`. The scene checks
    that the points exist."""

    @property
    def allowed(self) -> str:
        return class_point_edits.ALLOWED_VALUES

    def read(self, text: str) -> str:
        return class_point_edits.read(text).text


@dataclass(frozen=True)
class ClassifierChoice(Field):
    """A binary classifier by its method and number, such as "ovo.2", or "softmax"; "" for none."""

    @property
    def allowed(self) -> str:
        return (
            "“softmax”, or a binary classifier’s method and number, such as “ova.0”, “ovo.2” or "
            "“tree.1”"
        )

    def read(self, text: str) -> str:
        if text in ("", "softmax"):
            return text
        method, dot, number = text.partition(".")
        if method not in METHODS[:3] or not (number.isascii() and number.isdigit()):
            raise ValueError(self.allowed)
        if len(number) > 3:
            raise ValueError(self.allowed)
        return f"{method}{dot}{int(number)}"

    def check_range(self, text: str, C: int) -> None:
        """Raise ValueError, with the allowed values, if the number is too large for C classes."""
        if "." in text:
            method, _, number = text.partition(".")
            count = {"ova": C, "ovo": C * (C - 1) // 2, "tree": C - 1}[method]
            if int(number) >= count:
                raise ValueError(f"one of {method}.0 to {method}.{count - 1} for {C} classes")


def tree_of(text: str, C: int, X: Any = None, y: Any = None) -> Tree:
    """Return the tree that a scene's text describes. "similar" depends on the points X (m, 2) and
    their classes y (m,)."""
    if text == "balanced":
        return balanced_tree(range(C))
    if text == "chain":
        return chain_tree(range(C))
    return similarity_tree(X, y) if text == "similar" else parse_tree(text, C)


def is_drawn(values: Mapping[str, Any]) -> bool:
    return values["data"] in SAMPLED_SOURCES


_OWN = (
    Choice(
        "data",
        "blobs",
        "Data",
        "Where the points come from: four sources whose densities are known, three tables, and your"
        " own points.",
        choices=(*SAMPLED_SOURCES, *TABLE_SOURCES),
    ),
    FIELDS["points"],
    Integer(
        "classes",
        3,
        "Classes",
        f"How many classes there are: up to {MAX_CLASSES}, or as many as the table or your own"
        " points have.",
        symbol="q",
        low=2,
        high=MAX_CLASSES,
    ),
    Integer(
        "m",
        150,
        "Points",
        "How many training points all classes have together. Of a table, or of 10 or more own"
        " points, at most two thirds become training points.",
        symbol="m",
        low=MAX_CLASSES,
        high=400,
    ),
    FIELDS["seed"],
    replace(FIELDS["noise"], applies=is_drawn),
    FIELDS["kernel"],
    *KERNEL_PARAMETERS.values(),
    FIELDS["formula"],
    Choice(
        "loss",
        "hinge",
        "Loss",
        "The loss of each binary classifier. Softmax has its own loss, cross-entropy.",
        symbol="L",
        choices=("hinge", "logistic", "squared", "exponential"),
    ),
    replace(FIELDS["lam"], default=0.05),
    FIELDS["risk"],
    FIELDS["intercept"],
    TreeText(
        "tree",
        "balanced",
        "Tree",
        "How the tree splits the classes: “balanced” halves them in order, “chain” splits off one"
        " class after another, “similar” separates the least similar groups first. Or write your"
        " own tree.",
        is_always_printed=False,
    ),
    Choice(
        "ties",
        "chance",
        "Undecided points",
        "How a point gets its class if no classifier claims it, if several do, or if votes are"
        " equal: at random (as in the notes) or by the largest score.",
        is_always_printed=False,
        choices=("chance", "score"),
    ),
    Integer(
        "draw",
        0,
        "Random seed",
        "Selects the random choices. The same seed gives the same choices.",
        applies=lambda values: values["ties"] == "chance",
        is_always_printed=False,
        low=0,
        high=2**31 - 1,
    ),
    ClassEditList(
        "edits",
        "",
        "Edited points",
        "Points that were moved, given another class, left out or added. These edits belong to"
        " this sample: choosing another sample removes them.",
        is_always_printed=False,
    ),
    ClassifierChoice(
        "inside",
        "",
        "Inside",
        "One of the binary classifiers, shown alone with its own training set; or softmax alone.",
        is_always_printed=False,
    ),
)

CLASS_FIELDS = by_name(_OWN)
