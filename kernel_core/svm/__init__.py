"""Support vector machines: the hard margin, and what the optimum says of each example."""

from .hard_margin import HardMargin, fit_hard_margin
from .kkt_report import report_kkt

__all__ = [
    "HardMargin",
    "fit_hard_margin",
    "report_kkt",
]
