"""A run of Figure 1 as sent to the page: it has the printed steps, is reproducible, and stops if it
diverges."""

import gzip
import json
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

import kernel_core as kc
from kernel_core.learners.index_sampling import draw_indices
from lab.endpoints.json_endpoint import route
from lab.scene.fields import KERNEL_SLIDERS
from lab.scene.learning_problem import kernel_of, problem, sample_of
from lab.scene.scene import Scene, SceneError, replace
from lab.serving.sweep_server import SweepServer
from lab.wire import safetensors_format
from pages.stochastic_gradient.figure1.endpoint import RUN_ENDPOINT
from pages.stochastic_gradient.figure1.recorded_run import run_of, trace
from pages.stochastic_gradient.figure1.run_payload import tensors_of
from pages.stochastic_gradient.figure1.run_request import (
    COUNT,
    MAX_POINTS,
    RUN_FIELDS,
    RUN_STEPS,
    STOPS,
    Run,
    make_request,
    of_address,
    of_the_page,
    read_request,
)
from pages.stochastic_gradient.gradient_methods.descent_times import ENDPOINT
from pages.stochastic_gradient.gradient_variance import (
    PLACES,
    alpha_at,
    averages,
    gradients,
    names,
    ratio_in_words,
    variance_by_m,
)
from pages.stochastic_gradient.mathematics.gradient_variance import variance_against_m
from tests.lab.asgi import get

APP = Starlette(routes=[*SweepServer(RUN_ENDPOINT).routes(), route(ENDPOINT)])
SCENE = Scene(data="moons", m=40, noise=0.75, tau=0.6, lam=0.01, risk="mean")
SMALL = replace(SCENE, m=12)
LOSSES = ("hinge", "logistic", "squared", "exponential", "perceptron")
MAX_BYTES = 620_000


def printed(K, y, loss, lam, c, seed, steps):
    """Run Figure 1 of note 000, written out; yield every alpha, beginning with 0."""
    m, alpha = len(y), np.zeros(len(y))
    yield alpha
    for t, i in zip(range(1, steps + 1), draw_indices(m, seed), strict=False):
        eta = c / np.sqrt(t)
        gradient = loss.derivative(K[:, i] @ alpha, y[i]) * K[:, i] + m * lam * K[:, i] * alpha[i]
        alpha = alpha - eta * gradient
        yield alpha


def send_run(run, along="step", stops=COUNT, grid=11):
    order = make_request(run, along, stops, grid)
    return tensors_of(order.scene, order.along, order.stops, order.grid)


# ---- the run ----


@pytest.mark.parametrize("name", LOSSES)
def test_the_trace_is_figure_1_as_printed(name):
    run = Run.over(replace(SMALL, loss=name), eta=0.5, draws=3)
    trace, sample = run_of(run), sample_of(run.scene)
    K, loss = kernel_of(run.scene)(sample.X, sample.X), kc.LOSSES[name]
    printed_trace = list(printed(K, sample.y, loss, run.lam, run.eta, run.draws, RUN_STEPS))
    np.testing.assert_allclose(trace.alpha, printed_trace, rtol=1e-9, atol=1e-12)
    J = [loss.value(K @ a, sample.y).mean() + run.lam / 2 * a @ K @ a for a in printed_trace]
    np.testing.assert_allclose(trace.risk, J, rtol=1e-9)
    mean = np.mean(printed_trace[1:], axis=0)
    J = loss.value(K @ mean, sample.y).mean() + run.lam / 2 * mean @ K @ mean
    assert trace.mean_risk[-1] == pytest.approx(J, rel=1e-9)


def test_the_description_of_a_step_matches_its_update():
    trace = run_of(Run.over(SMALL))
    added = np.diff(trace.alpha, axis=0)
    np.testing.assert_allclose(trace.factor[1:, None] * trace.column[1:], added, atol=1e-12)
    np.testing.assert_array_equal(trace.factor[1:], (-trace.eta * (trace.slope + trace.decay))[1:])
    i, t = trace.index[1:], np.arange(1, RUN_STEPS + 1)
    np.testing.assert_array_equal(trace.column[1:], trace.K[i])
    np.testing.assert_allclose(trace.z[1:], trace.f[t - 1, i], atol=1e-12)
    np.testing.assert_allclose(trace.decay[1:], 12 * SMALL.lam * trace.alpha[t - 1, i], atol=1e-12)
    np.testing.assert_allclose(trace.eta[1:], 1 / np.sqrt(t))
    assert trace.index[0] == -1 and not trace.alpha[0].any()


