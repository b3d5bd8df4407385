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
    """What `member` tends to: the RBF kernel for RBFTaylor (more terms) and RandomFourier (more
    cosines), SincKernel for CosineSeries (larger L), where it is scaled by 2π/L.

    Raises ValueError for other members, and for the plain CosineSeries, which has no limit.
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
    raise ValueError(f"No limit is known for {member.formula}.")
