"""A gallery of kernels: a slice, a Gram matrix and a fit of each (K4 to K8, E3, E6, E7)."""

from .element import element
from .exhibit import VIEW, of_address
from .route import ROUTE

__all__ = ["ROUTE", "VIEW", "element", "of_address"]
