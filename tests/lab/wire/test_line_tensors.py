"""The tensors of a scene on a line, compared with kernel_core and scikit-learn."""

import dataclasses
import json

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from starlette.applications import Starlette

import kernel_core as kc
from lab.endpoints.sweep_endpoint import make_request
from lab.scene.fields import FIELDS
from lab.scene.learning_problem import kernel_of, problem
from lab.scene.samples.line_sample import line_sample
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from lab.wire import safetensors_format
from lab.wire.sweep_payload import pack
from tests.lab.asgi import get
from tests.lab.scenes import WAVE
from tests.lab.sweeps import sweep_server

LOSSES = FIELDS["loss"].choices
EDITED_LINE = replace(WAVE, edits="m5,1.101,0.781;d3;p,-2,0.5")


def line_sweep(scene, along="lam", stops=7, grid=81):
    request = make_request(scene, along, stops, grid)
    packed = pack(scene, along, request.stops, grid)
    return safetensors_format.decode(packed.to_bytes(packed.head(scene, request.stop)))


def scene_at(scene, along, stop):
    return replace(scene, **{along: float(stop)})


@pytest.mark.parametrize("along", ["tau", "lam"])
@pytest.mark.parametrize("loss", LOSSES)
def test_every_stop_is_the_fit_of_its_own_scene(along, loss):
    scene = replace(EDITED_LINE, loss=loss, risk="sum" if loss == "logistic" else "mean")
    tensors, meta = line_sweep(scene, along)
    x = tensors["x"].astype(float)
    for k, stop in enumerate(tensors["stops"]):
        solution = problem(scene_at(scene, along, stop)).fit(1e-9)
        assert tensors["primal"][k] == pytest.approx(solution.primal, rel=1e-6, abs=1e-9)
        assert -1e-12 <= tensors["gap"][k] <= 1e-6, "up to rounding the dual lies below"
        scale = max(1, np.abs(solution.alpha).max())
        np.testing.assert_allclose(tensors["alpha"][k], solution.alpha, atol=2e-3 * scale)
        np.testing.assert_allclose(tensors["fit"][k], solution.decision(x[:, None]), atol=2e-3)
        np.testing.assert_allclose(tensors["decision"][k], solution.decision(solution.X), atol=2e-3)
        assert tensors["norm2"][k] == pytest.approx(solution.norm2, rel=1e-3, abs=1e-6)
    assert meta["fixed"] == ("" if along == "tau" else "gram,column")


