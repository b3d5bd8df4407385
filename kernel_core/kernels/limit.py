"""The limit of kernels is a kernel (003, limit property): the sequences whose limit is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .approximations import RandomFourier, RBFTaylor
from .base import Kernel, SeparableTerms
from .basic import RBF
from .cosine import CosineSeries, SincKernel


@dataclass(frozen=True)
class Limit(Kernel):
    """What a sequence of kernels tends to.

    Parameters
    ----------
    member : Kernel
        An `RBFTaylor` or a `RandomFourier`, which tend to the RBF kernel as terms are added, or a
        scaled `CosineSeries`, which tends to the `SincKernel` as L grows.

    Raises
    ------
    ValueError
        If `member` belongs to no sequence whose limit is known; so for the plain `CosineSeries`,
        which has none.

    Notes
    -----
    003, closure property 4: cᵀKc >= 0 holds for every member, and so in the limit.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.Limit(kc.kernels.RBFTaylor(0.5, terms=3)).kernel
    RBF(tau=0.5)
    """

    member: Kernel

    def __post_init__(self) -> None:
        limit_of(self.member)

    @property
    def kernel(self) -> Kernel:
        """The limit itself."""
        return limit_of(self.member)

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.kernel.gram(X, Z)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms | None:
        return self.kernel._separable(X, gx, gy)


def limit_of(member: Kernel) -> Kernel:
    """The kernel that `member` tends to as its number of terms grows; ValueError for others."""
    match member:
        case RBFTaylor(tau) | RandomFourier(tau):
            return RBF(tau)
        case CosineSeries(_, True):
            return SincKernel()
        case CosineSeries():
            raise ValueError(
                "The sum of the cosines grows like L and has no limit: take it times 2π/L."
            )
    raise ValueError("No limit is known for this kernel.")
