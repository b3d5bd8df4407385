"""GET /frames: the content and precision of sweeps, the number of computations, and refusals."""

import asyncio
import gzip
import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from streamlit.web.server.starlette.starlette_app import create_streamlit_middleware

import lab.endpoints.sweep_endpoint
import lab.scene.learning_problem
from lab.endpoints import asset_route, static_assets
from lab.endpoints.workers.process_pool import ProcessEnded
from lab.scene.fields import FIELDS
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import DEFAULT, Scene, replace
from lab.scene.slider_stops import slider_stops
from lab.serving.sweep_server import SweepServer, accepts_gzip, names_etag
from lab.wire import safetensors_format
from lab.wire.scene_sweep import solve
from lab.wire.sweep_payload import pack, round_field, scale_of
from tests.lab.asgi import Reply, Visitor, get, send_request
from tests.lab.own_points import own_text
from tests.lab.sweeps import sweep_server

SMALL = Scene(m=40)
LOSSES = FIELDS["loss"].choices


def application(frames: SweepServer, **options) -> Starlette:
    return Starlette(routes=frames.routes(), **options)


def query(scene: Scene = SMALL, along: str = "tau", stops: int = 5, grid: int = 21) -> str:
    return f"{scene.query()}&along={along}&stops={stops}&grid={grid}"


def read(reply: Reply) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    assert reply.status == 200, reply.body[:300]
    body = reply.body
    return safetensors_format.decode(
        gzip.decompress(body) if "content-encoding" in reply.headers else body
    )


class Solver:
    """A stand-in for the solver: it returns one small sweep, counts calls, and may wait for
    `release`."""

    tiny = pack(Scene(m=4), "lam", slider_stops(Scene(m=4), "lam", 2), 11)

    def __init__(self, release: threading.Event | None = None):
        self.calls: list[tuple] = []
        self.go = release
        self.begun = threading.Event()

    def __call__(self, scene, along, stops, grid):
        self.calls.append((scene, along, len(stops), grid))
        self.begun.set()
        if self.go:
            assert self.go.wait(10)
        return self.tiny


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize(
    "scene",
    [
        SMALL,
        replace(SMALL, loss="logistic", intercept=1, risk="mean"),
        replace(SMALL, loss="squared", kernel="poly", degree=3),
        replace(SMALL, loss="exponential", kernel="linear"),
        replace(SMALL, loss="perceptron"),
        Scene(data="iris", m=30, tau=1.0),
        replace(SMALL, edits="f3;d12;m17,0.52,-1.1;p,0.3,0.4;n,-1,0"),
    ],
    ids=lambda scene: f"{scene.data}-{scene.kernel}-{scene.loss}{'-edited' * bool(scene.edits)}",
)
@pytest.mark.parametrize("along", ["tau", "lam"])
def test_the_tensors_match_kernel_core(scene, along):
    if along == "tau" and scene.kernel != "rbf":
        along = "lam"
    tensors, metadata = read(get(application(sweep_server()), "/frames", query(scene, along)))
    sample = sample_of(scene)
    assert metadata["scene"] == scene.query() and metadata["along"] == along
    assert metadata["format"] == "kernel-methods-live/2"
    value = getattr(scene, along)
    assert tensors["stops"][int(metadata["stop"])] == value
    np.testing.assert_array_equal(tensors["stops"], slider_stops(scene, along, 5))
    np.testing.assert_array_equal(tensors["points"], sample.X.astype("f4"))
    np.testing.assert_array_equal(tensors["labels"], sample.y)
    np.testing.assert_array_equal(tensors["origin"], sample.origin)
    gx, gy = sample.grid(21)
    np.testing.assert_allclose(tensors["x"], gx, atol=1e-6)
    np.testing.assert_allclose(tensors["y"], gy, atol=1e-6)
    assert tensors["field"].dtype == np.float16
    field = tensors["field"].astype(float) * float(metadata["scale"])
    for k, stop in enumerate(tensors["stops"].tolist()):
        single_problem = problem(replace(scene, **{along: stop}))
        solution = single_problem.fit(tol=1e-8)
        f = solution.on_grid(gx, gy)
        np.testing.assert_allclose(field[k], f, rtol=1 / 32, atol=2.0**-6 + 1e-5)
        assert tensors["primal"][k] == pytest.approx(solution.primal, rel=1e-5, abs=1e-9)
        assert tensors["gap"][k] <= 1e-6
        decision = solution.decision(sample.X)
        np.testing.assert_allclose(tensors["decision"][k], decision, rtol=2e-3, atol=2e-3)
        assert tensors["train_error"][k] == pytest.approx(
            np.mean(sample.y * decision <= 0), abs=1 / len(sample.y)
        )
        assert tensors["test_error"][k] == pytest.approx(sample.evaluator.error(solution), abs=0.01)
    if sample.density is None:
        assert "bayes" not in tensors and "bayes_error" not in tensors
    else:
        bayes = sample.density.posterior(gx, gy)
        np.testing.assert_allclose(tensors["bayes"].astype(float), bayes, atol=2.0**-6)
        assert tensors["bayes_error"] == sample.density.bayes_error


