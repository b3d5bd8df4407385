"""Solve the scenes at all stops of a picture's sliders, before the file is written.

For one slider the file contains its sweep. For two sliders it contains a sweep along the first
slider at each stop of the second, usually on a smaller grid; the page transposes these
sweeps for the second slider (handout.js). Each loss that the file offers has sweeps of its own.
"""

import gzip
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lab.course import page_declaration
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT, SweepEndpoint
from lab.scene import scene

# Python in the browser has one thread, and no clock of its CPU time.
_clock = getattr(time, "thread_time", time.perf_counter)


class HandoutTimeExceeded(Exception):
    """The sweeps take more time than may be spent on one file."""


def sweep_endpoints() -> dict[str, SweepEndpoint]:
    """Return the endpoints of sweeps by path: the shared ones, and those of single pages."""
    page_endpoints = [
        endpoint for page in page_declaration.pages().values() for endpoint in page.endpoints
    ]
    endpoints = (SWEEP_ENDPOINT, CLASS_SWEEP_ENDPOINT, *page_endpoints)
    return {
        endpoint.path: endpoint for endpoint in endpoints if isinstance(endpoint, SweepEndpoint)
    }


@dataclass(frozen=True)
class Entry:
    """A sweep along one slider: the fields of its scene that differ from the page's, and its bytes
    in the wire format, compressed with gzip."""

    along: str
    fields: dict[str, float | str]
    packed: bytes


def solve(
    route: str, query: str, sliders: Sequence[str], losses: Sequence[str] = (), seconds: float = 0.0
) -> tuple[dict[str, list[float]], list[Entry]]:
    """Solve the sweeps of one or two sliders. Return the stops of each slider, and the sweeps.

    `losses` are the losses of the picture's switch, () for only the scene's loss; `seconds`, if not
    0, limits the CPU time. Raises HandoutTimeExceeded and the errors of the solver."""
    endpoint = sweep_endpoints()[route]
    first_slider, *second_slider = sliders
    n, second_stops, grid = endpoint.file_sizes[
        0 if not second_slider else 1 if len(losses) < 2 else 2
    ]
    order = endpoint.read(f"{query}&along={first_slider}&stops={n}&grid={grid}".encode())
    stops = {first_slider: order.stops}
    stops |= {
        along: endpoint.order(order.scene, along, second_stops).stops for along in second_slider
    }
    start, entries = _clock(), []
    for fields in _combinations(losses, second_slider, stops):
        scene_shown = scene.replace(order.scene, **fields) if fields else order.scene
        sweep = endpoint.solver(scene_shown, first_slider, order.stops, grid)
        # Higher compression than in an answer: a file is written once and copied often.
        packed = gzip.compress(sweep.to_bytes(sweep.head(scene_shown, 0)), 7, mtime=0)
        entries.append(Entry(first_slider, fields, packed))
        if seconds and _clock() - start > seconds:
            raise HandoutTimeExceeded
    return {along: values.tolist() for along, values in stops.items()}, entries


def _combinations(losses, second_slider, stops) -> Iterator[dict[str, float | str]]:
    for loss in losses or ("",):
        loss_fields = {"loss": loss} if loss else {}
        for along in second_slider:
            yield from (loss_fields | {along: value} for value in stops[along].tolist())
        if not second_slider:
            yield loss_fields
