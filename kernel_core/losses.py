"""Losses that depend on the margin yz or on the residual z - y, and a table of them by name.

`LOSSES["hinge"]` is the loss of that name. base_loss.py defines the interface of losses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .base_loss import (
    DualPieces,
    FunctionLoss,
    KinkedLoss,
    MarginLoss,
    Piece,
    piece_columns,
)
from .validation import check_number, check_share

__all__ = [
    "LOSSES",
    "Absolute",
    "EpsilonInsensitive",
    "Exponential",
    "Hinge",
    "Huber",
    "Logistic",
    "Perceptron",
    "Pinball",
    "Squared",
    "SquaredHinge",
    "ZeroOne",
]

# Smallest |slope| of a loss whose slope is never 0, so that the slope does not underflow.
MIN_SLOPE = 1e-300


class Hinge(KinkedLoss):
    """[1 - yz]₊: the support vector machine. At its kink yz = 1 the slope is 0.

    Notes
    -----
    Note 000, eq. (3): L(z, y) = max{0, 1 - yz}. Notes 001 and 004 write max{0, 1 - z}, where z is
    the margin.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Hinge().value([-1.0, 0.0, 3.0], 1.0).tolist()
    [2.0, 1.0, 0.0]
    """

    name = "hinge"
    k: ClassVar[float] = 1.0

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -np.less(s, 1.0).astype(float)


class Perceptron(KinkedLoss):
    """max{0, -yz}. At its kink z = 0 the slope is -y, so that algorithms that start at f = 0 can
    leave this point.

    Notes
    -----
    Note 001, "Primal formulation"; note 004, "Pick the surrogate loss": max{0, -z}, where z is the
    margin.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Perceptron().derivative(0.0, 1.0).item()
    -1.0
    """

    name = "perceptron"
    k: ClassVar[float] = 0.0

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -np.less_equal(s, 0.0).astype(float)


class SquaredHinge(MarginLoss):
    """[1 - yz]₊²: 0 for yz >= 1 like the hinge, but quadratic below.

    The curvature is 2 where the loss is above 0.

    Notes
    -----
    L(z, y) = max{0, 1 - yz}², the square of the slack ξ of note 001, "SVM Primal Formulation"; note
    001 itself sums ξ.

    References
    ----------
    N. Cristianini and J. Shawe-Taylor, An Introduction to Support Vector Machines, 2000.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.SquaredHinge().value([-1.0, 2.0], 1.0).tolist()
    [4.0, 0.0]
    """

    name = "squared-hinge"
    smooth = True
    low: ClassVar[float] = -np.inf
    pieces = (Piece(1.0, -np.inf, 0.0, 0.5),)

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.square(np.maximum(0.0, np.subtract(1.0, s)))

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -2.0 * np.maximum(0.0, np.subtract(1.0, s))

    def dual(self, v: np.ndarray) -> np.ndarray:
        return v + np.square(v) / 4

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return 2.0 * np.less(self.check_labels(y) * z, 1.0)[()]


class Logistic(MarginLoss):
    """log(1 + e^{-yz}), note 000 §1: logistic regression.

    Notes
    -----
    Note 000, section 1: L(z, y) = log(1 + e^{-yz}). Minimising its mean is maximum likelihood for
    p(Y = y | x; θ) = 1/(1 + e^{-y xᵀθ}): note 002, "logistic regression".

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Logistic().value(0.0, 1.0).round(6).item()
    0.693147
    """

    name = "logistic"
    smooth = True

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.logaddexp(0.0, np.negative(s))

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -np.maximum(np.exp(-np.logaddexp(0.0, s)), MIN_SLOPE)

    def dual(self, v: np.ndarray) -> np.ndarray:
        complement = 1.0 + v
        # log1p keeps all digits near v = 0.
        return _xlogx(-v) + complement * np.log1p(np.where(complement > 0, v, 0.0))

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        t = self.check_labels(y) * z
        return np.exp(-np.logaddexp(0.0, t) - np.logaddexp(0.0, -t))


class Exponential(MarginLoss):
    """e^{-yz}: boosting. For very negative yz it overflows to inf, without a warning.

    Notes
    -----
    Note 002, "binary classification": φ_exp(z) = e^{-z} for the margin z = y xᵀθ.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Exponential().value(0.0, 1.0).item()
    1.0
    """

    name = "exponential"
    smooth = True
    low: ClassVar[float] = -np.inf

    def phi(self, s: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):
            return np.exp(np.negative(s))

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -np.maximum(self.phi(s), MIN_SLOPE)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return _xlogx(-v) + v

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.phi(self.check_labels(y) * z)


class ZeroOne(MarginLoss):
    """1 where yz <= 0, else 0: the loss counts errors, and z = 0 is an error.

    Notes
    -----
    Note 002, "binary classification": φ_zo(z) = 1 if z <= 0, 0 if z > 0, for the margin z = y xᵀθ.
    This loss is discontinuous and not convex.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.ZeroOne().value([-1.0, 1.0], 1.0).tolist()
    [1.0, 0.0]
    """

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
    def _refusal(subject: str) -> ValueError:
        return ValueError(
            f"The zero-one loss has no {subject}: it is not convex, it is flat wherever it does "
            "not jump, and minimising it is NP-hard. The hinge loss, the exponential loss, and the "
            "logistic loss divided by log 2 bound it from above."
        )


class ResidualLoss(FunctionLoss):
    """L(z, y) = φ(z - y), with any real labels. On the labels ±1, z - y = -y(1 - yz)."""

    def dual_pieces(self, y: np.ndarray) -> DualPieces:
        at, low, high, width = piece_columns(self.pieces)
        zeros = np.zeros((len(self.pieces), len(y)))
        return DualPieces(at + y, low + zeros, high + zeros, width + zeros)

    def value(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.phi(np.subtract(z, y, dtype=float))

    def derivative(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.slope(np.subtract(z, y, dtype=float))

    def conjugate(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.dual_within(np.asarray(u)) + np.multiply(u, y)

    def clip_dual(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        return np.clip(np.asarray(u, dtype=float), *self.slopes)


class Squared(ResidualLoss):
    """(z - y)²/2, note 000 §1: regression, with any real labels; ±1 give (1 - yz)²/2.

    Notes
    -----
    Note 000, section 1: L(z, y) = ½(z - y)².

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Squared().value([0.0, 3.0], 1.0).tolist()
    [0.5, 2.0]
    """

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
    """|z - y|: the best constant prediction is a median of the labels. At its kink the slope is 0.

    Notes
    -----
    L(z, y) = |z - y|, with slope L'(z, y) = sign(z - y). This loss is not in the notes.

    References
    ----------
    T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning, 2009.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Absolute().value([0.0, 3.0], 1.0).tolist()
    [1.0, 2.0]
    """

    name: ClassVar[str] = "absolute"
    pieces = (Piece(0.0, -1.0, 1.0),)

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.abs(s)

    def slope(self, s: np.ndarray) -> np.ndarray:
        return np.sign(s)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return np.zeros_like(v)


@dataclass(frozen=True)
class Pinball(ResidualLoss):
    """q (y - z) below the label, (1 - q)(z - y) above it. The best constant prediction is a
    q-quantile of the labels. At its kink the slope is 0.

    Parameters
    ----------
    quantile : float
        q, above 0 and below 1.

    Raises
    ------
    ValueError
        If q is not strictly between 0 and 1.

    Notes
    -----
    L(z, y) = max{q (y - z), (q - 1)(y - z)}. This loss is not in the notes.

    References
    ----------
    R. Koenker and G. Bassett, Regression quantiles, 1978.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Pinball(quantile=0.75).value([0.0, 2.0], 1.0).tolist()
    [0.75, 0.25]
    """

    quantile: float = 0.5
    name: ClassVar[str] = "pinball"

    def __post_init__(self) -> None:
        check_share(self.quantile, "quantile")

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
    """[|z - y| - ε]₊: support vector regression. The loss is 0 within ε of the label.

    At its kinks the slope is 0.

    Parameters
    ----------
    epsilon : float
        ε, the half-width of the interval with loss 0, in the units of y; 0 or more.

    Notes
    -----
    L(z, y) = max{0, |z - y| - ε}. This loss is not in the notes.

    References
    ----------
    V. N. Vapnik, The Nature of Statistical Learning Theory, 1995.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.EpsilonInsensitive(epsilon=0.5).value([1.25, 3.0], 1.0).tolist()
    [0.0, 1.5]
    """

    epsilon: float = 0.25
    name: ClassVar[str] = "epsilon-insensitive"

    def __post_init__(self) -> None:
        check_number(self.epsilon, "epsilon", "of at least 0")

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
    """(z - y)²/2 within δ of the label, and linear beyond: the slope lies between -δ and δ.

    Parameters
    ----------
    delta : float
        δ, where the loss becomes linear, in the units of y; above 0.

    Notes
    -----
    L(z, y) = (z - y)²/2 where |z - y| <= δ, else δ|z - y| - δ²/2. This loss is not in the notes.

    References
    ----------
    P. J. Huber, Robust estimation of a location parameter, 1964.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Huber(delta=1.0).value([1.0, 4.0], 1.0).tolist()
    [0.0, 2.5]
    """

    delta: float = 1.0
    name: ClassVar[str] = "huber"
    smooth: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_number(self.delta, "delta", "above 0")

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return (Piece(0.0, -self.delta, self.delta, 1.0),)

    def phi(self, s: np.ndarray) -> np.ndarray:
        clipped = np.minimum(np.abs(s), self.delta)
        return clipped * (np.abs(s) - clipped / 2)

    def slope(self, s: np.ndarray) -> np.ndarray:
        return np.clip(s, -self.delta, self.delta)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return 0.5 * np.square(v)

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return np.less_equal(np.abs(np.subtract(z, y)), self.delta).astype(float)[()]


def _xlogx(s: np.ndarray) -> np.ndarray:
    """Return s log s for s >= 0, with 0 log 0 = 0."""
    return s * np.log(np.where(s > 0, s, 1.0))


# The losses by name, in the order of the app's menus.
LOSSES = {
    loss.name: loss
    for loss in (
        Hinge(),
        Logistic(),
        Squared(),
        Exponential(),
        Perceptron(),
        SquaredHinge(),
        Huber(),
        EpsilonInsensitive(),
        ZeroOne(),
        Absolute(),
        Pinball(),
    )
}
