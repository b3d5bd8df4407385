"""Sparse recovery: how many examples ℓ₁ needs to find the true w* (note 001: n > C s log d).

X (n, d) has standard normal entries, w* (d,) has s entries of ±1, the others are 0, and y = Xw*
without noise. For λ → 0 the lasso's w tends to a w with the smallest ‖w‖₁ of all that fit.

Recovery is exact if the certified lasso solution at 1e-5 times `max_useful_lam` has
‖w - w*‖ <= 1e-3 ‖w*‖. Rounding the entries of w to whole numbers then gives w*, since ‖w*‖ = √s and
the error of an entry is at most √s/1000. In practice the effect of λ on w is below this tolerance.
Where ℓ₁ does not find w*, the error of w is far above the tolerance.

The cells of a table of n and s are independent of each other: each has its own seeds, so that the
numbers do not depend on the order, or on which cells are computed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

import numpy as np

from kernel_core.validation import check_count
from pages.regularisation.mathematics.lasso import lasso_path, max_useful_lam

EXACT_TOL = 1e-3  # largest ‖w - w*‖ of an exact recovery, as a share of ‖w*‖
# Values of λ as shares of `max_useful_lam`; each solution is the start for the next λ.
LAMBDA_SCHEDULE = np.geomspace(0.3, 1e-5, 5)
MAX_DIMENSION = 400  # largest d; with a larger d a table would take too long


@dataclass(frozen=True)
class RecoveryCell:
    """How often ℓ₁ finds a sparse w* from n examples.

    Attributes
    ----------
    n : int
        The number of examples.
    s : int
        The number of non-zero entries of w*.
    successes, trials : int
        The number of exact recoveries, and of random problems.
    gap : float
        The largest relative duality gap of the solutions.

    Notes
    -----
    Note 001, "ℓ₁ regularization as a proxy for ℓ₀ regularization", the theorem: ℓ₁ finds w*
    with high probability if n > C s log d.

    Examples
    --------
    >>> RecoveryCell(n=20, s=2, successes=5, trials=10, gap=1e-9).probability
    0.5
    """

    n: int
    s: int
    successes: int
    trials: int
    gap: float

    @property
    def probability(self) -> float:
        """The share of exact recoveries."""
        return self.successes / self.trials


def sparse_problem(
    n: int, d: int, s: int, seed: int, trial: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sample X (n, d), y (n,) = Xw* and w* (d,) with s entries of ±1, for 1 <= s <= d and
    2 <= d <= 400; each `trial` gives another problem."""
    d = check_count(d, "d", 2)
    if d > MAX_DIMENSION or check_count(s, "s") > d:
        raise ValueError(
            f"s must be at most d, and d at most {MAX_DIMENSION}: here s = {s}, d = {d}."
        )
    key = [check_count(seed, "seed", 0), d, check_count(n, "n"), s, check_count(trial, "trial", 0)]
    rng = np.random.default_rng(key)
    X = rng.standard_normal((n, d))
    w = np.zeros(d)
    w[rng.permutation(d)[:s]] = rng.choice([-1.0, 1.0], s)
    return X, X @ w, w


def recover(X: np.ndarray, y: np.ndarray, w_star: np.ndarray) -> tuple[bool, float, np.ndarray]:
    """Return whether ℓ₁ recovers w* (d,) from X (n, d) and y (n,), the relative duality gap, and
    the fitted w (d,)."""
    *_, last = lasso_path(X, y, max_useful_lam(X, y) * LAMBDA_SCHEDULE)
    distance = np.linalg.norm(last.w - w_star)
    return bool(distance <= EXACT_TOL * np.linalg.norm(w_star)), last.gap, last.w


