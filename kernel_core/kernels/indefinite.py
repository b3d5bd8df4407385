"""Functions of two points that may be no kernels: they can be computed, and promise nothing.

A candidate has all that a kernel has, so that it can be drawn, combined, and searched for points
whose matrix has a negative eigenvalue (`search`). `fit` looks at its matrix on the points at hand
and refuses one that is not positive semidefinite.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ..validation import check_any_number
from .base import Kernel, SeparableTerms
from .basic import on_line
from .closure import parenthesised
from .pairwise import squared_distances

OWN = "a function of one's own"


class Candidate(Kernel):
    """A symmetric function of two points that nothing here proves to be a kernel.

    It can be computed, drawn and combined like a kernel. `fit` looks at its matrix on the points
    at hand and refuses one that is not positive semidefinite.

    Notes
    -----
    001, "Using kernel functions" (Mercer theorem): K is a kernel if and only if every Gram matrix
    is positive semidefinite.

    Examples
    --------
    >>> import kernel_core as kc
    >>> class Manhattan(kc.kernels.Candidate):
    ...     def gram(self, X, Z):
    ...         return -abs(X[:, None] - Z[None]).sum(axis=2)
    >>> kc.kernels.is_proven(Manhattan())
    False
    """

    reason: ClassVar[str] = OWN

    def features(self, X: ArrayLike) -> np.ndarray:
        """Raises ValueError: what is no kernel has no features."""
        raise ValueError(f"No features are known for {self!r}: it may be no kernel at all.")


@dataclass(frozen=True)
class SquaredDistance(Candidate):
    """‖x - z‖²: a candidate, and no kernel.

    Notes
    -----
    001, "Examples which are not kernels": for two points the eigenvalues are ±‖x_1 - x_2‖².

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> X = [[0.0], [2.0]]
    >>> np.linalg.eigvalsh(kc.kernels.SquaredDistance()(X, X)).tolist()
    [-4.0, 4.0]
    """

    reason: ClassVar[str] = "‖x−x′‖²"

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return squared_distances(X, Z)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms:
        x, y = (np.subtract.outer(g, c) ** 2 for g, c in zip((gx, gy), X.T, strict=True))
        return [(x, np.ones_like(y)), (np.ones_like(x), y)]


@dataclass(frozen=True)
class NegativeDistance(Candidate):
    """-‖x - z‖: large for near points, and yet no kernel.

    Notes
    -----
    As the squared distance of 001, "Examples which are not kernels": for two points the eigenvalues
    are ±‖x_1 - x_2‖.

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> X = [[0.0], [2.0]]
    >>> np.linalg.eigvalsh(kc.kernels.NegativeDistance()(X, X)).tolist()
    [-2.0, 2.0]
    """

    reason: ClassVar[str] = "−‖x−x′‖"

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return -np.sqrt(squared_distances(X, Z))


@dataclass(frozen=True)
class Tanh(Candidate):
    """tanh(a xᵀz + c), also called the sigmoid kernel, which it is not.

    Parameters
    ----------
    a : float
        The slope.
    c : float
        The shift.

    Raises
    ------
    ValueError
        If a or c are not finite numbers.

    Notes
    -----
    At x = z = 0 it is tanh c, negative for c < 0, where 001, "Using kernel functions" (Mercer
    theorem), asks for a positive semidefinite matrix. The function itself is in no note.

    References
    ----------
    B. Schölkopf and A. J. Smola, Learning with Kernels, 2002.

    Examples
    --------
    >>> import kernel_core as kc
    >>> float(kc.kernels.Tanh(1.0, -1.0)([[0.0]], [[0.0]])[0, 0]) < 0  # a negative K(x, x)
    True
    """

    a: float = 1.0
    c: float = 0.0
    reason: ClassVar[str] = "tanh"

    def __post_init__(self) -> None:
        object.__setattr__(self, "a", check_any_number(self.a, "a"))
        object.__setattr__(self, "c", check_any_number(self.c, "c"))

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.tanh(self.a * (X @ Z.T) + self.c)


@dataclass(frozen=True)
class MinOnRealLine(Candidate):
    """min{x, z} on the whole line: from 0 on it is the kernel `Min`, below 0 it is no kernel.

    Notes
    -----
    000, section 3, has min{x, z} for x in ℝ. But the Gram matrix of the one point -1 is
    min{-1, -1} = -1, and 001, "Using kernel functions" (Mercer theorem), asks for a positive
    semidefinite one.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.MinOnRealLine()([[-1.0]], [[-1.0]]).tolist()
    [[-1.0]]
    """

    reason: ClassVar[str] = "min on negatives"

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.minimum.outer(on_line(X, "min{x, z}"), on_line(Z, "min{x, z}"))


@dataclass(frozen=True, repr=False)
class Difference(Candidate):
    """K₁ - K₂: no rule covers it, even where both are kernels. Made by `-`.

    Parameters
    ----------
    left, right : Kernel
        The two terms.

    Notes
    -----
    001, "Properties of kernels", has conical combinations αk₁ + βk₂ for α, β >= 0 alone:
    cᵀ(K₁ - K₂)c = cᵀK₁c - cᵀK₂c can have either sign.

    Examples
    --------
    >>> import kernel_core as kc
    >>> (kc.Linear() - kc.Constant(1.0))([[0.0]], [[0.0]]).tolist()
    [[-1.0]]
    """

    left: Kernel
    right: Kernel
    reason: ClassVar[str] = "difference"
    _binds: ClassVar[int] = 1

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.left.gram(X, Z) - self.right.gram(X, Z)

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        return self.left._field(X, alpha, gx, gy) - self.right._field(X, alpha, gx, gy)

    def __repr__(self) -> str:
        return f"{parenthesised(self.left, 1)} - {parenthesised(self.right, 2)}"


@dataclass(frozen=True)
class NegativelyScaled(Candidate):
    """factor · K for a factor below 0: every eigenvalue changes its sign.

    Parameters
    ----------
    factor : float
        The weight, below 0.
    kernel : Kernel
        The kernel that is weighted.

    Raises
    ------
    ValueError
        If factor is 0 or more, or not finite.

    Notes
    -----
    003, closure property 1, scaling, and 001, conical combination, hold for a weight of 0 or more:
    for a kernel K and a < 0, cᵀ(aK)c = a cᵀKc is never positive.

    Examples
    --------
    >>> import kernel_core as kc
    >>> (-kc.Linear())([[1.0]], [[1.0]]).tolist()
    [[-1.0]]
    """

    factor: float
    kernel: Kernel
    reason: ClassVar[str] = "negative weight"

    def __post_init__(self) -> None:
        object.__setattr__(self, "factor", check_any_number(self.factor, "The factor"))
        if self.factor >= 0:
            raise ValueError(
                f"The factor must be below 0, or else it is Scaled; it was {self.factor!r}."
            )

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.factor * self.kernel.gram(X, Z)

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        return self.factor * self.kernel._field(X, alpha, gx, gy)
