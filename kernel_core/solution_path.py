"""Solve a problem at every stop of a slider, usually from the neighbouring stop's solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .base_loss import KinkedLoss, Loss
from .conditioning import extended_gram
from .duality_gap import (
    EPS,
    VISIBLE_ROUNDING,
    Certificate,
    Objective,
    SolverResult,
    certify,
    loss_scale,
    primal_objective,
    rounding_of_gap,
)
from .kernels import squared_distances
from .kernels.base import Kernel
from .kernels.basic import RBF
from .kernels.closure_proof import gram_matrix
from .problem import Problem, check_start, warm_start_from
from .solution import Solution, solver_for
from .solvers.path_following import solve_path
from .solvers.ridge_path import ridge_path
from .validation import check_lam, check_options

BLOCK = 2**16  # number of entries of K computed at a time; this many fit into the processor's cache
# The exponential of a smaller exponent is set to 0, since e^-100 = 4e-44 is negligible beside K_ii
# = 1.
NEGLIGIBLE_EXPONENT = -100.0


@dataclass(frozen=True, eq=False)
class Sweep:
    """S solutions along a slider, as arrays whose first axis is the stop.

    For a stop that did not reach tol, the arrays contain the best solution and its certified gap.

    Attributes
    ----------
    X, y : ndarray, shapes (m, d) and (m,)
        The points and their labels.
    kernels, lams : tuple of Kernel, ndarray of shape (S,)
        The kernel and the weight of the penalty at each stop.
    loss, risk
        As in `Problem`.
    alpha, decision : ndarray, shape (S, m)
        The coefficients, and f at the training points.
    intercept : ndarray, shape (S,)
        The intercept at each stop, or 0.
    primal, dual, gap : ndarray, shape (S,)
        The certificate of each stop.
    iterations : ndarray, shape (S,)
        The number of linear systems solved at each stop; 1 for a solution in closed form.

    Notes
    -----
    Note 000, eq. (2) and section 3 at each stop; Figures 2 to 4 of section 6 are stops of a sweep
    along τ.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.Problem([[-1.0], [1.0]], [-1, 1], kc.Hinge(), risk="sum")
    >>> s = kc.sweep(problem, kc.Linear(), [0.1, 1.0])
    >>> s.solution(1).lam, s.decision.shape
    (1.0, (2, 2))
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
    primal: np.ndarray
    dual: np.ndarray
    gap: np.ndarray
    iterations: np.ndarray

    def solution(self, k: int) -> Solution:
        """Return stop k as a Solution."""
        proof = float(self.primal[k]), float(self.dual[k]), float(self.gap[k])
        alpha, b, lam = self.alpha[k], float(self.intercept[k]), float(self.lams[k])
        return Solution(
            *(self.X, self.y, self.kernels[k], alpha, b, self.loss, lam, self.risk),
            *(proof[0], proof[1], proof[2], int(self.iterations[k])),
        )


