"""GET /class-frames: four methods in one sweep, against the classifiers themselves."""

import gzip

import numpy as np
import pytest
from starlette.applications import Starlette

import kernel_core as kc
from kernel_core import multiclass as mc
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT, make_request, read_request
from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import solve_scene
from lab.scene.class_scene import ClassScene
from lab.scene.scene import SceneError, replace
from lab.scene.slider_stops import slider_stops, usual_stops
from lab.wire import safetensors_format
from lab.wire.class_tensors import pack
from lab.wire.softmax_prediction import expected_errors
from tests.lab.asgi import get
from tests.lab.scenes import PINWHEEL
from tests.lab.sweeps import sweep_server

SMALL = ClassScene(data="row", classes=4, m=40, kernel="linear", lam=0.1, draw=5)


def tensors(scene: ClassScene, along: str = "lam", stops: int = 3, grid: int = 21):
    order = make_request(scene, along, stops, grid)
    packed = pack(order.scene, along, order.stops, grid)
    return safetensors_format.decode(packed.plain(packed.head(scene, order.stop)))


@pytest.fixture(scope="module")
def small():
    return tensors(SMALL)


@pytest.mark.parametrize("method", METHODS)
def test_each_stop_is_the_scene_solved_by_itself(small, method):
    sent, meta = small
    sample = SMALL.sample
    gx, gy = sample.grid(21)
    for s, lam in enumerate(sent["stops"]):
        solution = solve_scene(replace(SMALL, lam=float(lam)), method)
        on_grid = solution.decide(kc.kernels.grid_points(gx, gy), ties="score")
        np.testing.assert_array_equal(sent[f"map_{method}"][s].ravel() & 15, on_grid.choice)
        np.testing.assert_array_equal(sent[f"map_{method}"][s].ravel() >> 4, on_grid.status)
        given = solution.decide(sample.X, "random", 5)
        np.testing.assert_array_equal(sent[f"given_{method}"][s] & 15, given.choice)
        assert sent[f"train_error_{method}"][s] == np.mean(given.choice != sample.y)
        error = sample.evaluator.error(solution, "random", 5)
        assert sent[f"test_error_{method}"][s] == pytest.approx(error, abs=1e-9)
        assert sent[f"gap_{method}"][s] <= 1e-6
        assert sent[f"asked_{method}"][s] == given.n_evaluations / 40
        assert sent[f"made_{method}"][s] == solution.training_points
    assert meta["classes"].split("\n") == ["class 1", "class 2", "class 3", "class 4"]


def test_who_is_among_the_candidates_where_it_is_open(small):
    sent, _ = small
    gx, gy = SMALL.sample.grid(21)
    Z = kc.kernels.grid_points(gx, gy)
    for method in ("ova", "ovo"):
        d = solve_scene(replace(SMALL, lam=float(sent["stops"][1])), method).decide(Z)
        among = sent[f"among_{method}"][1].ravel()
        for k in range(4):
            np.testing.assert_array_equal(among >> k & 1, d.candidates[k] & (d.status > 0))
    open_ones = sent["map_ova"] >> 4
    assert (open_ones == mc.Predictions.NO_POSITIVE).mean() == pytest.approx(
        sent["nobody_ova"].mean()
    )
    assert (open_ones == mc.Predictions.MULTIPLE_POSITIVE).mean() == pytest.approx(
        sent["several_ova"].mean()
    )
    assert sent["nobody_ova"].max() > 0.05  # a row, seen by lines: the middle is nobody's
    assert "among_tree" not in sent
    assert "among_softmax" not in sent


def test_what_no_stop_changes(small):
    sent, meta = small
    sample = SMALL.sample
    np.testing.assert_allclose(sent["points"], sample.X, rtol=1e-6)
    np.testing.assert_array_equal(sent["labels"], sample.y)
    np.testing.assert_array_equal(sent["bayes_map"], sample.density.bayes_map(*sample.grid(21)))
    assert sent["bayes_error"] == sample.density.bayes_error
    assert meta["fixed"] == "bayes_map"


def test_tables_have_no_bayes_classifier():
    sent, meta = tensors(ClassScene(data="iris", m=60), stops=1)
    assert "bayes_map" not in sent
    assert meta["classes"] == "setosa\nversicolor\nvirginica"
    assert sent["map_ova"].shape == (1, 21, 21)


@pytest.mark.parametrize("inside", ["ova.1", "ovo.2", "tree.0"])
def test_inside_is_the_very_classifier(inside):
    scene = replace(SMALL, inside=inside, intercept=1)
    sent, meta = tensors(scene)
    method, b = inside.split(".")
    solution = solve_scene(replace(scene, inside="", lam=float(sent["stops"][1])), method)
    binary, sample = solution.binary(int(b)), SMALL.sample
    np.testing.assert_array_equal(sent["labels"], binary.y)
    np.testing.assert_allclose(sent["points"], binary.X, rtol=1e-6)
    np.testing.assert_array_equal(sent["classes"], sample.y[solution.trained_on(int(b)) != 0])
    assert len(sent["discarded"]) == (solution.trained_on(int(b)) == 0).sum()
    field = binary.on_grid(*sample.grid(21))
    shown = sent["field"][1].astype(float) * float(meta["scale"])
    np.testing.assert_array_equal(np.sign(shown), np.sign(field))
    np.testing.assert_allclose(shown, field, rtol=0.13, atol=0.05)
    question = solution.tasks[int(b)]
    assert meta["class_positive"] == " or ".join(sample.classes[k] for k in question.positive)


