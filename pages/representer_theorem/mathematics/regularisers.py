"""Penalties r(‖θ‖) on the length of θ, note 000, eq. (5).

The representer theorem only requires that r is non-decreasing: it may be flat, and it may jump.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.validation import check_any_number, check_lam


@dataclass(frozen=True)
class Regulariser:
    """A non-decreasing function r(t) of a length t = ‖θ‖. It may be flat, and it may jump.

    Notes
    -----
    Note 000, eq. (5): the general representer theorem requires no more of r.

    Examples
    --------
    >>> [regulariser.name for regulariser in Regulariser.__subclasses__()]
    ['half lambda t squared', 't', 'log(1+t)', '0', 'step']
    """

    name: ClassVar[str]
    formula: ClassVar[str]

    def __call__(self, t: ArrayLike) -> np.ndarray:
        """Evaluate r(t), elementwise."""
        raise NotImplementedError


@dataclass(frozen=True)
class HalfSquaredNorm(Regulariser):
    """r(t) = λt²/2, the common choice.

    Parameters
    ----------
    lam : float
        λ, 0 or more.

    Raises
    ------
    ValueError
        If lam is negative or not finite.

    Notes
    -----
    Note 000, eq. (2).

    Examples
    --------
    >>> float(HalfSquaredNorm(2.0)(3.0))
    9.0
    """

    lam: float = 1.0
    name: ClassVar[str] = "half lambda t squared"
    formula: ClassVar[str] = "λt²/2"

    def __post_init__(self) -> None:
        object.__setattr__(self, "lam", check_lam(self.lam))

    def __call__(self, t: ArrayLike) -> np.ndarray:
        return self.lam / 2 * np.square(t)


@dataclass(frozen=True)
class NormRegulariser(Regulariser):
    """r(t) = t, the norm itself.

    Notes
    -----
    Note 000, eq. (5).

    Examples
    --------
    >>> float(NormRegulariser()(3.0))
    3.0
    """

    name: ClassVar[str] = "t"
    formula: ClassVar[str] = "t"

    def __call__(self, t: ArrayLike) -> np.ndarray:
        return np.asarray(t, dtype=float)[()]


@dataclass(frozen=True)
class LogNormRegulariser(Regulariser):
    """r(t) = log(1 + t), which is not convex: the theorem does not require convexity.

    Notes
    -----
    Note 000, eq. (5).

    Examples
    --------
    >>> float(LogNormRegulariser()(0.0))
    0.0
    """

    name: ClassVar[str] = "log(1+t)"
    formula: ClassVar[str] = "log(1 + t)"

    def __call__(self, t: ArrayLike) -> np.ndarray:
        return np.log1p(t)


@dataclass(frozen=True)
class ZeroRegulariser(Regulariser):
    """r(t) = 0: no penalty. Then θ and its part in the span have the same J.

    Notes
    -----
    Note 000, eq. (1) and (5).

    Examples
    --------
    >>> float(ZeroRegulariser()(3.0))
    0.0
    """

    name: ClassVar[str] = "0"
    formula: ClassVar[str] = "0"

    def __call__(self, t: ArrayLike) -> np.ndarray:
        return np.zeros(np.shape(t))[()]


@dataclass(frozen=True)
class StepRegulariser(Regulariser):
    """r(t) = 0 up to the length t0, and 1 beyond it.

    Parameters
    ----------
    t0 : float
        The length at which r jumps.

    Raises
    ------
    ValueError
        If t0 is not a finite number.

    Notes
    -----
    Note 000, eq. (5).

    Examples
    --------
    >>> StepRegulariser(1.0)([0.5, 1.0, 1.5]).tolist()
    [0.0, 0.0, 1.0]
    """

    t0: float = 1.0
    name: ClassVar[str] = "step"
    formula: ClassVar[str] = "1 where t > t₀, else 0"

    def __post_init__(self) -> None:
        object.__setattr__(self, "t0", check_any_number(self.t0, "t0"))

    def __call__(self, t: ArrayLike) -> np.ndarray:
        return np.greater(t, self.t0).astype(float)
