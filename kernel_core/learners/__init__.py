"""Further learning algorithms: perceptron, SGD, ridge regression in closed form."""

from .index_sampling import draw_indices
from .kernel_perceptron import run_kernel_perceptron
from .kernel_sgd import run_kernel_sgd, sgd_steps
from .ridge import leave_one_out_predictions, ridge_dual, ridge_primal

__all__ = [
    "draw_indices",
    "leave_one_out_predictions",
    "ridge_dual",
    "ridge_primal",
    "run_kernel_perceptron",
    "run_kernel_sgd",
    "sgd_steps",
]
