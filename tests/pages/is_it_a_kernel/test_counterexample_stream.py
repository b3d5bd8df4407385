"""GET /kernel-search and /kernel-matrix: their results, their messages, and their limits."""

import asyncio
import json
import re
import threading

import numpy as np
import pytest
from starlette.applications import Starlette

import kernel_core as kc
from lab.endpoints import server_sent_events
from lab.endpoints.json_endpoint import route
from lab.endpoints.server_sent_events import EventStream
from lab.formulas import parse
from lab.scene.scene import SceneError
from lab.ui.challenges import is_met
from pages.is_it_a_kernel import counterexample_stream, gram_eigenvalues, similarity_functions
from pages.is_it_a_kernel.counterexample_element import ABOUT_BUDGET, ABOUT_DISTANCE, ABOUT_MIN
from pages.is_it_a_kernel.counterexample_stream import BUSY
from pages.is_it_a_kernel.gram_eigenvalues import eigenvalue_sweep, status
from pages.is_it_a_kernel.mathematics.counterexample_search import SearchProgress
from pages.is_it_a_kernel.similarity_functions import (
    CANDIDATES,
    NAMES,
    OWN_NAME,
    read,
    read_points,
    write_points,
)
from tests.lab import asgi

PROVEN = "rbf(0.5)*x.z+2"


def visitor_of(stream, query, **options):
    return asgi.Visitor(stream, "/kernel-search", query, **options)


def search(**options):
    """Return a search on a server, without pauses."""
    return EventStream(counterexample_stream.stream(**{"pause_seconds": 0.0} | options))


def visit_search(query, stream=None, **options):
    return asyncio.run(visitor_of(stream or search(), query, **options).ask())


def tensor(sweep, name):
    values = sweep["tensors"][name]
    return np.reshape(np.array(values["data"], dtype=float), values["shape"])


def frame(sweep):
    return {n: float(t["data"][0]) for n, t in sweep["tensors"].items() if t["shape"] == [1]}


def breaks(similarity, sweep):
    """Check that the sent points and weights prove a negative eigenvalue."""
    points = read_points(sweep["meta"]["spots"], similarity)
    K, c = similarity.K(points, points), tensor(sweep, "weights")[:, 0]
    value = c @ K @ c
    assert value < -1e-9 * len(c) * np.abs(K).max()
    assert value == pytest.approx(frame(sweep)["value"], rel=2e-3)
    np.testing.assert_allclose(tensor(sweep, "gram"), K, rtol=1e-4)
    assert np.linalg.norm(c) == pytest.approx(1, rel=1e-4)
    assert frame(sweep)["lowest"] == pytest.approx(np.linalg.eigvalsh(K)[0], rel=1e-3)


# ---- one matrix ----


def test_for_the_squared_distance_two_points_suffice():
    """[[0, r], [r, 0]] has the eigenvalues r and -r, with c = (1, -1)/√2 (notes 001, 004)."""
    similarity = read("squared", "")
    sweep = eigenvalue_sweep(similarity, similarity.start)
    (x, z), r = similarity.start, tensor(sweep, "gram")[0, 1]
    assert r == pytest.approx(((x - z) ** 2).sum(), rel=1e-4)
    np.testing.assert_allclose(tensor(sweep, "gram"), [[0, r], [r, 0]])
    np.testing.assert_allclose(tensor(sweep, "eigenvalues"), [-r, r])
    np.testing.assert_allclose(tensor(sweep, "weights")[:, 0], [0.5**0.5, -(0.5**0.5)], atol=1e-5)
    assert frame(sweep)["value"] == pytest.approx(-r)
    assert "c = (1, −1)/√2 gives cᵀKc = −r = −2.25 < 0" in sweep["meta"]["sentence"]


@pytest.mark.parametrize("name", [n for n in CANDIDATES if n != "squared"])
def test_other_candidates_start_with_harmless_points(name):
    similarity = read(name, "")
    sweep = eigenvalue_sweep(similarity, similarity.start)
    assert frame(sweep)["lowest"] > 0 and "No eigenvalue is below 0" in sweep["meta"]["sentence"]
    assert not kc.kernels.is_proven(similarity.K) and sweep["meta"]["status"].startswith(
        "Not proven"
    )


