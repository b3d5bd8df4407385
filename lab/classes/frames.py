"""GET /class-frames: one whole sweep of four methods, or of the one classifier that is looked into.

    /class-frames?<scene of many classes>&along=tau|lam[&stops=31][&grid=81]

Everything else is as for /frames.
"""

from dataclasses import dataclass

from lab.classes.payload import pack
from lab.classes.scene import ClassScene, parse_strict
from lab.classes.scene import replace as changed
from lab.classes.stops import COUNT, MOST, RANGES, class_stops
from lab.fields import Choice, Field, Integer
from lab.frames import DEFAULT_GRID, Frames, Wanted
from lab.scene import Problem, SceneError, read_one, split

PATH = "class-frames"

_REQUEST: dict[str, Field] = {
    field.name: field
    for field in (
        Choice("along", None, "Slider", "Which slider the sweep follows.", choices=tuple(RANGES)),
        Integer("stops", COUNT, "Stops", "Stops of the slider.", low=1, high=MOST),
        Integer("grid", DEFAULT_GRID, "Grid", "Points along a side.", low=11, high=121),
    )
}
_NOT_SCENE = (*_REQUEST, "v")


@dataclass(frozen=True)
class ClassWanted(Wanted):
    """A request in full: the scene of many classes, the slider, its stops and the grid's side."""

    scene: ClassScene

    @property
    def key(self) -> tuple:
        """Equal for scenes with equal arrays: where the slider stands has no part in it."""
        elsewhere = changed(self.scene, **{self.along: float(self.stops[0])})
        return (elsewhere.query(), self.along, self.stops.tobytes(), self.grid)


def wanted(
    scene: ClassScene, along: str, stops: int = COUNT, grid: int = DEFAULT_GRID
) -> ClassWanted:
    """A request for a sweep. Raises SceneError for a slider that the scene does not have."""
    if along == "tau" and scene.kernel != "rbf":
        message = f"along must be lam here; the kernel {scene.kernel} has no tau."
        raise SceneError(Problem("along", along, "lam", message))
    return ClassWanted(scene, along, class_stops(scene, along, stops), grid)


def read_request(query: str | bytes) -> ClassWanted:
    """The request that a query string makes. Raises SceneError with the first problem."""
    scene = parse_strict(query, ignore=_NOT_SCENE)
    given, _ = split(query)
    values = {
        name: read_one(field, given[name]) if name in given else field.default
        for name, field in _REQUEST.items()
    }
    if values["along"] is None:
        allowed = _REQUEST["along"].allowed
        message = f"along must be given; it says which slider the sweep follows, {allowed}."
        raise SceneError(Problem("along", "", allowed, message))
    return wanted(scene, **values)


CLASS_FRAMES = Frames(pack, path=PATH, read=read_request, order=wanted)
