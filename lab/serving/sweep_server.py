"""Serve sweeps: a cache, threads and processes, and the progress of long sweeps.

A request computes for at most a few seconds. A sweep that takes longer is computed in pieces: the
answer is then JSON with the number of stops done, and the next request computes the next piece, or
returns the sweep. A sweep that is not requested again is dropped.

The event loop only reads the cache. A thread parses the request, since a formula can take a moment.
A few threads run the work, equal work once, and have whole sweeps computed in processes of lower
priority (`SweepServer.use_processes`). Answers are compressed once and cached within a byte budget:
that of the endpoint (`SweepEndpoint.cache_bytes`), and `EDITED_BUDGET` for edited points. A dragged
point requests one frame after another (stops=1): these have threads of their own, so that they need
not wait behind whole sweeps, and are not cached.
"""

import asyncio
import dataclasses
import logging
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive

from lab.endpoints.json_endpoint import refusal_response
from lab.endpoints.server_sent_events import step
from lab.endpoints.static_assets import public_path
from lab.endpoints.sweep_endpoint import SweepEndpoint, SweepRequest
from lab.endpoints.workers.cpu_time_limit import CpuTimeExceeded
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
EDITED_BUDGET = 16 * 2**20  # smaller: few visitors share edited points
WORKERS = 2
MAX_WAITING = 128
# Limits where visitors' browsers can answer instead: they answer for `retry_after` seconds.
RELIEF_LIMITS = {"waiting": 16, "patience": 0.5, "retry_after": 10}
_MAX_AGE_SECONDS = 3600
_WARMING_PAUSE_SECONDS = 0.05
_CLIENT_CLOSED_STATUS = 499  # as in nginx's log; the client gets no answer
_RESUME_TIMEOUT_SECONDS = 5.0  # how long a paused sweep waits for the next request


class SweepUnfinished(Exception):
    """A piece of a sweep is computed: `done` stops `of` all. The next request goes on."""

    def __init__(self, done: int, of: int):
        super().__init__(done, of)
        self.done, self.of = done, of


class SweepAbandoned(Exception):
    """A sweep was dropped, since its next piece was not requested in time."""


class PendingSweep:
    """A sweep in progress, which pauses after each piece until the next one is requested."""

    def __init__(self, future: "Future[CompressedSweep]", of: int):
        self.future, self.done, self.of = future, 0, of
        self._lock, self._is_requested = threading.Lock(), threading.Event()
        self._piece: Future[None] = Future()  # done with the piece, or with the whole sweep

    def request_piece(self) -> "Future[None]":
        """Request the current piece, or the next one where that is computed."""
        with self._lock:
            self._is_requested.set()
            return self._piece

    def set_progress(self, done: int, of: int) -> None:
        """Set the number of stops done."""
        self.done, self.of = done, of

    def pause(self) -> None:
        """Complete the current piece, and wait until the next one is requested."""
        with self._lock:
            piece, self._piece = self._piece, Future()
            self._is_requested.clear()
        piece.set_result(None)
        if not self._is_requested.wait(_RESUME_TIMEOUT_SECONDS):
            raise SweepAbandoned

    def finish(self) -> None:
        """Complete the last piece."""
        with self._lock:
            self._piece.set_result(None)


class ClientDisconnected(Exception):
    """The client has closed the connection."""


@contextmanager
def _leave_if_cancelled(
    pool: WorkPool[CompressedSweep], key: tuple, future: "Future[CompressedSweep]"
) -> Iterator[None]:
    """Withdraw from the pool's work where the waiting task is cancelled."""
    try:
        yield
    except asyncio.CancelledError:
        pool.leave(key, future)
        raise


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
            await asyncio.sleep(0)  # lets other tasks run where all messages are buffered


