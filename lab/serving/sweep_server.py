"""Sweeps on the server: a cache, threads and processes, and how far a long one is.

No request is computed for longer than a few seconds. A sweep that takes longer is made in pieces:
the answer then is JSON that says how many stops are done, and the next request gets the next
piece, or the sweep. Where nobody asks again, it is dropped.

The event loop only looks into the cache: a thread reads the request, for a formula may take a
moment, and a few threads see to the work, equal work once, and have whole sweeps made in processes
that give way (`SweepServer.use_processes`). What is sent was compressed once and is kept within a
byte budget: that of its endpoint (`SweepEndpoint.cache_bytes`), and `EDITED_BUDGET` where points
were edited. A dragged point asks for one frame after another (stops=1): these have threads of their
own, so that they need not wait behind whole sweeps, and are not kept.
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
EDITED_BUDGET = 16 * 2**20  # mostly one person's own; scenes without edits are everybody's
WORKERS = 2
WAITING = 128
# Where learners' own browsers can answer, they are asked to, for so many
# seconds, and not kept waiting.
RELIEF = {"waiting": 16, "patience": 0.5, "retry_after": 10}
_SECONDS_TO_KEEP = 3600
_POLITE = 0.05
_HUNG_UP = 499  # as nginx notes it; nobody reads it
_ASKED_AGAIN = 5.0  # seconds for which a sweep waits to be wanted again


class SweepUnfinished(Exception):
    """A sweep has had its piece for this request: so many stops are done."""

    def __init__(self, done: int, of: int):
        super().__init__(done, of)
        self.done, self.of = done, of


class SweepAbandoned(Exception):
    """A sweep was dropped, as nobody had asked for its next piece."""


class PendingSweep:
    """A sweep that is being made: how far it is, and who wants the piece that is made now."""

    def __init__(self, making: "Future[CompressedSweep]", of: int):
        self.making, self.done, self.of = making, 0, of
        self._lock, self._wanted = threading.Lock(), threading.Event()
        self._piece: Future[None] = Future()  # done when the piece is, or the whole

    def ask(self) -> "Future[None]":
        """The piece that is under way, or, where that was made, the next one."""
        with self._lock:
            self._wanted.set()
            return self._piece

    def hear(self, done: int, of: int) -> None:
        """So many stops are done."""
        self.done, self.of = done, of

    def rest(self) -> None:
        """Tells those who wait that their piece is made; returns when one more is wanted."""
        with self._lock:
            piece, self._piece = self._piece, Future()
            self._wanted.clear()
        piece.set_result(None)
        if not self._wanted.wait(_ASKED_AGAIN):
            raise SweepAbandoned

    def end(self) -> None:
        """There is nothing left to wait for."""
        with self._lock:
            self._piece.set_result(None)


class ClientDisconnected(Exception):
    """Whoever asked has closed the connection, or has no more use for the answer."""


@contextmanager
def _leaving(
    pool: WorkPool[CompressedSweep], key: tuple, future: "Future[CompressedSweep]"
) -> Iterator[None]:
    """Who is cancelled meanwhile waits no longer for this."""
    try:
        yield
    except asyncio.CancelledError:
        pool.leave(key, future)
        raise


async def while_connected(receive: Receive, work: Coroutine[Any, Any, R]) -> R:
    """What `work` returns; if the other end hangs up first, it is cancelled. Raises
    ClientDisconnected."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_hung_up(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientDisconnected
    finally:
        working.cancel()
        leaving.cancel()


async def _hung_up(receive: Receive) -> None:
    """Returns when the other end has hung up."""
    while (message := await receive())["type"] != "http.disconnect":
        if not message.get("more_body"):
            await asyncio.sleep(0)  # where all messages are there at once, others come first


