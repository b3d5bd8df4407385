"""GET /class-frames: a whole sweep of the four multiclass methods, of one of their binary
classifiers, or of softmax alone.

    /class-frames?<scene of many classes>&along=<slider>[&stops=31][&grid=81]
    /class-frames-progress?<scene of many classes>&along=<slider>

Everything else is as for /frames, see `lab.endpoints.sweep_endpoint`.
"""

from lab.endpoints.sweep_endpoint import (
    SweepEndpoint,
    SweepRequest,
    make_request,
    read_with,
    request_fields,
)
from lab.scene.class_scene import ClassScene, parse_strict
from lab.wire.class_tensors import pack

_REQUEST = request_fields(ClassScene.ranges, ClassScene.stops, 64, 121)


def read_request(query: str | bytes) -> SweepRequest:
    """Read a request from a query string. Raises SceneError with the first problem."""
    return read_with(query, _REQUEST, parse_strict, make_request)


CLASS_SWEEP_ENDPOINT = SweepEndpoint(
    "class-frames", pack, read_request, make_request,
    file_sizes=((31, 1, 81), (19, 11, 61), (13, 11, 61)),
)  # fmt: skip
