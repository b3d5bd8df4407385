"""All that the sliders of a picture can reach, solved before the file is written.

One slider: its sweep, as the app sends it. Two: a sweep along the first for each stop of the
second, on a smaller grid; the page turns them round for the second one (assets/element/handout.js).
"""

import gzip
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.course import page_declaration
from lab.scene import class_scene, scene
from lab.scene.slider_stops import slider_stops
from lab.wire import class_tensors as class_payload
from lab.wire import sweep_payload

# A browser's Python has one thread, and no clock for it.
_clock = getattr(time, "thread_time", time.perf_counter)


class HandoutTimeExceeded(Exception):
    """The sweeps would take more time than the server gives to one file."""


@dataclass(frozen=True)
class SceneAdapter:
    """How a route's scenes are read and solved. `sizes`: (stops of the first slider, of
    the second, grid) for one slider, for two, and for two with every loss."""

    read: Callable[[str], Any]
    pack: Callable[[Any, str, np.ndarray, int], sweep_payload.SweepPayload]
    sizes: tuple[tuple[int, int, int], ...]
    stops: Callable[[Any, str, int], np.ndarray] = slider_stops


ADAPTERS = {
    "frames": SceneAdapter(
        scene.parse_strict,
        sweep_payload.pack,
        ((64, 1, 81), (29, 22, 47), (22, 15, 41)),
    ),
    "class-frames": SceneAdapter(
        class_scene.parse_strict,
        class_payload.pack,
        ((31, 1, 81), (19, 11, 61), (13, 11, 61)),
    ),
}


def adapters() -> dict[str, SceneAdapter]:
    """All that there are, by the names of their routes: those shared, and those of single pages."""
    own = [page.adapters for page in page_declaration.pages().values()]
    return ADAPTERS | {name: one for some in own for name, one in some.items()}


@dataclass(frozen=True)
class Entry:
    """A sweep along one slider, at `fields` of the scene, as gzip of its wire format."""

    along: str
    fields: dict[str, float | str]
    packed: bytes


def solve(
    route: str, query: str, sliders: Sequence[str], losses: Sequence[str] = (), seconds: float = 0.0
) -> tuple[dict[str, list[float]], list[Entry]]:
    """The stops of each slider, and the sweeps. `losses`: those that a switch offers.

    `seconds` of work, where given, are all there are. Raises HandoutTimeExceeded, and what solving
    raises."""
    adapter = adapters()[route]
    own = adapter.read(query)
    first, *second = sliders
    n, across, grid = adapter.sizes[0 if not second else 1 if len(losses) < 2 else 2]
    stops = {first: adapter.stops(own, first, n)}
    stops |= {along: adapter.stops(own, along, across) for along in second}
    started, entries = _clock(), []
    for fields in _combinations(losses, second, stops):
        here = scene.replace(own, **fields) if fields else own
        made = adapter.pack(here, first, stops[first], grid)
        # A file is written once and carried about: every byte counts more than in an answer.
        packed = gzip.compress(made.plain(made.head(here, 0)), 7, mtime=0)
        entries.append(Entry(first, fields, packed))
        if seconds and _clock() - started > seconds:
            raise HandoutTimeExceeded
    return {along: values.tolist() for along, values in stops.items()}, entries


def _combinations(losses, second, stops) -> Iterator[dict[str, float | str]]:
    for loss in losses or ("",):
        chosen = {"loss": loss} if loss else {}
        for value in stops[second[0]].tolist() if second else (None,):
            yield chosen if value is None else chosen | {second[0]: value}
