"""Where each method fails (C8): scenes that are shipped, with the errors they make."""

from dataclasses import dataclass

from lab.classes import first
from lab.classes.fields import METHODS
from lab.classes.scene import ClassScene

NAMES = {"ova": "OvA", "ovo": "OvO", "tree": "tree", "softmax": "softmax"}


@dataclass(frozen=True)
class Failure:
    """A scene, its name, what there is to see; training and test error in percent, by METHODS."""

    title: str
    scene: ClassScene
    see: str
    train: tuple[float, ...]
    test: tuple[float, ...]

    def table(self) -> str:
        """Both errors of each method, in Markdown."""
        rows = (
            f"| {NAMES[method]} | {train:g} % | {test:g} % |"
            for method, train, test in zip(METHODS, self.train, self.test, strict=True)
        )
        return "\n".join(["| error | training | new |", "|:--|--:|--:|", *rows])


FAILURES = (
    Failure(
        "Classes in a row",
        first.ROW,
        "No line has an inner class alone on one side, so its own classifier in one-versus-all "
        "takes nobody. Look at the hatching: chance decides there. Any two classes have a line "
        "between them, and one-versus-one finds it.",
        (49, 0, 0, 0),
        (52.2, 3.8, 3.8, 1.7),
    ),
    Failure(
        "A tree that asks too much",
        first.BAD_TREE,
        "A row again. The first question puts classes from both ends into one group, and no line "
        "answers it. Whoever is sent the wrong way never comes back.",
        (45, 0, 40, 0),
        (49.7, 0, 40, 0),
    ),
    Failure(
        "Ten digits",
        first.DIGITS,
        "64 pixels squeezed into two numbers: many digits lie on top of each other, and all four "
        "err. One-versus-all is worst: count the places with no taker.",
        (42, 25.5, 28, 29.5),
        (57.1, 49, 49.1, 47.5),
    ),
    Failure(
        "Many classes, few points",
        first.FEW,
        "Three points a class, ten classes. Each classifier of one-versus-one has learned from "
        "six points. Almost none is wrong on them, and every fifth new point is.",
        (3.3, 3.3, 3.3, 0),
        (20.2, 19.5, 19.6, 17.2),
    ),
    Failure(
        "Digits, a tree and straight lines",
        first.TREES,
        "Here the tree keeps alike digits together until its last questions. Switch it to chain "
        "or balanced, and 51 % wrong become 59 % and 64 %.",
        (68.5, 43, 47.5, 45),
        (70.5, 47.3, 50.7, 47.5),
    ),
)
