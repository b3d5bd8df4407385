"""Sweeps that travel with the page: small tensors along a slider that no endpoint serves."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


def sweep_item(along: str, tensors: Mapping[str, tuple[np.ndarray, bool]]) -> dict[str, Any]:
    """A sweep as the page's script reads it; each tensor comes with whether it is fixed, that is,
    the same at every stop."""
    plain = {name: _plain(tensor, fixed) for name, (tensor, fixed) in tensors.items()}
    return {"meta": {"along": along}, "tensors": plain}


def _plain(tensor: np.ndarray, fixed: bool) -> dict[str, Any]:
    """Five digits are more than a screen shows, and half the bytes."""
    data = [float(f"{value:.5g}") for value in tensor.ravel()]
    return {"shape": list(tensor.shape), "fixed": fixed, "data": data}


def nearest(stops: Sequence[float], text: str) -> float:
    """The stop that an address names, or the last one where it names none."""
    try:
        value = float(text)
    except ValueError:
        value = stops[-1]
    if not math.isfinite(value):
        value = stops[-1]
    return min(stops, key=lambda stop: abs(stop - value))
