"""The base class of kernels: a subclass defines `gram(X, Z)`; the base class derives the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields
from math import inf
from numbers import Real
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..validation import check_parameter, check_plane, check_points, check_vector
from .pairwise import grid_points, squared_distances

SeparableTerms = list[tuple[np.ndarray, np.ndarray]]

BLOCK = 1 << 18  # number of values in memory at a time while a grid is evaluated: 2 MB
MAX_FEATURES = 20_000_000  # largest number of entries of a table of features: 160 MB


def parameter(default: float, *, low: float = 0.0, high: float = inf, above: bool = False) -> Any:
    """Declare a field of a kernel class as a parameter, with its default and its bounds.

    Parameters
    ----------
    default : float
        The default value.
    low, high : float
        The smallest and the largest allowed value.
    above : bool, default False
        Whether the value must be larger than `low`, for low = 0 and high = inf only.

    Returns
    -------
    dataclasses.Field
        A field of a frozen dataclass. `Kernel` raises ValueError for a value out of bounds and,
        where the field is annotated as int and has a bound, for a value that is not whole.

    Notes
    -----
    Note 000 §6: the kernels have parameters, such as the bandwidth τ, that are not learned.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import kernel_core as kc
    >>> @dataclass(frozen=True)
    ... class Weighted(kc.Kernel):
    ...     weight: float = kc.kernels.parameter(1.0, high=2.0)
    ...     def gram(self, X, Z):
    ...         return self.weight * X @ Z.T
    >>> Weighted(3.0)
    Traceback (most recent call last):
        ...
    ValueError: weight must be a number from 0 to 2; it was 3.0.
    """
    return field(default=default, metadata={"low": low, "high": high, "above": above})


class Rule(NamedTuple):
    """A rule that proves that functions are kernels, such as "inner product" or "product".

    Attributes
    ----------
    name, why, notes : str
        The rule's name, why it holds, and the numbers of the notes that contain it.

    Notes
    -----
    Note 001, "Properties of kernels"; note 003, closure properties 1 to 5; note 004, "Creating more
    kernel functions".

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Linear.rule.name
    'inner product'
    """

    name: str
    why: str
    notes: str


class Kernel:
    """A symmetric function K(x, z) whose Gram matrices are all positive semidefinite.

    A new kernel is a subclass with one method, `gram`; checks, diagonal, sums, products and fields
    on grids are inherited. The subclass `Candidate` has the same methods, but need not be a kernel.

    Notes
    -----
    Note 000 §3: K(x, z) = φ(x)ᵀφ(z) for some feature map φ.

    Examples
    --------
    >>> import kernel_core as kc
    >>> class Quadratic(kc.Kernel):
    ...     def gram(self, X, Z):
    ...         return (X @ Z.T) ** 2
    >>> (Quadratic() + kc.Linear())([[1.0, 1.0]], [[2.0, 0.0]]).tolist()
    [[6.0]]
    """

    __array_ufunc__ = None  # None makes `np.float64(2) * kernel` call `__rmul__`
    # The rule by which functions of this class are kernels. It does not count for a subclass, see
    # `rule_of`.
    rule: ClassVar[Rule | None] = None
    _binds: ClassVar[int] = 3  # precedence of repr(): 1 for a sum, 2 for a product, 3 for an atom

    def __post_init__(self) -> None:
        """Check the fields that a dataclass declares by `parameter`."""
        for own in fields(self):  # type: ignore[arg-type]  # only dataclasses call this
            if own.metadata:
                value = check_parameter(getattr(self, own.name), own)
                object.__setattr__(self, own.name, value)

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        """Return K(x_i, z_j) for checked X (n, d), Z (m, d) as a new array of shape (n, m).

        If `Z is X`, the matrix must be exactly symmetric.
        """
        raise NotImplementedError

    def __call__(self, X: ArrayLike, Z: ArrayLike) -> np.ndarray:
        """Return the matrix K(x_i, z_j), shape (n, m), for X (n, d) and Z (m, d) (note 000, §3).

        Raises ValueError for other shapes, NaN, or overflow.
        """
        A = check_points(X)
        B = A if Z is X else check_points(Z)
        if A.shape[1] != B.shape[1]:
            raise ValueError(
                f"The two sets of points must have the same number of coordinates; "
                f"here they have {A.shape[1]} and {B.shape[1]}."
            )
        K = self.finite_values(lambda: self.gram(A, B))
        if np.shape(K) != (len(A), len(B)):
            raise ValueError(
                f"The matrix of this kernel on these points is not a Gram matrix: it must be "
                f"{len(A)} by {len(B)}, a row for each point of X and a column for each of Z; "
                f"the shape that `gram` returns is {np.shape(K)}."
            )
        return K

    def diagonal(self, X: ArrayLike) -> np.ndarray:
        """Return K(x_i, x_i), shape (n,), for X (n, d), without computing the whole matrix."""
        X = check_points(X)
        blocks = [X[start : start + 64] for start in range(0, len(X), 64)]
        return self.finite_values(
            lambda: np.concatenate([[], *(np.diagonal(self.gram(b, b)) for b in blocks)])
        )

    @property
    def parts(self) -> tuple[Kernel, ...]:
        """The kernels that this kernel combines."""
        return tuple(part for part in vars(self).values() if isinstance(part, Kernel))

    def feature_count(self, d: int) -> int | None:
        """Return the number M of features for points with d coordinates; None where it is
        infinite or not known."""
        return None

    def features(self, X: ArrayLike) -> np.ndarray:
        """Return φ(x_i) as rows, shape (n, M), with K(x, z) = φ(x)ᵀφ(z), for X (n, d) (note 000,
        §3).

        Raises ValueError where M is infinite, not known, or too large for a table.
        """
        X = check_points(X)
        M = self.feature_count(X.shape[1])
        if M is None:
            raise ValueError(
                "The feature map of this kernel has infinitely many entries, or is not known."
            )
        if len(X) * M > MAX_FEATURES:
            raise ValueError(
                f"This kernel has {M:,} features for points with {X.shape[1]} coordinates: "
                f"too many to write out for {len(X)} points."
            )
        return self.finite_values(lambda: self._features(X))

    def on_grid(self, X: ArrayLike, alpha: ArrayLike, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """Return the field Σ_i alpha_i K(x_i, (gx_j, gy_k)), shape (len(gy), len(gx)).

        Row k has y = gy_k. X is (m, 2). For alpha (S, m) instead of (m,), the result has S fields,
        (S, len(gy), len(gx)).
        """
        X, gx, gy = check_plane(X, gx, gy)
        alpha = check_vector(alpha, "alpha", len(X), "point", most_axes=2)
        rows = np.atleast_2d(alpha)
        is_used = rows.any(axis=0)  # skip points whose alpha is 0 in every row
        field = self.finite_values(lambda: self._field(X[is_used], rows[:, is_used], gx, gy))
        return field[0] if alpha.ndim == 1 else field

    def separable(self, X: ArrayLike, gx: ArrayLike, gy: ArrayLike) -> SeparableTerms | None:
        """Return tables Tx (len(gx), m) and Ty (len(gy), m) for each separable term of K, for X
        (m, 2); None where no separable form is known.

        K((gx_j, gy_k), x_i) = Σ_terms Tx[j, i] Ty[k, i].
        """
        return self._separable(*check_plane(X, gx, gy))

    def _features(self, X: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms | None:
        return None

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        """Return the fields (S, len(gy), len(gx)) for alpha (S, m), by the fastest method for this
        kernel."""
        M = self.feature_count(2)
        if M is not None and len(X) >= M:
            return evaluate_in_blocks(gx, gy, self._features, alpha @ self._features(X))
        terms = self._separable(X, gx, gy)
        if terms is None:
            return evaluate_in_blocks(gx, gy, lambda points: self.gram(points, X), alpha)
        field = np.zeros((len(alpha), len(gy), len(gx)))
        for Tx, Ty in terms:
            for row, out in zip(alpha, field, strict=True):
                out += (Ty * row) @ Tx.T
        return field

    def finite_values(self, compute: Callable[[], np.ndarray]) -> np.ndarray:
        """Return compute(); underflow gives 0, overflow and NaN raise ValueError."""
        with np.errstate(under="ignore", over="ignore", invalid="ignore"):
            try:
                values = compute()
            # The error is raised where a Python integer in the weights of the features is too large
            # for a float.
            except OverflowError:
                values = np.array(np.inf)
        if not np.isfinite(values).all():
            raise ValueError(
                "Values of this kernel on these points are too large for floating-point "
                "numbers, or NaN; bring the points nearer to the origin, or change the kernel."
            )
        return values

    def __add__(self, other: Kernel) -> Kernel:
        from .closure import Sum  # imported here, since closure.py imports this module

        return Sum(self, other) if isinstance(other, Kernel) else NotImplemented

    def __sub__(self, other: Kernel) -> Kernel:
        from .closure import Difference

        return Difference(self, other) if isinstance(other, Kernel) else NotImplemented

    def __neg__(self) -> Kernel:
        from .closure import NegativelyScaled

        return NegativelyScaled(-1.0, self)

    def __mul__(self, other: Kernel | float) -> Kernel:
        from .closure import Product, Scaled

        if isinstance(other, Kernel):
            return Product(self, other)
        return Scaled(other, self) if isinstance(other, Real) else NotImplemented

    def __rmul__(self, factor: float) -> Kernel:
        from .closure import Scaled

        return Scaled(factor, self) if isinstance(factor, Real) else NotImplemented


class RadialKernel(Kernel):
    """A kernel that depends only on the distance between two points. A subclass defines
    `from_squared_distances` instead of `gram`.

    Notes
    -----
    Note 000 eq. (4) is such a kernel. The kernel's values around a point are the same in all
    directions.

    Examples
    --------
    >>> import kernel_core as kc
    >>> isinstance(kc.RBF(), kc.kernels.RadialKernel)
    True
    """

    def from_squared_distances(self, D: np.ndarray) -> np.ndarray:
        """Return the kernel's values at squared distances D of any shape; D may be overwritten."""
        raise NotImplementedError

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.from_squared_distances(squared_distances(X, Z))


def evaluate_in_blocks(
    gx: np.ndarray,
    gy: np.ndarray,
    columns: Callable[[np.ndarray], np.ndarray],
    weights: np.ndarray,
) -> np.ndarray:
    """Return Σ_j weights[s, j] columns(p)_j at every point p of the grid, shape (S, len(gy),
    len(gx)), computed in blocks of points."""
    points = grid_points(gx, gy)
    field = np.empty((len(weights), len(points)))
    step = max(1, BLOCK // max(1, weights.shape[1]))
    for start in range(0, len(points), step):
        field[:, start : start + step] = weights @ columns(points[start : start + step]).T
    return field.reshape(-1, len(gy), len(gx))
