"""Data sets with known densities, and regression data with a known truth."""

from .class_mixtures import MULTICLASS_SOURCES
from .gaussian_mixtures import (
    MOST_CLASSES,
    TWO_CLASS_SOURCES,
    GaussianMixtureClasses,
    blobs,
    checkerboard,
    circles,
    mixture,
    moons,
    spirals,
    xor,
)
from .regression_data import HIGH, LOW, REGRESSION_SOURCES, NoisyFunction, sine, staircase

__all__ = [
    "HIGH",
    "LOW",
    "MOST_CLASSES",
    "MULTICLASS_SOURCES",
    "REGRESSION_SOURCES",
    "TWO_CLASS_SOURCES",
    "GaussianMixtureClasses",
    "NoisyFunction",
    "blobs",
    "checkerboard",
    "circles",
    "mixture",
    "moons",
    "sine",
    "spirals",
    "staircase",
    "xor",
]
