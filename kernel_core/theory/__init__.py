"""The notes' theorems as computations."""

from .generalisation.bias_variance import (
    N_DATA_SETS,
    BiasVariance,
    bias_variance_along_lam,
    bias_variance_by_degree,
)
from .generalisation.implicit_regularisation import (
    LeastNormRun,
    random_underdetermined_problem,
    run_gradient_descent,
)
from .generalisation.pac import error_bound, failure_bound, sample_size
from .generalisation.pac_experiment import CLASSES, failure_probability, run_pac_experiment
from .generalisation.sparse_recovery import (
    RecoveryCell,
    coarse_to_fine,
    fit_constant,
    recovery_cell,
    recovery_table,
)
from .generalisation.thresholding import (
    hard_threshold,
    level_set,
    minimise_on_ball,
    ridge_shrink,
    soft_threshold,
)
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
    "CLASSES",
    "N_DATA_SETS",
    "BiasVariance",
    "GradientSpread",
    "LeastNormRun",
    "RecoveryCell",
    "StepStability",
    "bias_variance_along_lam",
    "bias_variance_by_degree",
    "coarse_to_fine",
    "cosine_averages",
    "error_bound",
    "failure_bound",
    "failure_probability",
    "fit_constant",
    "full_gradient",
    "gradient_spread",
    "hard_threshold",
    "level_set",
    "minimise_on_ball",
    "normal_density",
    "random_underdetermined_problem",
    "recovery_cell",
    "recovery_table",
    "ridge_shrink",
    "risk_along",
    "run_gradient_descent",
    "run_pac_experiment",
    "sample_size",
    "soft_threshold",
    "step_stability",
    "stochastic_gradient",
    "variance_against_m",
]
