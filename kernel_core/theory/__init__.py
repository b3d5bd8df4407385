"""The notes' theorems as computations."""

from .random_fourier_features import cosine_averages, normal_density
from .representer.ray import risk_along

__all__ = [
    "cosine_averages",
    "normal_density",
    "risk_along",
]