def test_all_that_is_not_rounded_is_the_sweep_itself():
    stops = slider_stops(SMALL, "tau", 5)
    sweep = solve(SMALL, "tau", stops, 21)
    tensors, _ = safetensors_format.decode(plain(pack(SMALL, "tau", stops, 21), SMALL))
    for name in ("intercept", "train_error", "test_error", "primal", "dual", "gap"):
        np.testing.assert_array_equal(tensors[name], getattr(sweep, name))
    np.testing.assert_array_equal(tensors["alpha"], sweep.alpha.astype("f4"))
    np.testing.assert_array_equal(tensors["support"], sweep.support)
    np.testing.assert_array_equal(tensors["iterations"], sweep.iterations)
    assert {name: tensors[name].dtype.str for name in ("alpha", "primal", "support", "labels")} == {
        "alpha": "<f4",
        "primal": "<f8",
        "support": "<i4",
        "labels": "|i1",
    }


def test_a_single_frame_is_the_scene_itself():
    edited_scene = replace(SMALL, edits="m17,0.52,-1.1")
    answers = {
        along: read(
            get(application(sweep_server()), "/frames", query(edited_scene, along, stops=1))
        )
        for along in ("tau", "lam")
    }
    solution = problem(edited_scene).fit()
    for along, (tensors, metadata) in answers.items():
        assert tensors["stops"] == [getattr(edited_scene, along)] and metadata["stop"] == "0"
        assert metadata["scene"] == edited_scene.query()
        np.testing.assert_allclose(tensors["points"][17], [0.52, -1.1], rtol=1e-6)
        assert tensors["primal"][0] == pytest.approx(solution.primal, rel=1e-6)
        field = tensors["field"][0].astype(float) * float(metadata["scale"])
        f = solution.on_grid(*sample_of(edited_scene).grid(21))
        np.testing.assert_allclose(field, f, rtol=1 / 32, atol=2.0**-6 + 1e-5)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_frame_is_reproducible(loss):
    edited_scene = replace(SMALL, loss=loss, edits="m17,0.52,-1.1;f2;d3;n,0,0")
    stops = slider_stops(edited_scene, "tau", 1)
    first = pack(edited_scene, "tau", stops, 21)
    for cached in (
        lab.wire.scene_sweep._solve_unedited,
        lab.scene.learning_problem._edit_sample,
        lab.scene.learning_problem._draw_sample,
    ):
        cached.cache_clear()
    for k in range(3):
        pack(replace(edited_scene, edits=f"m17,{k},0"), "tau", stops, 21)
    assert pack(edited_scene, "tau", stops, 21) == first


def test_a_bump_is_the_kernel_itself_along_a_line():
    stops = slider_stops(SMALL, "tau", 5)
    tensors, _ = safetensors_format.decode(plain(pack(SMALL, "tau", stops, 11), SMALL))
    r = tensors["offsets"].astype(float)
    assert r[0] == 0 and (np.diff(r) > 0).all()
    for tau, bump in zip(stops, tensors["bump"].astype(float), strict=True):
        np.testing.assert_allclose(bump, np.exp(-(r**2) / (2 * tau**2)), atol=2.0**-9)
    lams = slider_stops(SMALL, "lam", 5)
    along_lam = safetensors_format.decode(plain(pack(SMALL, "lam", lams, 11), SMALL))[0]["bump"]
    assert (along_lam == along_lam[0]).all()
    linear = Scene(m=4, kernel="linear")
    assert "bump" not in safetensors_format.decode(plain(pack(linear, "lam", lams, 11), linear))[0]


def plain(packed, scene: Scene) -> bytes:
    return packed.to_bytes(packed.head(scene, 0))


