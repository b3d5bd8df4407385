"""The notes' theorems as computations."""

from .flop_counts import Cost, cost_over_alpha, cost_over_theta
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
from .representer.gram_spectrum import (
    EXAMPLE_FEATURES_001,
    GramSpectrum,
    PushThroughIdentity,
    covariance_matrix_of,
    gram_matrix_of,
    gram_spectrum_of,
    push_through_identity,
)
from .representer.null_space import RiskAtAlpha, along_direction, null_space_basis, risk_at_alpha
from .representer.ray import risk_along
from .representer.regularisers import (
    REGULARISERS,
    HalfSquaredNorm,
    LogNormRegulariser,
    NormRegulariser,
    Regulariser,
    StepRegulariser,
    ZeroRegulariser,
)
from .representer.span import (
    OffSpanExcess,
    OrthogonalSplit,
    SpanBases,
    orthogonal_split,
    random_wide_problem,
    regularised_risk,
    sample_off_span_excess,
    span_bases,
)
from .representer.stationarity import Stationarity, check_stationarity, subgradient

__all__ = [
    "CLASSES",
    "EXAMPLE_FEATURES_001",
    "N_DATA_SETS",
    "REGULARISERS",
    "BiasVariance",
    "Cost",
    "GradientSpread",
    "GramSpectrum",
    "HalfSquaredNorm",
    "LeastNormRun",
    "LogNormRegulariser",
    "NormRegulariser",
    "OffSpanExcess",
    "OrthogonalSplit",
    "PushThroughIdentity",
    "RecoveryCell",
    "Regulariser",
    "RiskAtAlpha",
    "SpanBases",
    "Stationarity",
    "StepRegulariser",
    "StepStability",
    "ZeroRegulariser",
    "along_direction",
    "bias_variance_along_lam",
    "bias_variance_by_degree",
    "check_stationarity",
    "coarse_to_fine",
    "cosine_averages",
    "cost_over_alpha",
    "cost_over_theta",
    "covariance_matrix_of",
    "error_bound",
    "failure_bound",
    "failure_probability",
    "fit_constant",
    "full_gradient",
    "gradient_spread",
    "gram_matrix_of",
    "gram_spectrum_of",
    "hard_threshold",
    "level_set",
    "minimise_on_ball",
    "normal_density",
    "null_space_basis",
    "orthogonal_split",
    "push_through_identity",
    "random_underdetermined_problem",
    "random_wide_problem",
    "recovery_cell",
    "recovery_table",
    "regularised_risk",
    "ridge_shrink",
    "risk_along",
    "risk_at_alpha",
    "run_gradient_descent",
    "run_pac_experiment",
    "sample_off_span_excess",
    "sample_size",
    "soft_threshold",
    "span_bases",
    "step_stability",
    "stochastic_gradient",
    "subgradient",
    "variance_against_m",
]
