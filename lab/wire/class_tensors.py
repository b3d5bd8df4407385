"""Compute tensors of a sweep of four methods: S stops, G grid points per side, m points, C classes.

For each method (ova, ovo, tree, softmax), under names that end in the name of the method:

    map_*          I8  (S, G, G)  class + 16 · the status of the decision, rows along y
    given_*        I8  (S, m)     the same for each training point
    among_*        I16 (S, G, G)  ova and ovo: bit k is set if class k is one of several candidates
    no_positive_ova, multiple_positive_ova, tie_ovo F64 (S,): share of the nodes with that status
    train_error_*, test_error_*, gap_* F64, training_points_*, predictions_*, support_* (S,)

and for one-versus-all with the rule of the largest score, whatever the scene's rule: `scored_ova`
I8 (S, m), the class of each training point, and `score_error_ova` F64 (S,), the test error.

In `map` an undecided node has the class with the largest score, since random choices can't be shown
as regions. The errors, and `given`, use the scene's rule.
"""

import numpy as np

from kernel_core.multiclass import MultiSolution, Predictions
from lab.scene.cached_points import CachedGrid, CachedPoints, decide_at
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import in_words
from lab.wire.binary_task_tensors import inside_tensors
from lab.wire.class_map_tensors import of_sample, texts_of
from lab.wire.class_sweep import ClassSweep, solve
from lab.wire.softmax_tensors import softmax_tensors
from lab.wire.sweep_payload import SweepPayload, payload

# The value at a node of a map is the class plus this factor times the status of the decision.
STATUS_FACTOR = 16
# The statuses of decisions with several candidates, by method.
UNDECIDED = {"ova": ("no_positive", "multiple_positive"), "ovo": ("tie",)}
_STATUSES = {
    "no_positive": Predictions.NO_POSITIVE,
    "multiple_positive": Predictions.MULTIPLE_POSITIVE,
    "tie": Predictions.TIE,
}


def pack(scene: ClassScene, along: str, stops: np.ndarray, grid: int) -> SweepPayload:
    """Solve the scene at all stops and pack the answer to a request."""
    tensors_and_texts = {"": class_tensors, "softmax": softmax_tensors}.get(
        scene.inside, inside_tensors
    )
    with in_words(scene):  # the kernel's formula may be undefined at some nodes of the grid
        return payload(*tensors_and_texts(scene, along, stops, grid), along)


def class_tensors(
    scene: ClassScene, along: str, stops: np.ndarray, grid: int
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Return the tensors of a scene by name, and the header's texts."""
    sample, sweeps = scene.sample, solve(scene, along, stops)
    tensors = of_sample(sample, stops, grid)
    for method, maps in maps_of(sweeps, *sample.grid(grid)).items():
        tensors |= {f"{name}_{method}": tensor for name, tensor in maps.items()}
        tensors |= numbers_of(method, sweeps[method], scene)
    return tensors | _largest_score(sweeps["ova"], scene), texts_of(sample)


def maps_of(
    sweeps: dict[str, ClassSweep], gx: np.ndarray, gy: np.ndarray
) -> dict[str, dict[str, np.ndarray]]:
    """Return each method's class map at all stops; for one-versus-all and one-versus-one also the
    candidates and the shares of undecided nodes.

    At each stop all methods share the kernel's tables of the grid.
    """
    grid = CachedGrid(gx, gy)
    results: dict[str, list[dict[str, np.ndarray]]] = {method: [] for method in sweeps}
    for stop in zip(*(sweep.solutions for sweep in sweeps.values()), strict=True):
        for method, solution in zip(sweeps, stop, strict=True):
            results[method].append(_map_at_stop(solution, grid))
    return {
        method: {name: np.array([stop[name] for stop in stops]) for name in stops[0]}
        for method, stops in results.items()
    }


def _map_at_stop(solution: MultiSolution, grid: CachedGrid) -> dict[str, np.ndarray]:
    """Compute what `maps_of` returns for a method, at one stop."""
    d = decide_at(grid, solution, "score")
    result = {"map": (d.choice + STATUS_FACTOR * d.status).astype("i1").reshape(grid.shape)}
    if solution.reduction in UNDECIDED:
        bits = (1 << np.arange(len(d.candidates), dtype="<i2")).astype("<i2")
        bit_sets = np.zeros(len(d.status), dtype="<i2")
        undecided = np.flatnonzero(d.status)
        bit_sets[undecided] = bits @ d.candidates[:, undecided].astype("<i2")
        result["among"] = bit_sets.reshape(grid.shape)
        for name in UNDECIDED[solution.reduction]:
            result[name] = np.float64(np.mean(d.status == _STATUSES[name]))
    return result


def numbers_of(method: str, sweep: ClassSweep, scene: ClassScene) -> dict[str, np.ndarray]:
    """Return a method's errors, duality gaps and counts at each stop (S,), and the class and status
    that it gives each training point (S, m)."""
    support = [np.count_nonzero(s.alpha.any(axis=0)) for s in sweep.solutions]
    return {
        f"given_{method}": np.array([_classes_of_examples(s, scene) for s in sweep.solutions]),
        f"train_error_{method}": sweep.train_error.astype("<f8"),
        f"test_error_{method}": sweep.test_error.astype("<f8"),
        f"gap_{method}": sweep.worst_gap.astype("<f8"),
        f"predictions_{method}": sweep.n_evaluations.astype("<f8"),
        f"training_points_{method}": sweep.training_points.astype("<i4"),
        f"support_{method}": np.array(support, dtype="<i4"),
    }


def _largest_score(sweep: ClassSweep, scene: ClassScene) -> dict[str, np.ndarray]:
    """Return the classes of the training points and the test error of one-versus-all with the rule
    of the largest score.
    """
    place, evaluator = CachedPoints(scene.sample.X), scene.sample.evaluator
    classes = [decide_at(place, s, "score").choice for s in sweep.solutions]
    return {
        "scored_ova": np.array(classes, dtype="i1"),
        "score_error_ova": np.array([evaluator.error(s, "score") for s in sweep.solutions]),
    }


def _classes_of_examples(solution: MultiSolution, scene: ClassScene) -> np.ndarray:
    d = solution.decide(solution.X, scene.tie_rule, scene.draw)
    return (d.choice + STATUS_FACTOR * d.status).astype("i1")
