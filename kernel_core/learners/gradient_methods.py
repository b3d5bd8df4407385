"""Three ways to minimise one F: gradient descent, stochastic gradient descent, Newton (004).

    GD      w ← w - η ∇F(w)                  N component gradients a step
    SGD     w ← w - η_t ∇F_n(w)              one component gradient a step, n uniformly at random
    Newton  w ← w - (∇²F(w))⁻¹ ∇F(w)         N component gradients and N Hessians a step

on F(w) = (1/N) Σ F_n(w). All are run as printed: nothing makes them safe, so a step that is too
long diverges and is stopped, with the reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from ..solvers.linalg import solve_regular
from ..validation import check_count, number
from .index_sampling import draw_indices

LIMIT = 1e6  # beyond this ‖w‖ has left every picture

StepRule = Callable[[int, np.ndarray], np.ndarray]  # step t from w (d,): where it leads, (d,)


class Objective(Protocol):
    """What a method uses of F: R^d → R. n_terms is N, the number of its F_n."""

    n_terms: int

    def value(self, w: np.ndarray) -> float: ...

    def gradient(self, w: np.ndarray) -> np.ndarray: ...

    def hessian(self, w: np.ndarray) -> np.ndarray: ...


class FiniteSum(Objective, Protocol):
    """An objective whose F_n can be evaluated one by one, as SGD does."""

    def component_gradient(self, w: np.ndarray, n: int) -> np.ndarray: ...


@dataclass(frozen=True, eq=False)
class OptimisationRun:
    """Where a method went: w (T + 1, d) from the start on, F there (T + 1,), and the work it took.

    gradient_evaluations and hessian_evaluations (T + 1,) count the component gradients ∇F_n and
    Hessians ∇²F_n evaluated by then. stop_reason: None, or a sentence that says why it ended early;
    every number is finite.
    """

    method: str
    w: np.ndarray
    risk: np.ndarray
    gradient_evaluations: np.ndarray
    hessian_evaluations: np.ndarray
    stop_reason: str | None

    @property
    def work(self) -> np.ndarray:
        """What was evaluated by then, in gradients of single examples, (T + 1,).

        A Hessian ∇²F_n has d rows, each as long as a gradient: it counts as d of them.
        """
        return self.gradient_evaluations + self.w.shape[1] * self.hessian_evaluations

    def steps_to(self, risk: float) -> int | None:
        """The first step from which F is at most `risk`, for good as far as the path goes; or None.

        SGD may pass below a level and come back up: that does not count.
        """
        above = np.flatnonzero(self.risk > risk)
        first = 0 if len(above) == 0 else int(above[-1]) + 1
        return first if first < len(self.risk) else None


def gradient_rule(objective: Objective, eta: float) -> StepRule:
    """One step of GD with the constant η."""
    eta = number(eta, "eta", "above 0")
    return lambda t, w: w - eta * objective.gradient(w)


def stochastic_rule(
    objective: FiniteSum, c: float, seed: int = 0, *, constant: bool = False
) -> StepRule:
    """One step of SGD with η_t = c/√t (000 §4), or η_t = c if constant; each call draws an n."""
    c, indices = number(c, "c", "above 0"), draw_indices(objective.n_terms, seed)

    def step(t: int, w: np.ndarray) -> np.ndarray:
        eta = c if constant else c / t**0.5
        return w - eta * objective.component_gradient(w, next(indices))

    return step


def newton_rule(objective: Objective) -> StepRule:
    """One full Newton step."""
    return lambda t, w: w - solve_regular(objective.hessian(w), objective.gradient(w))


def seconds_for(rule: StepRule, start: ArrayLike, steps: int) -> float:
    """How long `steps` steps of a rule from `start` (d,) take: the steps alone, F is not asked."""
    w = _check_start(start)
    began = time.perf_counter()
    for t in range(1, steps + 1):
        w = rule(t, w)
    return time.perf_counter() - began


def gradient_descent(
    objective: Objective, start: ArrayLike, eta: float, steps: int
) -> OptimisationRun:
    """`steps` steps of GD with the constant η from `start` (d,)."""
    return _iterate(
        "GD",
        objective,
        start,
        gradient_rule(objective, eta),
        check_count(steps, "steps"),
        (objective.n_terms, 0),
        "Where F curves more than 2/η, each step lands farther out than it began: take a "
        "smaller η. Where F has no lowest point, no η helps.",
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
    """`steps` steps of SGD with η_t = c/√t (000 §4), or η_t = c if constant, from `start` (d,)."""
    return _iterate(
        "SGD",
        objective,
        start,
        stochastic_rule(objective, c, seed, constant=constant),
        check_count(steps, "steps"),
        (1, 0),
        "The steps are too long for the curvature of single terms: take a smaller c.",
    )


def newton_descent(objective: Objective, start: ArrayLike, steps: int) -> OptimisationRun:
    """`steps` full Newton steps from `start` (d,)."""
    return _iterate(
        "Newton",
        objective,
        start,
        newton_rule(objective),
        check_count(steps, "steps"),
        (objective.n_terms, objective.n_terms),
        "Newton trusts its parabola however far it reaches: where F is nearly flat it leaps out "
        "of sight. Start nearer to the optimum, or take a larger λ.",
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
                sound = np.abs(w).max() <= LIMIT and np.isfinite(objective.value(w))
        except np.linalg.LinAlgError:
            stop_reason = f"Stopped before step {t}: the Hessian has no inverse here."
            break
        if not sound:
            stop_reason = f"Stopped before step {t}, which would have left all bounds. {why}"
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
    if w.ndim != 1 or len(w) == 0 or not (np.abs(w) <= LIMIT).all():
        raise ValueError(f"The start must be a list of numbers within ±{LIMIT:.0e}.")
    return w
