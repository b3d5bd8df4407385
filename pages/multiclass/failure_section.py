"""The section of scenes in which a method fails, with the errors of all methods."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import solve_scene
from lab.scene.class_scene import ClassScene
from lab.ui import items
from lab.ui.single_stop_sweep import single_stop_sweep
from lab.ui.steps.step import Picture, own_sweeps
from pages.multiclass import default_scenes
from pages.multiclass.trees import tree_endpoint

NAMES = {
    "ova": "One-versus-all",
    "ovo": "One-versus-one",
    "tree": "Tree",
    "softmax": "Softmax",
}


@dataclass(frozen=True)
class Failure:
    """A scene, its title and its description.

    {similar}, {chain} and {balanced} in the description are replaced by the test errors of these
    trees in percent.
    """

    title: str
    scene: ClassScene
    see: str

    def words(self) -> str:
        """Return the description, with the test errors filled in."""
        return self.see.format(**tree_errors(self.scene)) if "{" in self.see else self.see

    def numbers(self) -> dict[str, float]:
        """Return the training and the test error of each method, as shares."""
        return {
            f"{kind}_{method}": error / 100
            for method, rates in errors(self.scene).items()
            for kind, error in zip(("train", "test"), rates, strict=True)
        }


@lru_cache(maxsize=8)
def errors(scene: ClassScene) -> dict[str, tuple[float, float]]:
    """Compute training and test error of each method, in percent."""
    sample, error_rates = scene.sample, {}
    for method in METHODS:
        solution = solve_scene(scene, method)
        is_wrong = solution.decide(sample.X, scene.tie_rule, scene.draw).choice != sample.y
        test = sample.evaluator.error(solution, scene.tie_rule, scene.draw)
        error_rates[method] = (100 * float(np.mean(is_wrong)), 100 * test)
    return error_rates


@lru_cache(maxsize=2)
def tree_errors(scene: ClassScene) -> dict[str, float]:
    """Compute the test error of each shape of tree, in percent."""
    return {row["tree"]: 100 * row["test_error"] for row in tree_endpoint.shapes(scene)}


FAILURES = (
    Failure(
        "Classes in a row",
        default_scenes.ROW,
        "No line separates an inner class from all others, so the classifier of that class in "
        "one-versus-all claims no point. In the hatched regions the class is chosen at random. "
        "A line separates any two classes, and one-versus-one finds one for each pair.",
    ),
    Failure(
        "A tree with a hard first question",
        default_scenes.BAD_TREE,
        "The classes lie in a row again. The first question separates the first and the third "
        "class from the other three, which no line can do. After a wrong decision a point can’t "
        "reach its class.",
    ),
    Failure(
        "Ten digits",
        default_scenes.DIGITS,
        "64 pixels are reduced to two numbers: many digits overlap, and all four methods make "
        "errors. One-versus-all makes the most errors: about four in ten new digits are claimed by "
        "no class.",
    ),
    Failure(
        "Many classes, few points",
        default_scenes.FEW,
        "Ten classes with three points each. Each classifier of one-versus-one is trained on six "
        "points. Almost all training points are classified correctly, but about one new point in "
        "five is misclassified.",
    ),
    Failure(
        "Digits: a tree with a linear kernel",
        default_scenes.TREES,
        "Here the tree separates similar digits last. With a chain the test error rises from "
        "{similar:.0f}\u00a0% to {chain:.0f}\u00a0%, with a balanced tree to "
        "{balanced:.0f}\u00a0%.",
    ),
)


def pictures() -> list[Picture]:
    """Build a picture for each of FAILURES: its description, its errors and a link to its scene."""
    return [_picture(f"open-{k}", failure) for k, failure in enumerate(FAILURES)]


def _picture(name: str, failure: Failure) -> Picture:
    rows = [
        items.row(
            f"test_{method}",
            title,
            "percent",
            reference=f"train_{method}",
            reference_label="on the training points",
        )
        for method, title in NAMES.items()
    ]
    link = items.Link(f"multiclass?{failure.scene.query()}", "↑ Open this case")
    return own_sweeps(
        name,
        single_stop_sweep(failure.numbers()),
        main=[items.Heading(failure.title, failure.words()), link],
        side=[items.readouts(*rows)],
    )