def test_kernel_ridge_finds_the_same_function():
    tensors, _ = line_sweep(EDITED_LINE)
    sample, x = line_sample(EDITED_LINE), tensors["x"].astype(float)[:, None]
    for k, lam in enumerate(tensors["stops"]):
        ridge = KernelRidge(
            alpha=lam * len(sample.y), kernel="rbf", gamma=1 / (2 * EDITED_LINE.tau**2)
        )
        ridge.fit(sample.X, sample.y)
        np.testing.assert_allclose(tensors["fit"][k], ridge.predict(x), atol=1e-4)
        np.testing.assert_allclose(tensors["alpha"][k], ridge.dual_coef_, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("intercept", [0, 1])
@pytest.mark.parametrize("scene", [
    EDITED_LINE, replace(EDITED_LINE, loss="hinge", data="steps", edits=""),
    replace(EDITED_LINE, kernel="linear"),
    replace(EDITED_LINE, kernel="poly", degree=3, loss="logistic", risk="sum"),
], ids=["rbf", "steps", "linear", "poly"])  # fmt: skip
@pytest.mark.parametrize("along", ["tau", "lam"])
def test_the_bumps_add_up_to_the_function(along, scene, intercept):
    if along == "tau" and scene.kernel != "rbf":
        return
    tensors, _ = line_sweep(replace(scene, intercept=intercept), along)
    S, m, G = len(tensors["stops"]), len(tensors["labels"]), len(tensors["x"])
    columns = np.broadcast_to(tensors["column"].astype(float), (S, m, G))
    grams = np.broadcast_to(tensors["gram"].astype(float), (S, m, m))
    alpha, b = tensors["alpha"].astype(float), tensors["intercept"][:, None]
    rounding = 1e-3 * (np.abs(alpha).sum(axis=1) * np.abs(columns).max() + 1)[:, None]
    added = np.einsum("sm,smg->sg", alpha, columns) + b
    assert (np.abs(added - tensors["fit"]) <= rounding).all()
    assert (
        np.abs(np.einsum("sij,sj->si", grams, alpha) + b - tensors["decision"]) <= rounding
    ).all()
    K = kernel_of(scene_at(scene, along, tensors["stops"][2]))(
        *[tensors["points"][:, :1].astype(float)] * 2
    )
    np.testing.assert_allclose(grams[2], K, rtol=2e-3, atol=1e-3)


def test_the_grid_is_the_window_and_the_truth_lies_on_it():
    tensors, meta = line_sweep(EDITED_LINE, grid=41)
    sample = line_sample(EDITED_LINE)
    assert len(tensors["x"]) == 121 and (meta["axis_x"], meta["axis_y"]) == ("x", "y")
    ends = [tensors["x"][0], tensors["x"][-1], *tensors["y"]]
    np.testing.assert_allclose(ends, sample.window, rtol=1e-6)
    np.testing.assert_allclose(tensors["truth"], np.sin(1.6 * tensors["x"]), atol=1e-6)
    np.testing.assert_allclose(tensors["points"][:, 0], sample.X[:, 0], rtol=1e-6)
    assert np.array_equal(tensors["origin"], sample.origin)


def test_points_stand_where_the_loss_sees_them():
    real, _ = line_sweep(EDITED_LINE)
    signs, _ = line_sweep(replace(EDITED_LINE, loss="hinge"))
    np.testing.assert_array_equal(real["points"][:, 1], real["targets"])
    np.testing.assert_array_equal(signs["points"][:, 1], signs["labels"])
    np.testing.assert_array_equal(signs["targets"], real["targets"])
    np.testing.assert_array_equal(signs["labels"], np.where(real["targets"] >= 0, 1, -1))


def test_errors_have_the_correct_name():
    real, _ = line_sweep(EDITED_LINE)
    sample, k = line_sample(EDITED_LINE), 3
    solution = problem(scene_at(EDITED_LINE, "lam", real["stops"][k])).fit()
    assert real["train_mse"][k] == pytest.approx(
        np.mean((solution.decision(solution.X) - sample.y) ** 2)
    )
    x = sample.grid(81)
    far = np.mean((solution.decision(x[:, None]) - np.sin(1.6 * x)) ** 2)
    assert real["test_mse"][k] == pytest.approx(far, rel=1e-6)
    assert "train_error" not in real and "test_error" not in real
    signs, _ = line_sweep(replace(EDITED_LINE, loss="logistic"))
    error = (np.sign(signs["decision"]) != signs["labels"]).mean(axis=1)
    np.testing.assert_allclose(signs["train_error"], error)
    assert "train_mse" not in signs and (signs["test_error"] >= 0).all()


def answer(query):
    return get(Starlette(routes=sweep_server().routes()), "/frames", query)


@pytest.mark.parametrize(("query", "field", "sentence"), [
    ("data=wave&m=61&along=lam", "m", "from 2 to 60 on a line"),
    ("data=wave&m=20&edits=m20,0,0&along=lam", "edits", "from 0 to 19"),
    ("data=wave&m=20&kernel=linear&along=tau", "along", "has no tau"),
    ("data=wav&m=20&along=lam", "data", "steps"),
])  # fmt: skip
def test_an_impossible_request_is_refused_with_a_message(query, field, sentence):
    reply = answer(query)
    refusal = json.loads(reply.body)
    assert reply.status == 400 and refusal["field"] == field and sentence in refusal["message"]


def test_the_endpoint_answers_a_line_as_it_answers_a_plane():
    query = f"{EDITED_LINE.query()}&along=tau&stops=1&grid=81"
    reply, second_reply = answer(query), answer(query)
    assert reply.status == 200 and reply.body == second_reply.body
    assert reply.headers["etag"] == second_reply.headers["etag"]
    tensors, meta = safetensors_format.decode(reply.body)
    assert meta["scene"] == EDITED_LINE.query() and tensors["fit"].shape == (1, 241)


def test_a_dragged_point_gives_the_fit_of_where_it_is_dragged_to():
    """The solver starts from the solution for the points before the drag."""
    for loss in LOSSES:
        for y in (-1.5, 0.0, 1.5):
            scene = replace(EDITED_LINE, loss=loss, edits=f"m5,0.25,{y}")
            tensors, _ = line_sweep(scene, "tau", stops=1)
            solution = problem(scene).fit()
            assert tensors["primal"][0] == pytest.approx(solution.primal, rel=1e-6, abs=1e-9)
            assert tensors["gap"][0] <= 1e-6


@pytest.mark.thorough(keep_every=5)
@pytest.mark.parametrize("edits", [
    ";".join(f"d{i}" for i in range(19)), "m1,0.5,1;m2,0.5,-1;m3,0.5,1", "m0,100,-100",
], ids=["one point", "three in one place", "far out"])  # fmt: skip
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("kernel", ["rbf", "linear", "poly"])
def test_odd_samples_are_drawn_too(edits, loss, kernel):
    for c in (0.0, 1.0):
        scene = dataclasses.replace(EDITED_LINE, edits=edits, loss=loss, kernel=kernel, c=c)
        tensors, _ = line_sweep(scene, "lam", stops=3, grid=21)
        for name, values in tensors.items():
            assert np.isfinite(values.astype(float)).all(), name


def test_sizes_on_the_wire_are_modest():
    request = make_request(WAVE, "tau")
    assert pack(WAVE, "tau", request.stops, 81).compress().size < 450_000
    assert (
        pack(EDITED_LINE, "tau", slider_stops(EDITED_LINE, "tau", 1), 81).compress().size < 20_000
    )
    assert isinstance(kernel_of(WAVE), kc.RBF)
