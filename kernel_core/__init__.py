"""kernel_core: kernels, losses, and exact fits with a proof. NumPy alone."""

from . import data
from .certificate import Certificate, certificate
from .fit import NotConverged, Solution, fit
from .judges import Population, TestSet
from .kernels import RBF, Kernel, Linear, Polynomial, exp
from .losses import (
    LOSSES,
    Exponential,
    Hinge,
    Logistic,
    Loss,
    Perceptron,
    Squared,
    ZeroOne,
)
from .sweep import Sweep, sweep

__all__ = [
    "LOSSES",
    "RBF",
    "Certificate",
    "Exponential",
    "Hinge",
    "Kernel",
    "Linear",
    "Logistic",
    "Loss",
    "NotConverged",
    "Perceptron",
    "Polynomial",
    "Population",
    "Solution",
    "Squared",
    "Sweep",
    "TestSet",
    "ZeroOne",
    "certificate",
    "data",
    "exp",
    "fit",
    "sweep",
]