def sweep(
    problem: Problem,
    kernels: Kernel | Sequence[Kernel],
    lams: ArrayLike,
    *,
    tol: float = 1e-6,
    start: Solution | None = None,
    max_iter: int | None = None,
    report: Callable[[int, int], None] = lambda done, of: None,
) -> Sweep:
    """Solve a problem at every stop (kernels[k], lams[k]) of a slider, usually from its neighbour.

    Parameters
    ----------
    problem, tol, max_iter
        As in `solve`.
    kernels : Kernel or sequence of Kernel
        One kernel for each of the S stops, or one for all.
    lams : float or array_like, shape (S,)
        The weight of the penalty at each stop, or one weight for all; above 0.
    start : Solution, optional
        A solution for the same number of points, from which the middle stop starts.
    report : callable
        Called as report(done, S) with the number of stops solved so far, possibly several times
        with the same number; if all are solved at once, as report(S, S).

    Returns
    -------
    Sweep
        The S solutions as arrays whose first axis is the stop. A stop that does not reach tol has
        its best solution and its gap; NotConverged is never raised.

    Notes
    -----
    Note 000 eq. (2) at every stop, each with its own certificate. The squared loss without weights
    and with one kernel is solved at all stops at once.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.Problem([[-1.0], [1.0]], [-1, 1], kc.Hinge(), risk="sum")
    >>> s = kc.sweep(problem, [kc.RBF(tau) for tau in (0.5, 1.0, 2.0)], 0.1)
    >>> s.alpha.shape, bool(s.gap.max() <= 1e-6)
    ((3, 2), True)
    """
    check_options(problem.risk, tol, max_iter)
    check_start(start, problem)
    X, y, loss, c = problem.X, problem.y, problem.loss, problem.c
    kernels, lams = broadcast_stops(kernels, lams)
    S, gram = len(lams), GramCache(X, kernels)
    solve = partial(solver_for(loss, lams.min()), tol=tol, max_iter=max_iter)
    answers: dict[int, SolverResult] = {}
    proofs: dict[int, Certificate] = {}
    kinked = isinstance(loss.unweighted, KinkedLoss)
    if kinked and S > 1 and not problem.intercept and max_iter is None:
        middle = S // 2
        warm = (
            None
            if start is None
            else warm_start_from(start, X, kernels[middle], gram(middle), c / float(lams[middle]))
        )
        answers, proofs = _path_following_start(gram, problem, lams, warm, tol, report)
    if loss.quadratic and S > 1 and gram.is_shared:
        answers = ridge_path(gram(0), y, lams, c, with_intercept=problem.intercept)
        if not problem.intercept:
            root = np.sqrt(np.maximum(gram(0).diagonal(), 0.0))
            proofs = certify_answers(root, problem, answers, lams)
        report(S, S)
    for k, near in solve_order(S):
        if k in proofs and proofs[k].gap <= tol:
            continue
        K, lam = gram(k), float(lams[k])
        # The last attempt starts from zero; it is the only one if no other solution is known.
        attempts: list[Callable[[Objective], SolverResult]] = [solve]
        if near is not None:
            warm = extrapolated_start(answers, k, near).rescale(lams[near] / lam)
            attempts.insert(0, partial(solve, start=warm))
        elif start is not None:
            warm = warm_start_from(start, X, kernels[k], K, c / lam)
            attempts.insert(0, partial(solve, start=warm))
        if k in answers:  # the path has a solution, which is not certified within tol
            attempts.insert(0, partial(_reuse, answers[k]))
        objective = Objective(K, y, loss, lam, c, problem.intercept)
        exact = partial(extended_gram, kernels[k], X, K)
        for attempt in attempts:
            a = attempt(objective)
            Ka = a.f - a.intercept
            proof = certify(objective, a.alpha, a.intercept, Ka=Ka, exact=exact)
            if k not in proofs or proof.gap < proofs[k].gap:
                answers[k], proofs[k] = a, proof
            if proof.gap <= tol:
                break
        report(len(answers), S)
    results, certificates = [answers[k] for k in range(S)], [proofs[k] for k in range(S)]
    return Sweep(
        *(X, y, kernels, lams, loss, problem.risk),
        alpha=np.array([a.alpha for a in results]),
        intercept=np.array([a.intercept for a in results]),
        decision=np.array([a.f for a in results]),
        primal=np.array([p.primal for p in certificates]),
        dual=np.array([p.dual for p in certificates]),
        gap=np.array([p.gap for p in certificates]),
        iterations=np.array([a.iterations for a in results]),
    )


def _path_following_start(
    gram: GramCache,
    problem: Problem,
    lams: np.ndarray,
    start: SolverResult | None,
    tol: float,
    report: Callable[[int, int], None],
) -> tuple[dict[int, SolverResult], dict[int, Certificate]]:
    """Return the solutions that path following finds, and their certificates as far as these need
    no K."""
    S, y, loss, c = len(lams), problem.y, problem.loss, problem.c
    answers: dict[int, SolverResult] = {}
    squares = np.empty((S, len(y)))
    path = solve_path(gram, y, loss, lams, c, start=start, tol=tol)
    for done, (k, answer) in enumerate(path, 1):
        answers[k], squares[k] = answer, gram(k).diagonal()
        report(done, S)
    root = np.sqrt(np.maximum(squares, 0.0, out=squares), out=squares)
    return answers, certify_answers(root, problem, answers, lams)


def certify_answers(
    root: np.ndarray, problem: Problem, answers: Mapping[int, SolverResult], lams: np.ndarray
) -> dict[int, Certificate]:
    """Return the certificates of a path's solutions by stop, as far as these need no K; `root` is
    as in `certify_stops`."""
    stops = range(len(lams))
    alpha, f = (np.array([getattr(answers[k], name) for k in stops]) for name in ("alpha", "f"))
    proofs = certify_stops(root, problem.y, alpha, f, problem.loss, lams, problem.c)
    return {k: proof for k, proof in enumerate(proofs) if proof is not None}


