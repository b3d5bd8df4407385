"""Data sets with known densities, and regression data from known functions.

A source has a method `sample`. Three tables map names to functions that return a source:
`TWO_CLASS_SOURCES`, as in `TWO_CLASS_SOURCES["moons"](noise=0.5)`, `MULTICLASS_SOURCES`, whose
functions take the number of classes C first, and `REGRESSION_SOURCES`.
"""

from . import gaussian_mixtures
from .class_mixtures import MULTICLASS_SOURCES
from .gaussian_mixtures import *  # noqa: F403
from .regression_data import REGRESSION_SOURCES, NoisyFunction, sine, staircase

__all__ = [
    "MULTICLASS_SOURCES",
    "REGRESSION_SOURCES",
    "NoisyFunction",
    "sine",
    "staircase",
]
__all__ += gaussian_mixtures.__all__
