"""Stochastic gradient descent for multinomial logistic regression, one step at a time (note 004).

    pick n uniformly at random
    W ← W - η (P(y = k | x_n; W) - [k = y_n])_k x_nᵀ

The gradient of the loss with respect to W (C, d) has one row for each class. A step moves the row
of the true class towards x_n, in proportion to 1 minus its probability, and every other row away
from x_n, in proportion to its probability.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.learners import draw_indices
from kernel_core.multiclass import cross_entropy, softmax
from kernel_core.multiclass.multinomial import loss_gradient
from kernel_core.validation import check_classes, check_number
from pages.multiclass.mathematics.linear_scores import check_weights, scores


@dataclass(frozen=True, eq=False)
class SoftmaxStep:
    """One update of stochastic gradient descent, with its intermediate values.

    Attributes
    ----------
    n : int
        The index of the example.
    x : ndarray, shape (d,)
        The example.
    k : int
        Its class.
    eta : float
        The step size.
    probabilities : ndarray, shape (C,)
        P(· | x; W) before the step.
    loss_gradient : ndarray, shape (C,)
        P - [· = k] before the step: the gradient with respect to the scores.
    change : ndarray, shape (C, d)
        The matrix that is added to W.
    W : ndarray, shape (C, d)
        The weights after the step.
    loss_before, loss_after : float
        The loss of this example before and after the step, in nats.

    Notes
    -----
    Note 004, "SGD for multinomial logistic regression": `change` is -η (P(· | x_n; W) - e_{y_n})
    x_nᵀ, with e_k the k-th unit vector.

    Examples
    --------
    >>> step = softmax_step([[0.0], [0.0]], [1.0], 0, eta=1.0)
    >>> step.loss_after < step.loss_before
    True
    """

    n: int
    x: np.ndarray
    k: int
    eta: float
    probabilities: np.ndarray
    loss_gradient: np.ndarray
    change: np.ndarray
    W: np.ndarray
    loss_before: float
    loss_after: float


def softmax_step(W: ArrayLike, x: ArrayLike, k: int, eta: float, n: int = 0) -> SoftmaxStep:
    """Take one step of stochastic gradient descent on one example.

    Parameters
    ----------
    W : array_like, shape (C, d)
        One row w_k for each class.
    x : array_like, shape (d,)
        The example.
    k : int
        Its class, a row of W.
    eta : float
        The step size, above 0.
    n : int
        The index of the example, which is copied to the result.

    Returns
    -------
    SoftmaxStep
        The update.

    Raises
    ------
    ValueError
        If W is not valid, x does not have d coordinates, the class has no row, or eta is not above
        0.

    Notes
    -----
    Note 004, "SGD for multinomial logistic regression": W ← W - η (P(y = k | x_n; W) - [k = y_n])_k
    x_nᵀ.

    Examples
    --------
    >>> step = softmax_step([[0.0], [0.0]], [1.0], 0, eta=1.0)
    >>> step.W.tolist()
    [[0.5], [-0.5]]
    """
    W, eta = check_weights(W), check_number(eta, "eta", "above 0")
    if not 0 <= k < len(W):
        raise ValueError(f"Class {k} has no row in W; the rows are numbered 0 to {len(W) - 1}.")
    x = np.asarray(x, dtype=float)
    s, Y = scores(W, x[None]), np.eye(len(W))[[k]]
    score_gradient = loss_gradient(s, Y)[0]
    change = -eta * np.outer(score_gradient, x)
    loss_after = cross_entropy(scores(W + change, x[None]), Y)[0]
    return SoftmaxStep(
        n, x, k, eta, softmax(s)[0], score_gradient, change, W + change,
        loss_before=float(cross_entropy(s, Y)[0]), loss_after=float(loss_after),
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
    """Yield steps of stochastic gradient descent indefinitely.

    Parameters
    ----------
    X : array_like, shape (m, d)
        The examples; add a column of 1 for an intercept.
    y : array_like, shape (m,)
        Their classes.
    eta : float
        The step size, above 0.
    seed : int
        The same seed gives the same steps.
    order : str
        The order of the examples, as in `draw_indices`.
    W : array_like, shape (C, d), optional
        The first W; 0 by default.

    Yields
    ------
    SoftmaxStep
        The next update.

    Notes
    -----
    Note 004, "SGD for multinomial logistic regression": repeatedly pick n uniformly at random, and
    set W ← W - η (P(y = k | x_n; W) - [k = y_n])_k x_nᵀ.

    Examples
    --------
    >>> steps = softmax_steps([[1.0], [-1.0]], [0, 1], 0.5)
    >>> next(steps).W.shape
    (2, 1)
    """
    X, k, names = check_classes(X, y)
    W = np.zeros((len(names), X.shape[1])) if W is None else check_weights(W)
    for n in draw_indices(len(k), seed, order):
        step = softmax_step(W, X[n], int(k[n]), eta, n)
        W = step.W
        yield step