class SweepServer:
    """Serves an endpoint of sweeps, with threads and a cache."""

    def __init__(
        self,
        endpoint: SweepEndpoint,
        *,
        edited_budget: int = EDITED_BUDGET,
        workers: int = WORKERS,
        waiting: int = MAX_WAITING,
        relief: bool = False,
    ):
        self.endpoint = endpoint
        self._shared: ByteLRU[CompressedSweep] = ByteLRU(endpoint.cache_bytes)
        self._edited: ByteLRU[CompressedSweep] = ByteLRU(edited_budget)
        limits: Any = RELIEF_LIMITS if relief else {"waiting": waiting}
        self._sweep_pool: WorkPool[CompressedSweep] = WorkPool(workers, **limits)
        self._frame_pool: WorkPool[CompressedSweep] = WorkPool(workers, **limits)
        self._pending: dict[tuple, PendingSweep] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._process_pool: Callable[..., CompressedSweep] | None = None

    def state(self) -> dict[str, int]:
        """Return the bytes in the caches, and the computations in progress."""
        bytes_kept = {"shared": self._shared.used, "edited": self._edited.used}
        return bytes_kept | {"sweeps": len(self._sweep_pool), "steps": len(self._frame_pool)}

    def use_processes(self, pool: Callable[..., CompressedSweep] | None) -> None:
        """Have `pool(compressed_by, solver, *arguments)` compute whole sweeps.

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

        At least one thread of the pool stays free for visitors. Returns the thread that solves.
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
        """Return the stops `done` `of` all for a sweep in progress; {} for any other."""
        sweep = self._pending.get(request.key)
        return {} if sweep is None else {"done": sweep.done, "of": sweep.of}

    def close(self) -> None:
        """Stop warming and drop waiting work. Work in progress ends by itself."""
        self._closing.set()
        self._sweep_pool.close()
        self._frame_pool.close()

    async def compressed_sweep(
        self, request: SweepRequest, is_guess: bool = False
    ) -> CompressedSweep:
        """Return the compressed sweep from the cache, or compute it once for all who request it.

        A guess, which the browser prefetches, is computed only if a thread is free. Raises
        ServerBusy, SweepUnfinished after a piece of a long sweep, and what the solver raises.
        Cancelling drops work that has not begun.
        """
        cached = self._cache(request).get(request.key)
        METRICS.add("kernels_frames_total", how="computed" if cached is None else "kept")
        if cached is not None:
            return cached
        if is_guess and self._sweep_pool.is_full:
            raise ServerBusy
        if len(request.stops) == 1:
            frame = self._frame_pool.ask(request.key, lambda: self._solve(request))
            with _leave_if_cancelled(self._frame_pool, request.key, frame):
                return await wait_for(frame)
        sweep = self._sweep(request, in_pieces=True)
        with _leave_if_cancelled(self._sweep_pool, request.key, sweep.future):
            await wait_for(sweep.request_piece())
        if not sweep.future.done():
            raise SweepUnfinished(sweep.done, sweep.of)
        try:
            return sweep.future.result()
        except SweepAbandoned:  # just now, so it starts again
            return await self.compressed_sweep(request)

    def _cache(self, request: SweepRequest) -> ByteLRU[CompressedSweep]:
        return self._edited if request.scene.edits or has_own_data(request.scene) else self._shared

    def _sweep(self, request: SweepRequest, in_pieces: bool) -> PendingSweep:
        """Return the sweep in progress for this request, or begin one. Raises ServerBusy.

        `in_pieces` of the first request decides whether it pauses.
        """
        key = request.key
        with self._lock:  # so that `_compute_sweep` finds its entry
            future = self._sweep_pool.ask(key, lambda: self._solve(request, in_pieces))
            sweep = self._pending.get(key)
            if sweep is not None and sweep.future is future:
                return sweep
            sweep = self._pending[key] = PendingSweep(future, len(request.stops))

        def remove(_: "Future[CompressedSweep]") -> None:
            with self._lock:
                if self._pending.get(key) is sweep:
                    del self._pending[key]
            sweep.finish()

        future.add_done_callback(remove)
        return sweep

    def _solve(self, request: SweepRequest, in_pieces: bool = False) -> CompressedSweep:
        cached = self._cache(request).get(request.key)
        if cached is not None:  # cached just before this work began
            return cached
        arguments = request.scene, request.along, request.stops, request.grid
        if len(request.stops) == 1:
            sweep = compressed_by(self.endpoint.solver, *arguments)
        else:
            sweep = self._compute_sweep(request.key, arguments, in_pieces)
        if not request.is_drag_step:
            self._cache(request).put(request.key, sweep, sweep.size)
        return sweep

    def _compute_sweep(self, key: tuple, arguments: tuple, in_pieces: bool) -> CompressedSweep:
        """Compute the sweep, in a process where there is a pool of them."""
        with self._lock:
            sweep = self._pending[key]
        with report_progress_to(sweep.set_progress, sweep.pause if in_pieces else None):
            if self._process_pool is None:
                return compressed_by(self.endpoint.solver, *arguments)
            return self._process_pool(compressed_by, self.endpoint.solver, *arguments)

    def _solve_all(self, requests: list[SweepRequest]) -> None:
        for request in requests:
            while self._sweep_pool.is_busy and not self._closing.wait(_WARMING_PAUSE_SECONDS):
                pass  # a visitor's request comes first
            if self._closing.is_set():
                return
            try:
                self._sweep(request, in_pieces=False).future.result()
            except SweepAbandoned:
                pass  # begun by a visitor's request, and dropped
            except Exception:
                log.exception("Could not prepare %s", request.scene.query())
                return


class _Endpoint:
    """The ASGI application. A class, so that Starlette passes on every HTTP method."""

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
        is_guess = request.headers.get("purpose") == "prefetch"
        try:
            work = self._frames.compressed_sweep(order, is_guess)
            sweep = await while_connected(request.receive, work)
        except ClientDisconnected:
            METRICS.add("kernels_frames_total", how="left")
            return Response(status_code=_CLIENT_CLOSED_STATUS)
        except SceneError as error:  # a formula may turn out to be no kernel on its points
            return _scene_error_response(error)
        except SweepUnfinished as error:
            METRICS.add("kernels_frames_total", how="continued")
            return _unfinished_response(error)
        except (ServerBusy, CpuTimeExceeded) as error:
            if is_guess:  # a browser would log an error
                return Response(status_code=204)
            how = "refused" if isinstance(error, ServerBusy) else "stopped"
            METRICS.add("kernels_frames_total", how=how)
            return refusal_response(error)
        except ProcessEnded:  # the server stops, or memory ran out: a retry helps
            METRICS.add("kernels_frames_total", how="refused")
            return _error_response(
                503, "The server was stopped while it computed.", {"Retry-After": "2"}
            )
        except Exception:
            log.exception("Could not solve %s along %s", order.scene.query(), order.along)
            return _error_response(
                500, "This picture could not be computed; the server has noted why."
            )
        return _answer(request, order, sweep)


class _Progress:
    """Answers with the progress of a sweep: the same query at another path."""

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


def _unfinished_response(error: SweepUnfinished) -> Response:
    message = f"{error.done} of {error.of} stops are computed. Ask again, and it goes on."
    return JSONResponse({"message": message, "done": error.done, "of": error.of}, 200, _NO_STORE)


def has_own_data(scene: Any) -> bool:
    """Whether its points are a visitor's own table, which shared caches must not store."""
    return bool(scene.points)


