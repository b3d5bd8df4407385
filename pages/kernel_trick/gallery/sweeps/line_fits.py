"""The tensors of the kernels that are shown on a line: twenty points of a wave, a fit to them, and
further tensors for each kernel.

The functions compute one stop. Arrays that are the same at all stops are returned as the same
object, so that they are stored once.
"""

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.datasets import sine
from lab.formulas.sequences import CosineSeries, SincKernel
from pages.kernel_trick.gallery.gallery_scene import LARGEST_L, STOPS, GalleryScene
from pages.kernel_trick.gallery.kernels import REACH, axis, kernel_of, point_of, range_of, slice_of
from pages.kernel_trick.mathematics.min_kernel_fit import min_slopes
from pages.kernel_trick.mathematics.monomial_names import monomial_name

_LINE, _M, _SEED = sine(), 20, 3
_NODES = 217
LAM = {"cosine": 0.01, "bank": 0.05, "poly": 0.1}
_TOL = 1e-9

Parts = dict[str, Any]


def parts(exhibit: GalleryScene) -> tuple[Parts, Parts]:
    """Return the tensors of one stop by name, and its texts: the features for a polynomial, none
    for the other kernels."""
    kernel, from_zero = kernel_of(exhibit), exhibit.piece == "min"
    lam = exhibit.firm if from_zero else LAM[exhibit.piece]
    extra_parts = {"cosine": cosine, "bank": bank, "poly": poly, "min": minimum}[exhibit.piece]
    extras, texts = extra_parts(exhibit, ridge_fit(kernel, lam, from_zero)["alpha"])
    return data(from_zero) | ridge_fit(kernel, lam, from_zero) | kernel_slice(
        exhibit
    ) | extras, texts


@lru_cache(maxsize=2)
def data(from_zero: bool) -> Parts:
    """Return the tensors that all stops share, such as x (G,), y (2,), points (m, 2), truth (G,).

    If `from_zero`, the points are shifted by `REACH`, and the line begins at 0.
    """
    X, y = _LINE.sample(_M, _SEED)
    x0, x1, low, high = _LINE.window
    shift = REACH if from_zero else 0.0
    x = np.linspace(-REACH if from_zero else x0, x1, _NODES)
    return {
        "x": x + shift, "y": np.array([low, high]), "points": np.column_stack([X + shift, y]),
        "targets": y, "labels": np.where(y >= 0, 1.0, -1.0), "truth": _LINE.truth(x),
        "axis": axis(from_zero),
    }  # fmt: skip


@lru_cache(maxsize=512)
def ridge_fit(kernel: kc.Kernel, lam: float, from_zero: bool) -> Parts:
    """Fit kernel ridge regression. Return alpha and decision (m,), gram (m, m), fit (G,), the
    errors and the gap."""
    shared = data(from_zero)
    X, y = shared["points"][:, :1], shared["targets"]
    try:
        solution = kc.fit(X, y, kernel, kc.Squared(), lam, risk="mean", tol=_TOL)
    except kc.NotConverged as error:
        solution = error.solution
    decision, fit = solution.decision(X), solution.decision(shared["x"][:, None])
    return {
        "alpha": solution.alpha, "decision": decision, "fit": fit, "gram": kernel(X, X),
        "gap": solution.gap, "train_mse": np.mean((decision - y) ** 2),
        "test_mse": np.mean((fit - shared["truth"]) ** 2),
    }  # fmt: skip


def kernel_slice(exhibit: GalleryScene) -> Parts:
    """Return the slice through x′ (G,), its handle (2,), and the range of the chart (2,)."""
    kernel, point = kernel_of(exhibit), point_of(exhibit)
    return {
        "slice": slice_of(kernel, point, 1), "slice_point": slice_point(kernel, point, 1),
        "range": range_of(kernel, point),
    }  # fmt: skip


@lru_cache(maxsize=512)
def slice_point(kernel: kc.Kernel, point: float, dimension: int) -> np.ndarray:
    """Return (x′, k(x′, x′))."""
    at = np.array([[point, *[0.0] * (dimension - 1)]])
    return np.array([point, kernel(at, at)[0, 0]])


@lru_cache(maxsize=128)
def _waves(theta: float) -> tuple[np.ndarray, np.ndarray]:
    cosine, sine = kc.Cosine(theta).features(axis(False)[:, None]).T
    return cosine, sine


