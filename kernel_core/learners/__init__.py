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
from .linear_sgd import METHODS, LinearSGD, linear_steps, run_linear_sgd
from .nearest_neighbours import NearestNeighbours, fit_nearest_neighbours, squared_feature_distances
from .objectives import LinearRisk, SaddleFunction
from .primal_fit import PrimalSolution, fit_primal
from .ridge import ridge_dual, ridge_primal

__all__ = [
    "METHODS",
    "KernelPerceptron",
    "KernelSGD",
    "LinearRisk",
    "LinearSGD",
    "NearestNeighbours",
    "OptimisationRun",
    "PrimalDualStep",
    "PrimalSolution",
    "SaddleFunction",
    "StepRule",
    "draw_indices",
    "fit_nearest_neighbours",
    "fit_primal",
    "gradient_descent",
    "gradient_rule",
    "linear_steps",
    "mistake_bound",
    "newton_descent",
    "newton_rule",
    "perceptron_steps",
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
