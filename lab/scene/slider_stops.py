"""Where a slider can stop: evenly in the logarithm, with the scene's own value among the stops."""

import numpy as np

from lab.scene.scene import Scene

# Nine stops an octave for tau and nine a decade for lam give 64 stops that contain the values
# of the notes' figures: .1 .2 .4 .8 1.6 3.2, and 1/200.
RANGES = {"tau": (0.05, 6.4), "lam": (5e-6, 50.0)}
DEFAULT_COUNT = 64
MAX_COUNT = 128


def slider_stops(scene: Scene, along: str, n: int = DEFAULT_COUNT) -> np.ndarray:
    """The n stops (n,) of the slider for `along` ("tau" or "lam"), rising.

    The stop nearest to the scene's own value is that value; one that lies outside the usual
    range takes the place of the end stop. With n = 1 it is the only stop.

    Raises ValueError for another slider, or n outside 1..128.
    """
    if along not in RANGES:
        raise ValueError(f"A slider runs along {' or '.join(RANGES)}, not along {along!r}.")
    if not 1 <= n <= MAX_COUNT:
        raise ValueError(f"A slider has from 1 to {MAX_COUNT} stops, not {n}.")
    return with_own(usual_stops(along, n), getattr(scene, along))


def usual_stops(along: str, n: int = DEFAULT_COUNT) -> np.ndarray:
    """The n stops (n,) before any scene has put its own value among them."""
    return twelve_digits(np.geomspace(*RANGES[along], n))


def twelve_digits(values: np.ndarray) -> np.ndarray:
    """Stops as they are typed: .4 is then exactly the number 0.4, and so the same scene."""
    return np.array([float(f"{value:.12g}") for value in values])


def with_own(stops: np.ndarray, own: float) -> np.ndarray:
    """The stops, the one nearest to a scene's own value being that value.

    Nearest in the logarithm, as the page's script means it, where the slider begins above 0. One
    that lies outside takes the place of the end stop.
    """
    stops, own = stops.astype(float), float(own)
    away = np.log(stops / own) if stops[0] > 0 else stops - own
    stops[np.abs(away).argmin()] = own
    return stops