@pytest.mark.thorough(keep_every=8)
@pytest.mark.thorough("mean", "lam")
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("along", ["tau", "lam"])
@pytest.mark.parametrize("risk", ["sum", "mean"])
def test_a_full_sweep_is_small_and_keeps_its_zero_level(loss, along, risk):
    scene = replace(DEFAULT, loss=loss, risk=risk)
    stops = slider_stops(scene, along)
    packed = pack(scene, along, stops, 81)
    assert len(packed.compress().gzip(packed.head(scene, 0))) <= 460_000
    tensors, metadata = safetensors_format.decode(plain(packed, scene))
    scale = float(metadata["scale"])
    rounded = tensors["field"].astype(float) * scale
    field = solve(scene, along, stops, 81).field
    assert not ((field < 0) ^ (rounded < 0)).any() and not ((field > 0) ^ (rounded > 0)).any()
    # At small tau f falls below 1e-60 between the points; there the zero level may move by half a
    # cell, because only signs are preserved. Elsewhere it moves by at most a tenth of a cell.
    faint = 2.0**-20 * scale
    assert faint <= 1e-6
    displacements = displacement(field, rounded, 0.0 if along == "lam" else faint)
    assert displacements.max(initial=0) <= 0.1
    assert displacement(field, rounded, 0.0).max(initial=0) <= 0.5
    assert len(displacements) > 10_000 or loss == "perceptron"


def displacement(field: np.ndarray, rounded: np.ndarray, faint: float) -> np.ndarray:
    """Return by how many cells the zero level moved on each grid edge that it crosses, where |f| at
    one end of the edge is at least `faint`."""
    displacements = []
    for axis in (1, 2):
        f, g = np.moveaxis(field, axis, -1), np.moveaxis(rounded, axis, -1)
        a, b, c, d = f[..., :-1], f[..., 1:], g[..., :-1], g[..., 1:]
        crossed = (a < 0) != (b < 0)
        crossed &= np.maximum(np.abs(a), np.abs(b)) >= faint
        a, b, c, d = (end[crossed] for end in (a, b, c, d))
        displacements.append(np.abs(a / (a - b) - c / (c - d)))
    return np.concatenate(displacements)


def test_margins_are_rounded_finely():
    near = np.linspace(7 / 8, 9 / 8, 1000, endpoint=False)
    below, above = np.linspace(0.01, 2, 1000), np.geomspace(2, 1e4, 1000)
    for values, rtol, atol in ((near, 0, 2.0**-10), (below, 0, 2.0**-6), (above, 2.0**-6, 0)):
        field = np.concatenate([values, -values]).reshape(1, 2, 1000)
        scale = scale_of(field)
        np.testing.assert_allclose(round_field(field, scale) * scale, field, rtol=rtol, atol=atol)
    tiny = np.array([[[1.0, -1e-30, 1e-300, 0.0, -0.0, 1e-5]]])
    assert np.sign(round_field(tiny, scale_of(tiny))).tolist() == [[[1, -1, 1, 0, 0, 1]]]


@pytest.mark.parametrize("largest", [1e-12, 1.0, 65504.0, 4e6, 1e30, 0.0])
def test_the_scale_is_a_power_of_two_that_fits_any_size(largest):
    field = largest * np.linspace(-1, 1, 100).reshape(1, 10, 10)
    scale = scale_of(field)
    assert np.log2(scale) == int(np.log2(scale))
    rounded = round_field(field, scale).astype(float) * scale
    np.testing.assert_allclose(rounded, field, rtol=0.125, atol=largest * 1e-9)


def test_answers_are_cacheable_and_compressed():
    app = application(sweep_server())
    zipped = get(app, "/frames", query(), accept_encoding="gzip, br")
    unzipped = get(app, "/frames", query())
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in unzipped.headers
    assert gzip.decompress(zipped.body) == unzipped.body
    assert zipped.headers["etag"] != unzipped.headers["etag"]
    for reply in (zipped, unzipped):
        assert reply.headers["content-length"] == str(len(reply.body))
        assert reply.headers["cache-control"] == "public, max-age=3600"
        assert reply.headers["vary"] == "Accept-Encoding"
        assert reply.headers["etag"].startswith('"')


def test_the_same_scene_gives_the_same_bytes_on_every_server():
    first, second = (
        get(application(sweep_server()), "/frames", query(), accept_encoding="gzip")
        for _ in range(2)
    )
    assert first == second
    other_reply = get(application(sweep_server()), "/frames", query(replace(SMALL, seed=1)))
    assert other_reply.headers["etag"] != first.headers["etag"]


def test_unchanged_answers_get_304():
    app = application(sweep_server(Solver()))
    etag = get(app, "/frames", query(), accept_encoding="gzip").headers["etag"]
    for header in (etag, f'"other", {etag}', f"W/{etag}", "*"):
        reply = get(app, "/frames", query(), accept_encoding="gzip", if_none_match=header)
        assert (reply.status, reply.body, reply.headers["etag"]) == (304, b"", etag)
    for header in ('"other"', etag.strip('"')):
        assert get(app, "/frames", query(), accept_encoding="gzip", if_none_match=header).body