def test_the_same_seed_draws_the_same_run_and_another_one_does_not():
    a, b, c = (run_of(Run.over(SMALL, draws=n)) for n in (4, 4, 5))
    np.testing.assert_array_equal(a.alpha, b.alpha)
    assert not np.array_equal(a.index, c.index)
    first, _ = send_run(Run.over(SMALL, draws=4))
    repeated, _ = send_run(Run.over(SMALL, draws=4))
    assert all(first[name].tobytes() == repeated[name].tobytes() for name in first)


def test_the_risk_of_the_mean_comes_down_to_the_certified_optimum():
    scene = replace(SCENE, loss="logistic")
    sample, best = sample_of(scene), problem(scene).fit()
    K = kernel_of(scene)(sample.X, sample.X)
    long_run = trace(K, sample.y, kc.LOSSES["logistic"], scene.lam, 1.0, 0, 8000)
    excess = long_run.mean_risk - best.primal
    assert excess.min() >= -1e-9, "nothing is below the optimum"
    assert excess[8000] < 0.3 * excess[800] and excess[8000] < 0.01


# ---- a run that diverges ----


@pytest.mark.parametrize("name", LOSSES[:4])
def test_a_large_lam_is_caught_and_explained(name):
    run = Run.over(replace(SMALL, loss=name, lam=20.0))
    trace = run_of(run)
    assert trace.stopped and 0 < trace.ended < RUN_STEPS and "above 2" in trace.stopped
    assert trace.stopped.startswith(f"Stopped before step {trace.ended + 1}")
    eta = run.eta / np.sqrt(trace.ended + 1)
    assert f"mλη = {12 * 20 * eta:.3g}" in trace.stopped and 12 * 20 * eta > 2
    for array in (trace.alpha, trace.f, trace.risk, trace.mean_risk):
        assert np.isfinite(array).all()
        assert (array[trace.ended :] == array[trace.ended]).all()


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(LOSSES), st.sampled_from([1e-6, 0.1, 3.0, 1e3]),
    st.sampled_from([0.001, 1.0, 100.0]), st.sampled_from([0.01, 0.5, 100.0]),
    st.sampled_from(["rbf", "linear", "poly"]),
)  # fmt: skip
def test_no_setting_sends_anything_but_numbers(loss, lam, eta, tau, kernel):
    scene = replace(SMALL, loss=loss, lam=lam, tau=tau, kernel=kernel, m=6)
    tensors, texts = send_run(Run.over(scene, eta=eta))
    for name, tensor in tensors.items():
        numbers = tensor.astype(float)
        has_no_end = name.startswith("excess_")  # it is inf if the run diverges
        assert np.isfinite(numbers).all() or (has_no_end and (numbers == np.inf).all()), name
    (reason,) = json.loads(texts["stopped"])
    assert bool(reason) == bool(tensors["stopped"].any()) == (tensors["ended"][0] < RUN_STEPS)


def test_mlam_eta_is_sent_for_every_step():
    tensors, _ = send_run(Run.over(replace(SCENE, lam=0.3)))
    t = np.maximum(tensors["stops"], 1)
    np.testing.assert_allclose(tensors["penalty"], 40 * 0.3 / np.sqrt(t))
    assert tensors["stable_from"][0] == 36 == np.flatnonzero(tensors["penalty"] <= 2)[0]


@pytest.mark.parametrize(("m", "labels"), [(2, "blobs"), (3, "xor")])
def test_very_few_points_are_a_run_too(m, labels):
    tensors, _ = send_run(Run.over(of_the_page(Scene(data=labels, m=m, lam=0.1))))
    assert tensors["alpha"].shape == (RUN_STEPS + 1, m)


