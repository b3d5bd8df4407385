"""Solve the sweep of a scene of many classes, with errors and counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.multiclass import MultiSolution
from lab.scene import progress
from lab.scene.cached_points import CachedPoints, decide_at
from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import stops_of
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import in_words


@dataclass(frozen=True, eq=False)
class ClassSweep:
    """S solutions of one method.

    train_error and test_error are (S,); n_evaluations (S,) is the mean number of binary predictions
    for a training point."""

    solutions: tuple[MultiSolution, ...]
    train_error: np.ndarray
    test_error: np.ndarray
    n_evaluations: np.ndarray

    @property
    def worst_gap(self) -> np.ndarray:
        """The largest duality gap among the classifiers of each stop, (S,)."""
        return np.array([s.worst_gap for s in self.solutions])

    @property
    def training_points(self) -> np.ndarray:
        """The total number of training points of all binary problems, (S,)."""
        return np.array([s.training_points for s in self.solutions])


def solve(
    scene: ClassScene, along: str, stops: ArrayLike, methods: Sequence[str] = METHODS
) -> dict[str, ClassSweep]:
    """Solve the scene by each method at all `stops` (S,) of a slider; class maps are not computed.

    Raises SceneError for a formula that is not a kernel on these points.
    """
    values, place = np.asarray(stops, dtype=float), CachedPoints(scene.sample.X)
    rows: dict[str, dict[int, tuple[Any, ...]]] = {method: {} for method in methods}
    with in_words(scene):
        for count, stop in enumerate(stops_of(scene, along, values, methods), 1):
            for method, solution in stop.solutions.items():
                place.keep(solution.kernel, solution.X, stop.K)
                rows[method][stop.k] = (solution, *_measure(scene, solution, place))
            progress.report(count, len(values))
    return {method: _stack([row[k] for k in range(len(row))]) for method, row in rows.items()}


def _measure(
    scene: ClassScene, solution: MultiSolution, place: CachedPoints
) -> tuple[float, float, float]:
    """Return training error, test error and the mean number of binary predictions for a training
    point; `place` has the training points."""
    trained = decide_at(place, solution, scene.tie_rule, scene.draw)
    return (
        float(np.mean(trained.choice != solution.k)),
        scene.sample.evaluator.error(solution, scene.tie_rule, scene.draw),
        trained.n_evaluations / len(solution.k),
    )


def _stack(stops: list[tuple[Any, ...]]) -> ClassSweep:
    solutions, *numbers = zip(*stops, strict=True)
    return ClassSweep(solutions, *map(np.array, numbers))
