"""Solve a scene of many classes by the four multiclass methods, along a slider."""

import dataclasses
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

import kernel_core as kc
from kernel_core.kernels import gram_matrix
from kernel_core.multiclass import ClassProblem, MultiSolution, MultiStop, Tree, multi_sweep
from lab.scene.class_fields import tree_of
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import in_words, kernel_of, kernels_of
from lab.scene.scene import replace


def stops_of(
    scene: ClassScene, along: str, stops: np.ndarray, methods: Sequence[str]
) -> Iterator[MultiStop]:
    """Yield, for each of `stops` (S,) of a slider, the solutions by all `methods`.

    Raises SceneError for a formula that is not a kernel on these points.
    """
    sample = scene.sample
    with in_words(scene):
        if scene.kernel == "own":
            gram_matrix(kernel_of(scene), sample.X)
        start = _starting_solutions(scene, methods) if scene.edits and len(stops) == 1 else None
        lams = stops.tolist() if along == "lam" else scene.lam
        yield from multi_sweep(
            problem_of(scene), kernels_of(scene, along, stops), lams, methods, start=start
        )


def _starting_solutions(scene: ClassScene, methods: Sequence[str]) -> dict[str, MultiSolution]:
    """Return starting values for the fit to an edited sample: each method's solution for the
    unedited sample. The method "tree" is left out if the edits have changed the tree's shape.

    These solutions depend on the scene alone, so equal scenes get equal answers.
    """
    origin, unedited, starts = scene.sample.origin, replace(scene, edits="", inside=""), {}
    for method in methods:
        solution = solve_scene(unedited, method)
        if method != "tree" or solution.tree == shape(scene):
            alpha = np.where(origin >= 0, solution.alpha[:, origin.clip(0)], 0.0)
            starts[method] = dataclasses.replace(solution, alpha=alpha)
    return starts


def problem_of(scene: ClassScene) -> ClassProblem:
    """Return the scene's learning problem without its kernel and lam."""
    sample, loss = scene.sample, kc.LOSSES[scene.loss]
    classes, tree = range(scene.classes), shape(scene)
    return ClassProblem(sample.X, sample.y, loss, scene.risk, bool(scene.intercept), classes, tree)


def shape(scene: ClassScene) -> Tree:
    """Return the tree of classes that the scene's `tree` describes."""
    sample = scene.sample
    return tree_of(scene.tree, scene.classes, sample.X, sample.y)


@lru_cache(maxsize=32)
def solve_scene(scene: ClassScene, method: str) -> MultiSolution:
    """Solve the scene by one method; recent solutions are cached."""
    (stop,) = stops_of(scene, "lam", np.array([scene.lam]), (method,))
    return stop.solutions[method]
