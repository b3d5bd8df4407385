"""The perceptron and logistic regression in w, one example a step.

Note 004, review of linear models:

    pick n at random;   w ← w + y_n x_n [y_n wᵀx_n <= 0]          perceptron
                        w ← w + η σ(-y_n wᵀx_n) y_n x_n           logistic regression

Both add a multiple of y_n x_n to w. The factor of the perceptron is 1 or 0; that of logistic
regression is η times the model's probability of the wrong label, with σ(z) = 1/(1 + e^{-z}). Each
is stochastic gradient descent on its own loss, without a penalty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Logistic, Loss, Perceptron
from kernel_core.learners import draw_indices
from kernel_core.validation import check_choice, check_count, check_data, check_number

METHODS: dict[str, Loss] = {"perceptron": Perceptron(), "logistic": Logistic()}


@dataclass(frozen=True, eq=False)
class LinearStep:
    """Step t = 1, 2, … on example i: margin = y_i wᵀx_i before the step, size = the factor of
    y_i x_i, and w (d,) after the step. A margin of 0 or less is a mistake.
    """

    t: int
    i: int
    margin: float
    size: float
    w: np.ndarray


@dataclass(frozen=True, eq=False)
class LinearSGD:
    """A run of T steps of the perceptron or of logistic regression, in w.

    Attributes
    ----------
    X : ndarray of shape (m, d)
        Examples as rows.
    y : ndarray of shape (m,)
        Labels, ±1.
    index, margin, size : ndarray of shape (T,)
        For each step: the example i, y_i wᵀx_i before the step, and the factor of y_i x_i.
    w : ndarray of shape (T + 1, d)
        The weights, beginning with w = 0.

    Notes
    -----
    Note 004, "Perceptron and logistic regression".

    Examples
    --------
    >>> run = run_linear_sgd([[1.0, 0.0], [-1.0, 0.5]], [1, -1], steps=5)
    >>> run.mistakes.tolist(), int(run.n_misclassified[-1])
    ([0, 1, 1, 1, 1, 1], 0)
    """

    X: np.ndarray
    y: np.ndarray
    index: np.ndarray
    margin: np.ndarray
    size: np.ndarray
    w: np.ndarray

    @property
    def is_mistake(self) -> np.ndarray:
        """Whether the example of each step was on the wrong side or on the line, shape (T,)."""
        return self.margin <= 0

    @property
    def mistakes(self) -> np.ndarray:
        """The number of mistakes in the first 0, 1, …, T steps, shape (T + 1,)."""
        return np.concatenate([[0], np.cumsum(self.is_mistake)])

    @property
    def n_misclassified(self) -> np.ndarray:
        """The number of examples with a margin <= 0 after 0, 1, …, T steps, shape (T + 1,)."""
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
    """Run the perceptron or logistic regression on single examples, from w = 0.

    Parameters
    ----------
    X : array_like of shape (m, d)
        Examples as rows.
    y : array_like of shape (m,)
        Labels, ±1.
    method : {"perceptron", "logistic"}
        The rule.
    steps : int
        The number of steps.
    eta : float
        η of logistic regression, above 0; the perceptron has none.
    seed : int
        The random seed of the indices.
    order : {"uniform", "shuffled", "cyclic"}
        See `draw_indices`.

    Returns
    -------
    LinearSGD
        The run.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Notes
    -----
    Note 004, "Perceptron and logistic regression": w ← w + y_n x_n on a mistake (perceptron), and
    w ← w + η σ(-y_n wᵀx_n) y_n x_n (logistic regression).

    Examples
    --------
    >>> run = run_linear_sgd([[1.0, 0.0], [-1.0, 0.5]], [1, -1], "logistic", steps=50)
    >>> int(run.n_misclassified[-1])
    0
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
    """Yield the steps of `run_linear_sgd` indefinitely.

    Parameters
    ----------
    X : array_like of shape (m, d)
        Examples as rows.
    y : array_like of shape (m,)
        Labels, ±1.
    method : {"perceptron", "logistic"}
        The rule.
    eta : float
        η of logistic regression, above 0.
    seed : int
        The random seed of the indices.
    order : {"uniform", "shuffled", "cyclic"}
        See `draw_indices`.

    Yields
    ------
    LinearStep
        The next step.

    Raises
    ------
    ValueError
        If an argument is not valid; raised by the call, not by the first iteration.

    Notes
    -----
    Note 004, "Perceptron and logistic regression".

    Examples
    --------
    >>> next(linear_steps([[1.0, 2.0]], [-1])).w.tolist()
    [-1.0, -2.0]
    """
    X, y = check_data(X, y, METHODS[check_choice(method, "method", METHODS)])
    step = check_number(eta, "eta", "above 0") if method == "logistic" else 1.0
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
