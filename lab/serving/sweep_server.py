"""Serve sweeps: a cache, threads and processes, and the progress of long sweeps.

A sweep may take `cpu_time_limit.SECONDS` of CPU time. If it would take longer, the answer has every
second, fourth or eighth stop (all, if there are few), and the number of all stops; browsers and
proxies must not cache it. A browser that repeats the request with `Prefer: wait` gets all stops.
Such work, and work at fewer stops, has its own thread, and ends once no request waits for it.

The event loop only reads the cache. A thread parses the request, since a formula can take a moment.
A few threads compute the sweeps. Requests for the same sweep share one computation. The threads
pass whole sweeps to processes of lower priority (`SweepServer.use_processes`). Answers are
compressed once and cached within a byte budget: that of the endpoint (`SweepEndpoint.cache_bytes`),
and `EDITED_CACHE_BYTES` for edited and own points. A dragged point requests one frame after another
(stops=1): these have their own threads, so that they need not wait for whole sweeps, and are not
cached.
"""

import asyncio
import dataclasses
import logging
import threading
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive

from lab.endpoints.json_endpoint import refusal_response
from lab.endpoints.server_sent_events import step
from lab.endpoints.static_assets import public_path
from lab.endpoints.sweep_endpoint import SweepEndpoint, SweepRequest
from lab.endpoints.workers.cpu_time_limit import (
    SECONDS,
    SWEEP_SECONDS,
    CpuTimeExceeded,
    SweepTimeExceeded,
    TooLong,
    run_if_short,
)
from lab.endpoints.workers.process_pool import ProcessEnded
from lab.endpoints.workers.work_pool import ByteLRU, ServerBusy, WorkPool, wait_for
from lab.scene.progress import report_progress_to
from lab.scene.scene import SceneError
from lab.scene.slider_stops import RANGES
from lab.serving.metrics import METRICS
from lab.wire.sweep_payload import CompressedSweep, compressed_by

log = logging.getLogger(__name__)

R = TypeVar("R")

MEDIA_TYPE = "application/octet-stream"
# Size of the cache for edited and own points, small since few visitors share such points.
EDITED_CACHE_BYTES = 16 * 2**20
WORKERS = 2
MAX_WAITING = 128
# Limits of the pools if browsers can compute sweeps themselves. After a refusal a browser does so
# for `retry_after` seconds.
BROWSER_LIMITS = {"max_waiting": 16, "max_wait_seconds": 0.5, "retry_after": 10}
_MAX_AGE_SECONDS = 3600
_WARMING_PAUSE_SECONDS = 0.05
# The status in nginx's log for a client that has closed the connection; the client gets no answer.
_CLIENT_CLOSED_STATUS = 499
_MIN_STOPS = 7  # smallest number of stops of a sweep with fewer stops than requested
# A long sweep whose estimated CPU time is above this is refused. It is twice the limit, since an
# early estimate may be too high: the first stops may take longest.
_ESTIMATE_LIMIT_SECONDS = 2 * SWEEP_SECONDS
# Number of long sweeps remembered, so that later requests for them need no estimate.
_MAX_LONG_SWEEPS = 1024
# Half of the stops take two thirds of the time, since each solution is farther from the previous
# one, from which the solver starts.
_COST_EXPONENT = 0.6


class SweepAbandoned(Exception):
    """A long sweep was dropped, since no request waits for it."""


