"""Perceptron and logistic regression, one example at a time, in w (004, review of linear models).

    pick n at random;   w ← w + y_n x_n [y_n wᵀx_n <= 0]          perceptron
                        w ← w + η σ(-y_n wᵀx_n) y_n x_n           logistic regression

Both add a multiple of y_n x_n: all of it or nothing for the perceptron, and for logistic regression
η times the probability that the model gives to the wrong label, σ(z) = 1/(1 + e^{-z}). Both are
stochastic gradient descent on their loss, without a penalty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike

from ..loss import Loss, Perceptron
from ..losses import Logistic
from ..validation import check_count, check_data, number
from .index_sampling import draw_indices

METHODS: dict[str, Loss] = {"perceptron": Perceptron(), "logistic": Logistic()}


@dataclass(frozen=True, eq=False)
class LinearStep:
    """Step t = 1, 2, … on example i: margin = y_i wᵀx_i before it, size = what y_i x_i was
    multiplied by, and w (d,) after it. A margin of 0 or less is a mistake.
    """

    t: int
    i: int
    margin: float
    size: float
    w: np.ndarray


@dataclass(frozen=True, eq=False)
class LinearSGD:
    """A run of T steps: index, margin and size (T,), and w (T + 1, d) from the start w = 0 on.

    The arrow that step t adds to w is size_t y_i x_i.
    """

    X: np.ndarray
    y: np.ndarray
    index: np.ndarray
    margin: np.ndarray
    size: np.ndarray
    w: np.ndarray

    @property
    def mistake(self) -> np.ndarray:
        """Whether the example drawn was on the wrong side, or on the line, shape (T,)."""
        return self.margin <= 0

    @property
    def mistakes(self) -> np.ndarray:
        """Mistakes made in the first 0, 1, …, T steps, shape (T + 1,), whole numbers."""
        return np.concatenate([[0], np.cumsum(self.mistake)])

    @property
    def wrong(self) -> np.ndarray:
        """How many of all examples w has wrong, or on the line, after each step, shape (T + 1,)."""
        return (self.y * (self.w @ self.X.T) <= 0).sum(axis=1)


def run_linear_sgd(
    X: ArrayLike,
    y: ArrayLike,
    method: str = "perceptron",
    *,
    steps: int = 200,
    eta: float = 1.0,
    seed: int = 0,
    order: str = "uniform",
) -> LinearSGD:
    """`steps` steps of "perceptron" or "logistic" from w = 0 on X (m, d), y (m,) of -1/+1.

    η (`eta`) is for logistic regression; the perceptron of 004 has none, and needs none.
    """
    source = linear_steps(X, y, method, eta=eta, seed=seed, order=order)
    run = list(islice(source, check_count(steps, "steps")))
    X, y = check_data(X, y, METHODS[method])
    return LinearSGD(
        X,
        y,
        np.array([step.i for step in run], dtype=np.int32),
        np.array([step.margin for step in run]),
        np.array([step.size for step in run]),
        np.array([np.zeros(X.shape[1]), *(step.w for step in run)]),
    )


def linear_steps(
    X: ArrayLike,
    y: ArrayLike,
    method: str = "perceptron",
    *,
    eta: float = 1.0,
    seed: int = 0,
    order: str = "uniform",
) -> Iterator[LinearStep]:
    """The same one by one, without end; bad input raises ValueError at once."""
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}; it was {method!r}.")
    X, y = check_data(X, y, METHODS[method])
    step = number(eta, "eta", "above 0") if method == "logistic" else 1.0
    return _steps(X, y, METHODS[method], step, draw_indices(len(y), seed, order))


def _steps(
    X: np.ndarray, y: np.ndarray, loss: Loss, eta: float, indices: Iterator[int]
) -> Iterator[LinearStep]:
    w = np.zeros(X.shape[1])
    for t, i in enumerate(indices, start=1):
        margin = float(y[i] * (w @ X[i]))
        size = -eta * float(loss.derivative(margin, 1.0))  # -L' is [margin <= 0], or σ(-margin)
        w = w + size * y[i] * X[i]
        yield LinearStep(t, i, margin, size, w)