# ---- along other sliders ----


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("along", ["lam", "tau", "eta"])
def test_another_slider_shows_the_same_runs_at_one_step(along):
    run = Run.over(SMALL, step=50)
    tensors, _ = send_run(run, along)
    np.testing.assert_allclose(tensors["stops"], make_request(run, along).stops)
    for k in (0, COUNT // 2, COUNT - 1):
        single_tensors, _ = send_run(run.at(along, tensors["stops"][k]))
        for name in ("field", "alpha", "index", "factor", "risk", "penalty", "taken", "floor"):
            np.testing.assert_allclose(
                tensors[name][k].astype(float),
                single_tensors[name][50].astype(float),
                rtol=1e-5,
                atol=1e-6,
            )
        np.testing.assert_allclose(tensors["risks"][k], single_tensors["risks"])
        np.testing.assert_array_equal(tensors["goal"][k], single_tensors["goal"])


def test_the_floor_is_the_solvers_optimum_with_its_certificate():
    tensors, _ = send_run(Run.over(SMALL))
    best = problem(SMALL).fit()
    np.testing.assert_allclose(tensors["floor"], best.primal)
    assert (tensors["gap"] <= 1e-6).all() and (tensors["risk"] >= best.primal - 1e-9).all()


# ---- requests ----


def test_a_sweep_is_sent_packed_and_small_enough():
    query = f"{SCENE.query()}&eta=1&draws=0&step=0&along=step&stops=25&grid=41"
    reply = get(APP, "/sgd", query, accept_encoding="gzip")
    assert reply.status == 200 and len(reply.body) < MAX_BYTES
    tensors, texts = safetensors_format.decode(gzip.decompress(reply.body))
    assert tensors["field"].shape == (RUN_STEPS + 1, 41, 41) and texts["along"] == "step"
    elsewhere = get(APP, "/sgd", query.replace("step=0", "step=77"), accept_encoding="gzip")
    remote, _ = safetensors_format.decode(gzip.decompress(elsewhere.body))
    assert all(np.array_equal(tensors[name], remote[name]) for name in tensors)


def test_a_single_frame_is_the_run_at_that_step():
    run = Run.over(SMALL, step=77)
    (single, _), (all_, _) = send_run(run, stops=1), send_run(run)
    for name in ("field", "alpha", "risk", "index", "penalty"):
        np.testing.assert_array_equal(single[name][0], all_[name][77])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ("step=601", "step"), ("step=1.5", "step"), ("eta=0", "eta"), ("eta=nan", "eta"),
        ("draws=-1", "draws"), ("along=m", "along"), ("grid=1000", "grid"), ("m=121", "m"),
        ("kernel=linear&along=tau", "along"), ("lam=-1", "lam"), ("data=wave&m=20", "data"),
        ("stops=0", "stops"), ("eta=1&eta=2", "eta"),
    ],
)  # fmt: skip
def test_invalid_words_are_refused_with_a_message(change, field):
    reply = get(APP, "/sgd", f"loss=hinge&{change}" + ("" if "m=" in change else "&m=20"))
    assert reply.status == 400
    assert reply.json()["field"] == field and reply.json()["message"].endswith(".")


def test_the_address_of_a_run_comes_back():
    run = Run.over(SCENE, step=37, eta=0.25, draws=9)
    assert read_request(run.query()).scene == run
    assert of_address({"step": "37", "eta": "0.25", "draws": "9"}) == (
        {"step": 37, "eta": 0.25, "draws": 9}, [])  # fmt: skip
    values, problems = of_address({"step": "-1", "eta": "<b>", "draws": "1e3"})
    assert values == {name: RUN_FIELDS[name].default for name in RUN_FIELDS} and len(problems) == 3


def test_a_scene_becomes_one_of_the_mean_risk():
    scene = of_the_page(Scene(m=50, risk="sum", intercept=1))
    assert (scene.risk, scene.intercept, scene.lam) == ("mean", 0, Scene().lam)
    with pytest.raises(SceneError, match=str(MAX_POINTS)):
        of_the_page(Scene(m=MAX_POINTS + 1))


def test_every_slider_stops_at_what_is_set():
    run = Run.over(SCENE, step=37, eta=0.3)
    other_sliders = {*KERNEL_SLIDERS} - {*SCENE.sliders}
    for along, stops in STOPS.items():
        if along in other_sliders:
            continue
        stop_values = make_request(run, along).stops
        assert (
            len(stop_values) == len(stops)
            and getattr(run, along) in stop_values
            and (np.diff(stop_values) > 0).all()
        )


# ---- the mean of the stochastic gradients ----


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("loss", ["hinge", "logistic"])
def test_the_mean_of_all_gradients_is_the_full_one(place, loss):
    scene = replace(SCENE, loss=loss)
    tensors = averages(Run.over(scene), place)["tensors"]
    distances = tensors["apart"]["data"]
    assert distances[-1] <= 1e-15
    if place == "start":
        assert min(distances[:-1]) > 1e-6, "no fewer than all of them will do"
    assert tensors["mean_entry"]["data"][-1] == pytest.approx(
        tensors["full_entry"]["data"][-1], rel=1e-12, abs=1e-12
    )