class SweepServer:
    """An endpoint of sweeps with its threads and its cache."""

    def __init__(
        self,
        endpoint: SweepEndpoint,
        *,
        edited_budget: int = EDITED_BUDGET,
        workers: int = WORKERS,
        waiting: int = WAITING,
        relief: bool = False,
    ):
        self.endpoint = endpoint
        self._shared: ByteLRU[CompressedSweep] = ByteLRU(endpoint.cache_bytes)
        self._edited: ByteLRU[CompressedSweep] = ByteLRU(edited_budget)
        line: Any = RELIEF if relief else {"waiting": waiting}
        self._sweep_pool: WorkPool[CompressedSweep] = WorkPool(workers, **line)
        self._frame_pool: WorkPool[CompressedSweep] = WorkPool(workers, **line)
        self._under_way: dict[tuple, PendingSweep] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._process_pool: Callable[..., CompressedSweep] | None = None

    def state(self) -> dict[str, int]:
        """How much is kept, and how much is under way."""
        bytes_kept = {"shared": self._shared.used, "edited": self._edited.used}
        return bytes_kept | {"sweeps": len(self._sweep_pool), "steps": len(self._frame_pool)}

    def use_processes(self, pool: Callable[..., CompressedSweep] | None) -> None:
        """Lets whole sweeps be made by `pool(compressed_by, solver, *arguments)`, see
        `lab.endpoints.workers.process_pool`; a single frame takes no longer than the way there."""
        self._process_pool = pool

    def routes(self) -> list[Route]:
        """What a Starlette application serves, under the server's base path."""
        return [
            Route(public_path(self.endpoint.path), _Endpoint(self)),
            Route(public_path(f"{self.endpoint.path}-progress"), _Progress(self)),
        ]

    def warm_cache(
        self, scenes: Iterable[Any], along: Iterable[str] = tuple(RANGES)
    ) -> threading.Thread:
        """Solves scenes in the background, one sweep at a time, so that visitors need not wait.

        At least one thread of the pool stays free for visitors. Returns the thread at work.
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
        """Of a sweep under way: how many stops are `done`, `of` how many; {} for all others."""
        sweep = self._under_way.get(request.key)
        return {} if sweep is None else {"done": sweep.done, "of": sweep.of}

    def close(self) -> None:
        """Stops warming and drops what waits. What is under way ends by itself."""
        self._closing.set()
        self._sweep_pool.close()
        self._frame_pool.close()

    async def compressed_sweep(self, request: SweepRequest, guess: bool = False) -> CompressedSweep:
        """The compressed sweep from the cache, or from the one computation for all who ask. Where
        it is a `guess` at what may be wanted next, it is made only if there is nothing else to do.

        Raises ServerBusy, SweepUnfinished after a piece of a long one, and whatever the solver
        raises. Who cancels this has gone; what has not begun is then dropped."""
        cached = self._cache(request).get(request.key)
        METRICS.add("kernels_frames_total", how="computed" if cached is None else "kept")
        if cached is not None:
            return cached
        if guess and self._sweep_pool.full:
            raise ServerBusy
        if len(request.stops) == 1:
            frame = self._frame_pool.ask(request.key, lambda: self._solve(request))
            with _leaving(self._frame_pool, request.key, frame):
                return await wait_for(frame)
        sweep = self._sweep(request, in_pieces=True)
        with _leaving(self._sweep_pool, request.key, sweep.making):
            await wait_for(sweep.ask())
        if not sweep.making.done():
            raise SweepUnfinished(sweep.done, sweep.of)
        try:
            return sweep.making.result()
        except SweepAbandoned:  # just now: from the start, then
            return await self.compressed_sweep(request)

    def _cache(self, request: SweepRequest) -> ByteLRU[CompressedSweep]:
        return self._edited if request.scene.edits or has_own_data(request.scene) else self._shared

    def _sweep(self, request: SweepRequest, in_pieces: bool) -> PendingSweep:
        """The sweep that this request waits for, with all others who do: in pieces, where whoever
        asked first asks for them. Raises ServerBusy."""
        key = request.key
        with self._lock:  # `_swept` has to wait for its entry
            making = self._sweep_pool.ask(key, lambda: self._solve(request, in_pieces))
            sweep = self._under_way.get(key)
            if sweep is not None and sweep.making is making:
                return sweep
            sweep = self._under_way[key] = PendingSweep(making, len(request.stops))

        def ended(_: "Future[CompressedSweep]") -> None:
            with self._lock:
                if self._under_way.get(key) is sweep:
                    del self._under_way[key]
            sweep.end()

        making.add_done_callback(ended)
        return sweep

    def _solve(self, request: SweepRequest, in_pieces: bool = False) -> CompressedSweep:
        cached = self._cache(request).get(request.key)
        if cached is not None:  # it came in just before this was asked
            return cached
        arguments = request.scene, request.along, request.stops, request.grid
        if len(request.stops) == 1:
            sweep = compressed_by(self.endpoint.solver, *arguments)
        else:
            sweep = self._swept(request.key, arguments, in_pieces)
        if not request.passing:
            self._cache(request).put(request.key, sweep, sweep.size)
        return sweep

    def _swept(self, key: tuple, arguments: tuple, in_pieces: bool) -> CompressedSweep:
        """The sweep, made apart where there is such a place."""
        with self._lock:
            sweep = self._under_way[key]
        with report_progress_to(sweep.hear, sweep.rest if in_pieces else None):
            if self._process_pool is None:
                return compressed_by(self.endpoint.solver, *arguments)
            return self._process_pool(compressed_by, self.endpoint.solver, *arguments)

    def _solve_all(self, requests: list[SweepRequest]) -> None:
        for request in requests:
            while self._sweep_pool.busy and not self._closing.wait(_POLITE):
                pass  # a visitor's request comes first
            if self._closing.is_set():
                return
            try:
                self._sweep(request, in_pieces=False).making.result()
            except SweepAbandoned:
                pass  # a visitor had begun it
            except Exception:
                log.exception("Could not prepare %s", request.scene.query())
                return


class _Endpoint:
    """The ASGI side. A class, so that Starlette leaves every method to it."""

    def __init__(self, frames: SweepServer):
        self._frames = frames

    async def __call__(self, scope, receive, send) -> None:
        response = await self.answer(Request(scope, receive))
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            return _sorry(405, "Frames can only be read, with GET.", {"Allow": "GET, HEAD"})
        try:
            order = await step(self._frames.endpoint.read, request.scope["query_string"])
        except SceneError as error:
            return _refused(error)
        except CpuTimeExceeded as error:
            return refusal_response(error)
        guess = request.headers.get("purpose") == "prefetch"
        try:
            work = self._frames.compressed_sweep(order, guess)
            sweep = await while_connected(request.receive, work)
        except ClientDisconnected:
            METRICS.add("kernels_frames_total", how="left")
            return Response(status_code=_HUNG_UP)
        except SceneError as error:  # only its own points tell that a formula is no kernel
            return _refused(error)
        except SweepUnfinished as error:
            METRICS.add("kernels_frames_total", how="continued")
            return _so_far(error)
        except (ServerBusy, CpuTimeExceeded) as error:
            if guess:  # nobody waits for it, and a browser would note an error as one
                return Response(status_code=204)
            how = "refused" if isinstance(error, ServerBusy) else "stopped"
            METRICS.add("kernels_frames_total", how=how)
            return refusal_response(error)
        except ProcessEnded:  # the server is about to stop, or memory ran out: asking again helps
            METRICS.add("kernels_frames_total", how="refused")
            return _sorry(503, "The server was stopped while it computed.", {"Retry-After": "2"})
        except Exception:
            log.exception("Could not solve %s along %s", order.scene.query(), order.along)
            return _sorry(500, "This picture could not be computed; the server has noted why.")
        return _answer(request, order, sweep)


class _Progress:
    """How far a sweep is that somebody waits for: the same question at another address."""

    def __init__(self, frames: SweepServer):
        self._frames = frames

    async def __call__(self, scope, receive, send) -> None:
        try:
            order = await step(self._frames.endpoint.read, scope["query_string"])
        except SceneError as error:
            response = _refused(error)
        except CpuTimeExceeded as error:
            response = refusal_response(error)
        else:
            response = JSONResponse(self._frames.progress(order), headers=_NOT_KEPT)
        await response(scope, receive, send)


_NOT_KEPT = {"Cache-Control": "no-store"}


def _refused(error: SceneError) -> Response:
    return JSONResponse(dataclasses.asdict(error.problem), 400, _NOT_KEPT)


def _sorry(status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"message": message}, status, _NOT_KEPT | (headers or {}))


def _so_far(error: SweepUnfinished) -> Response:
    message = f"{error.done} of {error.of} stops are computed. Ask again, and it goes on."
    return JSONResponse({"message": message, "done": error.done, "of": error.of}, 200, _NOT_KEPT)


def has_own_data(scene: Any) -> bool:
    """Whether its points are somebody's own table, which no shared cache keeps."""
    return bool(scene.points)


