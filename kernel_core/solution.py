"""Minimise the regularised risk of note 000, eq. (2), with a certificate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from numpy.typing import ArrayLike

from .base_loss import Loss
from .conditioning import extended_gram, visible_cause
from .decision_function import KernelDecisionFunction
from .duality_gap import Objective, SolverResult, certify
from .kernels.base import Kernel
from .kernels.closure_proof import gram_matrix
from .problem import Problem, check_start, warm_start_from
from .solvers.active_set import solve_box
from .solvers.newton import solve_smooth
from .validation import check_lam, check_options


@dataclass(frozen=True, eq=False)
class Solution(KernelDecisionFunction):
    """A fitted decision function f(z) = Σ_i alpha_i K(z, x_i) + intercept, with its certificate.

    Attributes
    ----------
    X, y : ndarray, shapes (m, d) and (m,)
        The points and their labels.
    kernel, loss, lam, risk
        As given to `fit`.
    alpha : ndarray, shape (m,)
        The coefficients.
    intercept : float
        The intercept b, or 0.
    primal, dual : float
        The regularised risk and a dual value: primal >= optimum >= dual.
    gap : float
        (primal - dual) / max(scale, |primal|), as in `Certificate`.
    iterations : int
        The number of linear systems solved.

    Notes
    -----
    Note 000, Theorem 2.1 and section 3: θ = Σ_i α_i φ(x^(i)), so θᵀφ(x) = Σ_i α_i K(x^(i), x). The
    intercept is b of note 001, "Primal formulation". Where alpha is not precise enough, `fit` may
    return a subclass that computes f from θ (`feature_fit.py`).

    Examples
    --------
    >>> import kernel_core as kc
    >>> s = kc.fit([[-1.0], [1.0]], [-1, 1], kc.Linear(), kc.Hinge(), lam=0.1, risk="sum")
    >>> s.predict([[-3.0], [2.0]]).tolist(), s.primal >= s.dual
    ([-1.0, 1.0], True)
    """

    loss: Loss
    lam: float
    risk: str
    primal: float
    dual: float
    gap: float
    iterations: int


class NotConverged(RuntimeError):
    """Raised if the gap stays above tol.

    Parameters
    ----------
    message : str
        Sentences with the gap reached, tol and, where the data show one, a likely cause.
    solution : Solution or MultiSolution
        The best solution so far, with its certified gap; also stored as an attribute.

    Notes
    -----
    The stopping rule is gap <= tol, with the gap of `Certificate`; note 000, Figure 1 has no
    stopping rule.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.Problem(*kc.datasets.mixture().sample(50, seed=0), kc.Logistic())
    >>> try:
    ...     kc.solve(problem, kc.RBF(1.0), 1e-4, max_iter=1)
    ... except kc.NotConverged as error:
    ...     print(error.solution.gap > 1e-6)
    True
    """

    def __init__(self, message: str, solution: Any) -> None:
        super().__init__(message)
        self.solution = solution

    def __reduce__(self) -> tuple[type, tuple[str, Any]]:
        """Return both constructor arguments for pickle; without them a process pool would hang on
        this error."""
        return type(self), (str(self), self.solution)


def solver_for(loss: Loss, lam: float) -> Callable[..., SolverResult]:
    """Return the solver for a loss: the box QP if the loss has pieces, otherwise Newton's method if
    it has a curvature.

    Raises ValueError for lam = 0, for a loss with neither pieces nor a curvature, and for a loss
    without a dual problem.
    """
    loss.conjugate(0.0, 1.0)
    if lam == 0:
        raise ValueError(
            "lam must be above 0: with lam = 0 the data do not determine f everywhere, so there "
            "are many minimisers, or none. Use a small lam instead."
        )
    if loss.pieces:
        return solve_box
    if loss.smooth:
        return solve_smooth
    raise ValueError(
        f"No solver can minimise the {loss.name} loss: it declares neither `pieces`, for the "
        f"quadratic programme in a box, nor `smooth` with a `curvature`, for Newton's method."
    )


def fit(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    loss: Loss,
    lam: float,
    *,
    risk: str = "mean",
    intercept: bool = False,
    tol: float = 1e-6,
) -> Solution:
    """Minimise the regularised risk c Σ L(f(x_i), y_i) + lam/2 ‖θ‖², with a certificate.

    Parameters
    ----------
    X : array_like, shape (m, d)
        The points as rows.
    y : array_like, shape (m,)
        Their labels: -1 and +1 for classification, any numbers for regression.
    kernel : Kernel
        K(x, z) = φ(x)ᵀφ(z).
    loss : Loss
        L(z, y), the loss of a prediction z for the label y.
    lam : float
        The weight of the penalty, above 0.
    risk : {"mean", "sum"}
        c = 1/m, note 000, eq. (2), or c = 1, note 000, section 6.
    intercept : bool
        Whether f has a constant b, which is not penalised.
    tol : float
        The relative duality gap to reach.

    Returns
    -------
    Solution
        f(z) = Σ_i alpha_i K(z, x_i) + b, with primal >= optimum >= dual.

    Raises
    ------
    ValueError
        For invalid input, lam = 0, and a loss that no solver can minimise.
    NotConverged
        If the gap stays above tol; the exception has the best solution so far.

    Notes
    -----
    f(x) = θᵀφ(x) + b. By the representer theorem (note 000 section 2) θ = Σ_i alpha_i φ(x_i). The
    loss determines the solver: a box-constrained quadratic programme, or Newton's method.

    Examples
    --------
    >>> import kernel_core as kc
    >>> s = kc.fit([[-1.0], [1.0]], [-1, 1], kc.Linear(), kc.Hinge(), lam=0.1, risk="sum")
    >>> s.decision([[2.0]]).round(6).tolist(), round(s.primal, 6), s.gap <= 1e-6
    ([2.0], 0.05, True)
    """
    return solve(Problem(X, y, loss, risk, intercept), kernel, lam, tol=tol)


def solve(
    problem: Problem,
    kernel: Kernel,
    lam: float,
    *,
    tol: float = 1e-6,
    start: Solution | None = None,
    max_iter: int | None = None,
) -> Solution:
    """Solve a `Problem`, optionally from a warm start.

    Parameters
    ----------
    problem : Problem
        The points, their labels, the loss and the risk.
    kernel, lam, tol
        As in `fit`.
    start : Solution, optional
        A solution for the same number of points, from which the solver starts.
    max_iter : int, optional
        The number of linear systems after which the solver stops; its last round may solve a few
        more. By default a large number that depends on the solver.

    Returns
    -------
    Solution
        As from `fit`.

    Raises
    ------
    ValueError, NotConverged
        As from `fit`.

    Notes
    -----
    Note 000 eq. (2), as in `fit`. If a smooth loss does not reach tol and max_iter is None, the
    risk is also minimised over θ, where the kernel's features are known and not too many.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.Problem(*kc.datasets.mixture().sample(50, seed=0), kc.Logistic())
    >>> wide = kc.solve(problem, kc.RBF(1.0), 0.1)
    >>> kc.solve(problem, kc.RBF(0.9), 0.1, start=wide).gap <= 1e-6
    True
    """
    X, y, loss, lam = problem.X, problem.y, problem.loss, check_lam(lam)
    check_options(problem.risk, tol, max_iter)
    check_start(start, problem)
    K, solver = gram_matrix(kernel, X), solver_for(loss, lam)
    objective = Objective(K, y, loss, lam, problem.c, problem.intercept)
    warm = None if start is None else warm_start_from(start, X, kernel, K, problem.c / lam)
    answer = solver(objective, start=warm, tol=tol, max_iter=max_iter)
    exact = partial(extended_gram, kernel, X, K)
    proof = certify(objective, answer.alpha, answer.intercept, exact=exact)
    solution = Solution(
        *(X, y, kernel, answer.alpha, answer.intercept, loss, lam, problem.risk),
        *(proof.primal, proof.dual, proof.gap, answer.iterations),
    )
    if not proof.gap <= tol and max_iter is None:
        # Imported here, since feature_fit.py imports this module.
        from .feature_fit import better_in_features

        solution = better_in_features(solution, problem.intercept, tol)
    if not solution.gap <= tol:
        raise NotConverged(
            f"The relative duality gap is {solution.gap:.1e} after {solution.iterations} "
            f"iterations, above the tolerance {tol:.1e}; the best solution found is in `.solution`."
            + visible_cause(X, kernel, K),
            solution,
        )
    return solution
