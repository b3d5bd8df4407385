"""Requests for the components of scenes whose kernel has a slider.

    /components?<scene>&along=tau[&stops=64][&grid=33]
    /components-progress?<scene>&along=tau

While a sweep is computed, the second endpoint answers with the number of stops computed so far and
the number of all stops.
"""

from collections.abc import Collection
from typing import TypeVar

import numpy as np

from lab.endpoints.sweep_endpoint import SweepRequest, check_along, read_with, request_fields
from lab.scene.fields import KERNEL_SLIDERS, kernel_sliders_of
from lab.scene.scene import Problem, Scene, SceneError, parse_strict, replace
from lab.scene.slider_stops import move_stop_to, round_to_twelve_digits, usual_stops

GRID = 33
COUNT = 64  # number of stops of a slider
KERNELS = ("rbf", "laplace", "matern", "periodic")
STOPS: dict[str, np.ndarray] = {
    **{name: usual_stops(name, COUNT) for name in KERNEL_SLIDERS},
    # The range begins at 0.1: for a smaller τ each example is similar to almost no other example.
    "tau": round_to_twelve_digits(np.geomspace(0.1, 6.4, COUNT)),
}
_REQUEST = request_fields(STOPS, COUNT, 128, 81, grid=GRID)

S = TypeVar("S", bound=Scene)


def of_the_page(scene: S) -> S:
    """Return the scene with the page's fixed settings. Raises SceneError if its kernel has no
    slider.
    """
    scene = replace(scene, learner="risk", class_weight="equal")
    if not kernel_sliders_of(scene.kernel):
        allowed = f"one of {', '.join(KERNELS)} on this page"
        message = (
            f"kernel must be {allowed}, not “{scene.kernel}”: "
            "the page needs a kernel with a slider."
        )
        raise SceneError(Problem("kernel", scene.kernel, allowed, message))
    return scene


def make_request(scene: Scene, along: str, stops: int = COUNT, grid: int = GRID) -> SweepRequest:
    """Build the request for the components along a slider. Raises SceneError if the scene does not
    have this slider."""
    check_along(along, scene)
    if along not in STOPS:
        message = f"along must be {' or '.join(kernel_sliders_of(scene.kernel))} here, not {along}."
        raise SceneError(Problem("along", along, "a slider of the kernel", message))
    value = float(getattr(scene, along))
    all_stops = STOPS[along] if stops == COUNT else _spread_stops(along, stops)
    return SweepRequest(scene, along, move_stop_to(all_stops, value), grid)


def _spread_stops(along: str, stops: int) -> np.ndarray:
    """Return `stops` stops from one end of the slider to the other, evenly spaced on a log
    scale."""
    first, last = STOPS[along][0], STOPS[along][-1]
    return round_to_twelve_digits(np.geomspace(first, last, stops))


def read_request(query: str | bytes) -> SweepRequest:
    """Parse a request from a query string. Raises SceneError for the first invalid value."""
    return read_with(query, _REQUEST, _read, make_request)


def _read(query: str | bytes, ignore: Collection[str]) -> Scene:
    return of_the_page(parse_strict(query, ignore=ignore))
