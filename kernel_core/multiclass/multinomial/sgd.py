"""Stochastic gradient descent for multinomial logistic regression, one step at a time. 004.

    pick n uniformly at random
    W ← W - η (P(y = k | x_n; W) - [k = y_n])_k x_nᵀ

The loss's gradient in W (C, D) has one row a class: the row of the true class is pushed towards
x_n by as much as its probability lacks of 1, every other away from it by its probability.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...learners.index_sampling import draw_indices
from ...validation import number
from ..labels import check_classes
from ..linear_scores import check_weights, scores
from .softmax import cross_entropy, loss_gradient, softmax


@dataclass(frozen=True, eq=False)
class SoftmaxStep:
    """One update, with all its numbers.

    example n, its point x (D,), its class k; probabilities P(· | x; W) and pull, P - [· = k], both
    (C,) and before the step; change (C, D), what is added to W; W (C, D) after the step; loss of
    this example before and after.
    """

    n: int
    x: np.ndarray
    k: int
    eta: float
    probabilities: np.ndarray
    pull: np.ndarray
    change: np.ndarray
    W: np.ndarray
    before: float
    after: float


def softmax_step(W: ArrayLike, x: ArrayLike, k: int, eta: float, n: int = 0) -> SoftmaxStep:
    """The step of 004 on one example: x (D,) of class k, a row of W (C, D); eta > 0."""
    W, eta = check_weights(W), number(eta, "eta", "above 0")
    if not 0 <= k < len(W):
        raise ValueError(f"Class {k} has no row in W; the rows count from 0 to {len(W) - 1}.")
    x = np.asarray(x, dtype=float)
    s, Y = scores(W, x[None]), np.eye(len(W))[[k]]
    pushed = loss_gradient(s, Y)[0]
    change = -eta * np.outer(pushed, x)
    after = cross_entropy(scores(W + change, x[None]), Y)[0]
    return SoftmaxStep(
        n, x, k, eta, softmax(s)[0], pushed, change, W + change,
        before=float(cross_entropy(s, Y)[0]), after=float(after),
    )  # fmt: skip


def softmax_steps(
    X: ArrayLike,
    y: ArrayLike,
    eta: float,
    *,
    seed: int = 0,
    order: str = "uniform",
    W: ArrayLike | None = None,
) -> Iterator[SoftmaxStep]:
    """Steps without end on X (m, D), y (m,), from W (C, D), or 0; the same seed gives the same.

    `order` is how examples are drawn, as in `draw_indices`. For an intercept give X a column of 1.
    """
    X, k, names = check_classes(X, y)
    W = np.zeros((len(names), X.shape[1])) if W is None else check_weights(W)
    for n in draw_indices(len(k), seed, order):
        step = softmax_step(W, X[n], int(k[n]), eta, n)
        W = step.W
        yield step