def test_below_zero_min_breaks_and_above_it_holds():
    similarity = read("min", "")
    assert frame(eigenvalue_sweep(similarity, np.array([[0.2], [2.0]])))["lowest"] > 0
    sweep = eigenvalue_sweep(similarity, np.array([[-1.0], [1.0]]))
    assert frame(sweep)["lowest"] == pytest.approx(-(2**0.5), rel=1e-4)
    breaks(similarity, sweep)


@pytest.mark.parametrize("points", [[[0.5, 0.5]] * 3, [[1.0, 0.0]], [[0.0, 0.0]] * 25])
def test_equal_points_one_point_and_many_have_numbers_without_the_dust_of_rounding(points):
    for name in ("squared", "hidden"):
        sweep = eigenvalue_sweep(read(name, ""), np.array(points))
        assert abs(frame(sweep)["lowest"]) == 0 or frame(sweep)["lowest"] > 0.1
        assert np.isfinite(tensor(sweep, "weights")).all()


def test_asymmetry_is_reported_with_both_values():
    similarity = read(OWN_NAME, "x1*z2")
    sweep = eigenvalue_sweep(similarity, np.array([[1.0, 0.5], [0.5, 2.0]]))
    sentence = sweep["meta"]["sentence"]
    assert "k(x₁, x₂) = 2, but k(x₂, x₁) = 0.25" in sentence and "not a kernel" in sentence


def test_a_proven_kernel_is_reported_with_its_rules():
    state = status(read(OWN_NAME, PROVEN))
    for rule in ("sum of kernels", "product", "limit", "inner product"):
        assert rule in state
    assert "rbf(0.5) · x·x′ + 2" in state
    assert "no rule allows a negative weight." in status(read("weight", ""))


# ---- valid and invalid requests ----


def test_points_are_written_and_read_back():
    similarity = read("tanh", "")
    points = np.round(np.random.default_rng(0).uniform(-3, 3, (25, 2)), 12)
    np.testing.assert_array_equal(read_points(write_points(points), similarity), points)
    assert write_points(np.array([[-0.0, 1e-7]])) == "0,0.0000001"


@pytest.mark.parametrize(
    "text",
    ["abc", "1", "1,2,3", "4,0", "1,nan", "1e1,0", "1,2;", ";".join(["0,0"] * 50), "9" * 9999],
)
def test_invalid_points_are_refused_with_a_message(text):
    with pytest.raises(SceneError, match="spots must be"):
        read_points(text, read("tanh", ""))


def test_one_coordinate_where_only_one_is_meant():
    assert [read(OWN_NAME, text).d for text in ("min(x,z)", "x*z", "x.z", "sinc")] == [1, 1, 2, 2]
    with pytest.raises(SceneError):
        read_points("1,1", read("min", ""))


@pytest.mark.parametrize("query", [
    "candidate=own&formula=rbf(", "candidate=own&formula=__import__('os')", "candidate=own",
    "candidate=sigmoid", "", "candidate=own&formula=" + "x.z+" * 200, "candidate=tanh&spots=7,7",
    "candidate=own&formula=1/(x.z-x.z)",
])  # fmt: skip
def test_uncomputable_candidates_get_a_message(query):
    app = Starlette(routes=[route(gram_eigenvalues.ENDPOINT), search().route()])
    reply = asgi.get(app, "/kernel-matrix", query)
    assert reply.status == 400 and reply.json()["message"].endswith(".")
    assert "Traceback" not in reply.json()["message"]
    if "spots" not in query:
        assert visit_search(query).status == 400


def test_the_endpoint_answers_with_the_matrix():
    app = Starlette(routes=[route(gram_eigenvalues.ENDPOINT)])
    reply = asgi.get(app, "/kernel-matrix", "candidate=squared&spots=0,0;3,0")
    assert reply.status == 200
    assert frame(reply.json())["lowest"] == pytest.approx(-9)


# ---- the search ----


@pytest.mark.parametrize("name", [n for n in CANDIDATES if n != "hidden"])
def test_the_search_finds_points_and_sends_the_proof(name):
    visitor = visit_search(f"candidate={name}")
    last = visitor.events[-1]
    assert visitor.status == 200 and last["done"] and last["found"]
    assert re.match(r"Found after \d[\d ]* matri", last["message"])
    breaks(read(name, ""), last["sweep"])
    assert visitor.headers["content-type"].startswith("text/event-stream")
    assert max(len(p.split(",")[0]) for p in last["sweep"]["meta"]["spots"].split(";")) <= 6


