"""GET /kernel-search: points whose matrix has a negative eigenvalue, looked for (row M2).

    /kernel-search?candidate=tanh
    /kernel-search?candidate=own&formula=rbf(1)-0.2*x.z

The answer is a stream of server-sent events: how many matrices have been looked at, and the
lowest one so far. It ends with an example, with the budget, or when the browser hangs up.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import numpy as np
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

import kernel_core as kc
from lab.endpoints.client_identity import CLIENT
from lab.endpoints.cpu_time_limit import TooLong
from lab.endpoints.json_endpoint import put_off
from lab.endpoints.server_sent_events import event, step, stream
from lab.endpoints.static_assets import public_path
from lab.endpoints.token_bucket import WORK
from lab.endpoints.work_pool import QuotaExceeded
from lab.scene.scene import SceneError, split
from pages.is_it_a_kernel import similarity_functions
from pages.is_it_a_kernel.gram_eigenvalues import TINY, judged
from pages.is_it_a_kernel.similarity_functions import Asked

BUDGET = 20_000  # matrices
SECONDS = 20.0  # for everything, the pauses among them
AT_ONCE = 2  # searches on this server
REST = 0.04  # seconds between reports: the eye's turn, and the others'
EVERY = 200  # matrices between two reports
BUSY = "Two others are searching on this server now. It takes a few seconds: try again then."
FAULT = "The search broke off. Try another candidate."
_SHORT = (2, 3, 6, 12)  # decimals


class CounterexampleStream:
    """Searches, some at once: an ASGI application."""

    def __init__(
        self, *, budget: int = BUDGET, seconds: float = SECONDS, at_once: int = AT_ONCE
    ) -> None:
        self._budget, self._seconds, self._at_once = budget, seconds, at_once
        self.running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The reports, as they come; a 400 in words, a 503 while too many are searching, or a 429
        while one is and this client has spent its share of the server's work."""
        if self.running >= self._at_once:
            await JSONResponse({"message": BUSY}, 503)(scope, receive, send)
            return
        if self.running and WORK.overdrawn(CLIENT.get()):  # the other place is for others
            await put_off(QuotaExceeded())(scope, receive, send)
            return
        self.running += 1
        try:
            try:
                asked = await step(_asked, scope["query_string"])
            except SceneError as error:
                await JSONResponse(vars(error.problem), 400)(scope, receive, send)
                return
            except TooLong as error:
                await put_off(error)(scope, receive, send)
                return
            events = self._events(asked, Request(scope, receive))
            await stream(events)(scope, receive, send)
        except ClientDisconnect:
            pass  # the visitor has stopped, or gone
        finally:
            self.running -= 1

    async def _events(self, asked: Asked, request: Request) -> AsyncIterator[str]:
        """One event for each report, with a rest after it."""
        start, reports = time.monotonic(), _reports(asked, self._budget)
        shown: np.ndarray | None = None
        while not await request.is_disconnected():
            begun = time.monotonic()
            try:
                report = await step(next, reports)
            except (ValueError, TooLong) as error:
                yield event({"done": True, "message": str(error)})
                return
            late = time.monotonic() - start > self._seconds
            told = {"count": report.evaluations, "of": self._budget}
            told["done"] = report.is_finished or late
            if told["done"]:
                told |= await step(_ending, asked, report, self._seconds)
            elif report.points is not shown and np.isfinite(report.best):
                told["sweep"] = judged(asked, report.points)
            shown = report.points
            yield event(told)
            if told["done"]:
                return
            await asyncio.sleep(max(REST, time.monotonic() - begun))


def _asked(query: bytes) -> Asked:
    given, trouble = split(query)
    if trouble:
        raise SceneError(trouble)
    return similarity_functions.asked(given)


def _reports(asked: Asked, budget: int) -> Iterator[kc.theory.SearchProgress]:
    return kc.theory.search_counterexample(asked.K, d=asked.d, budget=budget, every=EVERY)


def _ending(asked: Asked, report: kc.theory.SearchProgress, seconds: float) -> dict[str, Any]:
    """The last event: the example that was found, or what it means that there is none."""
    count = f"{report.evaluations:,}".replace(",", " ")
    if report.counterexample is not None:
        points = _shortened(asked, report.counterexample)
        return {
            "found": True, "sweep": judged(asked, points, tried=report.evaluations),
            "message": f"Found after {count} {'matrices' if report.evaluations > 1 else 'matrix'}.",
        }  # fmt: skip
    if not report.is_finished:
        message = f"Stopped after {seconds:.0f} seconds and {count} matrices; none was negative."
    else:
        message = f"{count} matrices, and none with a negative eigenvalue."
    if kc.kernels.is_proven(asked.K):
        message += " So it must be: the rules prove that there is none."
    else:
        message += (
            " That is no proof: other points, or more of them, may do it. The search goes up to "
            f"{similarity_functions.SEARCHED} points."
        )
    sweep = judged(asked, report.points, tried=report.evaluations)
    known = (
        {} if asked.breaks is None else {"breaks": similarity_functions.write_points(asked.breaks)}
    )
    return {"found": False, "sweep": sweep, "message": message} | known


def _shortened(asked: Asked, found: kc.theory.Counterexample) -> np.ndarray:
    """The found points with as few decimals as leave half of what was found."""
    for decimals in _SHORT:
        points = np.round(found.points, decimals)
        try:
            K = asked.K(points, points)
        except ValueError:
            continue
        if found.c is None:
            if np.abs(K - K.T).max() > TINY * np.abs(K).max():
                return points
        elif np.linalg.eigvalsh(K)[0] < found.value / 2:
            return points
    return found.points


HUNT = CounterexampleStream()
ROUTE = Route(public_path("kernel-search"), HUNT, methods=["GET"])
