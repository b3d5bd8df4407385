"""Data sets with known densities, and regression data with a known truth."""

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
