"""What a loss L(z, y) of a prediction z for a label y is: value, derivative, curvature, conjugate.

000 §1 and 002. Most losses are φ(s) of one number: the margin s = yz with labels -1/+1
(`MarginLoss`), or the residual s = z - y with any labels (`ResidualLoss` in losses.py). Such a loss
writes φ, its slope φ' and its conjugate φ*, and its base class turns them into functions of z, u
and y.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

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
    """A loss that is convex in z, with its convex conjugate L*(u, y) = sup_z uz - L(z, y).

    Every method works elementwise on arrays that broadcast. A subclass writes value, derivative,
    conjugate and clip_dual, and declares what it is: its `pieces` with dual_pieces, or `smooth`
    with a curvature. That decides which solver minimises it; a loss with neither can be drawn and
    counted, and `fit` says so.

    Notes
    -----
    000, eq. (1): J(θ) = (1/m) Σ_i L(θᵀx^(i), y^(i)); section 2 asks that L be convex in z. The
    conjugate, which the dual needs, is in no note.

    References
    ----------
    S. Boyd and L. Vandenberghe, Convex Optimization, 2004.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.LOSSES["hinge"].value([0.0, 2.0], 1.0).tolist()
    [1.0, 0.0]
    """

    name: ClassVar[str]
    smooth: ClassVar[bool] = False  # it has a derivative everywhere, and a `curvature`
    margin_based: ClassVar[bool] = False
    quadratic: ClassVar[bool] = False  # of curvature 1 everywhere
    unit: ClassVar[float] = 1.0  # the weight of an ordinary example

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All of φ, where it is straight or quadratic by pieces; else none."""
        return ()

    @property
    def unweighted(self) -> Loss:
        """The loss that a weighted one multiplies; else the loss itself."""
        return self

    @property
    def example_weights(self) -> np.ndarray | float:
        """What a weighted loss multiplies it by, (m,); else 1."""
        return 1.0

    def subset(self, members: np.ndarray, risk: str) -> Loss:
        """The loss of the examples `members` alone, under risk "mean" or "sum"."""
        return self

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
        is_inside = (v >= low - EDGE) & (v <= high + EDGE)
        return np.where(is_inside, self.dual(np.clip(v, low, high)), np.inf)[()]


class MarginLoss(FunctionLoss):
    """L(z, y) = φ(yz) for labels -1/+1, with slopes from `low` to 0."""

    margin_based: ClassVar[bool] = True
    low: ClassVar[float] = -1.0

    @property
    def slopes(self) -> tuple[float, float]:
        return self.low, 0.0

    def dual_pieces(self, y: np.ndarray) -> DualPieces:
        at, low, high, width = piece_columns(self.pieces)
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


@cache
def piece_columns(pieces: tuple[Piece, ...]) -> np.ndarray:
    """at, low, high and width of the pieces, each a column (p, 1)."""
    rows = [(piece.at, piece.low, piece.high, piece.width) for piece in pieces]
    return np.array(rows).T[:, :, None]


def _numbers(y: ArrayLike) -> np.ndarray:
    try:
        return np.asarray(y, dtype=float)
    except (TypeError, ValueError):
        raise ValueError("Labels must be numbers, one a point.") from None
