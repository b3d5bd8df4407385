"""GET /kernel-search: a search for points whose matrix has a negative eigenvalue.

    /kernel-search?candidate=tanh
    /kernel-search?candidate=own&formula=rbf(1)-0.2*x.z

The answer is a stream of server-sent events. Each report has the number of matrices examined, and
the points with the smallest eigenvalue so far if they have changed. The stream ends with a
counterexample, at the limit of matrices or of time, with the message of an error, or when the
browser closes the connection.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import kernel_core as kc
from lab.endpoints.endpoint import Stream
from lab.scene.scene import SceneError, split
from pages.is_it_a_kernel import similarity_functions
from pages.is_it_a_kernel.gram_eigenvalues import ROUNDING, eigenvalue_sweep
from pages.is_it_a_kernel.mathematics.counterexample_search import (
    TOLERANCE,
    Counterexample,
    SearchProgress,
    search_counterexample,
)
from pages.is_it_a_kernel.similarity_functions import Similarity

MAX_MATRICES = 20_000  # largest number of matrices that a search examines
MAX_SECONDS = 20.0  # largest duration of the whole search, including pauses
MAX_SEARCHES = 2  # largest number of simultaneous searches on this server
PAUSE_SECONDS = 0.04  # pause between reports, in which the server answers other requests
MATRICES_PER_REPORT = 200
BUSY = "Two other searches are running on this server. Try again in a few seconds."
# Numbers of decimals to which points are rounded; the first that suffices is used.
_DECIMALS = (2, 3, 6, 12)


def stream(
    *,
    budget: int = MAX_MATRICES,
    seconds: float = MAX_SECONDS,
    at_once: int = MAX_SEARCHES,
    pause_seconds: float = PAUSE_SECONDS,
) -> Stream:
    """Return the handler of /kernel-search.

    A search examines at most `budget` matrices and takes at most `seconds`. At most `at_once`
    searches run simultaneously; `pause_seconds` is the pause between reports.
    """

    def answer(query: bytes) -> Iterator[dict[str, Any]]:
        return _events(read_similarity(query), budget, seconds)

    return Stream("kernel-search", answer, BUSY, at_once=at_once, pause_seconds=pause_seconds)


def _events(similarity: Similarity, budget: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Yield an event for each report of a search.

    If the candidate raises an error, its message is the last event.
    """
    try:
        yield from _search(similarity, budget, seconds)
    except ValueError as error:
        yield {"done": True, "message": str(error)}


def _search(similarity: Similarity, budget: int, seconds: float) -> Iterator[dict[str, Any]]:
    start = time.monotonic()
    last_points: np.ndarray | None = None
    for report in _reports(similarity, budget):
        late = time.monotonic() - start > seconds
        message: dict[str, Any] = {"count": report.evaluations, "of": budget}
        message["done"] = report.is_finished or late
        if message["done"]:
            message |= _last_event(similarity, report, seconds)
        elif report.points is not last_points and np.isfinite(report.best):
            message["sweep"] = eigenvalue_sweep(similarity, report.points)
        last_points = report.points
        yield message
        if message["done"]:
            return


def read_similarity(query: bytes) -> Similarity:
    words, trouble = split(query)
    if trouble:
        raise SceneError(trouble)
    return similarity_functions.candidate_of_query(words)


def _reports(similarity: Similarity, budget: int) -> Iterator[SearchProgress]:
    return search_counterexample(
        similarity.K, d=similarity.d, budget=budget, every=MATRICES_PER_REPORT
    )


def _last_event(similarity: Similarity, report: SearchProgress, seconds: float) -> dict[str, Any]:
    """Return the last event: the counterexample, or what it means that the search found none."""
    count = f"{report.evaluations:,} {'matrix' if report.evaluations == 1 else 'matrices'}"
    if report.counterexample is not None:
        points = _round_points(similarity, report.counterexample)
        return {
            "found": True, "sweep": eigenvalue_sweep(similarity, points, tried=report.evaluations),
            "message": f"Found after {count}.",
        }  # fmt: skip
    if not report.is_finished:
        message = f"Stopped after {seconds:.0f} seconds and {count}"
        if report.best < -TOLERANCE * len(report.points):
            message += ": the eigenvalue shown is negative, but was not yet checked exactly."
            return {
                "found": False,
                "sweep": eigenvalue_sweep(similarity, report.points, tried=report.evaluations),
                "message": message,
            }
        message += "; none has a negative eigenvalue."
    else:
        message = f"{count}, and none with a negative eigenvalue."
    if kc.kernels.is_proven(similarity.K):
        message += " No points can give a negative eigenvalue: the rules prove that k is a kernel."
    else:
        message += (
            " That is no proof: other points, or more points, may give a negative eigenvalue. The "
            f"search uses up to {similarity_functions.MAX_SEARCHED_POINTS} points."
        )
    sweep = eigenvalue_sweep(similarity, report.points, tried=report.evaluations)
    known_counterexample = (
        {}
        if similarity.breaks is None
        else {"breaks": similarity_functions.write_points(similarity.breaks)}
    )
    return {"found": False, "sweep": sweep, "message": message} | known_counterexample


def _round_points(similarity: Similarity, counterexample: Counterexample) -> np.ndarray:
    """Round the points of a counterexample to the first number of decimals in `_DECIMALS` that
    suffices: the matrix must keep half of the negative eigenvalue, or its asymmetry. If none
    suffices, return the points as they are.
    """
    for decimals in _DECIMALS:
        points = np.round(counterexample.points, decimals)
        try:
            K = similarity.K(points, points)
        except ValueError:
            continue
        if counterexample.c is None:
            if np.abs(K - K.T).max() > ROUNDING * np.abs(K).max():
                return points
        elif np.linalg.eigvalsh(K)[0] < counterexample.value / 2:
            return points
    return counterexample.points


STREAM = stream()
