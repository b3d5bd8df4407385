"""Three methods that minimise F(w) = (1/N) Σ F_n(w), as in note 004.

    GD      w ← w - η ∇F(w)                  N component gradients a step
    SGD     w ← w - η_t ∇F_n(w)              one component gradient a step, n uniformly at random
    Newton  w ← w - (∇²F(w))⁻¹ ∇F(w)         N component gradients and N Hessians a step

GD is gradient descent, SGD stochastic gradient descent. All methods run as in the notes, without
safeguards. A run that diverges is stopped, and its result states the reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.learners import draw_indices
from kernel_core.solvers.linalg import solve_regular
from kernel_core.validation import check_count, check_number

MAX_ENTRY = 1e6  # a run with a larger |entry| of w counts as diverged

StepRule = Callable[[int, np.ndarray], np.ndarray]  # from step number t and w (d,) to the next w


class Objective(Protocol):
    """An objective F: R^d → R, the mean of n_terms terms F_n."""

    @property
    def n_terms(self) -> int: ...

    def value(self, w: np.ndarray) -> float: ...

    def gradient(self, w: np.ndarray) -> np.ndarray: ...

    def hessian(self, w: np.ndarray) -> np.ndarray: ...


class FiniteSum(Objective, Protocol):
    """An objective with gradients of its individual terms F_n, for SGD."""

    def component_gradient(self, w: np.ndarray, n: int) -> np.ndarray: ...


@dataclass(frozen=True, eq=False)
class OptimisationRun:
    """The path of a method, and its work.

    Attributes
    ----------
    method : str
        "GD", "SGD" or "Newton".
    w : ndarray of shape (T + 1, d)
        The path, beginning with the start.
    risk : ndarray of shape (T + 1,)
        F at each point of the path.
    gradient_evaluations, hessian_evaluations : ndarray of shape (T + 1,)
        The numbers of component gradients ∇F_n and Hessians ∇²F_n evaluated up to each step.
    stop_reason : str or None
        The reason for an early end, in words, or None. All numbers are finite in any case.

    Notes
    -----
    Note 004, "Find empirical risk minimizer": w ← w - η ∇F(w) for GD, w ← w - η ∇F_n(w) with a
    random n for SGD, w ← w - (∇²F(w))⁻¹ ∇F(w) for Newton's method.

    Examples
    --------
    >>> import kernel_core as kc
    >>> from pages.stochastic_gradient.mathematics.objectives import LinearRisk
    >>> risk = LinearRisk([[1.0], [-2.0]], [1.0, -1.0], kc.Logistic(), 0.1)
    >>> run = newton_descent(risk, [0.0], steps=6)
    >>> run.work.tolist(), run.stop_reason
    ([0, 4, 8, 12, 16, 20, 24], None)
    """

    method: str
    w: np.ndarray
    risk: np.ndarray
    gradient_evaluations: np.ndarray
    hessian_evaluations: np.ndarray
    stop_reason: str | None

    @property
    def work(self) -> np.ndarray:
        """The work up to each step, in gradients of single examples, shape (T + 1,).

        A Hessian ∇²F_n has d rows, each as long as a gradient: it counts as d gradients.
        """
        return self.gradient_evaluations + self.w.shape[1] * self.hessian_evaluations

    def steps_to(self, risk: float) -> int | None:
        """Return the smallest t such that F is at most `risk` after step t and every later step.

        Return None if there is no such t.
        """
        above = np.flatnonzero(self.risk > risk)
        first = 0 if len(above) == 0 else int(above[-1]) + 1
        return first if first < len(self.risk) else None


def gradient_rule(objective: Objective, eta: float) -> StepRule:
    """Return one step of gradient descent, w - η ∇F(w), as a function.

    Parameters
    ----------
    objective : LinearRisk or SaddleFunction
        F, with its gradient.
    eta : float
        The step size η, above 0.

    Returns
    -------
    callable
        The function of the step's number t and of w, shape (d,), that returns the next w.

    Raises
    ------
    ValueError
        If eta is not a finite number above 0.

    Notes
    -----
    Note 004, "Find empirical risk minimizer", GD: w ← w - η∇F(w).

    Examples
    --------
    >>> from pages.stochastic_gradient.mathematics.objectives import SaddleFunction
    >>> import numpy as np
    >>> rule = gradient_rule(SaddleFunction(), eta=0.1)
    >>> rule(1, np.array([1.0, 0.0])).tolist()
    [0.8, 0.0]
    """
    eta = check_number(eta, "eta", "above 0")
    return lambda t, w: w - eta * objective.gradient(w)


def stochastic_rule(
    objective: FiniteSum, c: float, seed: int = 0, *, constant: bool = False
) -> StepRule:
    """Return one step of stochastic gradient descent, w - η_t ∇F_n(w), as a function.

    Each call of the returned function draws a new n at random.

    Parameters
    ----------
    objective : LinearRisk
        F, with its component gradients.
    c : float
        c in the step sizes η_t = c/√t, above 0.
    seed : int
        The random seed of the indices n.
    constant : bool
        Whether η_t = c instead.

    Returns
    -------
    callable
        The function of the step's number t and of w, shape (d,), that returns the next w.

    Raises
    ------
    ValueError
        If c is not a finite number above 0.

    Notes
    -----
    Note 000 §4, Figure 1, for the step sizes; note 004, "Find empirical risk minimizer", SGD.

    Examples
    --------
    >>> import kernel_core as kc
    >>> from pages.stochastic_gradient.mathematics.objectives import LinearRisk
    >>> import numpy as np
    >>> risk = LinearRisk([[2.0]], [1.0], kc.Squared(), 1.0)
    >>> stochastic_rule(risk, 0.5)(1, np.array([0.0])).tolist()
    [1.0]
    """
    c, indices = check_number(c, "c", "above 0"), draw_indices(objective.n_terms, seed)

    def step(t: int, w: np.ndarray) -> np.ndarray:
        eta = c if constant else c / t**0.5
        return w - eta * objective.component_gradient(w, next(indices))

    return step


def newton_rule(objective: Objective) -> StepRule:
    """Return one full Newton step, w - (∇²F(w))⁻¹ ∇F(w), as a function.

    Parameters
    ----------
    objective : LinearRisk or SaddleFunction
        F, with gradient and Hessian.

    Returns
    -------
    callable
        The function of the step's number t and of w, shape (d,), that returns the next w. It raises
        LinAlgError where the Hessian has no inverse.

    Notes
    -----
    Note 004, "Find empirical risk minimizer", Newton: w ← w - (∇²F(w))⁻¹∇F(w).

    Examples
    --------
    >>> import kernel_core as kc
    >>> from pages.stochastic_gradient.mathematics.objectives import LinearRisk
    >>> import numpy as np
    >>> risk = LinearRisk([[2.0]], [1.0], kc.Squared(), 1.0)
    >>> newton_rule(risk)(1, np.array([0.0])).round(6).tolist()  # the minimum
    [0.4]
    """
    return lambda t, w: w - solve_regular(objective.hessian(w), objective.gradient(w))


def seconds_for(rule: StepRule, start: ArrayLike, steps: int) -> float:
    """Measure the time for a number of steps of a rule, without evaluations of F.

    Parameters
    ----------
    rule : callable
        The function of t and w, shape (d,), that returns the next w.
    start : array_like of shape (d,)
        The first w, with entries within ±10⁶.
    steps : int
        The number of steps.

    Returns
    -------
    float
        The time in seconds.

    Raises
    ------
    ValueError
        If the start is not a list of numbers within ±10⁶.

    Notes
    -----
    A step is w ← rule(t, w), as in note 004, "Find empirical risk minimizer". The time is elapsed
    time and depends on the machine.

    Examples
    --------
    >>> from pages.stochastic_gradient.mathematics.objectives import SaddleFunction
    >>> rule = gradient_rule(SaddleFunction(), 0.1)
    >>> seconds_for(rule, [1.0, 0.0], 10) > 0
    True
    """
    w = _check_start(start)
    start_time = time.perf_counter()
    for t in range(1, steps + 1):
        w = rule(t, w)
    return time.perf_counter() - start_time


def gradient_descent(
    objective: Objective, start: ArrayLike, eta: float, steps: int
) -> OptimisationRun:
    """Run gradient descent with a constant step size, as in note 004.

    Parameters
    ----------
    objective : LinearRisk or SaddleFunction
        F, with its gradient.
    start : array_like of shape (d,)
        The first w, with entries within ±10⁶.
    eta : float
        The step size η, above 0.
    steps : int
        The number of steps.

    Returns
    -------
    OptimisationRun
        The path; it ends early, with a reason, if the run diverges.

    Raises
    ------
    ValueError
        If an argument is out of its bounds.

    Notes
    -----
    Note 004, "Find empirical risk minimizer", GD. If the curvature of F at a minimum is above 2/η
    in some direction, steps near this minimum lead away from it.

    Examples
    --------
    >>> import kernel_core as kc
    >>> from pages.stochastic_gradient.mathematics.objectives import LinearRisk
    >>> risk = LinearRisk([[2.0]], [1.0], kc.Squared(), 1.0)
    >>> run = gradient_descent(risk, [0.0], eta=0.1, steps=50)
    >>> run.w[-1].round(6).tolist()
    [0.4]
    """
    return _iterate(
        "GD",
        objective,
        start,
        gradient_rule(objective, eta),
        check_count(steps, "steps"),
        (objective.n_terms, 0),
        "Where the curvature of F is above 2/η, steps lead away from the minimum: choose a "
        "smaller η. If F has no minimum, no η helps.",
    )


def stochastic_descent(
    objective: FiniteSum,
    start: ArrayLike,
    c: float,
    steps: int,
    seed: int = 0,
    *,
    constant: bool = False,
) -> OptimisationRun:
    """Run stochastic gradient descent, as in notes 000 and 004.

    Parameters
    ----------
    objective : LinearRisk
        F, with its component gradients.
    start : array_like of shape (d,)
        The first w, with entries within ±10⁶.
    c : float
        c in the step sizes η_t = c/√t, above 0.
    steps : int
        The number of steps.
    seed : int
        The random seed of the indices.
    constant : bool
        Whether η_t = c instead.

    Returns
    -------
    OptimisationRun
        The path; it ends early, with a reason, if the run diverges.

    Raises
    ------
    ValueError
        If an argument is out of its bounds.

    Notes
    -----
    Note 000 §4, Figure 1; note 004, "Find empirical risk minimizer", SGD.

    Examples
    --------
    >>> import kernel_core as kc
    >>> from pages.stochastic_gradient.mathematics.objectives import LinearRisk
    >>> X, y = kc.datasets.mixture().sample(50, seed=0)
    >>> risk = LinearRisk(X, y, kc.Logistic(), 0.1)
    >>> run = stochastic_descent(risk, [0.0, 0.0], c=1.0, steps=500)
    >>> bool(run.risk[-1] < run.risk[0]), int(run.gradient_evaluations[-1])
    (True, 500)
    """
    return _iterate(
        "SGD",
        objective,
        start,
        stochastic_rule(objective, c, seed, constant=constant),
        check_count(steps, "steps"),
        (1, 0),
        "The steps are too long for the curvature of single terms: choose a smaller c.",
    )


def newton_descent(objective: Objective, start: ArrayLike, steps: int) -> OptimisationRun:
    """Run Newton's method with full steps, as in note 004.

    Parameters
    ----------
    objective : LinearRisk or SaddleFunction
        F, with gradient and Hessian.
    start : array_like of shape (d,)
        The first w, with entries within ±10⁶.
    steps : int
        The number of steps.

    Returns
    -------
    OptimisationRun
        The path; it ends early, with a reason, if the run diverges or the Hessian has no inverse.

    Raises
    ------
    ValueError
        If an argument is out of its bounds.

    Notes
    -----
    Note 004, "Find empirical risk minimizer", Newton: w ← w - (∇²F(w))⁻¹∇F(w).

    Examples
    --------
    >>> import kernel_core as kc
    >>> from pages.stochastic_gradient.mathematics.objectives import LinearRisk
    >>> risk = LinearRisk([[1.0], [-2.0]], [1.0, -1.0], kc.Logistic(), 0.1)
    >>> run = newton_descent(risk, [0.0], steps=6)
    >>> bool(abs(risk.gradient(run.w[-1])).max() < 1e-12)
    True
    """
    return _iterate(
        "Newton",
        objective,
        start,
        newton_rule(objective),
        check_count(steps, "steps"),
        (objective.n_terms, objective.n_terms),
        "Newton’s method steps to the minimum of a quadratic approximation of F. This minimum is "
        "very far away where F is nearly linear: start nearer to the optimum, or choose a larger "
        "λ.",
    )


def _iterate(
    method: str,
    objective: Objective,
    start: ArrayLike,
    step: StepRule,
    steps: int,
    work: tuple[int, int],
    why: str,
) -> OptimisationRun:
    path, stop_reason = [_check_start(start)], None
    for t in range(1, steps + 1):
        try:
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
                w = step(t, path[-1])
                sound = np.abs(w).max() <= MAX_ENTRY and np.isfinite(objective.value(w))
        except np.linalg.LinAlgError:
            stop_reason = f"Stopped before step {t}: the Hessian has no inverse here."
            break
        if not sound:
            stop_reason = f"Stopped before step {t}, which would have diverged. {why}"
            break
        path.append(w)
    count = np.arange(len(path))
    risk = np.array([objective.value(w) for w in path])
    return OptimisationRun(
        method, np.array(path), risk, work[0] * count, work[1] * count, stop_reason
    )


def _check_start(start: ArrayLike) -> np.ndarray:
    try:
        w = np.array(start, dtype=float)
    except (TypeError, ValueError):
        w = np.array(np.nan)
    if w.ndim != 1 or len(w) == 0 or not (np.abs(w) <= MAX_ENTRY).all():
        raise ValueError(f"The start must be a list of numbers within ±{MAX_ENTRY:,.0f}.")
    return w
