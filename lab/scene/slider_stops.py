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
    own = float(getattr(scene, along))
    stops = usual_stops(along, n)
    stops[np.abs(np.log(stops / own)).argmin()] = own
    return stops


def usual_stops(along: str, n: int = DEFAULT_COUNT) -> np.ndarray:
    """The n stops (n,) before any scene has put its own value among them."""
    low, high = RANGES[along]
    # Twelve digits: .4 is then exactly the number 0.4, and so the same scene as a typed one.
    return np.array([float(f"{stop:.12g}") for stop in np.geomspace(low, high, n)])
