"""From a scene of many classes to its four solutions along a slider."""

import dataclasses
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

import kernel_core as kc
from kernel_core.kernels import gram_matrix
from kernel_core.multiclass import MultiSolution, MultiSweep, Tree, multi_sweeps
from lab.scene import progress
from lab.scene.class_fields import METHODS, tree_of
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import in_words, kernel_of, kernels_of
from lab.scene.scene import replace


def solve(
    scene: ClassScene, along: str, stops: ArrayLike, methods: Sequence[str] = METHODS
) -> dict[str, MultiSweep]:
    """The solutions of each method at all `stops` (S,) of a slider, without class maps.

    Raises SceneError for a formula that is no kernel on these points.
    """
    sample, values = scene.sample, np.asarray(stops, dtype=float)
    with in_words(scene):
        if scene.kernel == "own":
            gram_matrix(kernel_of(scene), sample.X)
        return multi_sweeps(
            sample.X, sample.y, kernels_of(scene, along, values),
            values.tolist() if along == "lam" else scene.lam,
            evaluator=sample.evaluator, reductions=methods, **training_options(scene),
            start=_beginning(scene, methods) if scene.edits and len(values) == 1 else None,
            solved=progress.tell,
        )  # fmt: skip


def _beginning(scene: ClassScene, methods: Sequence[str]) -> dict[str, MultiSolution]:
    """Where the one fit of a dragged point sets out: at the answers for the sample as it was.

    They are as much a function of the scene as the data are: the same scene gives the same bytes.
    """
    origin, plain, known = scene.sample.origin, replace(scene, edits="", inside=""), {}
    for method in methods:
        own = solve_scene(plain, method)
        if method != "tree" or own.tree == shape(scene):
            alpha = np.where(origin >= 0, own.alpha[:, origin.clip(0)], 0.0)
            known[method] = dataclasses.replace(own, alpha=alpha)
    return known


def training_options(scene: ClassScene) -> dict[str, Any]:
    """How the scene learns and decides, as `multi_sweeps` takes it."""
    return {
        "loss": kc.LOSSES[scene.loss],
        "risk": scene.risk,
        "intercept": bool(scene.intercept),
        "classes": range(scene.classes),
        "tree": shape(scene),
        "ties": scene.tie_rule,
        "seed": scene.draw,
    }


def shape(scene: ClassScene) -> Tree:
    """The scene's tree of classes."""
    sample = scene.sample
    return tree_of(scene.tree, scene.classes, sample.X, sample.y)


@lru_cache(maxsize=32)
def solve_scene(scene: ClassScene, method: str) -> MultiSolution:
    """One method's solution of the scene itself; those of recent scenes are kept."""
    return solve(scene, "lam", [scene.lam], (method,))[method].solutions[0]
