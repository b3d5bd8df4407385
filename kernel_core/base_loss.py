"""The interface of a loss L(z, y) of a prediction z for a label y: value, derivative, conjugate.

See notes 000, §1, and 002. Most losses are φ(s) of one number: the margin s = yz with labels -1/+1
(`MarginLoss`), or the residual s = z - y with any labels (`ResidualLoss` in losses.py). Such a loss
defines φ, its slope φ' and its conjugate φ*; its base class derives the functions of z, u and y.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

# Largest distance of a dual variable from its domain that counts as rounding error.
DOMAIN_TOLERANCE = 1e-12


@dataclass(frozen=True)
class Piece:
    """A convex summand of φ: its value is 0 at s = `at`, and its slope rises from `low` to `high`.

    Its conjugate at v is at·v + width/2 v², for v from low to high. With width = 0 the slope jumps
    at s = `at`, a kink. Otherwise the slope is (s - at) / width between the two bounds, so the
    curvature there is 1/width. low <= 0 <= high, and either bound may be infinite if width > 0.
    """

    at: float
    low: float
    high: float
    width: float = 0.0


@dataclass(frozen=True, eq=False)
class DualPieces:
    """The conjugate in pieces: L*(u, y) is the minimum of Σ_j at_j u_j + width_j/2 u_j².

    The minimum is over all u_j with Σ_j u_j = u and low_j <= u_j <= high_j. All arrays have the
    shape (p, m): p pieces for each of m labels. As |u| grows from 0, the pieces whose u_j have the
    sign of u reach their bounds in the order of j.
    """

    at: np.ndarray
    low: np.ndarray
    high: np.ndarray
    width: np.ndarray


@dataclass(frozen=True)
class Loss:
    """A loss L(z, y), with its convex conjugate L*(u, y) = sup_z uz - L(z, y).

    The methods that take z or u, and y, work elementwise on arrays that broadcast. For `fit` the
    loss must be convex in z, and a subclass defines value, derivative, conjugate and clip_dual, and
    either `pieces` with dual_pieces, or `smooth` with a curvature. This choice determines the
    solver; if there are both, `pieces` does. `fit` refuses a loss that defines neither, and a loss
    without a conjugate, such as the zero-one loss; these can only be evaluated.

    Notes
    -----
    Note 000, eq. (1): J(θ) = (1/m) Σ_i L(θᵀx^(i), y^(i)); section 2 requires that L be convex in z.
    The conjugate, which the dual needs, is not in the notes.

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
    # Whether the loss is differentiable everywhere and has a `curvature`.
    smooth: ClassVar[bool] = False
    margin_based: ClassVar[bool] = False
    quadratic: ClassVar[bool] = False  # whether the second derivative is 1 everywhere
    unit: ClassVar[float] = 1.0  # the typical weight of an example: 1, or the median if weighted

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces whose sum is φ, if the loss declares them; else an empty tuple."""
        return ()

    @property
    def unweighted(self) -> Loss:
        """The loss without the weights of examples."""
        return self

    @property
    def example_weights(self) -> np.ndarray | float:
        """The weights of the examples, (m,), for a weighted loss; else 1."""
        return 1.0

    def subset(self, members: np.ndarray, risk: str) -> Loss:
        """Return the loss for the examples with indices `members`. For risk "mean", their weights
        are scaled to a mean of 1."""
        return self

    def value(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        """Return L(z, y)."""
        raise NotImplementedError

    def derivative(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        """Return ∂L/∂z, which the representer theorem of note 000 calls w; at a kink, the
        subgradient that the class documents. Raises ValueError for the zero-one loss."""
        raise NotImplementedError

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        """Return ∂²L/∂z², for smooth losses. Raises ValueError for others."""
        raise ValueError(f"The {self.name} loss has a kink, where it has no second derivative.")

    def conjugate(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        """Return L*(u, y) = sup_z uz - L(z, y); +inf outside its domain, with a tolerance of
        1e-12. Raises ValueError for a loss without a conjugate."""
        raise ValueError(
            f"The {self.name} loss has no conjugate, so there is no dual problem to solve."
        )

    def clip_dual(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        """Project u onto the domain of the conjugate."""
        raise NotImplementedError

    def dual_pieces(self, y: np.ndarray) -> DualPieces:
        """Return the conjugate for the labels y (m,), as pieces."""
        raise NotImplementedError

    def check_labels(self, y: ArrayLike) -> np.ndarray:
        """Return y as floats. Raises ValueError for labels that this loss does not accept."""
        y = _numbers(y)
        if not np.isfinite(y).all():
            raise ValueError("Labels must be finite numbers; some of these are NaN or infinite.")
        return y


class FunctionLoss(Loss):
    """A loss given by a function φ of one number s. Subclasses define φ and, if it is convex, φ'
    and φ*."""

    @property
    def slopes(self) -> tuple[float, float]:
        """The smallest and the largest slope of φ, by default from its pieces; φ* is finite between
        them."""
        return sum(p.low for p in self.pieces), sum(p.high for p in self.pieces)

    def phi(self, s: np.ndarray) -> np.ndarray:
        """Return φ(s)."""
        raise NotImplementedError

    def slope(self, s: np.ndarray) -> np.ndarray:
        """Return φ'(s)."""
        raise NotImplementedError

    def dual(self, v: np.ndarray) -> np.ndarray:
        """Return φ*(v) = sup_s vs - φ(s) for v between the two `slopes`."""
        raise NotImplementedError

    def dual_within(self, v: np.ndarray) -> np.ndarray:
        """Return φ*(v) for any v; +inf outside the slopes' interval, with a tolerance of 1e-12."""
        low, high = self.slopes
        is_inside = (v >= low - DOMAIN_TOLERANCE) & (v <= high + DOMAIN_TOLERANCE)
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
    """The loss [k - yz]₊: one kink, at yz = k, and linear on both sides of it."""

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
    """Return at, low, high and width of the p pieces, each a column (p, 1): shape (4, p, 1)."""
    rows = [(piece.at, piece.low, piece.high, piece.width) for piece in pieces]
    return np.array(rows).T[:, :, None]


def _numbers(y: ArrayLike) -> np.ndarray:
    try:
        return np.asarray(y, dtype=float)
    except (TypeError, ValueError):
        raise ValueError("Labels must be numbers, one for each point.") from None
