"""Compute the tensors of softmax along a slider: the likeliest class, or a random one."""

import numpy as np

from kernel_core.multiclass import MultiSolution, softmax
from lab.scene.cached_points import CachedGrid, CachedPoints
from lab.scene.class_error_rates import ClassHoldOutSet, ClassPopulationRisk
from lab.scene.class_scene import ClassScene
from lab.wire.class_map_tensors import of_sample, texts_of
from lab.wire.class_sweep import solve
from lab.wire.softmax_prediction import (
    expected_errors,
    sampled_prediction,
    self_estimated_errors,
)
from lab.wire.sweep_payload import four_digits

_HIGHEST = 80.0  # its exponential is still a float of 32 bits


def softmax_tensors(
    scene: ClassScene, along: str, stops: np.ndarray, grid: int
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The tensors by name, and the header's texts. S stops, G grid points a side.

    map_softmax and map_drawn I8 (S, G, G); sure F16 (S, G, G), the likeliest class's probability;
    error_plain and error_drawn (S,), expected on unseen data, own_plain and own_drawn (S,), what
    the probabilities themselves say; gap_softmax (S,). Of each example F32 (S, m): score and
    own_probability, of its own class, and e_sum, of the exponentials of all its scores.
    """
    sample = scene.sample
    sweep = solve(scene, along, stops, ("softmax",))["softmax"]
    plane, unseen = CachedGrid(*sample.grid(grid)), _EvaluatorPoints(sample.evaluator)
    examples = CachedPoints(sample.X)
    seen = []
    for solution in sweep.solutions:
        P = _probabilities(solution, plane)
        plain, drawn = unseen.errors(solution)
        own_plain, own_drawn = unseen.own_errors(solution)
        seen.append({
            "map_softmax": P.argmax(axis=1).astype("i1").reshape(plane.shape),
            "map_drawn": sampled_prediction(P, plane.points, scene.draw).astype("i1")
            .reshape(plane.shape),
            "sure": np.round(P.max(axis=1), 2).astype("<f2").reshape(plane.shape),
            "error_plain": plain, "error_drawn": drawn,
            "own_plain": own_plain, "own_drawn": own_drawn,
            **_of_examples(solution, examples, sample.y),
        })  # fmt: skip
    tensors = {name: np.array([stop[name] for stop in seen]) for name in seen[0]}
    tensors["gap_softmax"] = sweep.worst_gap.astype("<f8")
    return of_sample(sample, stops, grid) | tensors, texts_of(sample)


class _EvaluatorPoints:
    """The evaluator's places, and how much of each class is there."""

    def __init__(self, evaluator: ClassPopulationRisk | ClassHoldOutSet) -> None:
        self.place: CachedGrid | CachedPoints
        self.mass: np.ndarray | None
        if isinstance(evaluator, ClassPopulationRisk):
            self.place, self.mass = evaluator.cells
        else:
            self.place, self.truth, self.mass = evaluator.place, evaluator.t, None

    def errors(self, solution: MultiSolution) -> tuple[float, float]:
        """Expected errors of the likeliest class, and of a drawn one."""
        P = _probabilities(solution, self.place)
        if self.mass is None:
            return expected_errors(P, self.truth)
        plain = self.mass[P.argmax(axis=1), np.arange(len(P))].sum()
        return float(1.0 - plain), float(1.0 - np.vdot(self.mass, P.T))

    def own_errors(self, solution: MultiSolution) -> tuple[float, float]:
        """The same if the probabilities are right, at points as they come."""
        P = _probabilities(solution, self.place)
        if self.mass is None:
            return self_estimated_errors(P)
        weight = self.mass.sum(axis=0)
        plain, drawn = 1.0 - P.max(axis=1), 1.0 - np.square(P).sum(axis=1)
        return float(weight @ plain), float(weight @ drawn)


def _of_examples(
    solution: MultiSolution, examples: CachedPoints, y: np.ndarray
) -> dict[str, np.ndarray]:
    """What softmax makes of each example's own class: four digits of it, which pack well."""
    f, own = _scores(solution, examples), (y, np.arange(len(y)))
    numbers = {
        "score": f[own],
        "e_sum": np.exp(np.minimum(f, _HIGHEST)).sum(axis=0),
        "own_probability": softmax(f, axis=0)[own],
    }
    return {name: four_digits(values) for name, values in numbers.items()}


def _scores(solution: MultiSolution, place: CachedGrid | CachedPoints) -> np.ndarray:
    """f_k(z) at a place that keeps its tables, shape (C, n)."""
    f = place.values(solution.kernel, solution.X, solution.alpha)
    return f + solution.intercept[:, None]


def _probabilities(solution: MultiSolution, place: CachedGrid | CachedPoints) -> np.ndarray:
    """P(y = k | z) at a place that keeps its tables, shape (n, C)."""
    return softmax(_scores(solution, place), axis=0).T
