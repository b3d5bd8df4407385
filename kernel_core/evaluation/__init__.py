"""How often a classifier errs on points it was not trained on: two classes, and many.

Exact by quadrature where the densities are known, else on points held out.
"""

from .binary import HoldOutSet, PopulationRisk
from .leave_one_out import leave_one_out_predictions
from .multiclass import ClassHoldOutSet, ClassPopulationRisk

__all__ = [
    "ClassHoldOutSet",
    "ClassPopulationRisk",
    "HoldOutSet",
    "PopulationRisk",
    "leave_one_out_predictions",
]