@pytest.mark.parametrize("place", PLACES)
def test_the_bars_are_the_gradients_themselves(place):
    """Check that the bars show the numbers of the read-outs, not shares of the largest one."""
    run = Run.over(replace(SCENE, loss="logistic"))
    tensors, spread = averages(run, place)["tensors"], gradients(run, place)
    mean = np.reshape(tensors["mean"]["data"], tensors["mean"]["shape"])
    np.testing.assert_allclose(tensors["full"]["data"], spread.full_gradient, rtol=1e-3)
    np.testing.assert_allclose(mean[0], spread.gradients[0], rtol=1e-3)
    (reach,), largest = tensors["reach"]["data"], np.abs([*mean[0], *tensors["full"]["data"]]).max()
    assert reach == pytest.approx(largest, rel=1e-3) or (
        place == "best" and largest < 1e-3 * reach
    ), "what rounding leaves at the optimum is no bar"


def test_the_full_gradient_is_the_slope_of_the_risk():
    scene = replace(SMALL, loss="logistic")
    trace, loss = run_of(Run.over(scene)), kc.LOSSES["logistic"]
    alpha, full, h = trace.alpha[40], gradients(Run.over(scene), "way").full_gradient, 1e-6
    J = lambda a: loss.value(trace.K @ a, trace.y).mean() + scene.lam / 2 * a @ trace.K @ a  # noqa: E731
    slopes = [(J(alpha + h * e) - J(alpha - h * e)) / (2 * h) for e in np.eye(12)]
    np.testing.assert_allclose(full, slopes, atol=1e-8)


def test_at_the_optimum_of_a_smooth_loss_the_scatter_is_gone():
    smooth = averages(Run.over(replace(SCENE, loss="logistic")), "best")["tensors"]["variance"][
        "data"
    ]
    kinked = averages(Run.over(SCENE), "best")["tensors"]["variance"]["data"]
    smooth, kinked = smooth[0], kinked[0]
    assert smooth < 1e-8 < kinked


def test_the_gradients_on_the_way_are_those_of_the_run_that_is_shown():
    run = Run.over(replace(SCENE, loss="logistic"), step=300, eta=0.3, draws=5)
    trace = run_of(run)
    np.testing.assert_array_equal(alpha_at(run, "way"), trace.alpha[40])
    assert not np.allclose(alpha_at(Run.over(run.scene), "way"), trace.alpha[40])
    assert names(run)["way"] == "after 40 steps"
    diverging_run = Run.over(replace(SCENE, lam=5.0))
    assert 0 < run_of(diverging_run).ended < 40
    assert names(diverging_run)["way"] == f"after {run_of(diverging_run).ended} steps"


@pytest.mark.parametrize("change", [{}, {"loss": "squared"}, {"data": "mixture"}, {"tau": 0.1}])
def test_the_sentence_on_the_ratio_has_the_numbers_of_the_curve(change):
    scene = replace(SCENE, **change)
    tensors = variance_by_m(scene)["tensors"]
    m, variance, norm2 = (np.array(tensors[n]["data"]) for n in ("sizes", "variances", "norms"))
    ratio = np.sqrt(variance / norm2)
    assert m[0] == 4 and m[-1] == 240
    np.testing.assert_allclose(tensors["ratios"]["data"], ratio, rtol=1e-3)
    numbers = [float(text) for text in re.findall(r"\d+\.?\d*", ratio_in_words(scene))]
    np.testing.assert_allclose(
        numbers, [ratio[0], m[0], ratio[-1], m[-1], ratio.min(), ratio.max()], rtol=0.06
    )


def test_with_very_many_points_the_ratio_settles_and_with_few_it_does_not():
    X, y = kc.datasets.moons(0.75).sample(1600, seed=0)
    sizes = [4, 40, 400, 800, 1600]
    variance, norm2 = variance_against_m(X, y, kc.RBF(tau=0.6), kc.Hinge(), 0.01, sizes, vote=1.0)
    ratio = np.sqrt(variance / norm2)
    assert ratio[1] > 1.5 * ratio[0] and ratio[2:].max() < 1.1 * ratio[2:].min()
    for grown in (variance, norm2):
        np.testing.assert_allclose(grown[3:] / grown[2], [2, 4], rtol=0.2)


def test_where_all_gradients_are_zero_there_is_no_ratio():
    resting_scene = replace(SCENE, lam=1.0)  # then α = y/m is the optimum: L′ = −y = −mλα
    assert set(variance_by_m(resting_scene)["tensors"]["variances"]["data"]) == {0.0}
    assert set(variance_by_m(resting_scene)["tensors"]["ratio"]["data"]) == {"none"}
    assert "there is no ratio" in ratio_in_words(resting_scene)