def test_the_kernel_that_was_built_is_searched_too():
    query = "candidate=own&formula=rbf(1)-0.2*rbf(0.5)".replace("+", "%2B")
    visitor = visit_search(query)
    assert visitor.events[-1]["found"]
    breaks(read(OWN_NAME, "rbf(1)-0.2*rbf(0.5)"), visitor.events[-1]["sweep"])


def test_progress_counts_up_to_the_budget_and_finding_nothing_is_no_proof():
    visitor = visit_search("candidate=hidden", search(budget=1000))
    counts = [event["count"] for event in visitor.events]
    assert counts == [200, 400, 600, 800, 1000] and all(e["of"] == 1000 for e in visitor.events)
    last = visitor.events[-1]
    assert not last["found"] and "1,000 matrices, and none" in last["message"]
    assert "That is no proof" in last["message"]
    assert is_met(ABOUT_BUDGET.conditions, frame(last["sweep"]))
    met_there = [
        o.label for o in ABOUT_BUDGET.options if is_met(o.conditions, frame(last["sweep"]))
    ]
    assert met_there == [ABOUT_BUDGET.answer]


def test_hidden_counterexamples_are_offered_after_the_search():
    """The page names this counterexample after an unsuccessful search: 49 points on a grid."""
    last = visit_search("candidate=hidden", search(budget=400)).events[-1]
    similarity = read("hidden", "")
    points = read_points(last["breaks"], similarity)
    eigenvalues, K = eigenvalue_sweep(similarity, points), similarity.K(points, points)
    assert (
        len(K) == 49 > similarity_functions.MAX_SEARCHED_POINTS
        and f"up to {similarity_functions.MAX_SEARCHED_POINTS}" in last["message"]
    )
    nearest = np.sort(np.linalg.norm(points[:, None] - points, axis=2), axis=1)[:, 1]
    np.testing.assert_allclose(nearest, similarity_functions.GRID_STEP)
    lowest = np.linalg.eigvalsh(K)[0]
    assert tensor(eigenvalues, "lowest") == pytest.approx(lowest, rel=1e-4)
    sentence = (
        f"the 49 points of a 7 by 7 grid, {similarity_functions.GRID_STEP} apart, has an "
        "eigenvalue of −"
    )
    assert (
        f"{sentence}{-lowest:.2f}." in ABOUT_BUDGET.why
        and "is not a kernel" in eigenvalues["meta"]["sentence"]
    )


def test_no_points_are_offered_when_unnecessary_or_impossible():
    for query in ("candidate=squared", "candidate=own&formula=rbf(1)"):
        assert "breaks" not in visit_search(query, search(budget=300)).events[-1]


def test_a_proven_kernel_is_searched_without_success():
    last = visit_search(
        f"candidate=own&formula={PROVEN.replace('+', '%2B')}", search(budget=300)
    ).events[-1]
    assert not last["found"] and "the rules prove that k is a kernel" in last["message"]


def test_the_search_ends_within_its_time_limit():
    last = visit_search("candidate=hidden", search(budget=10**6, seconds=0.1)).events[-1]
    assert last["done"] and last["message"].startswith("Stopped after 0 seconds")
    assert counterexample_stream.MAX_SECONDS <= 20


def test_a_search_that_ends_while_it_refines_does_not_say_that_nothing_was_found():
    similarity = similarity_functions.candidate_of_query(
        {"candidate": ["own"], "formula": ["x.z - 0.2*rbf(1)"]}
    )
    points = np.array([[0.0, 0.0], [0.1, 0.0]])
    report = SearchProgress(400, -1e-3, points, None, False)
    event = counterexample_stream._last_event(similarity, report, 20.0)
    assert not event["found"] and frame(event["sweep"])["lowest"] < 0
    assert "none" not in event["message"] and "is negative" in event["message"]


