"""Compute the numbers of the representer theorem along a sweep (000, Theorem 2.1; 002).

α_i = −c w_i / λ with w_i a slope of the loss at f(x_i): c = 1/m for averaged losses, 1 for summed
ones. At a kink every slope between the two sides is one, so that α_i lies within an interval.
"""

from typing import Any

import numpy as np

import kernel_core as kc
from lab.wire.safetensors_format import to_float32

MAX_POINTS = 40  # up to so many points in the plane the frames include the Gram matrix
_SMALLEST_HALF = 2.0**-14  # of full precision
_KINK = 1e-6  # how near to a kink a solver's answer counts as on it
_AT_BOUND = 1e-6  # relatively, how near to its bound a weight counts as there


def terms_of(sweep: kc.Sweep) -> dict[str, np.ndarray]:
    """For a sweep of S stops over m points, float64 unless said otherwise:

    rate (S,), λ/c; expected (S, m) for a smooth loss, else low and high (S, m), as the theorem has
    them; deviation (S,), the farthest any α_i is from there; deviation_printed (S,), the same for
    α_i = −w_i/λ, which has no c; norm2 (S,), ‖θ‖² = αᵀKα; largest_alpha (S,);
    least_share (S,), the smallest |α_i| over the largest; at_bound (S,), int, how many |α_i| have
    reached what they can, and, unless the slopes know no end, bound (S,), the largest of that: c/λ
    for slopes of at most 1.
    """
    loss: Any = sweep.loss  # of a function φ, and so with slopes, as all of a scene are
    alpha, y = sweep.alpha, sweep.y
    c = 1 / max(1, len(y)) if sweep.risk == "mean" else 1.0
    rate = sweep.lams / c
    edge = 0.0 if loss.smooth else _KINK
    low, high = (-loss.derivative(sweep.decision + side, y) for side in (edge, -edge))
    size = np.abs(alpha)
    largest = size.max(axis=1, initial=0.0)
    steepest = max(map(abs, loss.unweighted.slopes)) * np.ones(len(y)) * loss.example_weights
    bound = steepest / rate[:, None]
    held = (size >= (1 - _AT_BOUND) * bound).sum(axis=1)
    tensors = {
        "rate": rate,
        "deviation": _away(alpha, low / rate[:, None], high / rate[:, None]),
        "deviation_printed": _away(
            alpha, low / sweep.lams[:, None], high / sweep.lams[:, None]
        ),
        "norm2": (alpha * (sweep.decision - sweep.intercept[:, None])).sum(axis=1),
        "largest_alpha": largest,
        "least_share": np.divide(
            size.min(axis=1, initial=np.inf), largest, out=np.zeros_like(largest), where=largest > 0
        ),
        "at_bound": held,
    }  # fmt: skip
    tensors |= {"bound": bound.max(axis=1, initial=0.0)} if np.isfinite(bound).all() else {}
    interval = {"low": low / rate[:, None], "high": high / rate[:, None]}
    return tensors | ({"expected": interval["low"]} if loss.smooth else interval)


def _away(alpha: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The largest distance of an α_i from its interval, (S,)."""
    return np.maximum(np.maximum(low - alpha, alpha - high), 0.0).max(axis=1, initial=0.0)


def on_the_wire(terms: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Convert to the types that are sent: whole numbers, doubles, and singles for (S, m)."""
    types = {"i": "<i4", "f": "<f8"}
    return {
        name: to_float32(values) if values.ndim > 1 else values.astype(types[values.dtype.kind])
        for name, values in terms.items()
    }


def grams_of(X: np.ndarray, kernels: list[kc.Kernel], along: str) -> np.ndarray:
    """The Gram matrix at every stop (S, m, m), or along lam, where all stops share it, (m, m)."""
    if along == "lam":
        return kernels[0](X, X)
    return np.stack([kernel(X, X) for kernel in kernels])


def similarity(values: np.ndarray, kernels: list[kc.Kernel]) -> np.ndarray:
    """Values of a kernel in the smallest type that holds them: an RBF kernel's lie in [0, 1].

    Those below 2⁻¹⁴ become 0: no picture shows them, and as half floats they take long to make.
    """
    if not isinstance(kernels[0], kc.RBF):
        return to_float32(values)
    return (values * (values >= _SMALLEST_HALF)).astype("<f2")
