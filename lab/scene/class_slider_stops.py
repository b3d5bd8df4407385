"""Where the sliders of a scene of many classes can stop: five an octave of τ, six a decade of λ.

Fewer than in the binary pictures: at each of them there are up to 65 classifiers to train.
"""

import numpy as np

from lab.scene.class_scene import ClassScene
from lab.scene.slider_stops import twelve_digits, with_own

COUNT = 31  # τ: five an octave over six octaves; λ: six a decade over five decades
MOST = 64
RANGES = {"tau": (0.1, 6.4), "lam": (5e-4, 50.0)}


def usual_stops(along: str, n: int = COUNT) -> np.ndarray:
    """The n stops (n,) before any scene has put its own value among them."""
    return twelve_digits(np.geomspace(*RANGES[along], n))


def class_stops(scene: ClassScene, along: str, n: int = COUNT) -> np.ndarray:
    """The n stops (n,) of a slider, rising; the one nearest to the scene's own value is that value.

    One that lies outside the range takes the place of the end stop; n = 1 is the scene alone.
    """
    return with_own(usual_stops(along, n), getattr(scene, along))