def cosine(exhibit: GalleryScene, alpha: np.ndarray) -> tuple[Parts, Parts]:
    """Return cos ωx and sin ωx along the axis, and their weights Σ α_i φ(x_i) in the fit; and no
    texts."""
    weights = alpha @ kc.Cosine(exhibit.theta).features(data(False)["points"][:, :1])
    names = ("cos_wave", "sin_wave", "cos_weight", "sin_weight")
    return dict(zip(names, (*_waves(exhibit.theta), *weights), strict=True)), {}


def bank(exhibit: GalleryScene, _: np.ndarray) -> tuple[Parts, Parts]:
    """Return the curves that show which sum of cosines converges for L → ∞: the slice of the sum
    in the notes, the slice of this sum times 2π/L, and the limit.

    Also return both sums at x′, the number of features, and the errors of both sums for each L and
    for this L; and no texts.
    """
    point, k = exhibit.place, exhibit.L - 1
    without_factor, with_factor = (
        CosineSeries(exhibit.L, scaled=factor) for factor in (False, True)
    )
    errors = limit_errors()
    series = {
        "limit": slice_of(SincKernel(), point, 1),
        "printed": slice_of(without_factor, point, 1), "scaled": slice_of(with_factor, point, 1),
        "here_printed": slice_point(without_factor, point, 1),
        "here_scaled": slice_point(with_factor, point, 1),
        "count": 2 * (exhibit.L + 1), "printed_error": errors["printed_errors"][k],
        "scaled_error": errors["scaled_errors"][k],
    }  # fmt: skip
    return series | errors, {}


@lru_cache(maxsize=1)
def limit_errors() -> Parts:
    """Compute for each L the largest distance of each of the two sums from the limit, over all
    pairs of points in the picture.
    """
    distances, zero = np.linspace(0, 2 * REACH, 601)[:, None], np.zeros((1, 1))
    counts = range(1, LARGEST_L + 1)
    limit = SincKernel()(distances, zero)
    errors = {name: np.array([np.abs(CosineSeries(L, scaled=name == "scaled")(distances, zero)
                                  - limit).max() for L in counts])
           for name in ("printed", "scaled")}  # fmt: skip
    return {"counts": np.array(counts, dtype=float)} | {
        f"{name}_errors": values for name, values in errors.items()
    }


def poly(exhibit: GalleryScene, _: np.ndarray) -> tuple[Parts, Parts]:
    """Return the number of features counted in three ways, and the list of the features as text.

    The ways: the length of the list, (d + M) choose M, and d choose (d + M) as in note 003.
    `lowest` is the smallest degree in the list. For the chart, `growth` has (d + M) choose M for
    each M.
    """
    d, M = exhibit.dims, exhibit.power
    names = grouped_monomials(kc.Polynomial(M, exhibit.shift), d)
    tensors = {
        "listed": sum(map(len, names)), "lowest": 0 if exhibit.shift > 0 else M,
        "formula": comb(d + M, M), "upside_down": comb(d, d + M), **_growth(d),
    }  # fmt: skip
    return tensors, {"features": names}


@lru_cache(maxsize=256)
def grouped_monomials(kernel: kc.Polynomial, d: int) -> tuple[tuple[str, ...], ...]:
    """List the features with their weights as text, grouped by total degree."""
    groups: dict[int, list[str]] = {}
    for powers, square in kernel.monomials(d):
        groups.setdefault(sum(powers), []).append(monomial_name(powers, square))
    return tuple(tuple(names) for _, names in sorted(groups.items()))


@lru_cache(maxsize=8)
def _growth(d: int) -> Parts:
    powers = np.array(STOPS["power"])
    return {"powers": powers, "growth": np.array([comb(d + int(M), d) for M in powers], float)}


def minimum(exhibit: GalleryScene, alpha: np.ndarray) -> tuple[Parts, Parts]:
    """Return the slope of the fit as a step function, knots and slope, both (2(m + 1),); and no
    texts."""
    knots, slopes = _steps(tuple(alpha))
    return {"knots": knots, "slope": slopes}, {}


@lru_cache(maxsize=128)
def _steps(alpha: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
    knots, slopes = min_slopes(data(True)["points"][:, :1], alpha)
    ends = np.append(knots, 2 * REACH)
    return np.repeat(ends, 2)[1:-1], np.repeat(slopes, 2)