def _answer(request: Request, order: SweepRequest, sweep: CompressedSweep) -> Response:
    head = sweep.head(order.scene, order.stop)
    is_gzip = accepts_gzip(request.headers.get("accept-encoding", ""))
    etag = f'"{sweep.etag(head)}{"" if is_gzip else "-plain"}"'
    visibility = "private" if order.is_drag_step or has_own_data(order.scene) else "public"
    headers: dict[str, Any] = {
        "ETag": etag,
        "Cache-Control": f"{visibility}, max-age={_MAX_AGE_SECONDS}",
        "Vary": "Accept-Encoding",
    }
    if names_etag(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    if is_gzip:
        headers["Content-Encoding"] = "gzip"
    body = sweep.gzip(head) if is_gzip else sweep.plain(head)
    if request.method == "HEAD":
        headers["Content-Length"] = str(len(body))
        body = b""
    return Response(body, media_type=MEDIA_TYPE, headers=headers)


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header accepts gzip."""
    quality = {}
    for part in header.lower().split(","):
        name, _, parameters = part.partition(";")
        weight = parameters.replace(" ", "").removeprefix("q=")
        quality[name.strip()] = weight.strip("0.") != "" if weight else True
    return quality.get("gzip", quality.get("*", False))


def names_etag(header: str, etag: str) -> bool:
    """Whether an If-None-Match header names `etag`."""
    etags = [part.strip().removeprefix("W/") for part in header.split(",")]
    return "*" in etags or etag in etags
