"""Where the active set of a loss with one kink stands, and the moves it makes (active_set.py)."""

from __future__ import annotations

import numpy as np

from .coordinate_steps import coordinate_steps
from .newcomers import CROWD, movers
from .systems import MANY, Afresh, Kept

SORTED = 150  # points from which it pays to sort them first
BENDS = 8  # bounds met in one step, at most
RIDGE = 1e-13  # makes singular systems solvable; what it leaves undone, the next round does
NOTHING = 1e-9  # what a diagonal of 0 counts as, beside the mean, where the ridge is measured
FAR = 4  # a C that is so many times k / K_ii is far from alpha = 0
NEAR = 1e-12  # closer to a bound than this part of the box's width is at the bound


def intercept_bracket(f: np.ndarray, q: np.ndarray) -> tuple[float, float]:
    """The intercepts [low, high] that minimise Σ [k - y_i (f_i + b)]₊ for f (m,) and q = k y.

    Its slope in b begins at minus the number of positives and rises by 1 at each q_i - f_i, so
    it is flat once as many of these are passed as there are positives. For one class alone the
    bracket is a half-line, given here by its end.
    """
    turns, positives = np.sort(q - f), int((q > 0).sum())
    return float(turns[max(positives - 1, 0)]), float(turns[min(positives, len(q) - 1)])


