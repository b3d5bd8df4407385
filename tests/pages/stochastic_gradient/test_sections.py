"""The steps about the perceptron, three descent methods, saddles and two forms: the pictures agree
with the algorithms."""

import tomllib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression, Perceptron
from starlette.applications import Starlette

from kernel_core import Linear
from kernel_core.learners import run_kernel_perceptron
from lab.endpoints.json_endpoint import route
from lab.serving.sweep_server import SweepServer
from pages.stochastic_gradient import (
    kernel_perceptron_element,
    linear_sgd_element,
    saddle_points,
)
from pages.stochastic_gradient.figure1.endpoint import RUN_ENDPOINT
from pages.stochastic_gradient.gradient_methods import (
    descent_times,
    gd_sgd_newton_element,
    gd_sgd_newton_runs,
)
from pages.stochastic_gradient.gradient_methods.descent_times import ENDPOINT
from pages.stochastic_gradient.mathematics.gradient_methods import gradient_descent
from pages.stochastic_gradient.mathematics.linear_sgd import run_linear_sgd
from pages.stochastic_gradient.mathematics.mistake_bound import mistake_bound
from pages.stochastic_gradient.mathematics.objectives import SaddleFunction
from pages.stochastic_gradient.mathematics.primal_dual_perceptron import primal_and_dual_perceptron
from tests.lab.asgi import get

APP = Starlette(routes=[*SweepServer(RUN_ENDPOINT).routes(), route(ENDPOINT)])


def read_tensors(sweep):
    """Return the tensors that are sent as numbers."""
    return {
        name: np.reshape([np.nan if v == "none" else v for v in t["data"]], t["shape"])
        for name, t in sweep["tensors"].items()
        if not isinstance(t["data"], str)
    }


# ---- perceptron and logistic in w ----


@pytest.mark.parametrize("gap", linear_sgd_element.GAPS)
def test_each_step_adds_what_the_rules_of_004_say(gap):
    (X, y), tensors = linear_sgd_element.data(gap), read_tensors(linear_sgd_element.sweep(gap))
    for key, share in (
        ("p", lambda z: float(z <= 0)),
        ("l", lambda z: linear_sgd_element.ETA / (1 + np.exp(z))),
    ):
        w, is_wrong = np.zeros(2), []
        for t in range(1, linear_sgd_element.STEPS + 1):
            i = int(tensors["index"][t])
            margin = y[i] * (w @ X[i])
            np.testing.assert_allclose(
                tensors[f"before_{key}"][t], linear_sgd_element.ARROW_SCALE * w, atol=2e-4
            )
            assert tensors[f"margin_{key}"][t] == pytest.approx(margin, abs=1e-4)
            w = w + share(margin) * y[i] * X[i]
            np.testing.assert_allclose(
                tensors[f"w_{key}"][t], linear_sgd_element.ARROW_SCALE * w, atol=2e-4
            )
            is_wrong.append((y * (X @ w) <= 0).sum())
        assert tensors[f"wrong_{key}"][1:].tolist() == is_wrong
    assert np.isnan(tensors["margin_p"][0]) and tensors["index"][0] == -1


@pytest.mark.parametrize("gap", ["wide", "narrow"])
def test_no_order_makes_more_mistakes_than_the_bound(gap):
    X, tensors = linear_sgd_element.data(gap)[0], read_tensors(linear_sgd_element.sweep(gap))
    bound = tensors["bound"][0]
    assert tensors["others"].max() <= bound and tensors["mistakes_p"][-1] <= bound
    assert tensors["gamma"][0] == pytest.approx(linear_sgd_element.GAPS[gap][1], abs=0.02)
    R = np.linalg.norm(X, axis=1).max()
    assert bound == pytest.approx((R / tensors["gamma"][0]) ** 2, rel=1e-3)
    assert (np.diff(tensors["others"]) >= 0).all() and tensors["others"].shape == (
        20,
        linear_sgd_element.STEPS + 1,
    )


def test_half_of_the_gap_is_four_times_the_bound_and_mixed_has_none():
    bounds = {
        gap: read_tensors(linear_sgd_element.sweep(gap))["bound"][0]
        for gap in linear_sgd_element.GAPS
    }
    assert 3.5 <= bounds["narrow"] / bounds["wide"] <= 4.0
    assert (
        np.isnan(bounds["mixed"])
        and read_tensors(linear_sgd_element.sweep("mixed"))["gamma"][0] == 0
    )


