"""Compute the stops of a slider. They are evenly spaced, in most cases on a log scale, but the stop
nearest to the scene's value is moved to this value."""

from functools import lru_cache

import numpy as np

from lab.scene.fields import Number
from lab.scene.scene import FieldScene, Scene

RANGES = Scene.ranges
DEFAULT_COUNT = Scene.stops
MAX_COUNT = 128


def slider_stops(scene: FieldScene, along: str, n: int | None = None) -> np.ndarray:
    """Return n increasing stops (n,) of the scene's slider for `along`; n defaults to the scene's
    `stops`.

    The stop nearest to the scene's value is replaced by that value; a value outside the usual range
    replaces the end stop. With n = 1 the scene's value is the only stop.

    Raises ValueError for a field without a slider, or n outside 1..128.
    """
    if along not in scene.ranges:
        raise ValueError(f"A slider runs along {' or '.join(scene.ranges)}, not along {along!r}.")
    n = scene.stops if n is None else n
    if not 1 <= n <= MAX_COUNT:
        raise ValueError(f"A slider has from 1 to {MAX_COUNT} stops, not {n}.")
    return move_stop_to(usual_stops(along, n, type(scene)), getattr(scene, along))


def usual_stops(along: str, n: int | None = None, kind: type[FieldScene] = Scene) -> np.ndarray:
    """Return the n stops (n,), read-only, before a scene's value replaces one of them."""
    field = kind.table[along]
    is_log = isinstance(field, Number) and field.log
    return _even_stops(*kind.ranges[along], kind.stops if n is None else n, is_log)


@lru_cache
def _even_stops(low: float, high: float, n: int, is_log: bool) -> np.ndarray:
    stops = round_to_twelve_digits((np.geomspace if is_log else np.linspace)(low, high, n))
    stops.setflags(write=False)
    return stops


def round_to_twelve_digits(values: np.ndarray) -> np.ndarray:
    """Round stops to twelve digits, so that a stop shown as 0.4 is exactly the float 0.4."""
    return np.array([float(f"{value:.12g}") for value in values])


def move_stop_to(stops: np.ndarray, value: float) -> np.ndarray:
    """Return the stops, with the one nearest to a scene's value replaced by that value.

    Distances are logarithmic, as in the page's script, if the slider begins above 0. A value
    outside the range replaces the end stop.
    """
    stops, value = stops.astype(float), float(value)
    distances = np.log(stops / value) if stops[0] > 0 else stops - value
    stops[np.abs(distances).argmin()] = value
    return stops
