"""How often a classifier errs on points it was not trained on: two classes, and many."""

from .binary import HoldOutSet, PopulationRisk
from .classifier_errors import ClassifierErrors, measure_classifier_errors
from .multiclass import ClassHoldOutSet, ClassPopulationRisk

__all__ = [
    "ClassHoldOutSet",
    "ClassPopulationRisk",
    "ClassifierErrors",
    "HoldOutSet",
    "PopulationRisk",
    "measure_classifier_errors",
]
