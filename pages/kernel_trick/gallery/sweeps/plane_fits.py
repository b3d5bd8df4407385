"""SVM fits in the plane: with the RBF kernel, and with approximations by finitely many features.

The functions compute one stop. Arrays that are the same at all stops are returned as the same
object, so that they are stored once.
"""

from functools import lru_cache

import numpy as np

import kernel_core as kc
from kernel_core.kernels import NegativelyScaled
from lab.formulas.candidates import SquaredDistance
from lab.formulas.sequences import RBFTaylor, cosine_averages, frequencies
from lab.scene.error_rates import PopulationRisk
from pages.kernel_trick.gallery.gallery_scene import (
    GRID,
    MAX_TERMS,
    MAX_WAVES,
    STOPS,
    GalleryScene,
)
from pages.kernel_trick.gallery.kernels import axis, kernel_of, point_of, slice_of
from pages.kernel_trick.gallery.sweeps.line_fits import Parts, slice_point
from pages.kernel_trick.mathematics.cosine_error import measure_cosine_error

# Distance from the origin up to which points count as near; 2 in 5 of the examples are near.
NEAR_RADIUS = 1.2
_DENSITY, _M, _SEED = kc.datasets.moons(1.0), 40, 0
_LAM = 0.1
_RANGE = np.array([-0.6, 1.4])  # vertical range of the chart of the slice


def parts(exhibit: GalleryScene) -> tuple[Parts, Parts]:
    """Return the tensors of one stop by name, and an empty dictionary of texts."""
    kernel, exact_kernel = kernel_of(exhibit), kc.RBF(exhibit.width)
    approximate_fit, exact_fit = svm_fit(kernel), svm_fit(exact_kernel)
    point = point_of(exhibit)
    extras = taylor(exhibit) if exhibit.piece == "taylor" else fourier(exhibit)
    series = {
        "exact": exact_fit["field"], "exact_error": exact_fit["test_error"],
        **_differs(kernel, exact_kernel),
        "slice": slice_of(kernel, point, 2), "target": slice_of(exact_kernel, point, 2),
        "slice_point": slice_point(kernel, point, 2), "range": _RANGE,
        "count": kernel.feature_count(2),
    }  # fmt: skip
    return data() | approximate_fit | series | extras, {}


@lru_cache(maxsize=1)
def data() -> Parts:
    """Return the tensors that all stops share, such as x and y (G,), points (m, 2), labels (m,)."""
    X, y = _DENSITY.sample(_M, _SEED)
    x0, x1, y0, y1 = _DENSITY.window
    return {
        "x": np.linspace(x0, x1, GRID), "y": np.linspace(y0, y1, GRID), "points": X, "labels": y,
        "axis": axis(False), "bayes_error": np.array([_DENSITY.bayes_error]),
    }  # fmt: skip


@lru_cache(maxsize=1)
def _places() -> tuple[np.ndarray, np.ndarray]:
    """Return the probabilities of the cells of the plane (G, G), which add up to 1, and which cells
    are near the origin.
    """
    x, y = data()["x"], data()["y"]
    mass = _DENSITY.class_density(-1, x, y) + _DENSITY.class_density(1, x, y)
    return mass / mass.sum(), np.hypot(x[None, :], y[:, None]) <= NEAR_RADIUS


@lru_cache(maxsize=512)
def _differs(kernel: kc.Kernel, exact_kernel: kc.Kernel) -> Parts:
    """Compute the probability that the fits with the two kernels assign x to different classes: in
    the whole plane, near the origin and far from it.
    """
    mass, is_near = _places()
    differs = np.sign(svm_fit(kernel)["field"]) != np.sign(svm_fit(exact_kernel)["field"])
    shares = {
        "differs": np.full_like(is_near, True),
        "differs_near": is_near,
        "differs_far": ~is_near,
    }
    return {name: (mass * differs)[part].sum() / mass[part].sum() for name, part in shares.items()}


@lru_cache(maxsize=1)
def _judge() -> PopulationRisk:
    return PopulationRisk(_DENSITY)


@lru_cache(maxsize=512)
def svm_fit(kernel: kc.Kernel) -> Parts:
    """Fit the SVM with this kernel; return field (G, G), gram, alpha, decision, gap, errors and the
    number of support vectors.
    """
    shared = data()
    X, y = shared["points"], shared["labels"]
    try:
        solution = kc.fit(X, y, kernel, kc.Hinge(), _LAM, risk="sum")
    except kc.NotConverged as error:
        solution = error.solution
    decision = solution.decision(X)
    return {
        "field": solution.on_grid(shared["x"], shared["y"]), "gram": kernel(X, X),
        "alpha": solution.alpha, "decision": decision, "gap": solution.gap,
        "train_error": np.mean(y * decision <= 0), "test_error": _judge().error(solution),
        "support": np.count_nonzero(solution.alpha),
    }  # fmt: skip


