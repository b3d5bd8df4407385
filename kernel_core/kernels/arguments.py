"""What the parameters of kernels may be: each fault is a ValueError in one sentence."""

from __future__ import annotations

from math import isfinite
from numbers import Integral, Real


def number(value: float, name: str, allowed: str) -> float:
    """value as a float; finite and >= 0, or > 0 where `allowed` says "above 0"."""
    good = isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)
    if not good or value < 0 or (value == 0 and allowed == "above 0"):
        raise ValueError(f"{name} must be a finite number {allowed}; it was {value!r}.")
    return float(value)


def any_number(value: float, name: str) -> float:
    """value as a float of either sign; finite."""
    if not isinstance(value, Real) or isinstance(value, bool) or not isfinite(value):
        raise ValueError(f"{name} must be a finite number; it was {value!r}.")
    return float(value)


def whole(value: int, name: str, low: int, high: int) -> int:
    """value as an int from low to high."""
    good = isinstance(value, Integral) and not isinstance(value, bool) and low <= value <= high
    if not good:
        raise ValueError(f"{name} must be a whole number from {low} to {high:,}; it was {value!r}.")
    return int(value)
