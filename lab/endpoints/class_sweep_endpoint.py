"""GET /class-frames: one whole sweep of four methods, or of the one classifier that is looked into.

    /class-frames?<scene of many classes>&along=tau|lam[&stops=31][&grid=81]
    /class-frames-progress?<scene of many classes>&along=tau

Everything else is as for /frames.
"""

from dataclasses import dataclass

from lab.endpoints.sweep_endpoint import (
    SweepEndpoint,
    SweepRequest,
    check_along,
    read_with,
)
from lab.scene.class_scene import ClassScene, parse_strict
from lab.scene.class_scene import replace as changed
from lab.scene.class_slider_stops import COUNT, MOST, RANGES, class_stops
from lab.scene.fields import Choice, Field, Integer
from lab.scene.learning_problem import GRID
from lab.wire.class_tensors import pack

_REQUEST: dict[str, Field] = {
    field.name: field
    for field in (
        Choice("along", None, "Slider", "Which slider the sweep follows.", choices=tuple(RANGES)),
        Integer("stops", COUNT, "Stops", "Stops of the slider.", low=1, high=MOST),
        Integer("grid", GRID, "Grid", "Points along a side.", low=11, high=121),
    )
}


@dataclass(frozen=True)
class ClassSweepRequest(SweepRequest):
    """A request in full: the scene of many classes, the slider, its stops and the grid's side."""

    scene: ClassScene

    @property
    def key(self) -> tuple:
        """Equal for scenes with equal arrays: where the slider stands has no part in it."""
        elsewhere = changed(self.scene, **{self.along: float(self.stops[0])})
        return (elsewhere.query(), self.along, self.stops.tobytes(), self.grid)


def wanted(
    scene: ClassScene, along: str, stops: int = COUNT, grid: int = GRID
) -> ClassSweepRequest:
    """A request for a sweep. Raises SceneError for a slider that the scene does not have."""
    check_along(along, scene.kernel)
    return ClassSweepRequest(scene, along, class_stops(scene, along, stops), grid)


def read_request(query: str | bytes) -> ClassSweepRequest:
    """The request that a query string makes. Raises SceneError with the first problem."""
    return read_with(query, _REQUEST, parse_strict, wanted)


CLASS_SWEEP_ENDPOINT = SweepEndpoint("class-frames", pack, read_request, wanted)
