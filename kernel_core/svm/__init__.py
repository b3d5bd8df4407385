"""Support vector machines: the hard margin, and the KKT conditions of each example."""

from .hard_margin import HardMargin, fit_hard_margin
from .kkt_report import report_kkt

__all__ = [
    "HardMargin",
    "fit_hard_margin",
    "report_kkt",
]
