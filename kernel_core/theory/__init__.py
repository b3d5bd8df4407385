"""The notes' theorems as computations."""

from .gradient_variance import (
    GradientSpread,
    StepStability,
    full_gradient,
    gradient_spread,
    step_stability,
    stochastic_gradient,
    variance_against_m,
)
from .random_fourier_features import cosine_averages, normal_density
from .representer.ray import risk_along

__all__ = [
    "GradientSpread",
    "StepStability",
    "cosine_averages",
    "full_gradient",
    "gradient_spread",
    "normal_density",
    "risk_along",
    "step_stability",
    "stochastic_gradient",
    "variance_against_m",
]