def test_softmax_alone_draws_by_probability():
    scene = replace(SMALL, intercept=1)
    sent, _ = tensors(replace(scene, inside="softmax"), grid=41)
    both, _ = tensors(scene, grid=41)
    np.testing.assert_array_equal(sent["map_softmax"], both["map_softmax"] & 15)
    differ = (sent["map_drawn"] != sent["map_softmax"]).mean(axis=(1, 2))
    np.testing.assert_allclose(differ, 1 - sent["sure"].astype(float).mean(axis=(1, 2)), atol=0.03)
    assert (sent["own_plain"] <= sent["own_drawn"]).all()
    assert (sent["own_drawn"] <= 2 * sent["own_plain"] + 1e-12).all()
    np.testing.assert_allclose(sent["error_plain"], both["test_error_softmax"], atol=1e-9)
    other, _ = tensors(replace(scene, inside="softmax", draw=6), grid=41)
    assert (other["map_drawn"] != sent["map_drawn"]).any()


def test_randomised_errors_of_a_table():
    scene = ClassScene(data="iris", m=60, inside="softmax")
    sent, _ = tensors(scene, stops=1)
    solution, evaluator = solve_scene(replace(scene, inside=""), "softmax"), scene.sample.evaluator
    P = solution.probabilities(evaluator.place.points)
    expected = expected_errors(P, evaluator.t)
    assert (sent["error_plain"][0], sent["error_drawn"][0]) == pytest.approx(expected)


def test_two_requests_have_the_same_bytes():
    order = make_request(SMALL, "lam", 2, 21)
    first, again = (pack(SMALL, "lam", order.stops, 21) for _ in range(2))
    assert first == again


def test_where_the_slider_stands_has_no_part_in_the_key():
    usual = usual_stops("lam", kind=ClassScene)
    a, b = (make_request(replace(SMALL, lam=float(usual[k])), "lam") for k in (3, 20))
    assert a.key == b.key
    assert (a.stop, b.stop) == (3, 20)
    assert a.key != make_request(replace(SMALL, ties="score"), "lam").key


def test_stops():
    assert len(usual_stops("tau", kind=ClassScene)) == ClassScene.stops
    assert {0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4} <= set(usual_stops("tau", kind=ClassScene).tolist())
    assert {0.0005, 0.005, 0.05, 0.5, 5.0, 50.0} <= set(
        usual_stops("lam", kind=ClassScene).tolist()
    )
    assert slider_stops(ClassScene(tau=100.0), "tau")[-1] == 100.0
    assert 0.3 in slider_stops(ClassScene(tau=0.3), "tau")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("data=blobs", "along must be given"),
        ("along=lam&classes=65", "classes must be a whole number from 2 to 10"),
        ("along=tau&kernel=linear", "along must be lam here; the kernel linear has no tau."),
        ("along=lam&stops=65", "stops must be a whole number from 1 to 64"),
        ("along=lam&grid=161", "grid must be a whole number from 11 to 121"),
    ],
)
def test_bad_requests_are_told_in_a_sentence(query, said):
    with pytest.raises(SceneError) as error:
        read_request(query)
    assert said in error.value.problem.message


def test_a_warm_server_has_the_first_sweeps_ready():
    asked = []

    def solver(scene, along, stops, grid):
        asked.append(along)
        return pack(scene, along, stops[:2], 21)

    frames = sweep_server(solver, endpoint=CLASS_SWEEP_ENDPOINT)
    frames.warm_cache([PINWHEEL]).join(20)
    assert asked == ["tau", "lam"]
    reply = get(Starlette(routes=frames.routes()), "/class-frames", f"{PINWHEEL.query()}&along=tau")
    assert reply.status == 200
    assert asked == ["tau", "lam"]
    frames.close()


def test_a_dragged_point_sets_out_from_the_answers_before_it():
    before = replace(SMALL, kernel="rbf", intercept=1)
    for edits in ("m3,0.4,-0.2", "m3,0.4,-0.2;k5,0;d7;a1,0,0"):
        moved = replace(before, edits=edits)
        sent, _ = tensors(moved, stops=1)
        many, _ = tensors(moved, stops=31)
        here = make_request(moved, "lam").stop
        for method in METHODS:
            assert sent[f"gap_{method}"][0] <= 1e-6
            assert (sent[f"map_{method}"][0] != many[f"map_{method}"][here]).mean() < 0.005


def test_over_the_wire():
    frames = sweep_server(pack, endpoint=CLASS_SWEEP_ENDPOINT)
    app = Starlette(routes=frames.routes())
    query = f"{SMALL.query()}&along=lam&stops=2&grid=21"
    reply = get(app, "/class-frames", query, accept_encoding="gzip")
    assert reply.status == 200
    sent, meta = safetensors_format.decode(gzip.decompress(reply.body))
    assert meta["scene"] == SMALL.query()
    assert sent["map_tree"].shape == (2, 21, 21)
    refused = get(app, "/class-frames", "along=lam&classes=1")
    assert refused.status == 400
    assert "classes must be" in refused.json()["message"]
    assert CLASS_SWEEP_ENDPOINT.path == "class-frames"


def test_a_formula_without_a_value_on_the_grid_alone_is_refused_in_words():
    """1/x1 has a value at every point of the sample, and none at the grid's node with x1 = 0."""
    scene = ClassScene(data="blobs", classes=3, m=10, kernel="own", formula="outer(1/x1)")
    order = make_request(scene, "lam", stops=1, grid=11)
    assert np.all(scene.sample.X[:, 0] != 0)
    with pytest.raises(SceneError, match="divides by 0"):
        pack(order.scene, "lam", order.stops, 11)
