"""kernel_core: kernels, losses, and fits with a certified accuracy, in NumPy alone.

Invalid points, labels or kernels, and numbers out of bounds, raise ValueError with a message that
names them, even where a docstring has no "Raises" section; a sparse matrix raises TypeError.
Arguments described as `ndarray`, not `array_like`, are not checked. Numbers from 000 to 004 denote
the lecture notes, which docs/notes.md lists.
"""

from . import (
    datasets,
    kernels,
    learners,
    losses,
    multiclass,
    svm,
)
from .base_loss import Loss
from .duality_gap import Certificate, certificate
from .estimators import KernelClassifier, KernelRegressor
from .kernels.base import Kernel
from .kernels.basic import RBF, Constant, Cosine, Linear, Min
from .kernels.closure import exp
from .kernels.polynomial import Polynomial
from .losses import *  # noqa: F403
from .problem import Problem
from .solution import NotConverged, Solution, fit, solve
from .solution_path import Sweep, sweep
from .weighted_loss import WeightedLoss

__version__ = "1.0.0"

__all__ = [
    "RBF",
    "Certificate",
    "Constant",
    "Cosine",
    "Kernel",
    "KernelClassifier",
    "KernelRegressor",
    "Linear",
    "Loss",
    "Min",
    "NotConverged",
    "Polynomial",
    "Problem",
    "Solution",
    "Sweep",
    "WeightedLoss",
    "certificate",
    "datasets",
    "exp",
    "fit",
    "kernels",
    "learners",
    "multiclass",
    "solve",
    "svm",
    "sweep",
]
__all__ += losses.__all__
