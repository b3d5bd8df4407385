"""Support vector machines: margins, hard and soft, and what the optimum says of each example."""

from .convergence_history import ConvergenceHistory, record_convergence
from .hard_margin import HardMargin, fit_hard_margin
from .hyperplane import GeometricMargin, distance_to_line, geometric_margin, line_through
from .kkt_report import KKTReport, report_kkt, report_kkt_from_arrays
from .soft_margin import SoftMargin, fit_soft_margin

__all__ = [
    "ConvergenceHistory",
    "GeometricMargin",
    "HardMargin",
    "KKTReport",
    "SoftMargin",
    "distance_to_line",
    "fit_hard_margin",
    "fit_soft_margin",
    "geometric_margin",
    "line_through",
    "record_convergence",
    "report_kkt",
    "report_kkt_from_arrays",
]