class Box:
    """The state: alpha (m,) in the box between 0 and `edge`, f = K alpha, and who is free."""

    def __init__(self, K: np.ndarray, q: np.ndarray, edge: np.ndarray, sum_zero: bool) -> None:
        self.K, self.q, self.edge, self.sum_zero = K, q, edge, sum_zero
        self.sign, self.width = np.sign(edge), abs(edge[0])
        self.low, self.high = np.minimum(edge, 0.0), np.maximum(edge, 0.0)
        self.alpha, self.f = np.zeros(len(q)), np.zeros(len(q))
        self.free_ones = np.empty(0, dtype=int)
        self.scale = K.diagonal().mean() or 1.0
        self.kept: Kept | None = None
        self.solves = 0

    def enter(self, alpha: np.ndarray) -> None:
        """Begin at alpha (m,), brought into the box and, with an intercept, onto Σ alpha_i = 0."""
        alpha = np.clip(alpha, self.low, self.high)
        if self.sum_zero:
            alpha = balanced(alpha)
        self.alpha, self.free_ones = alpha, self.settle(alpha, np.arange(len(alpha)))
        self.f = self.K @ alpha

    def far(self, k: float) -> bool:
        """Whether C is so large beside k / K_ii that from alpha = 0 a smaller one goes first."""
        large = len(self.alpha) >= SORTED and not self.sum_zero
        return large and self.width * self.scale > FAR * k

    def approach(self) -> None:
        """Sort the points roughly, one coordinate at a time, where more are at C than free."""
        at_c = np.count_nonzero(np.abs(self.alpha) >= self.width)
        if len(self.alpha) >= SORTED and at_c >= len(self.free_ones):
            coordinate_steps(self.K, self.q, self.low, self.high, self.alpha, self.f)
            self.free_ones = self.settle(self.alpha, np.arange(len(self.alpha)))

    def settle(self, alpha: np.ndarray, ones: np.ndarray) -> np.ndarray:
        """Put those of alpha[ones] that are all but at a bound on it; return the others."""
        a, low, high = alpha[ones], self.low[ones], self.high[ones]
        near = NEAR * self.width
        at_low, at_high = a - low < near, high - a < near
        fixed = at_low | at_high
        if not fixed.any():
            return ones
        alpha[ones] = np.where(at_low, low, np.where(at_high, high, a))
        return ones[~fixed]

    def descend(self) -> None:
        """Minimise over the free points; those that meet a bound on the way are fixed there."""
        F = touched = self.free_ones
        if not len(F):
            return
        a, low, high = self.alpha[F], self.low[F], self.high[F]
        before = a
        system, r = self.system(F)
        while len(F):
            n = len(F)
            d = system.solve(r)
            self.solves += 1
            up = d[:n] > 0
            room = np.where(up, high - a, a - low) / np.abs(d[:n])
            if not np.fmin.reduce(room) < 1.0:
                self.alpha[F] = a + d[:n]
                F = self.settle(self.alpha, F)
                break
            step, pull, met = self.bent(system, r, d, room)
            self.alpha[F] = np.where(met, np.where(up, high, low), a + step[:n])
            keep = np.flatnonzero(~met)
            rows = np.append(keep, n) if self.sum_zero else keep
            r = (r - pull)[rows]
            system.keep(rows)
            F, low, high = F[keep], low[keep], high[keep]
            a = self.alpha[F]
        self.free_ones = F
        change = self.alpha[touched] - before
        if 4 * len(touched) < len(self.f):
            self.f += change @ self.K.take(touched, 0)
        else:
            self.f = self.K @ self.alpha

    def bent(
        self, system: Afresh | Kept, r: np.ndarray, d: np.ndarray, room: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The best step along d (n,) on which a point that meets its bound stays there while the

        others go on, A times it, and who has met a bound; `room` is the part of d up to each
        point's bound.
        Of the first few bends it takes the one where the quadratic is least. With an intercept
        the first bend it is: beyond, Σ alpha_i = 0 would not hold.
        """
        bends = np.sort(room[room < 1.0])[: 1 if self.sum_zero else BENDS]
        if len(bends) == 1:
            step = bends[0] * d
            return step, system.times(step), room <= bends[0]
        steps = np.minimum(bends, room[:, None]) * d[:, None]
        pulls = system.times(steps)
        gain = r @ steps - (steps * pulls).sum(axis=0) / 2
        best = int(gain.argmax())
        return steps[:, best], pulls[:, best], room <= bends[best]

    def system(self, F: np.ndarray) -> tuple[Afresh | Kept, np.ndarray]:
        """The Newton system A d = r for the free points F, with a border for Σ d_i = 0."""
        n = len(F)
        r = self.q[F] - self.f[F]
        if not self.sum_zero:
            return self.inner(F), r
        A = np.zeros((n + 1, n + 1))
        A[:n, :n] = self.block(F, F)
        A[n:, :n] = A[:n, n:] = self.scale
        # the last is 0 but for rounding, which must not add up
        return Afresh(A), np.append(r, -self.scale * self.alpha.sum())

    def inner(self, F: np.ndarray) -> Afresh | Kept:
        """K_FF, its inverse kept where many are free."""
        if len(F) < MANY:
            return Afresh(self.block(F, F))
        self.kept = self.kept or Kept(self.block, len(self.q))
        self.kept.enter(F)
        return self.kept

    def block(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """K for two lists of points, with the ridge on the diagonal if they are the same list."""
        A = self.K.take(rows, 0).take(columns, 1)
        if rows is columns:
            A.flat[:: len(A) + 1] += RIDGE * (A.diagonal() + NOTHING * self.scale)
        return A

    def owed(self) -> tuple[np.ndarray, float, float]:
        """What each point owes of the duality gap (m,), the primal, the dual; all divided by lam.

        By Fenchel's inequality: C [k - y_i (f_i + b)]₊ + alpha_i (f_i + b) - k y_i alpha_i >= 0.
        """
        rest = self.q - self.f
        if self.sum_zero:
            rest = rest - self.multiplier(rest)
        loss = self.width * np.maximum(self.sign * rest, 0.0)
        norm2 = self.alpha @ self.f
        primal, dual = loss.sum() + norm2 / 2, self.q @ self.alpha - norm2 / 2
        return loss - self.alpha * rest, primal, dual

    def multiplier(self, rest: np.ndarray) -> float:
        """The intercept: the multiplier of Σ alpha_i = 0, on which all free points agree."""
        if len(self.free_ones):
            return float(rest[self.free_ones].mean())
        return sum(intercept_bracket(self.f, self.q)) / 2

    def free(self, owed: np.ndarray, count: int) -> None:
        """Free the `count` fixed points that owe most."""
        owed[self.free_ones] = 0.0
        worst = (
            np.argpartition(owed, -count)[-count:] if count < len(owed) else np.arange(len(owed))
        )
        worst = worst[owed[worst] > 1e-3 * owed.max()]
        if self.sum_zero and not len(self.free_ones) and len(worst):
            worst = np.union1d(worst, self.pair())  # one alone cannot move
        if not self.sum_zero and CROWD < len(worst) <= 2 * len(self.free_ones):
            worst = movers(self, worst)
        joined = np.zeros(len(owed), dtype=bool)
        joined[self.free_ones] = joined[worst] = True
        self.free_ones = np.flatnonzero(joined)

    @property
    def many(self) -> bool:
        """Whether so many are free that an inverse is kept."""
        return self.kept is not None and self.kept.good and len(self.free_ones) >= MANY

    def pair(self) -> list[int]:
        """The point that most wants its alpha to rise, and the one that most wants it to fall."""
        rest = self.q - self.f
        rise = np.where(self.alpha < self.high, rest, -np.inf)
        fall = np.where(self.alpha > self.low, rest, np.inf)
        return [int(rise.argmax()), int(fall.argmin())]


def relative_gap(owed: np.ndarray, primal: float, lam: float) -> float:
    """The duality gap beside the primal, from what `Box.owed` gives, which is divided by lam."""
    return lam * owed.sum() / max(1.0, lam * primal)


def balanced(alpha: np.ndarray) -> np.ndarray:
    """alpha (m,) with the sum brought to 0 by shrinking the heavier side, its smallest first."""
    excess = alpha.sum()
    heavier = np.flatnonzero(alpha * excess > 0)
    order = heavier[np.argsort(np.abs(alpha[heavier]), kind="stable")]
    size = np.abs(alpha[order])
    left = np.clip(np.cumsum(size) - abs(excess), 0.0, size)
    alpha = alpha.copy()
    alpha[order] = np.sign(excess) * left
    return alpha