@pytest.mark.thorough
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000), m=st.integers(1, 30), gap=st.floats(0.05, 1.0))
def test_the_bound_holds_on_random_separable_data(seed, m, gap):
    rng = np.random.default_rng(seed)
    u = rng.standard_normal(3)
    u /= np.linalg.norm(u)
    y = rng.choice([-1.0, 1.0], m)
    X = rng.standard_normal((m, 3))
    X += np.outer(y * (gap + rng.uniform(0, 1, m)) - X @ u, u)
    bound = mistake_bound(X, y, Linear())
    assert bound.gamma >= gap * (1 - 1e-9)
    for order in ("uniform", "shuffled", "cyclic"):
        run = run_linear_sgd(X, y, steps=400, seed=seed, order=order)
        assert run.mistakes[-1] <= bound.bound * (1 + 1e-9)


def test_in_cyclic_order_it_is_scikit_learns_perceptron():
    X, y = linear_sgd_element.data("narrow")
    passes = 30
    reference = Perceptron(fit_intercept=False, shuffle=False, max_iter=passes, tol=None).fit(X, y)
    run = run_linear_sgd(X, y, steps=passes * len(y), order="cyclic")
    np.testing.assert_allclose(run.w[-1], reference.coef_[0], atol=1e-12)


@pytest.mark.thorough
def test_averaged_over_a_long_run_logistic_sgd_points_as_scikit_learns_optimum():
    X, y = linear_sgd_element.data("mixed")
    run = run_linear_sgd(X, y, "logistic", steps=60_000, eta=0.05, seed=1)
    mean = run.w[10_000:].mean(axis=0)
    reference = LogisticRegression(C=1e8, fit_intercept=False, tol=1e-10).fit(X, y).coef_[0]
    assert mean @ reference / np.linalg.norm(mean) / np.linalg.norm(reference) > 0.995
    assert np.linalg.norm(mean) == pytest.approx(np.linalg.norm(reference), rel=0.1)


def test_the_perceptron_stops_and_logistic_regression_does_not():
    tensors = read_tensors(linear_sgd_element.sweep("wide"))
    last_mistake = int(np.flatnonzero(tensors["wrong_p"] == 0)[0])
    assert (tensors["move_p"][last_mistake + 1 :] == 0).all() and (tensors["move_l"][1:] > 0).all()


# ---- three descent methods ----


@pytest.mark.parametrize("start", gd_sgd_newton_runs.STARTS)
def test_the_ways_are_the_rules_of_004_and_none_is_below_the_optimum(start):
    risk, begin, tensors = (
        gd_sgd_newton_runs.linear_risk(),
        gd_sgd_newton_runs.STARTS[start],
        read_tensors(gd_sgd_newton_runs.sweep(start, "stride")),
    )
    best, proof = risk.optimum()
    assert proof.gap <= 1e-9
    np.testing.assert_allclose(tensors["best"], best, atol=1e-4)
    eta = begin.eta / risk.largest_curvature()
    for key, step in (
        ("gd", lambda w: w - eta * risk.gradient(w)),
        ("newton", lambda w: w - np.linalg.inv(risk.hessian(w)) @ risk.gradient(w)),
    ):
        w = np.array(begin.w)
        for t in range(8):
            np.testing.assert_allclose(tensors[key][t], w, atol=2e-4 * max(1, np.abs(w).max()))
            assert tensors[f"e_{key}"][t] == pytest.approx(
                max(risk.value(w) - proof.primal, 0), rel=1e-3, abs=2e-13
            )
            w = step(w)
    for key in gd_sgd_newton_runs.NAMES:
        assert (gd_sgd_newton_runs.paths(start)[key].risk >= proof.dual - 1e-12).all()
        assert (tensors[f"e_{key}"] >= 0).all()


def test_the_optimum_is_scikit_learns():
    risk = gd_sgd_newton_runs.linear_risk()
    reference = LogisticRegression(C=1 / (risk.lam * risk.n_terms), fit_intercept=False, tol=1e-10)
    np.testing.assert_allclose(risk.optimum()[0], reference.fit(risk.X, risk.y).coef_[0], atol=1e-6)