@lru_cache(maxsize=1)
def _differences() -> tuple[tuple[np.ndarray, ...], np.ndarray]:
    """Return the pairs i <= j of the data and their differences x_i - x_j (p, 2)."""
    pairs = np.triu_indices(_M)
    X = data()["points"]
    return pairs, X[pairs[0]] - X[pairs[1]]


def taylor(exhibit: GalleryScene) -> Parts:
    """Compute, for every number of terms, the largest error of the series over all pairs of points,
    and Lagrange's bound on it.

    Also return `error`, the error for the exhibit's number of terms, and the tensors of
    `printed_rbf`.
    """
    series = _series(exhibit.width)
    return series | {"error": series["errors"][exhibit.terms - 1]} | printed_rbf(exhibit)


def printed_rbf(exhibit: GalleryScene) -> Parts:
    """Evaluate exp(-‖x - x′‖²/α) of note 003 along the axis (G,), its largest difference from the
    kernel of bandwidth τ, and 2τ².
    """
    axis_points = np.column_stack([axis(False), np.zeros_like(axis(False))])
    point = np.array([[point_of(exhibit), 0.0]])
    kernel_of_notes = kc.exp(NegativelyScaled(-1 / exhibit.letter, SquaredDistance()))
    values = kernel_of_notes(axis_points, point)[:, 0]
    difference = np.abs(values - kc.RBF(exhibit.width)(axis_points, point)[:, 0])
    return {"lettered": values, "letter_error": difference.max(), "twice": 2 * exhibit.width**2}


@lru_cache(maxsize=64)
def _series(tau: float) -> Parts:
    X = data()["points"]
    exact_kernel, counts = kc.RBF(tau)(X, X), range(1, MAX_TERMS + 1)
    series = [RBFTaylor(tau, terms) for terms in counts]
    return {
        "counts": np.array(counts, dtype=float),
        "errors": np.array([np.abs(kernel(X, X) - exact_kernel).max() for kernel in series]),
        "bounds": np.array([kernel.error_bound(X, X).max() for kernel in series]),
    }


def fourier(exhibit: GalleryScene) -> Parts:
    """Compute the root mean square error of the approximate kernel over all pairs of points.

    For every number of cosines, return the error with variance τ⁻² of ω, its expected value, and
    the error with variance τ². `error` is that of the exhibit, and `shown_errors` are those of its
    variance for every number of cosines.
    """
    averages = _averages(exhibit.width, exhibit.draw)
    name = "errors" if exhibit.spread == "right" else "slip_errors"
    return averages | {
        "error": _rms(exhibit.width, kernel_of(exhibit)),
        "shown_errors": averages[name],
    }


def _rms(tau: float, kernel: kc.Kernel) -> float:
    pairs, differences = _differences()
    k = kc.RBF(tau)(differences, np.zeros((1, 2)))[:, 0]
    return float(np.sqrt(np.mean((svm_fit(kernel)["gram"][pairs] - k) ** 2)))


@lru_cache(maxsize=64)
def _averages(tau: float, draw: int) -> Parts:
    _, differences = _differences()
    counts = np.array(STOPS["waves"])
    k = kc.RBF(tau)(differences, np.zeros((1, 2)))[:, 0]
    errors_by_name = {}
    for name, spread in (("errors", tau), ("slip_errors", 1 / tau)):
        W = frequencies(MAX_WAVES, 2, spread, seed=draw)
        averages = cosine_averages(W, differences, counts)
        errors_by_name[name] = np.sqrt(np.mean((averages - k) ** 2, axis=1))
    return {
        "counts": counts,
        "expected": measure_cosine_error(tau, differences, counts),
    } | errors_by_name


def sufficient_waves(waves: np.ndarray, errors: np.ndarray, exact_fit: np.ndarray) -> float:
    """Return the smallest number of cosines such that, for this and every larger number, the test
    error is at most 1 percentage point above that of the exact kernel.

    Return infinity if no number is sufficient. `waves`, the test `errors` for these numbers, and
    `exact_fit`, the test error with the exact kernel, have shape (S,).
    """
    failures = np.flatnonzero(errors > exact_fit + 0.01).max(initial=-1)
    return float(waves[failures + 1]) if failures + 1 < len(waves) else np.inf