def _answer(request: Request, order: SweepRequest, sweep: CompressedSweep) -> Response:
    head = sweep.head(order.scene, order.stop)
    zipped = accepts_gzip(request.headers.get("accept-encoding", ""))
    etag = f'"{sweep.etag(head)}{"" if zipped else "-plain"}"'
    whose = "private" if order.passing or has_own_data(order.scene) else "public"
    headers: dict[str, Any] = {
        "ETag": etag,
        "Cache-Control": f"{whose}, max-age={_SECONDS_TO_KEEP}",
        "Vary": "Accept-Encoding",
    }
    if names_etag(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    if zipped:
        headers["Content-Encoding"] = "gzip"
    body = sweep.gzip(head) if zipped else sweep.plain(head)
    if request.method == "HEAD":
        headers["Content-Length"] = str(len(body))
        body = b""
    return Response(body, media_type=MEDIA_TYPE, headers=headers)


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header lets the answer be gzip."""
    quality = {}
    for part in header.lower().split(","):
        name, _, parameters = part.partition(";")
        weight = parameters.replace(" ", "").removeprefix("q=")
        quality[name.strip()] = weight.strip("0.") != "" if weight else True
    return quality.get("gzip", quality.get("*", False))


def names_etag(header: str, etag: str) -> bool:
    """Whether an If-None-Match header names `etag`."""
    named = [part.strip().removeprefix("W/") for part in header.split(",")]
    return "*" in named or etag in named