def recovery_cell(d: int, n: int, s: int, trials: int = 20, seed: int = 0) -> RecoveryCell:
    """Choose sparse vectors w* at random and count how often the lasso recovers them exactly.

    Parameters
    ----------
    d : int
        The number of unknowns, 2 to 400.
    n : int
        The number of examples.
    s : int
        The number of non-zero entries of w*, 1 to d.
    trials : int
        The number of random problems.
    seed : int
        The random seed; each (d, n, s) has its own random problems.

    Returns
    -------
    RecoveryCell
        The count.

    Raises
    ------
    ValueError
        If an argument is out of its bounds.

    Notes
    -----
    Note 001, theorem: n > C s log d examples are enough. Exact means ‖w - w*‖ <= 1e-3 ‖w*‖ at
    1e-5 times `max_useful_lam`.

    Examples
    --------
    >>> [recovery_cell(30, n, 2, trials=5).probability for n in (2, 25)]
    [0.0, 1.0]
    """
    runs = [
        recover(*sparse_problem(n, d, s, seed, trial))
        for trial in range(check_count(trials, "trials"))
    ]
    return RecoveryCell(
        n, s, sum(exact for exact, _, _ in runs), trials, max(gap for _, gap, _ in runs)
    )


def coarse_to_fine(rows: int, columns: int) -> list[tuple[int, int]]:
    """Return the cells of a table in an order that refines the picture step by step.

    Parameters
    ----------
    rows, columns : int
        The size of the table.

    Returns
    -------
    list of (int, int)
        Every (row, column) once: first every 8th row and column, then every 4th, every 2nd, and
        the rest.

    Notes
    -----
    Cells are ordered by the largest of 8, 4, 2, 1 that divides both row and column, largest first.
    The table is for the theorem of note 001: n > C s log d.

    Examples
    --------
    >>> coarse_to_fine(3, 3)[:4]
    [(0, 0), (0, 2), (2, 0), (2, 2)]
    """
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    return sorted(cells, key=lambda ij: -min(_level(ij[0]), _level(ij[1])))


def _level(i: int) -> int:
    """Return the largest of 8, 4, 2, 1 that divides i."""
    return next(step for step in (8, 4, 2, 1) if i % step == 0)


def phase_transition(cells: Iterable[RecoveryCell], level: float = 0.5) -> dict[int, float]:
    """Return for each s the n at which the probability of exact recovery reaches `level`, if the
    cells show it.

    This n is interpolated linearly between the last n below the level and the next n.
    """
    columns: dict[int, list[RecoveryCell]] = {}
    for cell in sorted(cells, key=lambda cell: cell.n):
        columns.setdefault(cell.s, []).append(cell)
    half_points = {}
    for s, column in columns.items():
        below = [k for k, cell in enumerate(column) if cell.probability < level]
        if not below or below[-1] + 1 == len(column):
            continue
        a, b = column[below[-1]], column[below[-1] + 1]
        part = (level - a.probability) / (b.probability - a.probability)
        half_points[s] = a.n + part * (b.n - a.n)
    return dict(sorted(half_points.items()))


def fit_constant(cells: Iterable[RecoveryCell], d: int, level: float = 0.5) -> float | None:
    """Fit the C for which C s log d is closest to the n at which recovery begins.

    Parameters
    ----------
    cells : iterable of RecoveryCell
        The cells of a table.
    d : int
        The number of unknowns.
    level : float
        The probability at which recovery counts as begun.

    Returns
    -------
    float or None
        C by least squares; None if the probability passes the level for no s.

    Notes
    -----
    Note 001, theorem: n > C s log d. One C cannot fit all s: the true border bends down as s
    approaches d, where log(d/s) matters.

    Examples
    --------
    >>> cells = [RecoveryCell(n, 1, k, 10, 0.0) for n, k in ((2, 0), (4, 10))]
    >>> round(fit_constant(cells, d=20), 4)  # 3 examples for s = 1
    1.0014
    """
    points = phase_transition(cells, level)
    if not points:
        return None
    x, n = np.array(list(points)) * log(check_count(d, "d", 2)), np.array(list(points.values()))
    return float(x @ n / (x @ x))
