"""Losses L(z, y) of a prediction z for a label y: value, derivative, curvature, conjugate.

000 §1 and 002. Every method works elementwise on arrays that broadcast. All but the squared loss
depend on the margin t = yz alone, L(z, y) = φ(t) with labels -1/+1: such a loss writes φ, its
slope φ' and its conjugate φ*, and the base class turns them into functions of z, u and y.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

EDGE = 1e-12  # how far rounding may carry a dual variable over the edge of its domain


@dataclass(frozen=True)
class Loss:
    """A loss that is convex in z, with its convex conjugate L*(u, y) = sup_z uz - L(z, y)."""

    name: ClassVar[str]
    smooth: ClassVar[bool]
    margin_based: ClassVar[bool]
    quadratic: ClassVar[bool] = False  # of curvature 1 everywhere

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
        raise NotImplementedError

    def clip_dual(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        """The u nearest to the given one for which the conjugate is finite."""
        raise NotImplementedError

    def check_labels(self, y: ArrayLike) -> np.ndarray:
        """y as floats, or a ValueError in a sentence if this loss has no use for such labels."""
        y = _numbers(y)
        if not np.isfinite(y).all():
            raise ValueError("Labels must be finite numbers; some of these are NaN or infinite.")
        return y


class MarginLoss(Loss):
    """L(z, y) = φ(yz) for labels -1/+1. Subclasses write φ, slope φ' and dual φ*."""

    margin_based: ClassVar[bool] = True
    low: ClassVar[float] = -1.0  # φ* is finite for slopes v = uy from `low` to 0

    def phi(self, t: np.ndarray) -> np.ndarray:
        """φ at the margin t."""
        raise NotImplementedError

    def slope(self, t: np.ndarray) -> np.ndarray:
        """φ'(t)."""
        raise NotImplementedError

    def dual(self, v: np.ndarray) -> np.ndarray:
        """φ*(v) = sup_t vt - φ(t) for v in [low, 0]."""
        raise NotImplementedError

    def value(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.phi(self.check_labels(y) * z)

    def derivative(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        y = self.check_labels(y)
        return y * self.slope(y * z)

    def conjugate(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        v = self.check_labels(y) * u
        inside = (v >= self.low - EDGE) & (v <= EDGE)
        return np.where(inside, self.dual(np.clip(v, self.low, 0.0)), np.inf)[()]

    def clip_dual(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        y = self.check_labels(y)
        return y * np.clip(y * u, self.low, 0.0)

    def check_labels(self, y: ArrayLike) -> np.ndarray:
        y = _numbers(y)
        if (y * y != 1.0).any():
            raise ValueError(f"The {self.name} loss needs the labels -1 and +1; found others.")
        return y


class Hinge(MarginLoss):
    """[1 - yz]₊, 000 eq. (3): the support vector machine. At its kink yz = 1 the slope is 0."""

    name = "hinge"
    smooth = False

    def phi(self, t: np.ndarray) -> np.ndarray:
        return np.maximum(0.0, 1.0 - t)

    def slope(self, t: np.ndarray) -> np.ndarray:
        return -np.less(t, 1.0).astype(float)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return v


class Logistic(MarginLoss):
    """log(1 + e^{-yz}), 000 §1: logistic regression."""

    name = "logistic"
    smooth = True

    def phi(self, t: np.ndarray) -> np.ndarray:
        return np.logaddexp(0.0, np.negative(t))

    def slope(self, t: np.ndarray) -> np.ndarray:
        return -np.exp(-np.logaddexp(0.0, t))

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

    def phi(self, t: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):
            return np.exp(np.negative(t))

    def slope(self, t: np.ndarray) -> np.ndarray:
        return -self.phi(t)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return _xlogx(-v) + v

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.phi(self.check_labels(y) * z)


class Perceptron(MarginLoss):
    """max{0, -yz}. At its kink z = 0 the slope is -y, so that learning can leave zero. 004."""

    name = "perceptron"
    smooth = False

    def phi(self, t: np.ndarray) -> np.ndarray:
        return np.maximum(0.0, np.negative(t))

    def slope(self, t: np.ndarray) -> np.ndarray:
        return -np.less_equal(t, 0.0).astype(float)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return np.zeros_like(v)


class ZeroOne(MarginLoss):
    """1 where yz <= 0, else 0: what one would count; f = 0 is no answer, so an error too."""

    name = "zero-one"
    smooth = False

    def phi(self, t: np.ndarray) -> np.ndarray:
        return np.less_equal(t, 0.0).astype(float)

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


class Squared(Loss):
    """(z - y)²/2, 000 §1: regression, with any real labels; ±1 give (1 - yz)²/2."""

    name = "squared"
    smooth = True
    margin_based = False
    quadratic = True

    def value(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return 0.5 * np.square(np.subtract(z, y))

    def derivative(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return np.subtract(z, y, dtype=float)

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return np.ones(np.broadcast_shapes(np.shape(z), np.shape(y)))[()]

    def conjugate(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        return 0.5 * np.square(u) + np.multiply(u, y)

    def clip_dual(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        return np.asarray(u, dtype=float)


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
    for loss in (Hinge(), Logistic(), Squared(), Exponential(), Perceptron(), ZeroOne())
}
