"""Kernels, and the closure rules that combine kernels.

A kernel defines one method, `gram(X, Z)`; the base class checks the points and derives the rest.
Names that `kernel_core` itself exports are imported here with `as`, and are not in `__all__`. A
parameter out of its bounds raises ValueError with a message that names it.
"""

from .base import Kernel as Kernel
from .base import RadialKernel, Rule, parameter
from .basic import RBF as RBF
from .basic import Constant as Constant
from .basic import Cosine as Cosine
from .basic import Linear as Linear
from .basic import Min as Min
from .closure import Candidate, Difference, NegativelyScaled, Product, Scaled, Sum
from .closure import exp as exp
from .closure_proof import gram_matrix, is_proven, unproven_parts
from .pairwise import grid_points, squared_distances
from .polynomial import Polynomial as Polynomial
from .stationary import Laplace, Matern, Periodic

__all__ = [
    "Candidate",
    "Difference",
    "Laplace",
    "Matern",
    "NegativelyScaled",
    "Periodic",
    "Product",
    "RadialKernel",
    "Rule",
    "Scaled",
    "Sum",
    "gram_matrix",
    "grid_points",
    "is_proven",
    "parameter",
    "squared_distances",
    "unproven_parts",
]
