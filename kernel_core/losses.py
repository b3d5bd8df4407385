"""Losses L(z, y) of a prediction z for a label y: value, derivative, curvature, conjugate.

000 §1 and 002. Every method works elementwise on arrays that broadcast. Most losses are φ(s) of one
number: the margin s = yz with labels -1/+1 (`MarginLoss`), or the residual s = z - y with any
labels (`ResidualLoss`). Such a loss writes φ, its slope φ' and its conjugate φ*, and its base class
turns them into functions of z, u and y.

What a loss declares decides which solver minimises it (solve.py): `pieces`, and a box-constrained
quadratic programme does; `smooth` with its `curvature`, and Newton's method does. A loss with
neither can be drawn and counted, and `fit` says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .kernels.arguments import number

EDGE = 1e-12  # how far rounding may carry a dual variable over the edge of its domain


@dataclass(frozen=True)
class Piece:
    """A stretch on which the slope of φ rises from `low` to `high`: it begins to leave 0 at `at`.

    There φ*(v) = at v + width/2 v². With width = 0 all of the rise is at one point, a kink; else
    φ bends by 1/width. low <= 0 <= high, and either may be infinite where width > 0.
    """

    at: float
    low: float
    high: float
    width: float = 0.0


@dataclass(frozen=True, eq=False)
class DualPieces:
    """L*(u, y) as Σ_j at_j u_j + width_j/2 u_j², with Σ_j u_j = u and low_j <= u_j <= high_j.

    All arrays (p, m): p pieces for each of m labels. Those of one sign stand from 0 outwards.
    """

    at: np.ndarray
    low: np.ndarray
    high: np.ndarray
    width: np.ndarray


@dataclass(frozen=True)
class Loss:
    """A loss that is convex in z, with its convex conjugate L*(u, y) = sup_z uz - L(z, y)."""

    name: ClassVar[str]
    smooth: ClassVar[bool] = False  # it has a derivative everywhere, and a `curvature`
    margin_based: ClassVar[bool] = False
    quadratic: ClassVar[bool] = False  # of curvature 1 everywhere
    pieces: ClassVar[
        tuple[Piece, ...]
    ] = ()  # all of φ, where it is straight or quadratic by pieces

    def value(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        """L(z, y)."""
        raise NotImplementedError

    def derivative(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        """∂L/∂z, the w of 000's representer theorem; at a kink the subgradient its class names."""
        raise NotImplementedError

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        """∂²L/∂z², for smooth losses; ValueError for the others."""
        raise ValueError(f"The {self.name} loss has a kink, so it has no second derivative there.")

    def conjugate(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        """L*(u, y) = sup_z uz - L(z, y): +inf outside its domain, whose edge is soft by 1e-12."""
        raise ValueError(
            f"The {self.name} loss has no conjugate, so there is no dual problem to minimise it by."
        )

    def clip_dual(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        """The u nearest to the given one for which the conjugate is finite."""
        raise NotImplementedError

    def dual_pieces(self, y: np.ndarray) -> DualPieces:
        """The conjugate for the labels y (m,), piece by piece."""
        raise NotImplementedError

    def check_labels(self, y: ArrayLike) -> np.ndarray:
        """y as floats, or a ValueError in a sentence if this loss has no use for such labels."""
        y = _numbers(y)
        if not np.isfinite(y).all():
            raise ValueError("Labels must be finite numbers; some of these are NaN or infinite.")
        return y


class FunctionLoss(Loss):
    """φ of one number s. Subclasses write φ, slope φ' and dual φ*."""

    @property
    def slopes(self) -> tuple[float, float]:
        """The least and the greatest slope of φ: φ* is finite between them. By its pieces."""
        return sum(p.low for p in self.pieces), sum(p.high for p in self.pieces)

    def phi(self, s: np.ndarray) -> np.ndarray:
        """φ(s)."""
        raise NotImplementedError

    def slope(self, s: np.ndarray) -> np.ndarray:
        """φ'(s)."""
        raise NotImplementedError

    def dual(self, v: np.ndarray) -> np.ndarray:
        """φ*(v) = sup_s vs - φ(s) for v between the slopes."""
        raise NotImplementedError

    def dual_within(self, v: np.ndarray) -> np.ndarray:
        """φ*(v) for any v: +inf outside the slopes, whose edge is soft by 1e-12."""
        low, high = self.slopes
        inside = (v >= low - EDGE) & (v <= high + EDGE)
        return np.where(inside, self.dual(np.clip(v, low, high)), np.inf)[()]


class MarginLoss(FunctionLoss):
    """L(z, y) = φ(yz) for labels -1/+1, with slopes from `low` to 0."""

    margin_based: ClassVar[bool] = True
    low: ClassVar[float] = -1.0

    @property
    def slopes(self) -> tuple[float, float]:
        return self.low, 0.0

    def dual_pieces(self, y: np.ndarray) -> DualPieces:
        at, low, high, width = _columns(self.pieces)
        lower, upper = np.where(y > 0, low, -high), np.where(y > 0, high, -low)
        return DualPieces(at * y, lower, upper, width + 0.0 * y)

    def value(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.phi(self.check_labels(y) * z)

    def derivative(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        y = self.check_labels(y)
        return y * self.slope(y * z)

    def conjugate(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.dual_within(self.check_labels(y) * u)

    def clip_dual(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        y = self.check_labels(y)
        return y * np.clip(y * u, self.low, 0.0)

    def check_labels(self, y: ArrayLike) -> np.ndarray:
        y = _numbers(y)
        if (y * y != 1.0).any():
            raise ValueError(f"The {self.name} loss needs the labels -1 and +1; found others.")
        return y


class KinkedLoss(MarginLoss):
    """[k - yz]₊: one kink, at yz = k, and straight on both sides of it."""

    k: ClassVar[float]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return (Piece(self.k, -1.0, 0.0),)

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.maximum(0.0, self.k - s)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return self.k * v


class Hinge(KinkedLoss):
    """[1 - yz]₊, 000 eq. (3): the support vector machine. At its kink yz = 1 the slope is 0."""

    name = "hinge"
    k: ClassVar[float] = 1.0

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -np.less(s, 1.0).astype(float)


class Perceptron(KinkedLoss):
    """max{0, -yz}. At its kink z = 0 the slope is -y, so that learning can leave zero. 004."""

    name = "perceptron"
    k: ClassVar[float] = 0.0

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -np.less_equal(s, 0.0).astype(float)


class SquaredHinge(MarginLoss):
    """[1 - yz]₊²: as the hinge from yz = 1 on, and dearer the farther a point is on the wrong side.

    Its curvature is 2 where it charges at all.
    """

    name = "squared-hinge"
    smooth = True
    low: ClassVar[float] = -np.inf
    pieces: ClassVar[tuple[Piece, ...]] = (Piece(1.0, -np.inf, 0.0, 0.5),)

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.square(np.maximum(0.0, np.subtract(1.0, s)))

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -2.0 * np.maximum(0.0, np.subtract(1.0, s))

    def dual(self, v: np.ndarray) -> np.ndarray:
        return v + np.square(v) / 4

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return 2.0 * np.less(self.check_labels(y) * z, 1.0)[()]


class Logistic(MarginLoss):
    """log(1 + e^{-yz}), 000 §1: logistic regression."""

    name = "logistic"
    smooth = True

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.logaddexp(0.0, np.negative(s))

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -np.exp(-np.logaddexp(0.0, s))

    def dual(self, v: np.ndarray) -> np.ndarray:
        return _xlogx(-v) + _xlogx(1.0 + v)

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        t = self.check_labels(y) * z
        return np.exp(-np.logaddexp(0.0, t) - np.logaddexp(0.0, -t))


class Exponential(MarginLoss):
    """e^{-yz}: boosting. Far on the wrong side it overflows to inf, quietly."""

    name = "exponential"
    smooth = True
    low: ClassVar[float] = -np.inf

    def phi(self, s: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):
            return np.exp(np.negative(s))

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -self.phi(s)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return _xlogx(-v) + v

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.phi(self.check_labels(y) * z)


class ZeroOne(MarginLoss):
    """1 where yz <= 0, else 0: what one would count; f = 0 is no answer, so an error too."""

    name = "zero-one"

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.less_equal(s, 0.0).astype(float)

    def derivative(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        raise self._refusal("derivative to follow")

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        raise self._refusal("curvature")

    def conjugate(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        raise self._refusal("useful conjugate")

    def clip_dual(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        raise self._refusal("dual problem")

    @staticmethod
    def _refusal(what: str) -> ValueError:
        return ValueError(
            f"The zero-one loss has no {what}: it is not convex, flat wherever it does not jump, "
            f"and minimising it is NP-hard. Hinge, logistic and exponential bound it from above."
        )


class ResidualLoss(FunctionLoss):
    """L(z, y) = φ(z - y), with any real labels. On the labels ±1, z - y = ±(1 - yz)."""

    def dual_pieces(self, y: np.ndarray) -> DualPieces:
        at, low, high, width = _columns(self.pieces)
        same = np.zeros((len(self.pieces), len(y)))
        return DualPieces(at + y, low + same, high + same, width + same)

    def value(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.phi(np.subtract(z, y, dtype=float))

    def derivative(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.slope(np.subtract(z, y, dtype=float))

    def conjugate(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.dual_within(np.asarray(u)) + np.multiply(u, y)

    def clip_dual(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        return np.clip(np.asarray(u, dtype=float), *self.slopes)


class Squared(ResidualLoss):
    """(z - y)²/2, 000 §1: regression, with any real labels; ±1 give (1 - yz)²/2."""

    name = "squared"
    smooth = True
    quadratic = True
    slopes: ClassVar[tuple[float, float]] = (-np.inf, np.inf)

    def phi(self, s: np.ndarray) -> np.ndarray:
        return 0.5 * np.square(s)

    def slope(self, s: np.ndarray) -> np.ndarray:
        return s

    def dual(self, v: np.ndarray) -> np.ndarray:
        return 0.5 * np.square(v)

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return np.ones(np.broadcast_shapes(np.shape(z), np.shape(y)))[()]


@dataclass(frozen=True)
class Absolute(ResidualLoss):
    """|z - y|: its minimiser is a median. At its kink the slope is 0."""

    name: ClassVar[str] = "absolute"
    pieces: ClassVar[tuple[Piece, ...]] = (Piece(0.0, -1.0, 1.0),)

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.abs(s)

    def slope(self, s: np.ndarray) -> np.ndarray:
        return np.sign(s)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return np.zeros_like(v)


@dataclass(frozen=True)
class Pinball(ResidualLoss):
    """q (y - z) below the label, (1 - q)(z - y) above it: its minimiser is the quantile q."""

    quantile: float = 0.5
    name: ClassVar[str] = "pinball"

    def __post_init__(self) -> None:
        if not 0 < number(self.quantile, "quantile", "above 0") < 1:
            raise ValueError(f"quantile must be between 0 and 1; it was {self.quantile!r}.")

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return (Piece(0.0, -self.quantile, 1.0 - self.quantile),)

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.maximum(-self.quantile * s, (1.0 - self.quantile) * s)

    def slope(self, s: np.ndarray) -> np.ndarray:
        return np.greater(s, 0.0) - self.quantile * np.not_equal(s, 0.0)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return np.zeros_like(v)


@dataclass(frozen=True)
class EpsilonInsensitive(ResidualLoss):
    """[|z - y| - ε]₊: support vector regression. Within ε of its label a point costs nothing."""

    epsilon: float = 0.25
    name: ClassVar[str] = "epsilon-insensitive"

    def __post_init__(self) -> None:
        number(self.epsilon, "epsilon", "from 0 on")

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return (Piece(-self.epsilon, -1.0, 0.0), Piece(self.epsilon, 0.0, 1.0))

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.maximum(0.0, np.abs(s) - self.epsilon)

    def slope(self, s: np.ndarray) -> np.ndarray:
        return np.sign(s) * np.greater(np.abs(s), self.epsilon)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return self.epsilon * np.abs(v)


@dataclass(frozen=True)
class Huber(ResidualLoss):
    """(z - y)²/2 within δ of the label, straight beyond: no label pulls harder than δ."""

    delta: float = 1.0
    name: ClassVar[str] = "huber"
    smooth: ClassVar[bool] = True

    def __post_init__(self) -> None:
        number(self.delta, "delta", "above 0")

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return (Piece(0.0, -self.delta, self.delta, 1.0),)

    def phi(self, s: np.ndarray) -> np.ndarray:
        near = np.minimum(np.abs(s), self.delta)
        return near * (np.abs(s) - near / 2)

    def slope(self, s: np.ndarray) -> np.ndarray:
        return np.clip(s, -self.delta, self.delta)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return 0.5 * np.square(v)

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return np.less_equal(np.abs(np.subtract(z, y)), self.delta).astype(float)[()]


def _columns(pieces: tuple[Piece, ...]) -> np.ndarray:
    """at, low, high and width of the pieces, each a column (p, 1)."""
    rows = [(piece.at, piece.low, piece.high, piece.width) for piece in pieces]
    return np.array(rows).T[:, :, None]


def _numbers(y: ArrayLike) -> np.ndarray:
    try:
        return np.asarray(y, dtype=float)
    except (TypeError, ValueError):
        raise ValueError("Labels must be numbers, one a point.") from None


def _xlogx(s: np.ndarray) -> np.ndarray:
    """s log s for s >= 0, with 0 log 0 = 0."""
    return s * np.log(np.where(s > 0, s, 1.0))


LOSSES = {
    loss.name: loss
    for loss in (
        Hinge(),
        SquaredHinge(),
        Logistic(),
        Exponential(),
        Perceptron(),
        ZeroOne(),
        Squared(),
        Huber(),
        EpsilonInsensitive(),
        Absolute(),
        Pinball(),
    )
}