def step_for(count: int, seconds: float) -> int:
    """Return the step at which to compute a sweep whose `count` stops would take `seconds` of CPU
    time: 2, 4 or 8, for every second, fourth or eighth stop; 1 if there are few stops.
    """
    steps = [step for step in (2, 4, 8) if count // step >= _MIN_STOPS]
    short = (step for step in steps if seconds * step**-_COST_EXPONENT <= SECONDS)
    return next(short, steps[-1] if steps else 1)


class ClientDisconnected(Exception):
    """The client has closed the connection."""


async def while_connected(receive: Receive, work: Coroutine[Any, Any, R]) -> R:
    """Await `work` and return its result; cancel it if the client disconnects first.

    Raises ClientDisconnected.
    """
    work_task, disconnect_task = (
        asyncio.ensure_future(work),
        asyncio.ensure_future(_wait_for_disconnect(receive)),
    )
    try:
        await asyncio.wait((work_task, disconnect_task), return_when=asyncio.FIRST_COMPLETED)
        if work_task.done():
            return work_task.result()
        raise ClientDisconnected
    finally:
        work_task.cancel()
        disconnect_task.cancel()


async def _wait_for_disconnect(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (message := await receive())["type"] != "http.disconnect":
        if not message.get("more_body"):
            await asyncio.sleep(0)  # `receive` may return at once; other tasks must run in between


class SweepServer:
    """Serves the sweeps of one endpoint, with threads and caches."""

    def __init__(
        self,
        endpoint: SweepEndpoint,
        *,
        edited_budget: int = EDITED_CACHE_BYTES,
        workers: int = WORKERS,
        max_waiting: int = MAX_WAITING,
        computes_in_browser: bool = False,
    ):
        self.endpoint = endpoint
        self._shared: ByteLRU[CompressedSweep] = ByteLRU(endpoint.cache_bytes)
        self._edited: ByteLRU[CompressedSweep] = ByteLRU(edited_budget)
        limits: Any = BROWSER_LIMITS if computes_in_browser else {"max_waiting": max_waiting}
        self._sweep_pool: WorkPool[CompressedSweep] = WorkPool(workers, **limits)
        self._frame_pool: WorkPool[CompressedSweep] = WorkPool(workers, **limits)
        self._long_pool: WorkPool[CompressedSweep] = WorkPool(1, seconds=SWEEP_SECONDS, **limits)
        self._steps: ByteLRU[int] = ByteLRU(_MAX_LONG_SWEEPS)  # step between a long sweep's stops
        # Numbers of stops solved and of all stops, by sweep.
        self._progress_by_sweep: dict[tuple, dict[str, int]] = {}
        self._closing = threading.Event()
        self._process_pool: Callable[..., CompressedSweep] | None = None

    def state(self) -> dict[str, int]:
        """Return the bytes in both caches, and the numbers of computations in progress."""
        bytes_kept = {"shared": self._shared.used, "edited": self._edited.used}
        sweeps = len(self._sweep_pool) + len(self._long_pool)
        return bytes_kept | {"sweeps": sweeps, "steps": len(self._frame_pool)}

    def use_processes(self, pool: Callable[..., CompressedSweep] | None) -> None:
        """Have `pool(function, *arguments, seconds=…)` compute whole sweeps; with None, threads
        compute them.

        See `lab.endpoints.workers.process_pool`. Single frames stay in threads: sending one to a
        process takes as long as computing it.
        """
        self._process_pool = pool

    def routes(self) -> list[Route]:
        """Return the routes, below the server's base path."""
        return [
            Route(public_path(self.endpoint.path), _Endpoint(self)),
            Route(public_path(f"{self.endpoint.path}-progress"), _Progress(self)),
        ]

    def warm_cache(
        self, scenes: Iterable[Any], along: Iterable[str] = tuple(RANGES)
    ) -> threading.Thread:
        """Solve scenes in the background, one sweep at a time, so that visitors need not wait.

        At most one thread of the pool is used; the others stay free for visitors. Returns the
        background thread.
        """
        self._closing.clear()
        requests = [
            self.endpoint.order(scene, slider)
            for scene in scenes
            for slider in along
            if slider in scene.sliders
        ]
        thread = threading.Thread(target=self._solve_all, args=(requests,), daemon=True)
        thread.start()
        return thread

    def progress(self, request: SweepRequest) -> dict[str, int]:
        """Return the number of stops solved, `done`, and of all stops, `of`, for a sweep in
        progress; {} for any other sweep."""
        for candidate in (request, request.thinned(self._steps.get(request.key) or 1)):
            if candidate.key in self._sweep_pool or candidate.key in self._long_pool:
                return self._progress_by_sweep.get(candidate.key) or {
                    "done": 0,
                    "of": len(candidate.stops),
                }
        return {}

    def close(self) -> None:
        """Stop warming the cache, and drop waiting work. Work in progress ends by itself."""
        self._closing.set()
        for pool in (self._sweep_pool, self._frame_pool, self._long_pool):
            pool.close()

    async def compressed_sweep(
        self, request: SweepRequest, is_prefetch: bool = False, wants_all_stops: bool = False
    ) -> tuple[SweepRequest, CompressedSweep]:
        """Return a request and its compressed sweep, cached or computed once for equal requests.

        The returned request has fewer stops if computing all of them would take long, unless
        `wants_all_stops`. A prefetch is computed only if a thread is free. Raises ServerBusy and
        the solver's errors. Cancelling drops work that has not begun, and long work.
        """
        cached = self._cache(request).get(request.key)
        METRICS.add("kernels_frames_total", outcome="computed" if cached is None else "cached")
        if cached is not None:
            return request, cached
        if len(request.stops) == 1:
            return request, await self._compute_once(request, self._frame_pool)
        if is_prefetch and (self._sweep_pool.is_full or self._long_pool.is_full):
            raise ServerBusy
        if not (wants_all_stops or self._steps.get(request.key)):
            try:
                return request, await self._compute_once(request, self._sweep_pool)
            except (TooLong, CpuTimeExceeded) as error:
                seconds = error.seconds if isinstance(error, TooLong) else SWEEP_SECONDS
                self._steps.put(request.key, step_for(len(request.stops), seconds), 1)
        if not wants_all_stops:
            request = request.thinned(self._steps.get(request.key) or 1)
        try:
            return request, await self._compute_once(request, self._long_pool)
        except TooLong:
            raise SweepTimeExceeded from None

    async def _compute_once(
        self, request: SweepRequest, pool: WorkPool[CompressedSweep]
    ) -> CompressedSweep:
        """Compute the sweep in a pool, once for all simultaneous requests."""
        future = pool.ask(request.key, lambda: self._solve(request, pool))
        try:
            return await wait_for(future)
        except asyncio.CancelledError:
            pool.leave(request.key, future)
            raise
        except SweepAbandoned:  # the work was dropped in the meantime, so start again
            return await self._compute_once(request, pool)

    def _cache(self, request: SweepRequest) -> ByteLRU[CompressedSweep]:
        is_personal = request.scene.edits or has_own_points(request.scene)
        return self._edited if is_personal else self._shared

    def _solve(self, request: SweepRequest, pool: WorkPool[CompressedSweep]) -> CompressedSweep:
        """Compute and cache the sweep, in a thread of the pool."""
        key = request.key
        cached = self._cache(request).get(key)
        if cached is not None:  # cached just before this work began
            return cached

        def follow(done: int, of: int) -> None:
            if pool is self._long_pool and not pool.is_wanted(key):
                raise SweepAbandoned
            self._progress_by_sweep[key] = {"done": done, "of": of}

        try:
            with report_progress_to(follow):
                sweep = self._compute(request, pool)
        finally:
            self._progress_by_sweep.pop(key, None)
        if not request.is_drag_step:
            self._cache(request).put(key, sweep, sweep.size)
        return sweep

    def _compute(self, request: SweepRequest, pool: WorkPool[CompressedSweep]) -> CompressedSweep:
        """Compute a single frame in this thread, and a whole sweep in a process, if possible."""
        arguments = request.scene, request.along, request.stops, request.grid
        if pool is self._frame_pool:
            return compressed_by(self.endpoint.solver, *arguments)
        is_long = pool is self._long_pool
        limit = _ESTIMATE_LIMIT_SECONDS if is_long else SECONDS
        call = limit, compressed_by, self.endpoint.solver, *arguments
        if self._process_pool is None:
            return run_if_short(*call)
        return self._process_pool(run_if_short, *call, seconds=min(limit, SWEEP_SECONDS))

    def _solve_all(self, requests: list[SweepRequest]) -> None:
        for request in requests:
            while self.state()["sweeps"] and not self._closing.wait(_WARMING_PAUSE_SECONDS):
                pass  # visitors' requests come first
            if self._closing.is_set():
                return
            try:
                asyncio.run(self._solve_early(request))
            except Exception:
                log.exception("Could not prepare %s", request.scene.query())
                return

    async def _solve_early(self, request: SweepRequest) -> None:
        """Solve a sweep at all of its stops."""
        try:
            await self._compute_once(request, self._sweep_pool)
        except (TooLong, CpuTimeExceeded):
            await self._compute_once(request, self._long_pool)


class _Endpoint:
    """The ASGI application of the sweeps' route. It is a class, since Starlette lets a function
    answer only GET and HEAD, and refuses other methods without our message."""

    def __init__(self, frames: SweepServer):
        self._frames = frames

    async def __call__(self, scope, receive, send) -> None:
        response = await self.answer(Request(scope, receive))
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            return _error_response(
                405, "Frames can only be read, with GET.", {"Allow": "GET, HEAD"}
            )
        try:
            order = await step(self._frames.endpoint.read, request.scope["query_string"])
        except SceneError as error:
            return _scene_error_response(error)
        except CpuTimeExceeded as error:
            return refusal_response(error)
        is_prefetch = request.headers.get("purpose") == "prefetch"
        wants_all_stops = request.headers.get("prefer", "").startswith("wait")
        try:
            work = self._frames.compressed_sweep(order, is_prefetch, wants_all_stops)
            solved, sweep = await while_connected(request.receive, work)
        except ClientDisconnected:
            METRICS.add("kernels_frames_total", outcome="abandoned")
            return Response(status_code=_CLIENT_CLOSED_STATUS)
        except SceneError as error:  # a formula may not be a kernel on these points
            return _scene_error_response(error)
        except (ServerBusy, CpuTimeExceeded) as error:
            if is_prefetch:  # a browser would log a refusal as an error
                return Response(status_code=204)
            outcome = "refused" if isinstance(error, ServerBusy) else "stopped"
            METRICS.add("kernels_frames_total", outcome=outcome)
            return refusal_response(error)
        except ProcessEnded:  # the server stops, or memory ran out: a retry helps
            METRICS.add("kernels_frames_total", outcome="refused")
            return _error_response(
                503, "The computation was interrupted. Try again in a moment.", {"Retry-After": "2"}
            )
        except Exception:
            log.exception("Could not solve %s along %s", order.scene.query(), order.along)
            return _error_response(
                500, "This picture could not be computed. The server has logged the error."
            )
        all_stops = len(order.stops) if len(solved.stops) < len(order.stops) else None
        if all_stops is not None:
            METRICS.add("kernels_frames_total", outcome="fewer_stops")
        return _answer(request, solved, sweep, all_stops)


class _Progress:
    """The ASGI application of the progress route, which takes the same query as the sweeps'
    route."""

    def __init__(self, frames: SweepServer):
        self._frames = frames

    async def __call__(self, scope, receive, send) -> None:
        try:
            order = await step(self._frames.endpoint.read, scope["query_string"])
        except SceneError as error:
            response = _scene_error_response(error)
        except CpuTimeExceeded as error:
            response = refusal_response(error)
        else:
            response = JSONResponse(self._frames.progress(order), headers=_NO_STORE)
        await response(scope, receive, send)


_NO_STORE = {"Cache-Control": "no-store"}


def _scene_error_response(error: SceneError) -> Response:
    return JSONResponse(dataclasses.asdict(error.problem), 400, _NO_STORE)


def _error_response(status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"message": message}, status, _NO_STORE | (headers or {}))


def has_own_points(scene: Any) -> bool:
    """Return whether a scene's points are a visitor's own, which shared caches must not store."""
    return bool(scene.points)


def _answer(
    request: Request, order: SweepRequest, sweep: CompressedSweep, all_stops: int | None
) -> Response:
    """Answer with a sweep; `all_stops`: the number of requested stops, if the sweep has fewer."""
    head = sweep.head(order.scene, order.stop, all_stops)
    is_gzip = accepts_gzip(request.headers.get("accept-encoding", ""))
    etag = f'"{sweep.etag(head)}{"" if is_gzip else "-plain"}"'
    visibility = "private" if order.is_drag_step or has_own_points(order.scene) else "public"
    headers: dict[str, Any] = {
        "ETag": etag,
        "Cache-Control": f"{visibility}, max-age={_MAX_AGE_SECONDS}",
        "Vary": "Accept-Encoding",
    }
    if all_stops is not None:  # the sweep has fewer stops than the address requests
        headers |= _NO_STORE
    if names_etag(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    if is_gzip:
        headers["Content-Encoding"] = "gzip"
    body = sweep.gzip(head) if is_gzip else sweep.to_bytes(head)
    if request.method == "HEAD":
        headers["Content-Length"] = str(len(body))
        body = b""
    return Response(body, media_type=MEDIA_TYPE, headers=headers)


def accepts_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding header accepts gzip."""
    quality = {}
    for part in header.lower().split(","):
        name, _, parameters = part.partition(";")
        weight = parameters.replace(" ", "").removeprefix("q=")
        quality[name.strip()] = weight.strip("0.") != "" if weight else True
    return quality.get("gzip", quality.get("*", False))


def names_etag(header: str, etag: str) -> bool:
    """Return whether an If-None-Match header names `etag`."""
    etags = [part.strip().removeprefix("W/") for part in header.split(",")]
    return "*" in etags or etag in etags
