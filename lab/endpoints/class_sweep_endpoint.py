"""GET /class-frames: one whole sweep of four methods, or of the one classifier that is looked into.

    /class-frames?<scene of many classes>&along=tau|lam[&stops=31][&grid=81]
    /class-frames-progress?<scene of many classes>&along=tau

Everything else is as for /frames.
"""

from lab.endpoints.sweep_endpoint import (
    SweepEndpoint,
    SweepRequest,
    check_along,
    read_with,
    request_fields,
)
from lab.scene.class_scene import ClassScene, parse_strict
from lab.scene.class_slider_stops import COUNT, MOST, RANGES, class_stops
from lab.scene.learning_problem import GRID
from lab.wire.class_tensors import pack

_REQUEST = request_fields(RANGES, COUNT, MOST, 121)


def wanted(scene: ClassScene, along: str, stops: int = COUNT, grid: int = GRID) -> SweepRequest:
    """A request for a sweep. Raises SceneError for a slider that the scene does not have."""
    check_along(along, scene.kernel)
    return SweepRequest(scene, along, class_stops(scene, along, stops), grid)


def read_request(query: str | bytes) -> SweepRequest:
    """The request that a query string makes. Raises SceneError with the first problem."""
    return read_with(query, _REQUEST, parse_strict, wanted)


CLASS_SWEEP_ENDPOINT = SweepEndpoint("class-frames", pack, read_request, wanted)
