"""kernel_core: kernels, losses, and exact fits with a proof. NumPy alone."""

from . import data
from .anatomy import Anatomy, anatomy
from .certificate import Certificate, certificate
from .fit import NotConverged, Solution, fit
from .hard_margin import HardMargin, hard_margin
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
from .margins import Street, distance_to_line, line_through, street
from .soft_margin import SoftMargin, soft_margin
from .sweep import Sweep, sweep
from .trace import Trace, trace

__all__ = [
    "LOSSES",
    "RBF",
    "Anatomy",
    "Certificate",
    "Exponential",
    "HardMargin",
    "Hinge",
    "Kernel",
    "Linear",
    "Logistic",
    "Loss",
    "NotConverged",
    "Perceptron",
    "Polynomial",
    "Population",
    "SoftMargin",
    "Solution",
    "Squared",
    "Street",
    "Sweep",
    "TestSet",
    "Trace",
    "ZeroOne",
    "anatomy",
    "certificate",
    "data",
    "distance_to_line",
    "exp",
    "fit",
    "hard_margin",
    "line_through",
    "soft_margin",
    "street",
    "sweep",
    "trace",
]
