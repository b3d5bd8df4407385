"""GET /frames: a whole sweep of a scene, whose frames the browser shows while a slider moves.

    /frames?<scene>&along=<slider>[&stops=64][&grid=81]
    /frames-progress?<scene>&along=<slider>     the number of stops solved so far

In this module the answers are pure functions of the query. On a server `lab.serving.sweep_server`
caches them, computes them in threads and processes, and reports progress.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lab.scene.class_scene import ClassScene
from lab.scene.fields import Choice, Field, Integer
from lab.scene.learning_problem import GRID
from lab.scene.scene import Problem, Scene, SceneError, parse_strict, read_all, split
from lab.scene.slider_stops import DEFAULT_COUNT, MAX_COUNT, RANGES, slider_stops
from lab.wire.sweep_payload import SweepPayload, pack


def request_fields(
    sliders: Iterable[str],
    stops: int,
    max_stops: int,
    max_grid: int,
    *,
    along: str | None = None,
    grid: int = GRID,
) -> dict[str, Field]:
    """Return the fields of a request that are not in its scene: slider, stops and grid size.

    `stops`, `along` and `grid` are the defaults; with `along` None a request must name its slider.
    """
    fields: tuple[Field, ...] = (
        Choice("along", along, "Slider", "Slider along which to compute.", choices=tuple(sliders)),
        Integer("stops", stops, "Stops", "Number of stops.", low=1, high=max_stops),
        Integer("grid", grid, "Grid", "Number of grid nodes per side.", low=11, high=max_grid),
    )
    return {field.name: field for field in fields}


_REQUEST = request_fields(RANGES, DEFAULT_COUNT, MAX_COUNT, 161)


@dataclass(frozen=True)
class SweepRequest:
    """A request for a sweep: the scene, the slider, its stops (S,) and the number of grid nodes per
    side."""

    scene: Any  # a Scene, a ClassScene, or a scene of a type that a page defines
    along: str
    stops: np.ndarray
    grid: int

    @property
    def key(self) -> tuple:
        """The key of the sweep in caches. Requests that differ only in which stop is the scene's
        value have the same key."""
        at_first_stop = self.scene.at(self.along, self.stops[0])
        return (at_first_stop.query(), self.along, self.stops.tobytes(), self.grid)

    @property
    def stop(self) -> int:
        """The index in `stops` of the slider's value in the scene."""
        return int(np.flatnonzero(self.stops == getattr(self.scene, self.along))[0])

    def thinned(self, step: int) -> "SweepRequest":
        """Return the request for every `step`-th stop, including the stop of the scene itself."""
        return replace(self, stops=self.stops[self.stop % step :: step])

    @property
    def is_drag_step(self) -> bool:
        """Whether the request is for a single frame of an edited scene, as while a point is
        dragged; such frames are not cached."""
        return bool(self.scene.edits) and len(self.stops) == 1


def make_request(
    scene: Scene | ClassScene, along: str, stops: int | None = None, grid: int = GRID
) -> SweepRequest:
    """Make a request for a sweep. Raises SceneError for a slider that the scene does not have."""
    check_along(along, scene)
    return SweepRequest(scene, along, slider_stops(scene, along, stops), grid)


def read_request(query: str | bytes) -> SweepRequest:
    """Read a request from a query string. Raises SceneError with the first problem."""
    return read_with(query, _REQUEST, parse_strict, make_request)


def check_along(along: str, scene: Scene | ClassScene) -> None:
    """Raise SceneError unless the scene has the slider `along`."""
    if along not in scene.sliders:
        allowed = " or ".join(filter(None, (", ".join(scene.sliders[:-1]), scene.sliders[-1])))
        message = f"along must be {allowed} here; the kernel {scene.kernel} has no {along}."
        raise SceneError(Problem("along", along, allowed, message))


def read_with(
    query: str | bytes,
    fields: Mapping[str, Field],
    parse: Callable[..., Any],
    order: Callable[..., Any],
) -> Any:
    """Read a request from a query. `parse` reads its scene; `fields` are its other fields; `order`
    makes the request from the scene and the values of these fields.

    An address may also have a version, v, so that a browser's cache does not answer with the sweep
    of an older release.
    """
    scene = parse(query, ignore=(*fields, "v"))
    values = read_all(fields, split(query)[0])
    if values["along"] is None:
        allowed = fields["along"].allowed
        message = f"along must be given: the slider of the sweep, {allowed}."
        raise SceneError(Problem("along", "", allowed, message))
    return order(scene, **values)


@dataclass(frozen=True)
class SweepEndpoint:
    """An endpoint of whole sweeps.

    `read` makes a request from a query string, `order` from a scene and a slider; `solver` computes
    the sweep of a request. A server caches answers of at most `cache_bytes` in total. `file_sizes`
    has three triples (stops of the first slider, stops of each other slider, grid size), for
    exported HTML files with one slider, with several sliders, and with several sliders and several
    losses.
    `file_sliders`: the sliders of such a file, if they are not those of the scene.
    """

    path: str
    solver: Callable[..., SweepPayload]
    read: Callable[[bytes], SweepRequest]
    order: Callable[..., SweepRequest]
    cache_bytes: int = 64 * 2**20
    file_sizes: tuple[tuple[int, int, int], ...] = ((64, 1, 81), (29, 22, 47), (22, 15, 41))
    file_sliders: tuple[str, ...] = ()

    def answer(self, query: bytes) -> bytes:
        """Return the bytes of the sweep, uncompressed. Raises SceneError."""
        request = self.read(query)
        sweep = self.solver(request.scene, request.along, request.stops, request.grid)
        return sweep.to_bytes(sweep.head(request.scene, request.stop))


SWEEP_ENDPOINT = SweepEndpoint("frames", pack, read_request, make_request)
