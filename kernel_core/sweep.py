"""sweep: one fit at every stop of a slider, each from its neighbour's answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from .answer import Answer
from .certificate import Certificate, certify, risk_weight
from .checks import check_data, check_lam, check_options, gram_matrix
from .fit import Solution
from .kernels import RBF, Kernel, squared_distances
from .losses import Loss
from .solve import solver_for


class Judge(Protocol):
    """Anything that can say how often a solution errs."""

    def error(self, solution: Solution) -> float:
        """The error of a solution, in [0, 1]."""


@dataclass(frozen=True, eq=False)
class Sweep:
    """S solutions along a slider, as arrays whose first axis is the stop.

    alpha (S, m); decision (S, m), f at the training points; field (S, len(gy), len(gx)) or None;
    train_error and test_error (S,), the latter NaN without a judge; the rest (S,). support counts
    the alpha_i != 0. A stop that did not reach tol keeps its best answer and its honest gap.
    """

    X: np.ndarray
    y: np.ndarray
    kernels: tuple[Kernel, ...]
    lams: np.ndarray
    loss: Loss
    risk: str
    alpha: np.ndarray
    intercept: np.ndarray
    decision: np.ndarray
    field: np.ndarray | None
    train_error: np.ndarray
    test_error: np.ndarray
    primal: np.ndarray
    dual: np.ndarray
    gap: np.ndarray
    iterations: np.ndarray
    support: np.ndarray

    def solution(self, k: int) -> Solution:
        """The stop k as a Solution."""
        return Solution(
            self.X,
            self.y,
            self.kernels[k],
            self.loss,
            float(self.lams[k]),
            self.risk,
            self.alpha[k],
            float(self.intercept[k]),
            float(self.primal[k]),
            float(self.dual[k]),
            float(self.gap[k]),
            int(self.iterations[k]),
        )


def sweep(
    X: ArrayLike,
    y: ArrayLike,
    kernels: Kernel | Sequence[Kernel],
    lams: float | Sequence[float],
    loss: Loss,
    *,
    risk: str = "mean",
    intercept: bool = False,
    tol: float = 1e-6,
    gx: ArrayLike | None = None,
    gy: ArrayLike | None = None,
    judge: Judge | None = None,
    max_iter: int | None = None,
) -> Sweep:
    """Fit every stop (kernels[k], lams[k]); one kernel or one lam stands for all stops.

    X (m, d), y (m,). With the grid's axes gx and gy (points in the plane) each stop has its field;
    with a judge, its test error. Raises ValueError for bad input, never NotConverged.
    """
    X, y = check_data(X, y, loss)
    check_options(risk, tol, max_iter)
    kernels, lams = _stops(kernels, lams)
    c, solve, gram = risk_weight(risk, len(y)), solver_for(loss, 1.0), Grams(X, kernels)
    columns = _empty(len(lams), len(y))
    answer, before = None, 1.0
    for k in _order(gram, lams):
        K, lam = gram(k), float(lams[k])
        start = None if answer is None else answer.rescaled(before / lam)
        answer, before = (
            solve(K, y, loss, lam, c, intercept=intercept, start=start, tol=tol, max_iter=max_iter),
            lam,
        )
        proof = certify(K, y, answer.alpha, answer.intercept, loss, lam, c, intercept)
        _write(columns, k, answer, proof, y)
    result = Sweep(X, y, kernels, lams, loss, risk, field=None, **columns)
    if judge is not None:
        columns["test_error"][:] = [judge.error(result.solution(k)) for k in range(len(lams))]
    if gx is None or gy is None:
        return result
    return replace(result, field=_fields(result, gx, gy))


class Grams:
    """The Gram matrix (m, m) of each stop. RBF kernels share their distances, equal kernels all."""

    def __init__(self, X: np.ndarray, kernels: Sequence[Kernel]) -> None:
        self.X, self.kernels = X, kernels
        self.D = squared_distances(X, X) if all(type(k) is RBF for k in kernels) else None
        self.last: tuple[Kernel, np.ndarray] | None = None

    def __call__(self, k: int) -> np.ndarray:
        kernel = self.kernels[k]
        if self.last is None or self.last[0] is not kernel:
            if self.D is None:
                self.last = kernel, gram_matrix(kernel, self.X)
            else:
                self.last = kernel, kernel._bell(self.D.copy())
        return self.last[1]


def _stops(
    kernels: Kernel | Sequence[Kernel], lams: float | Sequence[float]
) -> tuple[tuple[Kernel, ...], np.ndarray]:
    """Both as S stops, S the length of the longer."""
    kernels = (kernels,) if isinstance(kernels, Kernel) else tuple(kernels)
    lams = np.array([check_lam(lam) for lam in np.atleast_1d(np.asarray(lams))])
    S = max(len(kernels), len(lams))
    if not {len(kernels), len(lams)} <= {1, S}:
        raise ValueError(
            f"There must be as many kernels as values of lam, or one of either; here there are "
            f"{len(kernels)} and {len(lams)}."
        )
    if len(lams) and lams.min() == 0:
        raise ValueError("A sweep needs every lam above 0; for lam = 0 call fit.")
    return kernels * (S // len(kernels)), np.resize(lams, S)


def _order(gram: Grams, lams: np.ndarray) -> range:
    """Stops in the order of solving, beginning at the smoother end: there few points are free."""
    S = len(lams)
    if lams[0] == lams[-1]:
        last, first = gram(S - 1), gram(0)
        up = first.mean() * last.trace() >= last.mean() * first.trace()
    else:
        up = lams[0] > lams[-1]
    return range(S) if up else range(S - 1, -1, -1)


def _empty(S: int, m: int) -> dict[str, np.ndarray]:
    columns = {name: np.full(S, np.nan) for name in ("primal", "dual", "gap", "intercept")}
    columns |= {name: np.full(S, np.nan) for name in ("train_error", "test_error")}
    columns |= {name: np.zeros(S, dtype=int) for name in ("iterations", "support")}
    return columns | {name: np.zeros((S, m)) for name in ("alpha", "decision")}


def _write(
    columns: dict[str, np.ndarray], k: int, answer: Answer, proof: Certificate, y: np.ndarray
) -> None:
    row = {
        "alpha": answer.alpha,
        "intercept": answer.intercept,
        "decision": answer.f,
        "train_error": np.mean(y * answer.f <= 0),
        "support": np.count_nonzero(answer.alpha),
        "primal": proof.primal,
        "dual": proof.dual,
        "gap": proof.gap,
        "iterations": answer.iterations,
    }
    for name, value in row.items():
        columns[name][k] = value


def _fields(result: Sweep, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
    """The fields (S, len(gy), len(gx)): all at once where one kernel serves every stop."""
    if len(set(map(id, result.kernels))) == 1:
        field = result.kernels[0].on_grid(result.X, result.alpha, gx, gy)
        return field + result.intercept[:, None, None]
    return np.stack([result.solution(k).on_grid(gx, gy) for k in range(len(result.lams))])