def certify_stops(
    root: np.ndarray,
    y: np.ndarray,
    alpha: np.ndarray,
    f: np.ndarray,
    loss: Loss,
    lams: np.ndarray,
    c: float,
) -> list[Certificate | None]:
    """Certify S solutions without an intercept at once.

    alpha, f = K alpha and root, with root_i = √K_ii, have the shape (S, m); root is (m,) if all
    stops have the same K. The others are y (m,) and lams (S,).

    An entry is None where `certify` with K is needed: the dual point is infeasible, or rounding
    errors are not negligible.
    """
    u = -lams[:, None] / c * alpha
    norm2 = (alpha * f).sum(axis=1)
    primal = primal_objective(loss.value(f, y), norm2, lams, c)
    rounding = rounding_of_gap(root, np.abs(loss.derivative(f, y)), u, alpha, primal, c, EPS)
    dual = -c * loss.conjugate(u, y).sum(axis=1) - lams / 2 * norm2 - rounding
    scale = loss_scale(loss, y, with_intercept=False)
    is_certain = np.isfinite(dual) & (rounding <= VISIBLE_ROUNDING * np.maximum(scale, primal))
    rows = zip(is_certain, primal.tolist(), dual.tolist(), rounding.tolist(), strict=True)
    return [Certificate(p, d, r, scale) if is_valid else None for is_valid, p, d, r in rows]


def _reuse(answer: SolverResult, _: Objective) -> SolverResult:
    """Return a known solution instead of solving."""
    return answer


def solve_order(S: int) -> Iterator[tuple[int, int | None]]:
    """Yield the stops in the order of solving, each with the neighbour from which it starts, None
    for the first stop."""
    middle = S // 2  # the first stop to solve: usually few variables are free there
    yield middle, None
    yield from ((k, k - 1) for k in range(middle + 1, S))
    yield from ((k, k + 1) for k in range(middle - 1, -1, -1))


def extrapolated_start(answers: Mapping[int, SolverResult], k: int, near: int) -> SolverResult:
    """Return the neighbour's alpha, with f and b extrapolated linearly from the last two stops, if
    there are two."""
    neighbour, behind = answers[near], answers.get(2 * near - k)
    if behind is None:
        return neighbour
    return replace(
        neighbour,
        f=2 * neighbour.f - behind.f,
        intercept=2 * neighbour.intercept - behind.intercept,
    )


class GramCache:
    """The Gram matrix (m, m) of each stop, computed anew only where the kernel is not that of the
    previous call. A call may overwrite the matrix that an earlier call returned."""

    def __init__(self, X: np.ndarray, kernels: Sequence[Kernel]) -> None:
        self.X, self.kernels = X, kernels
        self.D = squared_distances(X, X) if all(type(k) is RBF for k in kernels) else None
        self.kernel: Kernel | None = None
        self.K = np.empty_like(X, shape=(len(X), len(X)))

    @property
    def is_shared(self) -> bool:
        """Whether all stops have the same kernel object."""
        return all(kernel is self.kernels[0] for kernel in self.kernels)

    def __call__(self, k: int) -> np.ndarray:
        if self.kernels[k] is not self.kernel:
            self.kernel = self.kernels[k]
            if self.D is None or not isinstance(self.kernel, RBF):
                self.K = gram_matrix(self.kernel, self.X)
            else:
                self._fill(self.kernel, self.D)
        return self.K

    def _fill(self, kernel: RBF, D: np.ndarray) -> None:
        """Compute K for this RBF kernel from the squared distances D. For speed, use blocks, and
        the same memory for each kernel."""
        rows = BLOCK // (len(self.K) or 1) or 1
        for first in range(0, len(self.K), rows):
            block = self.K[first : first + rows]
            np.copyto(block, D[first : first + rows])
            kernel.from_squared_distances(block, NEGLIGIBLE_EXPONENT)


def broadcast_stops(
    kernels: Kernel | Sequence[Kernel], lams: ArrayLike
) -> tuple[tuple[Kernel, ...], np.ndarray]:
    """Broadcast kernels and weights lam to S stops, where S is the larger of their numbers. Raises
    ValueError for numbers that do not match, and for lam = 0."""
    kernels = (kernels,) if isinstance(kernels, Kernel) else tuple(kernels)
    values: list[Any] = list(lams) if isinstance(lams, Iterable) else [lams]
    S = max(len(kernels), len(values))
    if S == 0 or not {len(kernels), len(values)} <= {1, S}:
        raise ValueError(
            f"There must be as many kernels as values of lam, or one kernel, or one value; here "
            f"there are {len(kernels)} kernels and {len(values)} values."
        )
    checked = [check_lam(lam) for lam in values]
    if min(checked) == 0:
        raise ValueError("Every lam of a sweep must be above 0.")
    return kernels * (S // len(kernels)), np.resize(checked, S)
