"""Data sets with known densities, regression data, and their evaluators."""

from .class_mixtures import MOST_CLASSES, ClassDensity
from .evaluation import HoldOutSet, PopulationRisk
from .gaussian_mixtures import Density, circles, mixture, moons
from .regression_data import HIGH, LOW, REGRESSION_SOURCES, NoisyFunction, sine

__all__ = [
    "HIGH",
    "LOW",
    "MOST_CLASSES",
    "REGRESSION_SOURCES",
    "ClassDensity",
    "Density",
    "HoldOutSet",
    "NoisyFunction",
    "PopulationRisk",
    "circles",
    "mixture",
    "moons",
    "sine",
]
