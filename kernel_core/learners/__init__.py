"""Learners beside the regularised risk: perceptron, SGD, lasso, ridge, nearest neighbours."""

from .gradient_methods import (
    OptimisationRun,
    StepRule,
    gradient_descent,
    gradient_rule,
    newton_descent,
    newton_rule,
    seconds_for,
    stochastic_descent,
    stochastic_rule,
)
from .index_sampling import draw_indices
from .kernel_perceptron import (
    KernelPerceptron,
    PrimalDualStep,
    mistake_bound,
    perceptron_steps,
    primal_and_dual_perceptron,
    run_kernel_perceptron,
)
from .kernel_sgd import KernelSGD, run_kernel_sgd, sgd_steps
from .lasso import LassoSolution, fit_lasso, lasso_path, max_useful_lam
from .linear_sgd import METHODS, LinearSGD, linear_steps, run_linear_sgd
from .nearest_neighbours import NearestNeighbours, fit_nearest_neighbours, squared_feature_distances
from .objectives import LinearRisk, SaddleFunction
from .polynomial_regression import MAX_DEGREE, Posterior, fit_along_lam, fit_by_degree, posterior
from .primal_fit import PrimalSolution, fit_primal
from .ridge import ridge_dual, ridge_primal

__all__ = [
    "MAX_DEGREE",
    "METHODS",
    "KernelPerceptron",
    "KernelSGD",
    "LassoSolution",
    "LinearRisk",
    "LinearSGD",
    "NearestNeighbours",
    "OptimisationRun",
    "Posterior",
    "PrimalDualStep",
    "PrimalSolution",
    "SaddleFunction",
    "StepRule",
    "draw_indices",
    "fit_along_lam",
    "fit_by_degree",
    "fit_lasso",
    "fit_nearest_neighbours",
    "fit_primal",
    "gradient_descent",
    "gradient_rule",
    "lasso_path",
    "linear_steps",
    "max_useful_lam",
    "mistake_bound",
    "newton_descent",
    "newton_rule",
    "perceptron_steps",
    "posterior",
    "primal_and_dual_perceptron",
    "ridge_dual",
    "ridge_primal",
    "run_kernel_perceptron",
    "run_kernel_sgd",
    "run_linear_sgd",
    "seconds_for",
    "sgd_steps",
    "squared_feature_distances",
    "stochastic_descent",
    "stochastic_rule",
]
