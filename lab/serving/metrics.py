"""GET /metrics: numbers of this process in Prometheus's text format, without personal data."""

import os
import threading
import time
from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lab.endpoints.static_assets import public_path

BUCKET_SECONDS = (
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
    10.0,
)  # upper bounds of the histogram's buckets, in seconds
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_START_TIME = time.time()

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counts and gauges by name. Labels come from short fixed lists, never from a request."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[str, dict[Labels, float]] = {}
        self._helps: dict[str, tuple[str, str]] = {}
        self._gauges: dict[str, Callable[[], Mapping[Labels, float]]] = {}

    def declare(self, name: str, help: str, kind: str = "counter") -> None:
        self._helps[name] = (kind, help)

    def add(self, name: str, amount: float = 1, **labels: str) -> None:
        """Add `amount` to the count with this name and these labels."""
        with self._lock:
            counts, key = self._counts.setdefault(name, {}), tuple(sorted(labels.items()))
            counts[key] = counts.get(key, 0) + amount

    def gauge(
        self, name: str, help: str, read: Callable[[], Mapping[Labels, float] | float],
        kind: str = "gauge",
    ) -> None:  # fmt: skip
        """Declare a number, or one for each of several labels; `read` returns it at each request of
        /metrics."""
        self.declare(name, help, kind)

        def table() -> Mapping[Labels, float]:
            value = read()
            return value if isinstance(value, Mapping) else {(): value}

        self._gauges[name] = table

    def observe(self, route: str, status: int, seconds: float, bytes_sent: int) -> None:
        """Count a request that was answered, the bytes sent and the time that it took."""
        self.add("kernels_requests_total", route=route, status=f"{status // 100}xx")
        self.add("kernels_sent_bytes_total", bytes_sent, route=route)
        self.add("kernels_request_seconds_sum", seconds, route=route)
        for bound in (*BUCKET_SECONDS, float("inf")):
            le = "+Inf" if bound == float("inf") else f"{bound:g}"
            is_within = int(seconds <= bound)
            self.add("kernels_request_seconds_bucket", is_within, route=route, le=le)
        self.add("kernels_request_seconds_count", route=route)

    def text(self) -> str:
        """Write all numbers in Prometheus's text format, version 0.0.4."""
        with self._lock:
            counts = {name: dict(table) for name, table in self._counts.items()}
        tables = counts | {name: read() for name, read in self._gauges.items()}
        lines, families = [], set()
        for name in sorted(tables):
            family = _family(name)
            kind, help = self._helps.get(family, ("untyped", ""))
            if family not in families:
                families.add(family)
                lines += [f"# HELP {family} {help}", f"# TYPE {family} {kind}"]
            lines += [f"{name}{_labels(key)} {value:.15g}" for key, value in tables[name].items()]
        return "\n".join(lines) + "\n"


def _family(name: str) -> str:
    for part in ("_bucket", "_sum", "_count"):
        if name.endswith(f"_seconds{part}"):
            return name.removesuffix(part)
    return name


def _labels(labels: Labels) -> str:
    inside = ",".join(f'{name}="{value}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""


def resident_bytes() -> float:
    """Return the resident memory of this process in bytes; NaN where there is no /proc."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * _PAGE_BYTES
    except OSError:
        return float("nan")


METRICS = Metrics()
METRICS.declare("kernels_requests_total", "Requests that were answered.")
METRICS.declare("kernels_sent_bytes_total", "Bytes of all answers, without headers.")
METRICS.declare(
    "kernels_request_seconds", "Seconds from a request to the end of its answer.", "histogram"
)
METRICS.declare(
    "kernels_frames_total", "Requests for sweeps by outcome, such as cached or refused."
)
METRICS.gauge("process_resident_memory_bytes", "Memory of this process.", resident_bytes)
METRICS.gauge(
    "process_cpu_seconds_total", "Processor time of this process.", time.process_time, "counter"
)
METRICS.gauge(
    "process_start_time_seconds", "Start time of this process, in Unix time.", lambda: _START_TIME
)


async def _serve(request: Request) -> Response:
    if "x-forwarded-for" in request.headers:  # the request came through a proxy
        return PlainTextResponse("These numbers are available on this host only.", 404)
    return PlainTextResponse(METRICS.text(), media_type="text/plain; version=0.0.4")


def routes() -> list[Route]:
    return [Route(public_path("metrics"), _serve, methods=["GET"])]


def watch(name: str, state: Callable[[], Mapping[str, int]]) -> None:
    """Report the endpoint `name` in /metrics; `state` returns the bytes in its caches and the
    numbers of its computations in progress."""
    _STATES[name] = state


_STATES: dict[str, Callable[[], Mapping[str, int]]] = {}


def _endpoint_values(keys: tuple[str, ...], label: str) -> Mapping[Labels, float]:
    return {
        (("endpoint", name), (label, key)): value
        for name, state in _STATES.items()
        for key, value in state().items()
        if key in keys
    }


METRICS.gauge("kernels_cache_bytes", "Bytes in the caches.",
              lambda: _endpoint_values(("shared", "edited"), "cache"))  # fmt: skip
METRICS.gauge("kernels_under_way", "Computations that run or wait.",
              lambda: _endpoint_values(("sweeps", "steps"), "kind"))  # fmt: skip
