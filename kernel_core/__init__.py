"""kernel_core: kernels, losses, and exact fits with a proof. NumPy alone."""

from . import datasets, evaluation, expression, kernels, learners, multiclass, solvers, svm, theory
from .duality_gap import Certificate, certificate
from .estimators import KernelClassifier, KernelRegressor
from .kernels.base import Kernel
from .kernels.basic import RBF, Constant, Linear
from .kernels.closure import exp
from .kernels.cosine import Cosine
from .kernels.min_kernel import Min
from .kernels.polynomial import Polynomial
from .loss import Hinge, Loss, Perceptron
from .losses import (
    LOSSES,
    Absolute,
    EpsilonInsensitive,
    Exponential,
    Huber,
    Logistic,
    Pinball,
    Squared,
    SquaredHinge,
    ZeroOne,
)
from .solution import NotConverged, Solution, fit
from .solution_path import Sweep, sweep

__version__ = "1.0.0"

__all__ = [
    "LOSSES",
    "RBF",
    "Absolute",
    "Certificate",
    "Constant",
    "Cosine",
    "EpsilonInsensitive",
    "Exponential",
    "Hinge",
    "Huber",
    "Kernel",
    "KernelClassifier",
    "KernelRegressor",
    "Linear",
    "Logistic",
    "Loss",
    "Min",
    "NotConverged",
    "Perceptron",
    "Pinball",
    "Polynomial",
    "Solution",
    "Squared",
    "SquaredHinge",
    "Sweep",
    "ZeroOne",
    "certificate",
    "datasets",
    "evaluation",
    "exp",
    "expression",
    "fit",
    "kernels",
    "learners",
    "multiclass",
    "solvers",
    "svm",
    "sweep",
    "theory",
]
