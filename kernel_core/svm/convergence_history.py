"""How a solver comes to its proof: primal, dual and gap against its iterations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..duality_gap import certify, risk_weight
from ..kernels.base import Kernel
from ..kernels.closure_proof import gram_matrix
from ..loss import Loss
from ..solution import solver_for
from ..validation import check_data, check_lam, check_options


@dataclass(frozen=True, eq=False)
class ConvergenceHistory:
    """iterations, primal, dual and gap, each of shape (R,): what was proven after so many steps.

    primal is the least value found so far and dual the largest, so the gap only closes. The first
    entry is the start, before any step.
    """

    iterations: np.ndarray
    primal: np.ndarray
    dual: np.ndarray
    gap: np.ndarray

    @classmethod
    def of(cls, steps: Sequence[tuple[int, float, float]]) -> ConvergenceHistory:
        """The trace of (iterations, primal, dual), as they came."""
        iterations, primal, dual = map(np.array, zip(*steps, strict=True))
        primal = np.minimum.accumulate(primal)
        dual = np.minimum(np.maximum.accumulate(dual), primal)  # beyond it is rounding
        last = np.diff(iterations, append=np.inf) > 0  # of several entries for one step
        iterations, primal, dual = iterations[last], primal[last], dual[last]
        return cls(iterations, primal, dual, (primal - dual) / np.maximum(1.0, np.abs(primal)))


def record_convergence(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    loss: Loss,
    lam: float,
    *,
    risk: str = "mean",
    intercept: bool = False,
    tol: float = 1e-6,
    most: int | None = None,
) -> ConvergenceHistory:
    """The certificate at every round of the solver that `fit` uses, from alpha = 0 on; lam > 0.

    X (m, d), y (m,). It ends with the solver, or after `most` iterations if that is sooner.
    """
    X, y = check_data(X, y, loss)
    check_options(risk, tol, most)
    lam = check_lam(lam)
    if lam == 0:
        raise ValueError("A trace needs lam > 0: at lam = 0 no path starts from alpha = 0.")
    K, c, solver = gram_matrix(kernel, X), risk_weight(risk, len(y)), solver_for(loss, lam)

    steps: list[tuple[int, float, float]] = []

    def watch(iterations: int, alpha: np.ndarray, b: float) -> None:
        proof = certify(K, y, alpha, b, loss, lam, c, intercept)
        steps.append((iterations, proof.primal, proof.dual))

    watch(0, np.zeros(len(y)), 0.0)
    a = solver(K, y, loss, lam, c, intercept=intercept, tol=tol, max_iter=most, watch=watch)
    if a.iterations > 0:
        watch(a.iterations, a.alpha, a.intercept)  # polished, or the best of all rounds
    return ConvergenceHistory.of(steps)
