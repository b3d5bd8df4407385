"""Compute the tensors of softmax along a slider, for predicting the likeliest class and for
predicting a random class."""

import numpy as np

from kernel_core.multiclass import MultiSolution, softmax
from lab.scene.cached_points import CachedGrid, CachedPoints
from lab.scene.class_error_rates import ClassHoldOutSet, ClassPopulationRisk
from lab.scene.class_scene import ClassScene
from lab.wire.class_map_tensors import of_sample, texts_of
from lab.wire.class_sweep import solve
from lab.wire.softmax_prediction import (
    expected_errors,
    sample_prediction,
    self_estimated_errors,
)
from lab.wire.sweep_payload import round_to_four_digits

_MAX_SCORE = 80.0  # largest score used in `e_sum`, so that the exponential is finite in float32


def softmax_tensors(
    scene: ClassScene, along: str, stops: np.ndarray, grid: int
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Return the tensors by name, and the header's texts. S stops, G grid points per side.

    map_softmax and map_drawn I8 (S, G, G): the likeliest class and a random class; sure F16
    (S, G, G): the probability of the likeliest class; error_plain and error_drawn (S,): the errors
    of both predictions on unseen data; own_plain and own_drawn (S,): the same errors, if the
    probabilities are right; gap_softmax (S,): the duality gap. For each example, F32 (S, m): score
    and own_probability, of its own class; e_sum, the sum of the exponentials of all its scores.
    """
    sample = scene.sample
    sweep = solve(scene, along, stops, ("softmax",))["softmax"]
    plane, evaluator_points = CachedGrid(*sample.grid(grid)), _EvaluatorPoints(sample.evaluator)
    examples = CachedPoints(sample.X)
    results = []
    for solution in sweep.solutions:
        P = _probabilities(solution, plane)
        error_likeliest, error_drawn = evaluator_points.errors(solution)
        own_plain, own_drawn = evaluator_points.own_errors(solution)
        results.append({
            "map_softmax": P.argmax(axis=1).astype("i1").reshape(plane.shape),
            "map_drawn": sample_prediction(P, plane.points, scene.draw).astype("i1")
            .reshape(plane.shape),
            "sure": np.round(P.max(axis=1), 2).astype("<f2").reshape(plane.shape),
            "error_plain": error_likeliest, "error_drawn": error_drawn,
            "own_plain": own_plain, "own_drawn": own_drawn,
            **_of_examples(solution, examples, sample.y),
        })  # fmt: skip
    tensors = {name: np.array([stop[name] for stop in results]) for name in results[0]}
    tensors["gap_softmax"] = sweep.worst_gap.astype("<f8")
    return of_sample(sample, stops, grid) | tensors, texts_of(sample)


class _EvaluatorPoints:
    """The points at which errors are measured: centres of grid cells with the probability `mass` of
    each class, or, if `mass` is None, hold-out examples with their classes `truth`."""

    def __init__(self, evaluator: ClassPopulationRisk | ClassHoldOutSet) -> None:
        self.place: CachedGrid | CachedPoints
        self.mass: np.ndarray | None
        if isinstance(evaluator, ClassPopulationRisk):
            self.place, self.mass = evaluator.cells
        else:
            self.place, self.truth, self.mass = evaluator.place, evaluator.t, None

    def errors(self, solution: MultiSolution) -> tuple[float, float]:
        """Return the expected errors of the likeliest class and of a random class."""
        P = _probabilities(solution, self.place)
        if self.mass is None:
            return expected_errors(P, self.truth)
        p_correct = self.mass[P.argmax(axis=1), np.arange(len(P))].sum()
        return float(1.0 - p_correct), float(1.0 - np.vdot(self.mass, P.T))

    def own_errors(self, solution: MultiSolution) -> tuple[float, float]:
        """Return the expected errors of both predictions if the probabilities are right, averaged
        over the distribution of the points."""
        P = _probabilities(solution, self.place)
        if self.mass is None:
            return self_estimated_errors(P)
        weight = self.mass.sum(axis=0)
        likeliest, random_draw = 1.0 - P.max(axis=1), 1.0 - np.square(P).sum(axis=1)
        return float(weight @ likeliest), float(weight @ random_draw)


def _of_examples(
    solution: MultiSolution, examples: CachedPoints, y: np.ndarray
) -> dict[str, np.ndarray]:
    """Return for each example `score` and `own_probability` of its own class, and `e_sum`, the sum
    of the exponentials of all its scores. All are rounded to four digits, so that they compress
    well."""
    f, own_entry = _scores(solution, examples), (y, np.arange(len(y)))
    numbers = {
        "score": f[own_entry],
        "e_sum": np.exp(np.minimum(f, _MAX_SCORE)).sum(axis=0),
        "own_probability": softmax(f, axis=0)[own_entry],
    }
    return {name: round_to_four_digits(values) for name, values in numbers.items()}


def _scores(solution: MultiSolution, place: CachedGrid | CachedPoints) -> np.ndarray:
    """Return f_k(z) at points with cached tables, shape (C, n)."""
    f = place.values(solution.kernel, solution.X, solution.alpha)
    return f + solution.intercept[:, None]


def _probabilities(solution: MultiSolution, place: CachedGrid | CachedPoints) -> np.ndarray:
    """Return P(y = k | z) at points with cached tables, shape (n, C)."""
    return softmax(_scores(solution, place), axis=0).T
