"""Support vector machines: margins, hard and soft, and what the optimum says of each example."""

from .hard_margin import HardMargin, fit_hard_margin
from .kkt_report import KKTReport, report_kkt, report_kkt_from_arrays
from .soft_margin import ConvergenceHistory, SoftMargin, fit_soft_margin

__all__ = [
    "ConvergenceHistory",
    "HardMargin",
    "KKTReport",
    "SoftMargin",
    "fit_hard_margin",
    "fit_soft_margin",
    "report_kkt",
    "report_kkt_from_arrays",
]
