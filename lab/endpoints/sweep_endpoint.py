"""GET /frames: one whole sweep of a scene, which the browser then plays under the thumb.

    /frames?<scene>&along=tau|lam[&stops=64][&grid=81]
    /frames-progress?<scene>&along=tau          while it is under way: how many stops are done

Here is what it answers, as pure functions; on a server `lab.serving.sweep_server` keeps answers,
has them made in threads and processes, and says how far they are.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
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
    most: int,
    finest: int,
    *,
    along: str | None = None,
    grid: int = GRID,
) -> dict[str, Field]:
    """What a request for a sweep says beside its scene: one of the sliders, by default `along`, how
    many stops, at most so many, and the grid's side, at most the finest."""  # fmt: skip
    fields: tuple[Field, ...] = (
        Choice("along", along, "Slider", "Which slider the sweep follows.", choices=tuple(sliders)),
        Integer("stops", stops, "Stops", "Stops of the slider.", low=1, high=most),
        Integer("grid", grid, "Grid", "Points along a side.", low=11, high=finest),
    )
    return {field.name: field for field in fields}


_REQUEST = request_fields(RANGES, DEFAULT_COUNT, MAX_COUNT, 161)


@dataclass(frozen=True)
class SweepRequest:
    """A request in full: the scene, the slider, its stops (S,) and the grid's side."""

    scene: Any  # of two classes, of many, or what a page has of its own
    along: str
    stops: np.ndarray
    grid: int

    @property
    def key(self) -> tuple:
        """Equal for scenes with equal arrays: where the slider stands has no part in it."""
        elsewhere = self.scene.at(self.along, self.stops[0])
        return (elsewhere.query(), self.along, self.stops.tobytes(), self.grid)

    @property
    def stop(self) -> int:
        """Which stop the scene itself is."""
        return int(np.flatnonzero(self.stops == getattr(self.scene, self.along))[0])

    @property
    def passing(self) -> bool:
        """Whether this is a step of a point's drag, which nobody else is going to ask for."""
        return bool(self.scene.edits) and len(self.stops) == 1


def make_request(
    scene: Scene | ClassScene, along: str, stops: int | None = None, grid: int = GRID
) -> SweepRequest:
    """A request for a sweep. Raises SceneError for a slider that the scene does not have."""
    check_along(along, scene)
    return SweepRequest(scene, along, slider_stops(scene, along, stops), grid)


def read_request(query: str | bytes) -> SweepRequest:
    """The request that a query string makes. Raises SceneError with the first problem."""
    return read_with(query, _REQUEST, parse_strict, make_request)


def check_along(along: str, scene: Scene | ClassScene) -> None:
    """Raises SceneError for a sweep along a parameter that the scene's kernel does not have."""
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
    """The `order` of a query string: its scene, which `parse` reads, and the request's `fields`.

    An address may also carry a version, v, so that a new release is not answered from old caches.
    """
    scene = parse(query, ignore=(*fields, "v"))
    values = read_all(fields, split(query)[0])
    if values["along"] is None:
        allowed = fields["along"].allowed
        message = f"along must be given; it says which slider the sweep follows, {allowed}."
        raise SceneError(Problem("along", "", allowed, message))
    return order(scene, **values)


@dataclass(frozen=True)
class SweepEndpoint:
    """GET /path: whole sweeps. `solver` makes one of a request, which `read` makes of a query
    string, and `order` of a scene and a slider. A server keeps at most `cache_bytes` of them.
    `file_sizes`: (stops of the first slider, of the second, grid) of those that a file holds which
    needs no server, for one slider, for two, and for two with every loss.
    """

    path: str
    solver: Callable[..., SweepPayload]
    read: Callable[[bytes], SweepRequest]
    order: Callable[..., SweepRequest]
    cache_bytes: int = 64 * 2**20
    file_sizes: tuple[tuple[int, int, int], ...] = ((64, 1, 81), (29, 22, 47), (22, 15, 41))

    def answer(self, query: bytes) -> bytes:
        """The sweep as it is sent, not compressed. Raises SceneError."""
        request = self.read(query)
        sweep = self.solver(request.scene, request.along, request.stops, request.grid)
        return sweep.plain(sweep.head(request.scene, request.stop))


SWEEP_ENDPOINT = SweepEndpoint("frames", pack, read_request, make_request)
