"""How often a classifier errs on points it was not trained on: two classes, and many.

Exact by quadrature where the densities are known, else on points held out.
"""

from .binary import HoldOutSet, PopulationRisk
from .multiclass import ClassHoldOutSet, ClassPopulationRisk

__all__ = [
    "ClassHoldOutSet",
    "ClassPopulationRisk",
    "HoldOutSet",
    "PopulationRisk",
]
