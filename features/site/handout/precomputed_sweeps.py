"""All that the sliders of a picture can reach, solved before the file is written.

One slider: its sweep, as the app sends it. Two: a sweep along the first for each stop of the
second, on a smaller grid; the page turns them round for the second one (handout.js).
"""

import gzip
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lab.course import page_declaration
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT, SweepEndpoint
from lab.scene import scene

# A browser's Python has one thread, and no clock for it.
_clock = getattr(time, "thread_time", time.perf_counter)


class HandoutTimeExceeded(Exception):
    """The sweeps would take more time than the server gives to one file."""


def sweep_endpoints() -> dict[str, SweepEndpoint]:
    """All that answer sweeps, by their paths: those shared, and those of single pages."""
    own = [one for page in page_declaration.pages().values() for one in page.endpoints]
    every = (SWEEP_ENDPOINT, CLASS_SWEEP_ENDPOINT, *own)
    return {one.path: one for one in every if isinstance(one, SweepEndpoint)}


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
    endpoint = sweep_endpoints()[route]
    first, *second = sliders
    n, across, grid = endpoint.file_sizes[0 if not second else 1 if len(losses) < 2 else 2]
    asked = endpoint.read(f"{query}&along={first}&stops={n}&grid={grid}".encode())
    stops = {first: asked.stops}
    stops |= {along: endpoint.order(asked.scene, along, across).stops for along in second}
    started, entries = _clock(), []
    for fields in _combinations(losses, second, stops):
        here = scene.replace(asked.scene, **fields) if fields else asked.scene
        made = endpoint.solver(here, first, asked.stops, grid)
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
