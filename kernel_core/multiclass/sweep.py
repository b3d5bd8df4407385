"""Solve multiclass problems along a slider: all classifiers of all reductions, stop by stop.

At each stop all classifiers share one Gram matrix; each starts from its solution at the
neighbouring stop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..kernels.base import Kernel
from ..solution_path import GramCache, broadcast_stops, solve_order
from ..validation import check_options
from .problem import ClassProblem
from .solution import REDUCTIONS, MultiSolution
from .training import Reduction, WarmStart, warm_start_from


class MultiStop(NamedTuple):
    """The solutions at one stop of a slider.

    Attributes
    ----------
    k : int
        The index of the stop.
    K : ndarray, shape (m, m)
        The Gram matrix of the stop, which the next stop may overwrite.
    solutions : dict
        The MultiSolution of each reduction, by name.

    Notes
    -----
    Note 004, "Reduce multiclass to binary" and "Applying MLE again", at one kernel and lam.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.multiclass.ClassProblem([[0.0], [1.0]], [0, 1], kc.Hinge())
    >>> stop = next(kc.multiclass.multi_sweep(problem, kc.RBF(1.0), 0.1))
    >>> stop.k, sorted(stop.solutions)
    (0, ['ova', 'ovo', 'softmax', 'tree'])
    """

    k: int
    K: np.ndarray
    solutions: dict[str, MultiSolution]


def multi_sweep(
    problem: ClassProblem,
    kernels: Kernel | Sequence[Kernel],
    lams: ArrayLike,
    reductions: Sequence[str] = REDUCTIONS,
    *,
    tol: float = 1e-6,
    max_iter: int | None = None,
    start: Mapping[str, MultiSolution] | None = None,
) -> Iterator[MultiStop]:
    """Solve every stop (kernels[k], lams[k]) of a slider by every reduction.

    Parameters
    ----------
    problem : ClassProblem
        The points, their classes, the loss and the risk.
    kernels, lams, tol, max_iter
        As in `sweep`, for each classifier or for softmax.
    reductions : sequence of {"ova", "ovo", "tree", "softmax"}
        The names of the reductions to solve.
    start : mapping, optional
        Solutions by reduction, for the same number of points and the same tasks, from which the
        middle stop starts.

    Yields
    ------
    MultiStop
        Each stop, as soon as it is solved; the middle stop comes first. For a classifier that does
        not reach tol, the stop has the best solution and its certified gap; NotConverged is never
        raised.

    Notes
    -----
    Note 004, "Reduce multiclass to binary", and for softmax "Applying MLE again": F(W) =
    Σ_n ln(1 + Σ_{k≠y_n} e^{(w_k - w_{y_n})ᵀx_n}), with φ(x) for x and the penalty
    lam/2 Σ_k alpha_kᵀK alpha_k. For two classes f_1 - f_2 is the binary logistic fit with lam/2.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.multiclass.ClassProblem([[0.0], [1.0]], [0, 1], kc.Hinge())
    >>> stops = kc.multiclass.multi_sweep(problem, kc.RBF(1.0), [0.1, 0.2, 0.4], ["ova"])
    >>> [stop.k for stop in stops]
    [1, 2, 0]
    """
    check_options(problem.risk, tol, max_iter)
    reduction_list = [
        Reduction(name, problem, problem.tasks(name), tol, max_iter) for name in reductions
    ]
    return _stops(reduction_list, *broadcast_stops(kernels, lams), start or {})


def solve_classes(
    problem: ClassProblem, kernel: Kernel, lam: float, reduction: str, *, tol: float = 1e-6
) -> MultiSolution:
    """Solve a problem by one reduction, as a single stop of `multi_sweep`.

    Parameters
    ----------
    problem, tol
        As in `multi_sweep`.
    kernel, lam
        As in `fit`.
    reduction : {"ova", "ovo", "tree", "softmax"}
        "ova" trains a classifier for each class, "is it k or not?"; "ovo" for each pair, "k or l?";
        "tree" for each inner node of the problem's tree, "left or right subtree?". "softmax" trains
        all classes at once, by penalised maximum likelihood.

    Returns
    -------
    MultiSolution
        The classifiers with their certificates; as in `multi_sweep`, a gap may stay above tol.

    Notes
    -----
    Note 004, "Reduce multiclass to binary", as in `multi_sweep`.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.multiclass.ClassProblem([[0.0], [2.0], [4.0]], ["a", "b", "c"], kc.Hinge())
    >>> s = kc.multiclass.solve_classes(problem, kc.RBF(1.0), 0.1, "ova")
    >>> s.predict([[0.1], [3.9]]).tolist()
    ['a', 'c']
    """
    return next(multi_sweep(problem, kernel, lam, (reduction,), tol=tol)).solutions[reduction]


def _stops(
    reductions: list[Reduction],
    kernels: tuple[Kernel, ...],
    lams: np.ndarray,
    start: Mapping[str, MultiSolution],
) -> Iterator[MultiStop]:
    grams = GramCache(reductions[0].problem.X, kernels)
    solved: dict[int, dict[str, MultiSolution]] = {}
    for k, near in solve_order(len(lams)):
        K, solved[k] = grams(k), {}
        for reduction in reductions:
            start_solution = start.get(reduction.name)
            nearby: WarmStart | MultiSolution | None = None
            if near is not None:
                nearby = solved[near][reduction.name]
            elif start_solution is not None:
                nearby = warm_start_from(reduction, start_solution, K)
            solved[k][reduction.name] = reduction.fit(K, kernels[k], float(lams[k]), nearby)
        yield MultiStop(k, K, solved[k])