def test_head_sends_the_headers_alone():
    app = application(sweep_server(Solver()))
    head, get_reply = (get(app, "/frames", query(), method) for method in ("HEAD", "GET"))
    assert (head.status, head.body, head.headers) == (200, b"", get_reply.headers)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_frames_can_only_be_read(method):
    reply = get(application(sweep_server(Solver())), "/frames", query(), method)
    assert (reply.status, reply.headers["allow"]) == (405, "GET, HEAD")
    assert reply.json()["message"]


@pytest.mark.parametrize(
    ("header", "answer"),
    [
        ("gzip", True),
        ("gzip, deflate, br", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("*", True),
        ("", False),
        ("br", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*;q=0", False),
    ],
)
def test_gzip_is_negotiated(header, answer):
    assert accepts_gzip(header) is answer


def test_an_empty_if_none_match_names_nothing():
    assert not names_etag("", '"a"') and names_etag('"b" , "a"', '"a"')


def test_streamlits_compression_does_not_change_the_bytes():
    frames = sweep_server()
    bare = get(application(frames), "/frames", query(), accept_encoding="gzip")
    middleware = application(frames, middleware=create_streamlit_middleware())
    reply = get(middleware, "/frames", query(), accept_encoding="gzip")
    assert (reply.body, reply.headers) == (bare.body, bare.headers)
    assert read(reply)[1]["scene"] == SMALL.query()


def test_equal_requests_in_flight_are_computed_once():
    release = threading.Event()
    solver = Solver(release)
    app = application(sweep_server(solver))

    async def crowd():
        tasks = [asyncio.create_task(send_request(app, "/frames", query())) for _ in range(300)]
        await asyncio.sleep(0.05)
        release.set()
        return await asyncio.gather(*tasks)

    replies = asyncio.run(crowd())
    assert {reply.status for reply in replies} == {200}
    assert len({reply.body for reply in replies}) == 1
    assert len(solver.calls) == 1


@pytest.mark.parametrize("workers", [1, 2], ids=["waiting", "under way"])
def test_the_first_of_two_clients_may_disconnect(workers):
    release = threading.Event()
    solver = Solver(release)
    app = application(sweep_server(solver, workers=workers))

    async def first_one_leaves():
        other_request = asyncio.create_task(
            send_request(app, "/frames", query(replace(SMALL, seed=1)))
        )
        await asyncio.to_thread(solver.begun.wait, 10)
        first = asyncio.create_task(send_request(app, "/frames", query()))
        await asyncio.sleep(0.02)
        second = asyncio.create_task(send_request(app, "/frames", query()))
        await asyncio.sleep(0.02)
        first.cancel()
        await asyncio.sleep(0.02)
        release.set()
        return await asyncio.gather(first, second, other_request, return_exceptions=True)

    left, *stayed = asyncio.run(first_one_leaves())
    assert isinstance(left, asyncio.CancelledError)
    assert [reply.status for reply in stayed] == [200, 200]
    assert len(solver.calls) == 2


def test_cached_answers_do_not_wait():
    release = threading.Event()
    solver = Solver(release)
    app = application(sweep_server(solver, workers=1, max_waiting=1))
    release.set()
    get(app, "/frames", query())
    release.clear()

    async def while_all_are_busy():
        first_request = asyncio.create_task(
            send_request(app, "/frames", query(replace(SMALL, seed=1)))
        )
        await asyncio.sleep(0.02)
        stored_reply = await asyncio.wait_for(send_request(app, "/frames", query()), 5)
        release.set()
        return stored_reply, await first_request

    assert [reply.status for reply in asyncio.run(while_all_are_busy())] == [200, 200]


def test_answers_are_cached_within_the_budget():
    solver = Solver()
    app = application(sweep_server(solver, cache_bytes=2 * Solver.tiny.compress().size))
    a, b, c = (query(replace(SMALL, seed=seed)) for seed in range(3))
    for request in (a, b, a, c, a, b):  # the cache holds two sweeps: at the end b replaces c
        assert get(app, "/frames", request).status == 200
    assert [scene.seed for scene, *_ in solver.calls] == [0, 1, 2, 1]


def test_drag_steps_are_not_cached():
    solver = Solver()
    two_sweeps = 2 * Solver.tiny.compress().size
    app = application(sweep_server(solver, cache_bytes=two_sweeps, edited_budget=two_sweeps))
    edited_scenes = [replace(SMALL, edits=f"m17,{k},0") for k in range(10)]
    queries = [query(SMALL), query(edited_scenes[0]), query(SMALL, stops=1)]
    replies = [get(app, "/frames", request) for request in queries]
    for scene in edited_scenes:
        replies.append(get(app, "/frames", query(scene, stops=1)))
    assert len(solver.calls) == 13
    whose = [reply.headers["cache-control"].partition(",")[0] for reply in replies]
    assert whose == ["public"] * 3 + ["private"] * 10
    for request in queries:
        get(app, "/frames", request)
    assert len(solver.calls) == 13
    get(app, "/frames", query(edited_scenes[0], stops=1))
    assert len(solver.calls) == 14


def test_edited_sweeps_evict_only_each_other():
    solver = Solver()
    two_sweeps = 2 * Solver.tiny.compress().size
    app = application(sweep_server(solver, cache_bytes=two_sweeps, edited_budget=two_sweeps))
    edited_scenes = [query(replace(SMALL, edits=f"d{k}")) for k in range(4)]
    for request in (query(), *edited_scenes, query(), edited_scenes[3], edited_scenes[2]):
        assert get(app, "/frames", request).status == 200
    assert len(solver.calls) == 5


def test_own_tables_are_cached_separately_and_privately():
    solver = Solver()
    two_sweeps = 2 * Solver.tiny.compress().size
    app = application(sweep_server(solver, cache_bytes=two_sweeps, edited_budget=two_sweeps))
    table_queries = [query(Scene(data="own", points=own_text(20, seed=seed))) for seed in range(3)]
    for request in (query(), *table_queries, query(), table_queries[2]):
        reply = get(app, "/frames", request)
        assert reply.status == 200
        private = "private" in reply.headers["cache-control"]
        assert private == (request != query())
    assert len(solver.calls) == 4, "the tables push out only each other"


def test_a_drag_does_not_wait_behind_sweeps():
    release = threading.Event()
    solver = Solver()

    def solve_slowly(scene, along, stops, grid):
        assert len(stops) == 1 or release.wait(10)
        return solver(scene, along, stops, grid)

    app = application(sweep_server(solve_slowly, workers=2))

    async def drag():
        sweeps = [asyncio.create_task(send_request(app, "/frames", query(replace(SMALL, seed=n))))
                  for n in range(5)]  # fmt: skip
        await asyncio.sleep(0.02)
        step = query(replace(SMALL, edits="m17,1,0"), stops=1)
        frame = await asyncio.wait_for(send_request(app, "/frames", step), 5)
        assert not any(sweep.done() for sweep in sweeps)
        release.set()
        return frame, await asyncio.gather(*sweeps)

    frame, sweeps = asyncio.run(drag())
    assert [reply.status for reply in (frame, *sweeps)] == [200] * 6


def test_scenes_that_differ_only_in_where_the_slider_stands_share_a_sweep():
    solver = Solver()
    app = application(sweep_server(solver))
    scenes = [replace(SMALL, tau=tau) for tau in (0.05, 0.4, 1.6)]
    replies = [get(app, "/frames", f"{scene.query()}&along=tau") for scene in scenes]
    assert len(solver.calls) == 1
    for scene, reply in zip(scenes, replies, strict=True):
        assert read(reply)[1]["scene"] == scene.query()
    assert len({reply.headers["etag"] for reply in replies}) == 3
    get(app, "/frames", f"{replace(SMALL, tau=0.41).query()}&along=tau")
    get(app, "/frames", f"{scenes[1].query()}&along=lam")
    get(app, "/frames", f"{scenes[1].query()}&along=tau&grid=41")
    get(app, "/frames", f"{replace(scenes[1], lam=0.1).query()}&along=tau")
    assert len(solver.calls) == 5


def test_a_shared_sweep_is_the_one_that_each_scene_would_have_had():
    frames = sweep_server()
    shared = [
        read(get(application(frames), "/frames", f"{scene.query()}&along=tau&grid=11"))
        for scene in (replace(SMALL, tau=0.1), replace(SMALL, tau=3.2))
    ]
    single_sweep = read(
        get(
            application(sweep_server()),
            "/frames",
            f"{replace(SMALL, tau=3.2).query()}&along=tau&grid=11",
        )
    )
    assert shared[1][1] == single_sweep[1]
    assert (shared[0][1]["stop"], single_sweep[1]["stop"]) == ("9", "54")
    for name, array in single_sweep[0].items():
        np.testing.assert_array_equal(shared[1][0][name], array)
        np.testing.assert_array_equal(shared[0][0][name], array)


def test_the_event_loop_is_free_while_threads_work():
    release = threading.Event()
    app = application(sweep_server(Solver(release)))

    async def two_kinds():
        slow_reply = asyncio.create_task(send_request(app, "/frames", query()))
        await asyncio.sleep(0.02)
        quick = await send_request(app, "/frames", "tau=abc")
        assert not slow_reply.done()
        release.set()
        return quick, await slow_reply

    quick, slow_reply = asyncio.run(two_kinds())
    assert (quick.status, slow_reply.status) == (400, 200)


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize(
    ("request_text", "field", "value", "hint"),
    [
        ("along=tau&tau=abc", "tau", "abc", "a number from 0.01 to 100"),
        ("along=tau&m=1001", "m", "1001", "a whole number from 2 to 1000"),
        ("along=tau&foo=1", "foo", "foo", "one of data"),
        ("along=tau&tau=1&tau=1", "tau", "1, 1", "a number"),
        ("", "along", "", "one of tau, nu, period, ell, lam"),
        ("along=", "along", "", "one of tau, nu, period, ell, lam"),
        ("along=m", "along", "m", "one of tau, nu, period, ell, lam"),
        ("along=tau&along=lam", "along", "tau, lam", "one of tau, nu, period, ell, lam"),
        ("along=tau&kernel=linear", "along", "tau", "lam"),
        ("along=tau&kernel=poly", "along", "tau", "lam"),
        ("along=tau&stops=0", "stops", "0", "a whole number from 1 to 128"),
        ("along=tau&stops=129", "stops", "129", "a whole number from 1 to 128"),
        ("along=tau&stops=1.5", "stops", "1.5", "a whole number"),
        ("along=tau&grid=10", "grid", "10", "a whole number from 11 to 161"),
        ("along=tau&grid=162", "grid", "162", "a whole number from 11 to 161"),
        ("along=tau&data=iris&classes=0,3", "classes", "0,3", "from 0 to 2"),
        ("along=tau&m=20&edits=d3;m20,0,0", "edits", "m20,0,0", "limited to examples from 0 to 19"),
        ("along=tau&edits=m1,1;d3", "edits", "m1,1", "a list such as"),
        ("along=tau&" + "x" * 10_000, "scene", "10,010 characters", "at most 8,192"),
        (b"along=tau&tau=\xff\xfe", "tau", r"\xff\xfe", "a number"),
        ("along=tau&tau=%0d%0aSet-Cookie:a", "tau", r"\r\nSet-Cookie:a", "a number"),
    ],
)
def test_an_invalid_scene_gets_a_message(request_text, field, value, hint):
    solver = Solver()
    reply = get(application(sweep_server(solver)), "/frames", request_text)
    answer = reply.json()
    assert reply.status == 400 and reply.headers["content-type"] == "application/json"
    assert set(answer) == {"field", "value", "allowed", "message"}
    assert (answer["field"], answer["value"]) == (field, value)
    assert hint in answer["allowed"] and answer["message"].endswith(".")
    assert not solver.calls


def test_the_limits_themselves_are_served():
    solver = Solver()
    app = application(sweep_server(solver))
    for request in ("stops=1&grid=11", "stops=128&grid=161&m=1000&v=3f2a"):
        assert get(app, "/frames", f"along=lam&{request}").status == 200
    assert [request[2:] for request in solver.calls] == [(1, 11), (128, 161)]


def test_a_failure_is_reported_logged_and_not_cached(caplog):
    failing = [True]

    def solver(*request):
        if failing.pop():
            failing.append(False)
            raise RuntimeError("secret detail")
        return Solver.tiny

    app = application(sweep_server(solver))
    reply = get(app, "/frames", query())
    assert reply.status == 500 and reply.headers["cache-control"] == "no-store"
    assert "secret" not in reply.body.decode() and "Traceback" not in reply.body.decode()
    assert "secret detail" in caplog.text and SMALL.query() in caplog.text
    failing[:] = [False]
    assert get(app, "/frames", query()).status == 200


def test_a_stopping_server_asks_for_a_retry():
    """A stopping server ends its worker processes first. A page retries after 503, but not after
    500."""

    def solver(*request):
        raise ProcessEnded("gone")

    reply = get(application(sweep_server(solver)), "/frames", query())
    assert reply.status == 503 and reply.headers["retry-after"]


def test_an_overloaded_server_names_a_retry_time():
    release = threading.Event()
    frames = sweep_server(Solver(release), workers=1, max_waiting=3)
    app = application(frames)

    async def too_many():
        requests = [query(replace(SMALL, seed=seed)) for seed in range(4)]
        tasks = []
        for request in requests[:3]:
            tasks.append(asyncio.create_task(send_request(app, "/frames", request)))
            while frames.state()["sweeps"] < len(tasks):
                await asyncio.sleep(0.01)
        refusal = await send_request(app, "/frames", requests[3])
        release.set()
        return (
            refusal,
            await asyncio.gather(*tasks),
            await send_request(app, "/frames", requests[3]),
        )

    refusal, served_reply, late_reply = asyncio.run(too_many())
    assert (refusal.status, refusal.headers["cache-control"]) == (503, "no-store")
    assert int(refusal.headers["retry-after"]) >= 1 and "busy" in refusal.json()["message"]
    assert [reply.status for reply in (*served_reply, late_reply)] == [200] * 4


FUZZED = application(sweep_server(Solver()))
parts = st.sampled_from([*FIELDS, "along", "stops", "grid", "v", "zz"])
values = st.text(max_size=10) | st.sampled_from(["tau", "lam", "1", "11", "0.4", "rbf", "iris"])


@given(
    st.binary(max_size=200)
    | st.lists(st.tuples(parts, values)).map(
        lambda pairs: "&".join(f"{n}={v}" for n, v in [("along", "lam"), *pairs]).encode()
    )
)
def test_any_query_gets_an_answer_or_a_message(text):
    reply = get(FUZZED, "/frames", text)
    assert reply.status in (200, 400)
    if reply.status == 400:
        answer = reply.json()
        assert set(answer) == {"field", "value", "allowed", "message"}
        assert all(isinstance(part, str) for part in answer.values()) and answer["message"]


def test_warming_solves_each_slider_once_and_leaves_a_thread_free():
    release, solver = threading.Event(), None
    solver = Solver(release)
    frames = sweep_server(solver, workers=2)
    thread = frames.warm_cache([SMALL, Scene(kernel="linear")])
    assert solver.begun.wait(10)
    time.sleep(0.05)
    assert len(solver.calls) == 1
    release.set()
    thread.join(10)
    assert [(scene.kernel, along) for scene, along, *_ in solver.calls] == [
        ("rbf", "tau"),
        ("rbf", "lam"),
        ("linear", "lam"),
    ]
    app = application(frames)
    assert get(app, "/frames", f"{SMALL.query()}&along=tau").status == 200
    assert len(solver.calls) == 3


def test_closing_ends_the_warming():
    release = threading.Event()
    solver = Solver(release)
    frames = sweep_server(solver)
    thread = frames.warm_cache([replace(SMALL, seed=seed) for seed in range(50)])
    assert solver.begun.wait(10)
    frames.close()
    release.set()
    thread.join(10)
    assert not thread.is_alive() and len(solver.calls) == 1


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Make an assets folder for the test, with a page's folder and a secret file."""
    folder = tmp_path / "assets"
    (folder / "deep").mkdir(parents=True)
    (folder / "plane.js").write_text('import "./axes.js";\n' * 100)
    (folder / "deep" / "a.svg").write_text("<svg/>")
    (folder / "notes.txt").write_text("not served")
    (tmp_path / "secret.js").write_text("secret")
    (tmp_path / "pages" / "svm").mkdir(parents=True)
    for name in ("proof.js", "page.py", "picture.svg"):
        (tmp_path / "pages" / "svm" / name).write_text("of a page")
    monkeypatch.setattr(static_assets, "ROOT", tmp_path)
    monkeypatch.setattr(static_assets, "VERSION", static_assets.version())
    static_assets._exists.cache_clear()
    yield folder
    static_assets._exists.cache_clear()


def test_versioned_assets_are_cached_forever(folder):
    app = Starlette(routes=asset_route.routes())
    address = static_assets.url("assets/plane.js")
    assert address == f"/assets/{static_assets.VERSION}/assets/plane.js"
    reply = get(app, address, accept_encoding="gzip")
    assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert reply.headers["content-type"] == "text/javascript; charset=utf-8"
    plain = (folder / "plane.js").read_bytes()
    assert gzip.decompress(reply.body) == plain == get(app, address).body
    old = get(app, "/assets/older/assets/plane.js")
    assert (old.body, old.headers["cache-control"]) == (plain, "no-cache")
    assert (
        get(app, static_assets.url("assets/deep/a.svg")).headers["content-type"] == "image/svg+xml"
    )


def test_the_styles_of_the_live_element_are_served_as_one_sheet():
    reply = get(Starlette(routes=asset_route.routes()), static_assets.url(static_assets.LIVE_STYLE))
    assert reply.headers["content-type"] == "text/css; charset=utf-8"
    assert reply.body.decode() == static_assets.live_style()


def test_a_pages_scripts_are_served_beside_those_that_it_imports(folder):
    app = Starlette(routes=asset_route.routes())
    assert get(app, static_assets.url("pages/svm/proof.js")).body == b"of a page"


def test_the_version_follows_names_and_contents(folder):
    versions = {static_assets.VERSION}
    (folder / "plane.js").write_text("changed")
    versions.add(static_assets.version())
    (folder / "plane.js").rename(folder / "field.js")
    versions.add(static_assets.version())
    assert len(versions) == 3
    (folder / "notes.txt").write_text("changed too")
    assert static_assets.version() in versions


@pytest.mark.parametrize(
    "name",
    [
        *("../secret.js", "..%2fsecret.js", "secret.js", "assets/../secret.js", "", "x\0.js", "."),
        *("assets/notes.txt", "assets", "pages/svm/page.py", "pages/svm/picture.svg"),
    ],
)
def test_nothing_but_assets_is_served(folder, name):
    app = Starlette(routes=asset_route.routes())
    assert get(app, f"/assets/{static_assets.VERSION}/{name}").status == 404
    with pytest.raises(ValueError, match="no asset"):
        static_assets.url(name)


def test_addresses_respect_streamlits_base_path(folder, monkeypatch):
    monkeypatch.setattr(static_assets, "_base", "/")  # monkeypatch restores it
    static_assets.set_base_path("/course/")
    assert (
        static_assets.url("assets/plane.js")
        == f"/course/assets/{static_assets.VERSION}/assets/plane.js"
    )
    app = Starlette(routes=[*sweep_server(Solver()).routes(), *asset_route.routes()])
    assert get(app, static_assets.url("assets/plane.js")).status == 200
    assert get(app, "/course/frames", query()).status == 200
    assert get(app, "/frames", query()).status == 404


def test_a_request_is_read_apart_from_the_event_loop_and_in_limited_time(monkeypatch):
    """Reading a formula may take a moment, during which other requests must be answered."""
    threads = []

    def read_request(query):
        threads.append(threading.get_ident())
        while len(threads) > 1:  # the second call never returns
            pass
        return lab.endpoints.sweep_endpoint.read_request(query)

    monkeypatch.setattr("lab.endpoints.server_sent_events.SECONDS", 0.1)
    site = application(sweep_server(Solver(), read=read_request))
    assert get(site, "/frames", query()).status == 200
    assert threading.get_ident() not in threads
    late_reply = get(site, "/frames", query())
    assert late_reply.status == 422 and "to compute" in late_reply.json()["message"]


def test_a_huge_power_is_refused_before_it_is_computed():
    site = application(sweep_server())
    for formula in ("cos(x1-z1)^5e6", "cos(x1-z1)^1e9", "min(x,z)^1e9", "cos(x1-z1)^1000000"):
        reply = get(site, "/frames", f"kernel=own&formula={formula}&along=lam")
        # 422 would mean that the computation had begun.
        assert reply.status == 400 and "steps to compute; at most" in reply.json()["message"]


def test_a_disconnect_cancels_queued_work():
    release = threading.Event()
    solver = Solver(release)
    frames = sweep_server(solver, workers=1)
    app = application(frames)

    async def visits() -> Visitor:
        first = asyncio.create_task(send_request(app, "/frames", query(replace(SMALL, seed=1))))
        await asyncio.to_thread(solver.begun.wait, 10)
        leaver = Visitor(app, "/frames", query(replace(SMALL, seed=2)))
        stayer = Visitor(app, "/frames", query(replace(SMALL, seed=3)))
        waiting = [asyncio.create_task(visitor.ask()) for visitor in (leaver, stayer)]
        while frames.state()["sweeps"] < 3:
            await asyncio.sleep(0.01)
        leaver.left.set()
        await waiting[0]
        release.set()
        await asyncio.gather(first, waiting[1])
        return stayer

    assert asyncio.run(visits()).status == 200
    assert [scene.seed for scene, *_ in solver.calls] == [1, 3]


def test_a_prefetch_is_not_computed_while_the_server_has_other_work():
    release = threading.Event()
    solver = Solver(release)
    app = application(sweep_server(solver, workers=1))
    stored, requested, prefetched = (query(replace(SMALL, seed=seed)) for seed in (1, 2, 3))

    async def visits() -> list[Reply]:
        release.set()
        await send_request(app, "/frames", stored, purpose="prefetch")
        release.clear()
        solver.begun.clear()
        first = asyncio.create_task(send_request(app, "/frames", requested))
        await asyncio.to_thread(solver.begun.wait, 10)
        replies = [
            await send_request(app, "/frames", text, purpose="prefetch")
            for text in (stored, prefetched)
        ]
        release.set()
        return [*replies, await first]

    assert [reply.status for reply in asyncio.run(visits())] == [200, 204, 200]
    assert len(solver.calls) == 2
