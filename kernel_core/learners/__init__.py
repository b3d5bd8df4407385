"""Learners beside the regularised risk: perceptron, SGD, ridge."""

from .index_sampling import draw_indices
from .kernel_perceptron import (
    mistake_bound,
    run_kernel_perceptron,
)
from .kernel_sgd import run_kernel_sgd, sgd_steps
from .primal_fit import fit_primal
from .ridge import leave_one_out_predictions, ridge_dual, ridge_primal

__all__ = [
    "draw_indices",
    "fit_primal",
    "leave_one_out_predictions",
    "mistake_bound",
    "ridge_dual",
    "ridge_primal",
    "run_kernel_perceptron",
    "run_kernel_sgd",
    "sgd_steps",
]
