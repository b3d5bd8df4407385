"""Kernels, and the rules that make new kernels of old ones.

A kernel writes one method, `gram(X, Z)`; the base class checks the points and derives the rest.
"""

from .approximations import RandomFourier, RBFTaylor, frequencies
from .base import Kernel
from .basic import RBF, Constant, Linear
from .closure import Exp, Product, Scaled, Sum, exp
from .closure_proof import (
    RULES,
    ProofStep,
    Rule,
    gram_matrix,
    is_proven,
    proof_steps,
    unproven_parts,
    unproven_reason,
)
from .cosine import Cosine, CosineSeries, SincKernel
from .from_function import PointFunction, RankOneKernel, RescaledKernel
from .indefinite import (
    Candidate,
    Difference,
    MinOnRealLine,
    NegativeDistance,
    NegativelyScaled,
    SquaredDistance,
    Tanh,
)
from .limit import Limit
from .min_kernel import Min
from .pairwise import grid_points, squared_distances
from .polynomial import Monomial, Polynomial

__all__ = [
    "RBF",
    "RULES",
    "Candidate",
    "Constant",
    "Cosine",
    "CosineSeries",
    "Difference",
    "Exp",
    "Kernel",
    "Limit",
    "Linear",
    "Min",
    "MinOnRealLine",
    "Monomial",
    "NegativeDistance",
    "NegativelyScaled",
    "PointFunction",
    "Polynomial",
    "Product",
    "ProofStep",
    "RBFTaylor",
    "RandomFourier",
    "RankOneKernel",
    "RescaledKernel",
    "Rule",
    "Scaled",
    "SincKernel",
    "SquaredDistance",
    "Sum",
    "Tanh",
    "exp",
    "frequencies",
    "gram_matrix",
    "grid_points",
    "is_proven",
    "proof_steps",
    "squared_distances",
    "unproven_parts",
    "unproven_reason",
]