@pytest.mark.parametrize("start", gd_sgd_newton_runs.STARTS)
def test_a_budget_counts_whole_steps_only(start):
    tensors, (N, p) = (
        read_tensors(gd_sgd_newton_runs.sweep(start, "budget")),
        gd_sgd_newton_runs.linear_risk().X.shape,
    )
    assert (N, p) == (40, 2)
    budgets = tensors["stops"]
    assert tensors["upto_sgd"].tolist() == budgets.tolist()
    for key in ("gd", "newton"):
        cost = N * {"gd": 1, "newton": 1 + p}[key]  # a Hessian costs p gradients
        assert tensors[f"upto_{key}"].tolist() == (budgets // cost).tolist()
        assert (tensors[f"work_{key}"] == cost * tensors[f"upto_{key}"]).all()
    steps = read_tensors(gd_sgd_newton_runs.sweep(start, "stride"))
    k = int(np.flatnonzero(budgets == 10 * N)[0]) if 10 * N in budgets else -1
    assert k >= 0 and tensors["e_gd"][k] == steps["e_gd"][10]
    assert (steps["work_gd"] == N * np.arange(gd_sgd_newton_runs.STEPS + 1)).all()
    assert (steps["work_newton"] == 3 * N * np.arange(gd_sgd_newton_runs.STEPS + 1)).all()
    assert (steps["work_sgd"] == np.arange(gd_sgd_newton_runs.STEPS + 1)).all()


def test_the_statements_about_the_three_methods_hold():
    near, long = (
        read_tensors(gd_sgd_newton_runs.sweep("near", "stride")),
        read_tensors(gd_sgd_newton_runs.sweep("long", "stride")),
    )
    assert near["e_newton"][4] < 1e-10 and near["e_gd"][40] < 1e-6 < near["e_sgd"][40]
    assert (np.diff(near["e_gd"]) < 0).all()
    assert long["e_gd"][-10:].min() > 0.01  # too long steps oscillate
    far = read_tensors(gd_sgd_newton_runs.sweep("far", "stride"))
    assert np.abs(far["newton"][:6]).max() > 3 and far["e_newton"][5] > 0.5  # Newton jumps far away
    assert gd_sgd_newton_runs.steps_to_near("long", "gd") is None
    assert gd_sgd_newton_runs.steps_to_near("near", "newton") == 2
    digits = -np.log10(near["e_newton"][1:4])
    assert (digits[1:] > 1.8 * digits[:-1]).all()  # the correct digits double


@pytest.mark.parametrize("start", gd_sgd_newton_runs.STARTS)
def test_the_times_are_of_the_steps_to_the_same_risk(start):
    reply = get(APP, "/descent-times", f"from={start}")
    assert reply.status == 200
    _, proof = gd_sgd_newton_runs.linear_risk().optimum()
    for name, method in reply.json()["methods"].items():
        way = gd_sgd_newton_runs.paths(start)[name]
        if method["steps"] is None:
            assert (start, name) == ("long", "gd") and "seconds" not in method
            continue
        assert (way.risk[method["steps"] :] <= 1.01 * proof.primal).all()
        assert way.risk[method["steps"] - 1] > 1.01 * proof.primal
        assert method["gradients"] == way.gradient_evaluations[method["steps"]]
        assert method["hessians"] == (method["gradients"] if name == "newton" else 0)
        assert 0 < method["seconds"] < np.inf
    assert reply.json() == get(APP, "/descent-times", f"from={start}").json(), "measured once"


def test_the_smallest_measurement_counts(monkeypatch):
    measurements = [3.0, 2.0, 7.0, 5.0, 4.0]
    assert len(measurements) == descent_times.MEASUREMENTS
    rows = iter(measurements * len(gd_sgd_newton_runs.NAMES))
    monkeypatch.setattr(descent_times, "_measure_seconds", lambda *_: next(rows))
    times = descent_times.times.__wrapped__("near")
    assert {row["seconds"] for row in times.values()} == {2.0} and next(rows, None) is None


def test_the_stated_times_of_steps_are_the_measured_ones():
    stored = tomllib.loads(descent_times.MEASURED_FILE.read_text("utf-8"))
    gd, sgd = (
        stored["near"][name]["seconds"] / stored["near"][name]["steps"] for name in ("gd", "sgd")
    )
    text = gd_sgd_newton_element.step_times()
    assert f"{sgd / gd:.2g} times as long" in text and f"{stored['date']:%-d %B %Y}" in text


def test_times_of_another_start_are_refused_with_a_message():
    reply = get(APP, "/descent-times", "from=<b>")
    assert reply.status == 400 and reply.json()["message"].startswith("from must be one of near")


def test_the_timed_steps_are_those_of_the_path():
    for name, rule in gd_sgd_newton_runs.rules("near").items():
        w = np.array(gd_sgd_newton_runs.STARTS["near"].w)
        for t in range(1, 6):
            w = rule(t, w)
            np.testing.assert_array_equal(w, gd_sgd_newton_runs.paths("near")[name].w[t])


# ---- saddles ----


def test_a_start_slightly_off_the_ridge_escapes_and_the_degenerate_saddle_traps():
    exact, off_ridge, degenerate = (
        read_tensors(saddle_points.sweep(name)) for name in saddle_points.STARTS
    )
    t = np.arange(saddle_points.STEPS + 1)
    np.testing.assert_allclose(exact["way"][:, 0], 1.3 * 0.8**t, rtol=1e-3, atol=1e-6)
    assert (exact["v"] == 0).all() and exact["slope"][-1] < 1e-3
    np.testing.assert_allclose(off_ridge["v"], 1e-3 * 1.2**t, rtol=1e-3)
    assert off_ridge["value"][-1] < -0.5
    assert (degenerate["v"] > 0).all() and degenerate["slope"][-1] < saddle_points._FLAT_GRADIENT
    assert (np.diff(degenerate["value"]) < 0).all()


def test_a_good_saddle_curves_down_and_a_bad_one_does_not_though_it_falls_on_one_side():
    good, degenerate = SaddleFunction("strict"), SaddleFunction("degenerate")
    saddle, off_ridge = np.zeros(2), np.array([0.0, 0.1])
    for hill in (good, degenerate):
        assert not hill.gradient(saddle).any()
    assert np.linalg.eigvalsh(good.hessian(saddle)).min() < 0
    assert np.linalg.eigvalsh(degenerate.hessian(saddle)).min() == 0
    assert good.value(off_ridge) < 0 and good.value(-off_ridge) < 0, "down on both sides"
    assert degenerate.value(off_ridge) > 0 > degenerate.value(-off_ridge), (
        "up on one side, down on the other"
    )
    begin = saddle_points.STARTS["bad"]
    way = gradient_descent(degenerate, begin.w, saddle_points.ETA, 20_000)
    assert (way.w[:, 1] > 0).all() and way.w[-1, 1] < 1e-3, "it creeps, and does not get past"


# ---- the perceptron in w and in α ----


@pytest.mark.parametrize("name", kernel_perceptron_element.EXAMPLE_SETS)
def test_both_forms_are_equal_at_every_step_and_the_counts_are_whole(name):
    X, y, steps = kernel_perceptron_element.steps_of(name)
    tensors, shape = (
        read_tensors(kernel_perceptron_element.sweep(name)),
        kernel_perceptron_element.EXAMPLE_SETS[name],
    )
    Phi = kernel_perceptron_element.features(X, shape.square)
    assert all(step.is_equal for step in steps) and (tensors["agree"] == 1).all()
    assert tensors["apart"].max() <= 1e-12
    np.testing.assert_allclose(tensors["wx"][1:], tensors["fx"][1:], atol=1e-12)
    np.testing.assert_allclose(tensors["w"], tensors["alpha"] @ Phi, atol=2e-3)
    assert (tensors["alpha"] == np.round(tensors["alpha"])).all()
    assert (np.sign(tensors["alpha"]) * y >= 0).all()
    assert (tensors["all"] == tensors["mistakes"]).all()
    assert len(np.unique(np.diff(tensors["mistakes"]))) == 2


@pytest.mark.parametrize("name", kernel_perceptron_element.EXAMPLE_SETS)
def test_the_counts_are_those_of_the_kernel_perceptron_that_sees_k_alone(name):
    X, y, _ = kernel_perceptron_element.steps_of(name)
    shape, tensors = (
        kernel_perceptron_element.EXAMPLE_SETS[name],
        read_tensors(kernel_perceptron_element.sweep(name)),
    )
    K = (1 + X @ X.T) ** 2 if shape.square else X @ X.T
    run = run_kernel_perceptron(K, y, 20, shape.draws)
    for t in range(0, min(len(run.index), kernel_perceptron_element.STEPS) + 1, 4):
        assert tensors["alpha"][t].tolist() == (y * run.mistake_counts_at(t)).tolist()
    assert tensors["index"][1:9].tolist() == run.index[:8].tolist()


def test_the_line_is_the_linear_perceptron_above():
    tensors, above = (
        read_tensors(kernel_perceptron_element.sweep("line")),
        linear_sgd_element.run("narrow", "perceptron"),
    )
    np.testing.assert_allclose(
        tensors["w"], above.w[: kernel_perceptron_element.STEPS + 1], atol=1e-3
    )
    assert (tensors["mistakes"] == above.mistakes[: kernel_perceptron_element.STEPS + 1]).all()


@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000), m=st.integers(1, 12), M=st.integers(1, 6))
def test_both_forms_are_equal_on_random_features(seed, m, M):
    rng = np.random.default_rng(seed)
    Phi, y = rng.standard_normal((m, M)), rng.choice([-1.0, 1.0], m)
    for step, _ in zip(primal_and_dual_perceptron(Phi, y, seed), range(100), strict=False):
        assert step.is_equal
        np.testing.assert_allclose(step.w, step.alpha @ Phi, atol=1e-9)


def test_the_rings_converge_and_the_moons_do_not():
    assert read_tensors(kernel_perceptron_element.sweep("rings"))["wrong"][-1] == 0
    assert (read_tensors(kernel_perceptron_element.sweep("moons"))["wrong"][5:] > 0).all()
