"""Measure the default sweeps as sent: bytes, time, and precision."""

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from unittest.mock import patch

from benchmarks.browser.browsing import APP, serve
from benchmarks.tables import Aim, kilobytes, milliseconds, show
from benchmarks.timing import alternately
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
from lab.scene.fields import FIELDS
from lab.scene.learning_problem import GRID
from lab.scene.scene import DEFAULT, Scene, replace
from lab.scene.slider_stops import RANGES, slider_stops
from lab.wire import safetensors_format
from lab.wire.scene_sweep import solve
from lab.wire.sweep_payload import compressed_by, pack
from tests.lab.endpoints.test_sweep_endpoint import displacement

REPEATS = 3
MIN_VISIBLE = 1e-9  # |f| below this has no visible colour
REQUESTS, CONNECTIONS = 400, 4


@dataclass(frozen=True)
class SentSweep:
    """A sweep as sent: bytes, seconds, and the displacement of the zero level in cells."""

    loss: str
    along: str
    gzipped: int
    plain: int
    solving: float
    packing: float
    moved: float
    moved_anywhere: float

    @property
    def row(self) -> tuple[str, ...]:
        sizes = kilobytes(self.gzipped), kilobytes(self.plain)
        times = milliseconds(1000 * self.solving), milliseconds(1000 * self.packing)
        cells = f"{self.moved:.3f}", f"{self.moved_anywhere:.3f}"
        return (f"{self.loss}, along {self.along}", *sizes, *times, *cells)


def run() -> list[Aim]:
    scenes = [replace(DEFAULT, loss=loss) for loss in FIELDS["loss"].choices]
    sweeps = [measure(scene, along) for scene in scenes for along in RANGES]
    show(
        f"Wire: 64 stops, {GRID}² fields, default mixture, m = 200",
        ("loss", "gzip", "plain", "solve", "round, gzip", "moved", "with faint f"),
        [sweep.row for sweep in sweeps],
        (
            "Moved: the largest distance, in cells, of the zero level from float64's on a grid",
            f"edge where |f| ≥ {MIN_VISIBLE:g} at either end; with faint f: on any edge.",
        ),
    )
    show(
        f"Wire: the default sweep from the server's cache, {REQUESTS} requests over loopback",
        ("connections", "requests a second"),
        [(str(n), f"{rate:.0f}") for n, rate in cached_rates()],
    )
    largest = max(sweep.gzipped for sweep in sweeps) / 1000
    largest_move = max(sweep.moved for sweep in sweeps)
    anywhere = max(sweep.moved_anywhere for sweep in sweeps)
    return [
        Aim("largest default sweep on the wire, gzip", largest, "kB", most=500),
        Aim(f"zero level displaced, |f| ≥ {MIN_VISIBLE:g}", largest_move, "cells", most=0.1),
        Aim("zero level displaced, anywhere", anywhere, "cells", most=0.1),
    ]


def measure(scene: Scene, along: str) -> SentSweep:
    """Solve and pack one sweep; compare the field that a browser reads with float64's."""
    stops = slider_stops(scene, along)
    [(solving, sweep)] = alternately(REPEATS, lambda: solve(scene, along, stops, GRID))
    with patch("lab.wire.sweep_payload.solve", return_value=sweep):
        [(packing, packed)] = alternately(
            REPEATS, lambda: compressed_by(pack, scene, along, stops, GRID)
        )
    head = packed.head(scene, 0)
    plain = packed.to_bytes(head)
    tensors, metadata = safetensors_format.decode(plain)
    field = tensors["field"].astype(float) * float(metadata["scale"])
    limits = (MIN_VISIBLE, 0.0)
    distances = [displacement(sweep.field, field, limit).max(initial=0) for limit in limits]
    sizes = len(packed.gzip(head)), len(plain)
    return SentSweep(scene.loss, along, *sizes, solving, packing, *distances)


def cached_rates() -> list[tuple[int, float]]:
    """Return numbers of connections, and the answers per second that they received together."""
    with serve(APP) as server:
        rates = []
        for connections in (1, CONNECTIONS):
            share = REQUESTS // connections
            with ThreadPoolExecutor(connections) as threads:
                send_requests(server.port, 1)
                start = time.perf_counter()
                list(threads.map(send_requests, [server.port] * connections, [share] * connections))
                rates.append((connections, REQUESTS / (time.perf_counter() - start)))
    return rates


def send_requests(port: int, requests: int) -> None:
    """Request the default sweep repeatedly over one connection, and read every byte."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for _ in range(requests):
        path = f"/{SWEEP_ENDPOINT.path}?{DEFAULT.query()}&along=tau"
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200 and body, (answer.status, body)
    connection.close()
