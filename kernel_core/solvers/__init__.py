"""How the fits are found: active set and path following, Newton, and what they share."""

from .active_set import solve_box
from .box_qp import BoxQP
from .linalg import pivoted_cholesky, solve_or_lstsq
from .newton import solve_smooth
from .options import SolverOptions
from .path_following import solve_path
from .result import Callback, SolverResult

__all__ = [
    "BoxQP",
    "Callback",
    "SolverOptions",
    "SolverResult",
    "pivoted_cholesky",
    "solve_box",
    "solve_or_lstsq",
    "solve_path",
    "solve_smooth",
]