@pytest.mark.parametrize("version", ["2.3", "2.4"])
def test_a_disconnect_stops_the_search(monkeypatch, version):
    reports = []
    original = gram_eigenvalues.eigenvalue_sweep
    monkeypatch.setattr(
        counterexample_stream,
        "eigenvalue_sweep",
        lambda *a, **k: reports.append(1) or original(*a, **k),
    )
    stream = search(budget=10**6)

    async def stop_search():
        visitor = await visitor_of(
            stream, "candidate=hidden", hang_up_after=2, version=version
        ).ask()
        count = len(reports)
        await asyncio.sleep(0.2)
        assert len(reports) == count and stream.running_count == 0
        return visitor

    visitor = asyncio.run(stop_search())
    assert 2 <= len(visitor.events) <= 4 and not visitor.events[-1]["done"]


def test_two_searches_run_and_the_third_is_refused(monkeypatch):
    gate, started = threading.Event(), []

    def answer_slowly(*_, **__):
        started.append(1)
        assert gate.wait(10)
        yield SearchProgress(1, 0.0, np.zeros((2, 2)), None, True)

    monkeypatch.setattr(counterexample_stream, "_reports", answer_slowly)
    stream = search()

    async def three():
        two = [asyncio.create_task(visitor_of(stream, "candidate=tanh").ask()) for _ in range(2)]
        while len(started) < 2:
            await asyncio.sleep(0.001)
        third = await visitor_of(stream, "candidate=tanh").ask()
        gate.set()
        return [await task for task in two], third

    two, third = asyncio.run(three())
    assert third.status == 503 and json.loads(third.body) == {"message": BUSY}
    assert [v.status for v in two] == [200, 200] and stream.running_count == 0


def test_a_candidates_error_ends_the_search_with_its_message(monkeypatch):
    def broken(*_, **__):
        raise ValueError("log takes a number above 0.")
        yield

    monkeypatch.setattr(counterexample_stream, "_reports", broken)
    stream = search()
    assert visit_search("candidate=tanh", stream).events == [
        {"done": True, "message": "log takes a number above 0."}]  # fmt: skip
    assert stream.running_count == 0


def test_other_coroutines_run_between_reports(monkeypatch):
    rests, sleep = [], asyncio.sleep

    async def pause(seconds):
        rests.append(seconds)
        await sleep(0)

    monkeypatch.setattr(server_sent_events.asyncio, "sleep", pause)
    events = visit_search(
        "candidate=hidden", search(budget=500, pause_seconds=counterexample_stream.PAUSE_SECONDS)
    ).events
    assert len(rests) == len(events) - 1 and min(rests) >= counterexample_stream.PAUSE_SECONDS > 0


# ---- challenges ----


def test_the_challenge_about_distance():
    similarity = read("squared", "")
    far, near = (
        frame(eigenvalue_sweep(similarity, np.array([[0.0, 0.0], [d, 0.0]]))) for d in (3.0, 1.0)
    )
    assert is_met(ABOUT_DISTANCE.conditions, far) and not is_met(ABOUT_DISTANCE.conditions, near)
    assert [o.label for o in ABOUT_DISTANCE.options if is_met(o.conditions, far)] == [
        ABOUT_DISTANCE.answer
    ]
    assert far["lowest"] == pytest.approx(9 * near["lowest"])


def test_the_challenge_about_min():
    similarity = read("min", "")
    mixed_signs, below, above = (
        frame(eigenvalue_sweep(similarity, np.array(p)))
        for p in ([[-1.0], [1.0]], [[-1.0], [-2.0]], [[1.0], [2.0]])
    )
    assert is_met(ABOUT_MIN.conditions, mixed_signs)
    assert not is_met(ABOUT_MIN.conditions, below) and not is_met(ABOUT_MIN.conditions, above)
    assert [o.label for o in ABOUT_MIN.options if is_met(o.conditions, mixed_signs)] == [
        ABOUT_MIN.answer
    ]


def test_the_challenge_about_the_budget_is_missed_by_hand():
    similarity = read("hidden", "")
    assert not is_met(
        ABOUT_BUDGET.conditions, frame(eigenvalue_sweep(similarity, similarity.start))
    )
    assert NAMES.index("hidden") == ABOUT_BUDGET.conditions[0][2]
    assert parse(CANDIDATES["hidden"].formula) == similarity.K
