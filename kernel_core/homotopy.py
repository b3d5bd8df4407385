"""A chain of answers along a slider, for the losses [k - yz]₊ of active_set.py.

From stop to stop only a few points change sides: `side` (m,) is -1 where alpha_i is at the lower
end of its box, +1 at the upper, 0 where it is free. With rest = k y - K alpha the optimum is where
rest_i = 0 for the free points and side_i rest_i >= 0 for the others. Two ways lead there:

`guess` solves for the free points, moves all who are then on the wrong side at once, and repeats
as long as these become fewer. They do where K is near a diagonal, and there nothing is cheaper. It
needs no neighbour: it may begin with all points at C.

`follow` moves one point at a time, and arrives wherever no two of them tie. It takes the labels q'
for which the neighbour's answer is the optimum here, and lets them become q = k y along a straight
line. On the way alpha and rest are linear from bend to bend: where a free point meets a bound it
is fixed, where the rest of a fixed one has come to 0 it is freed.

What both leave open, `solve_box` closes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .active_set import BEYOND, solve_box
from .answer import Answer
from .box import NEAR, NOTHING, RIDGE, Box, relative_gap
from .linear import solve
from .losses import Loss

CROWD = 400  # among more points a guess fails at nearly every stop of the default slider
GUESSES = 12  # rounds at most,
FEWER = 0.8  # each of which must leave at most this part of the wrong ones
MANY = 1 / 8  # a guess is tried where this part of the points is free: else the bends cost less
MISSES = 2  # and not after so many failures in a row
FEW = 64  # with more free points than this, the systems of all bends cost more than `solve_box`
TURNS = 50  # bends at most, beside one a point
LEAST = 1e-300  # what a rest of 0 counts as, so that it can be divided by
QUIET = np.errstate(divide="ignore", invalid="ignore", over="ignore")  # the gap tells


def chain(
    gram: Callable[[int], np.ndarray],
    y: np.ndarray,
    loss: Loss,
    lams: np.ndarray,
    c: float,
    *,
    start: Answer | None = None,
    tol: float = 1e-6,
) -> Iterator[tuple[int, Answer]]:
    """Each stop k and its answer without an intercept, every one from its neighbour's.

    gram(k) is K (m, m), y (m,) of -1/+1, lams (S,) above 0. It begins where a guess from nothing
    is right, at the first stop or the last; else, or from `start`, in the middle.
    """
    S = len(lams)
    first, way = S // 2, Way(y, loss, c)
    answers: dict[int, Answer] = {}
    for end in (0, S - 1) if start is None else ():
        way.turn_to(gram(end), float(lams[end]))
        if way.begin(tol):
            first, answers[end] = end, way.answer()
            break
    if not answers:
        lam = float(lams[first])
        answers[first] = solve_box(gram(first), y, loss, lam, c, start=start, tol=tol)
    yield first, answers[first]
    for stops, near in ((range(first + 1, S), -1), (range(first - 1, -1, -1), 1)):
        way.misses = 0
        for k in stops:
            way.turn_to(gram(k), float(lams[k]))
            nearest, behind = (
                answers[j].rescaled(lams[j] / lams[k]) if j in answers else None
                for j in (k + near, k + 2 * near)
            )
            answers[k] = way.go(nearest, behind, tol)
            yield k, answers[k]


class Way(Box):
    """The box, with each point's side (m,); one for all stops."""

    def __init__(self, y: np.ndarray, loss: Loss, c: float) -> None:
        self.y, self.loss, self.c = y, loss, c
        self.lam, self.misses = 0.0, 0  # guesses that have failed since the last that did not

    def turn_to(self, K: np.ndarray, lam: float) -> None:
        """Come to the stop with K (m, m) and lam."""
        if lam != self.lam:
            self.lam, self.edge = lam, self.c / lam * self.y
            k = self.loss.value(0.0, 1.0)
            super().__init__(K, k * self.y, self.edge, False)
            self.near = NEAR * self.width
        diagonal = K.diagonal()
        self.K, self.solves, self.scale = K, 0, diagonal.mean() or 1.0
        self.ridge = RIDGE * (diagonal + NOTHING * self.scale)

    @QUIET
    def begin(self, tol: float) -> bool:
        """Whether a guess from nothing, all points at C, is right."""
        self.take_sides(self.edge)
        return self.guess() and self.gap() <= BEYOND * tol

    @QUIET
    def go(self, start: Answer, behind: Answer | None, tol: float) -> Answer:
        """The answer here from the neighbour's; `behind` is the one behind that."""
        free, found = self.take_sides(start.alpha), False
        if free >= MANY * len(self.y) and self.misses < MISSES:
            if behind is not None:
                self.look_ahead(start, behind)
            found = self.guess()
            self.misses = 0 if found else self.misses + 1
        if not found and free <= FEW:
            self.take_sides(start.alpha)
            self.follow(start.f)
            found = True
        gap = self.gap() if found else np.inf
        if gap <= BEYOND * tol:
            return self.answer()
        best = self.answer() if np.isfinite(gap) else start
        return solve_box(self.K, self.y, self.loss, self.lam, self.c, start=best, tol=tol)

    def take_sides(self, alpha: np.ndarray) -> int:
        """Begin at alpha (m,), with every point on the side it has there; how many are free."""
        self.side = (self.high - alpha < self.near) * 1.0
        self.side -= alpha - self.low < self.near
        self.alpha = np.where(self.side > 0, self.high, np.where(self.side < 0, self.low, alpha))
        return len(alpha) - np.count_nonzero(self.side)

    def look_ahead(self, start: Answer, behind: Answer) -> None:
        """Go on from `start` as far again as it is from `behind`."""
        self.alpha = np.where(self.side == 0, 2 * start.alpha - behind.alpha, self.alpha)
        self.f = 2 * start.f - behind.f
        self.move()

    def move(self) -> int:
        """Move all who are on the wrong side, and say how many these are."""
        away = self.side * (self.q - self.f) < -NEAR
        over = (self.alpha > self.high + self.near) * 1.0
        over -= self.alpha < self.low - self.near
        self.side[away] = 0.0
        self.side += over
        self.alpha = np.minimum(np.maximum(self.alpha, self.low), self.high)
        return np.count_nonzero(away) + np.count_nonzero(over)

    def guess(self) -> bool:
        """Whether moving all who are on the wrong side at once has led to the optimum."""
        before = np.inf
        for _ in range(GUESSES if len(self.q) <= CROWD else 0):
            F = (self.side == 0).nonzero()[0]
            self.f = self.K @ self.alpha
            if len(F):
                rows, A = self.rows_and_block(F)
                d = self.solved(A, self.q[F] - self.f[F])
                self.alpha[F] += d
                self.f += d @ rows
            wrong = self.move()
            if not wrong:
                return True
            if wrong > FEWER * before:
                return False
            before = wrong
        return False

    @QUIET
    def follow(self, f: np.ndarray) -> None:
        """Follow the path from the neighbour's values f (m,) to k y, `left` of it at a time."""
        alpha, side, left = self.alpha, self.side, 1.0
        rest = self.q - f
        rest[side * rest <= 0] = 0.0
        pull = self.q - self.K @ alpha - rest  # how rest changes while alpha stays
        rest[side == 0] = np.inf  # a free point's never comes to 0: it is there
        for _ in range(len(rest) + TURNS):
            F = (side == 0).nonzero()[0]
            rows, A = self.rows_and_block(F)
            d = self.solved(A, pull[F])
            turn = pull - d @ rows  # how rest changes while that of the free points stays 0
            rate = turn / np.copysign(rest, side, out=rest)
            i = rate.argmin()
            length = -1.0 / rate[i] if rate[i] < 0 else np.inf
            j, room, up = self.first_to_leave(F, d)
            leaves = room < length
            if leaves:
                i, length = j, room
            if not length < left:
                alpha[F] += left * d
                break
            alpha[F] += length * d
            rest += length * turn
            left -= length
            if leaves:
                side[i], alpha[i] = (1.0, self.high[i]) if up else (-1.0, self.low[i])
                rest[i] = LEAST
            else:
                side[i], rest[i] = 0.0, np.inf
        self.f = self.K @ alpha

    def first_to_leave(self, F: np.ndarray, d: np.ndarray) -> tuple[int, float, bool]:
        """Which of F (n,) meets its bound first along d (n,), after what part; is it the upper?"""
        if not len(F):
            return 0, np.inf, False
        up = d >= 0
        room = (np.where(up, self.high[F], self.low[F]) - self.alpha[F]) / d
        j = room.argmin()
        return F[j], room[j], up[j]

    def rows_and_block(self, F: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The rows (n, m) of K for the free points F (n,), and their own block (n, n)."""
        rows = self.K.take(F, 0)
        A = rows.take(F, 1)
        A.ravel()[:: len(F) + 1] += self.ridge[F]
        return rows, A

    def solved(self, A: np.ndarray, r: np.ndarray) -> np.ndarray:
        """A⁻¹ r, counted."""
        self.solves += 1
        return solve(A, r)

    def gap(self) -> float:
        """The relative gap."""
        owed, primal, _ = self.owed()
        return relative_gap(owed, primal, self.lam)

    def answer(self) -> Answer:
        """Where it is now."""
        return Answer(self.alpha, 0.0, self.f, self.solves)
