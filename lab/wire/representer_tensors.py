"""Compute the numbers of the representer theorem along a sweep (note 000, Theorem 2.1; note 002).

α_i = −c w_i / λ with w_i a subgradient of the loss at f(x_i): c = 1/m for averaged losses, 1 for
summed losses. At a kink w_i may be any number between the slopes on its two sides, so α_i
lies in an interval.
"""

from typing import Any

import numpy as np

import kernel_core as kc
from lab.wire.safetensors_format import to_float32

MAX_POINTS = 40  # largest number of points in the plane for which a frame includes the Gram matrix
_SMALLEST_HALF = 2.0**-14  # the smallest half float with full precision
_KINK_DISTANCE = 1e-6  # a margin within this distance of a kink counts as at the kink
_BOUND_DISTANCE = 1e-6  # relative distance from its bound up to which |α_i| counts as at the bound


def terms_of(sweep: kc.Sweep) -> dict[str, np.ndarray]:
    """Compute the terms of the theorem, for a sweep of S stops over m points.

    - rate (S,): λ/c.
    - expected (S, m): the α_i of the theorem, for a smooth loss.
    - low, high (S, m): the ends of the interval for α_i, for other losses.
    - deviation (S,): the largest distance of an α_i from that value or interval.
    - deviation_printed (S,): the same for α_i = −w_i/λ, in which the theorem's c is missing.
    - norm2 (S,): ‖θ‖² = αᵀKα.
    - largest_alpha (S,): the largest |α_i|.
    - least_share (S,): the smallest |α_i| divided by the largest.
    - at_bound (S,): the number of |α_i| at their bound, an integer.
    - bound (S,): the largest bound, for a loss with bounded slope: c/λ for slopes of at most 1.
    """
    # All losses of a scene are defined by a function φ with slopes.
    loss: Any = sweep.loss
    alpha, y = sweep.alpha, sweep.y
    c = 1 / max(1, len(y)) if sweep.risk == "mean" else 1.0
    rate = sweep.lams / c
    edge = 0.0 if loss.smooth else _KINK_DISTANCE
    low, high = (-loss.derivative(sweep.decision + side, y) for side in (edge, -edge))
    size = np.abs(alpha)
    largest = size.max(axis=1, initial=0.0)
    steepest = max(map(abs, loss.unweighted.slopes)) * np.ones(len(y)) * loss.example_weights
    bound = steepest / rate[:, None]
    is_at_bound = (size >= (1 - _BOUND_DISTANCE) * bound).sum(axis=1)
    tensors = {
        "rate": rate,
        "deviation": _distance_to_interval(alpha, low / rate[:, None], high / rate[:, None]),
        "deviation_printed": _distance_to_interval(
            alpha, low / sweep.lams[:, None], high / sweep.lams[:, None]
        ),
        "norm2": (alpha * (sweep.decision - sweep.intercept[:, None])).sum(axis=1),
        "largest_alpha": largest,
        "least_share": np.divide(
            size.min(axis=1, initial=np.inf), largest, out=np.zeros_like(largest), where=largest > 0
        ),
        "at_bound": is_at_bound,
    }  # fmt: skip
    tensors |= {"bound": bound.max(axis=1, initial=0.0)} if np.isfinite(bound).all() else {}
    interval = {"low": low / rate[:, None], "high": high / rate[:, None]}
    return tensors | ({"expected": interval["low"]} if loss.smooth else interval)


def _distance_to_interval(alpha: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return the largest distance of an α_i from its interval, (S,)."""
    return np.maximum(np.maximum(low - alpha, alpha - high), 0.0).max(axis=1, initial=0.0)


def to_sent_types(terms: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Convert terms to the types that are sent: int32, float64, and float32 for shape (S, m)."""
    types = {"i": "<i4", "f": "<f8"}
    return {
        name: to_float32(values) if values.ndim > 1 else values.astype(types[values.dtype.kind])
        for name, values in terms.items()
    }


def grams_of(X: np.ndarray, kernels: list[kc.Kernel], along: str) -> np.ndarray:
    """Return the Gram matrix at every stop (S, m, m), or along lam, where all stops share it,
    (m, m)."""
    if along == "lam":
        return kernels[0](X, X)
    return np.stack([kernel(X, X) for kernel in kernels])


def similarity(values: np.ndarray, kernels: list[kc.Kernel]) -> np.ndarray:
    """Convert values of RBF kernels, which lie in [0, 1], to float16, and values of other kernels
    to float32.

    Values of RBF kernels below 2⁻¹⁴ become 0: they are invisible, and slow to convert to float16.
    """
    if not isinstance(kernels[0], kc.RBF):
        return to_float32(values)
    return (values * (values >= _SMALLEST_HALF)).astype("<f2")
