"""Kernels, and the rules that make new kernels of old ones.

A kernel writes one method, `gram(X, Z)`; the base class checks the points and derives the rest.
"""

from ..validation import check_points
from .approximations import RandomFourier, RBFTaylor, frequencies
from .base import Kernel
from .basic import RBF, Constant, Linear
from .candidates import (
    Candidate,
    Difference,
    MinAnywhere,
    NegativeDistance,
    NegativelyScaled,
    SquaredDistance,
    Tanh,
)
from .closure import Exp, Product, Scaled, Sum, exp
from .cosines import Cosine, CosineBank, SincSum
from .half_line import Min
from .limits import Limit
from .points import grid_points, squared_distances
from .polynomial import Monomial, Polynomial
from .weighted import Conjugated, Outer, PointFunction

__all__ = [
    "RBF",
    "Candidate",
    "Conjugated",
    "Constant",
    "Cosine",
    "CosineBank",
    "Difference",
    "Exp",
    "Kernel",
    "Limit",
    "Linear",
    "Min",
    "MinAnywhere",
    "Monomial",
    "NegativeDistance",
    "NegativelyScaled",
    "Outer",
    "PointFunction",
    "Polynomial",
    "Product",
    "RBFTaylor",
    "RandomFourier",
    "Scaled",
    "SincSum",
    "SquaredDistance",
    "Sum",
    "Tanh",
    "check_points",
    "exp",
    "frequencies",
    "grid_points",
    "squared_distances",
]
