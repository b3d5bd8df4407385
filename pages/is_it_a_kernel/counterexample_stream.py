"""GET /kernel-search: points whose matrix has a negative eigenvalue, looked for (row M2).

    /kernel-search?candidate=tanh
    /kernel-search?candidate=own&formula=rbf(1)-0.2*x.z

The answer is a stream of server-sent events: how many matrices have been looked at, and the
lowest one so far. It ends with an example, with the budget, or when the browser hangs up.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import kernel_core as kc
from lab.endpoints.endpoint import Stream
from lab.scene.scene import SceneError, split
from pages.is_it_a_kernel import similarity_functions
from pages.is_it_a_kernel.gram_eigenvalues import TINY, eigenvalue_sweep
from pages.is_it_a_kernel.mathematics.counterexample_search import (
    Counterexample,
    SearchProgress,
    search_counterexample,
)
from pages.is_it_a_kernel.similarity_functions import Similarity

BUDGET = 20_000  # matrices
SECONDS = 20.0  # for everything, the pauses among them
AT_ONCE = 2  # searches on this server
REST = 0.04  # seconds between reports: the eye's turn, and the others'
EVERY = 200  # matrices between two reports
BUSY = "Two others are searching on this server now. It takes a few seconds: try again then."
_SHORT = (2, 3, 6, 12)  # decimals


def stream(
    *, budget: int = BUDGET, seconds: float = SECONDS, at_once: int = AT_ONCE, rest: float = REST
) -> Stream:
    """Searches of so many matrices, for so long at most."""

    def answer(query: bytes) -> Iterator[dict[str, Any]]:
        return _events(_asked(query), budget, seconds)

    return Stream("kernel-search", answer, BUSY, at_once=at_once, rest=rest)


def _events(asked: Similarity, budget: int, seconds: float) -> Iterator[dict[str, Any]]:
    """One event for each report; a fault of the candidate ends them in its own words."""
    try:
        yield from _search(asked, budget, seconds)
    except ValueError as error:
        yield {"done": True, "message": str(error)}


def _search(asked: Similarity, budget: int, seconds: float) -> Iterator[dict[str, Any]]:
    start = time.monotonic()
    shown: np.ndarray | None = None
    for report in _reports(asked, budget):
        late = time.monotonic() - start > seconds
        told: dict[str, Any] = {"count": report.evaluations, "of": budget}
        told["done"] = report.is_finished or late
        if told["done"]:
            told |= _ending(asked, report, seconds)
        elif report.points is not shown and np.isfinite(report.best):
            told["sweep"] = eigenvalue_sweep(asked, report.points)
        shown = report.points
        yield told
        if told["done"]:
            return


def _asked(query: bytes) -> Similarity:
    given, trouble = split(query)
    if trouble:
        raise SceneError(trouble)
    return similarity_functions.candidate_of_query(given)


def _reports(asked: Similarity, budget: int) -> Iterator[SearchProgress]:
    return search_counterexample(asked.K, d=asked.d, budget=budget, every=EVERY)


def _ending(asked: Similarity, report: SearchProgress, seconds: float) -> dict[str, Any]:
    """The last event: the example that was found, or what it means that there is none."""
    count = f"{report.evaluations:,} {'matrix' if report.evaluations == 1 else 'matrices'}"
    if report.counterexample is not None:
        points = _shortened(asked, report.counterexample)
        return {
            "found": True, "sweep": eigenvalue_sweep(asked, points, tried=report.evaluations),
            "message": f"Found after {count}.",
        }  # fmt: skip
    if not report.is_finished:
        message = (
            f"Stopped after {seconds:.0f} seconds and {count}; none has a negative eigenvalue."
        )
    else:
        message = f"{count}, and none with a negative eigenvalue."
    if kc.kernels.is_proven(asked.K):
        message += " So it must be: the rules prove that there is none."
    else:
        message += (
            " That is no proof: other points, or more of them, may do it. The search goes up to "
            f"{similarity_functions.SEARCHED} points."
        )
    sweep = eigenvalue_sweep(asked, report.points, tried=report.evaluations)
    known = (
        {} if asked.breaks is None else {"breaks": similarity_functions.write_points(asked.breaks)}
    )
    return {"found": False, "sweep": sweep, "message": message} | known


def _shortened(asked: Similarity, found: Counterexample) -> np.ndarray:
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


STREAM = stream()
