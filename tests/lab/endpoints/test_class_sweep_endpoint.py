"""GET /class-frames: four methods in one sweep, compared with the classifiers themselves."""

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
    return safetensors_format.decode(packed.to_bytes(packed.head(scene, order.stop)))


@pytest.fixture(scope="module")
def small():
    return tensors(SMALL)


@pytest.mark.parametrize("method", METHODS)
def test_each_stop_is_the_scene_solved_by_itself(small, method):
    tensors, meta = small
    sample = SMALL.sample
    gx, gy = sample.grid(21)
    for s, lam in enumerate(tensors["stops"]):
        solution = solve_scene(replace(SMALL, lam=float(lam)), method)
        on_grid = solution.decide(kc.kernels.grid_points(gx, gy), ties="score")
        np.testing.assert_array_equal(tensors[f"map_{method}"][s].ravel() & 15, on_grid.choice)
        np.testing.assert_array_equal(tensors[f"map_{method}"][s].ravel() >> 4, on_grid.status)
        predictions = solution.decide(sample.X, "random", 5)
        np.testing.assert_array_equal(tensors[f"given_{method}"][s] & 15, predictions.choice)
        assert tensors[f"train_error_{method}"][s] == np.mean(predictions.choice != sample.y)
        error = sample.evaluator.error(solution, "random", 5)
        assert tensors[f"test_error_{method}"][s] == pytest.approx(error, abs=1e-9)
        assert tensors[f"gap_{method}"][s] <= 1e-6
        assert tensors[f"predictions_{method}"][s] == predictions.n_evaluations / 40
        assert tensors[f"training_points_{method}"][s] == solution.training_points
    assert meta["classes"].split("\n") == ["class 1", "class 2", "class 3", "class 4"]


def test_one_versus_all_by_the_largest_score_is_the_class_with_the_largest_value(small):
    tensors, _ = small
    sample = SMALL.sample
    for s, lam in enumerate(tensors["stops"]):
        solution = solve_scene(replace(SMALL, lam=float(lam)), "ova")
        largest = solution.decide(sample.X).values.argmax(axis=0)
        np.testing.assert_array_equal(tensors["scored_ova"][s], largest)
        error = sample.evaluator.error(solution, "score")
        assert tensors["score_error_ova"][s] == pytest.approx(error, abs=1e-9)


def test_candidates_are_marked_where_the_decision_is_open(small):
    tensors, _ = small
    gx, gy = SMALL.sample.grid(21)
    Z = kc.kernels.grid_points(gx, gy)
    for method in ("ova", "ovo"):
        d = solve_scene(replace(SMALL, lam=float(tensors["stops"][1])), method).decide(Z)
        among = tensors[f"among_{method}"][1].ravel()
        for k in range(4):
            np.testing.assert_array_equal(among >> k & 1, d.candidates[k] & (d.status > 0))
    open_ones = tensors["map_ova"] >> 4
    assert (open_ones == mc.Predictions.NO_POSITIVE).mean() == pytest.approx(
        tensors["no_positive_ova"].mean()
    )
    assert (open_ones == mc.Predictions.MULTIPLE_POSITIVE).mean() == pytest.approx(
        tensors["multiple_positive_ova"].mean()
    )
    assert tensors["no_positive_ova"].max() > 0.05  # no class claims the middle
    assert "among_tree" not in tensors
    assert "among_softmax" not in tensors


def test_constant_tensors_are_sent_once(small):
    tensors, meta = small
    sample = SMALL.sample
    np.testing.assert_allclose(tensors["points"], sample.X, rtol=1e-6)
    np.testing.assert_array_equal(tensors["labels"], sample.y)
    np.testing.assert_array_equal(tensors["bayes_map"], sample.density.bayes_map(*sample.grid(21)))
    assert tensors["bayes_error"] == sample.density.bayes_error
    assert meta["fixed"] == "bayes_map"


def test_tables_have_no_bayes_classifier():
    own_tensors, meta = tensors(ClassScene(data="iris", m=60), stops=1)
    assert "bayes_map" not in own_tensors
    assert meta["classes"] == "setosa\nversicolor\nvirginica"
    assert own_tensors["map_ova"].shape == (1, 21, 21)


@pytest.mark.parametrize("inside", ["ova.1", "ovo.2", "tree.0"])
def test_inside_sends_the_chosen_binary_classifier(inside):
    scene = replace(SMALL, inside=inside, intercept=1)
    own_tensors, meta = tensors(scene)
    method, b = inside.split(".")
    solution = solve_scene(replace(scene, inside="", lam=float(own_tensors["stops"][1])), method)
    binary, sample = solution.binary(int(b)), SMALL.sample
    np.testing.assert_array_equal(own_tensors["labels"], binary.y)
    np.testing.assert_allclose(own_tensors["points"], binary.X, rtol=1e-6)
    np.testing.assert_array_equal(
        own_tensors["classes"], sample.y[solution.binary_labels(int(b)) != 0]
    )
    assert len(own_tensors["discarded"]) == (solution.binary_labels(int(b)) == 0).sum()
    field = binary.on_grid(*sample.grid(21))
    sent_field = own_tensors["field"][1].astype(float) * float(meta["scale"])
    np.testing.assert_array_equal(np.sign(sent_field), np.sign(field))
    np.testing.assert_allclose(sent_field, field, rtol=0.13, atol=0.05)
    question = solution.tasks[int(b)]
    assert meta["class_positive"] == " or ".join(sample.classes[k] for k in question.positive)


def test_softmax_draws_by_probability():
    scene = replace(SMALL, intercept=1)
    own_tensors, _ = tensors(replace(scene, inside="softmax"), grid=41)
    both_fields, _ = tensors(scene, grid=41)
    np.testing.assert_array_equal(own_tensors["map_softmax"], both_fields["map_softmax"] & 15)
    differ = (own_tensors["map_drawn"] != own_tensors["map_softmax"]).mean(axis=(1, 2))
    np.testing.assert_allclose(
        differ, 1 - own_tensors["sure"].astype(float).mean(axis=(1, 2)), atol=0.03
    )
    assert (own_tensors["own_plain"] <= own_tensors["own_drawn"]).all()
    assert (own_tensors["own_drawn"] <= 2 * own_tensors["own_plain"] + 1e-12).all()
    np.testing.assert_allclose(
        own_tensors["error_plain"], both_fields["test_error_softmax"], atol=1e-9
    )
    other_tensors, _ = tensors(replace(scene, inside="softmax", draw=6), grid=41)
    assert (other_tensors["map_drawn"] != own_tensors["map_drawn"]).any()


def test_randomised_errors_of_a_table():
    scene = ClassScene(data="iris", m=60, inside="softmax")
    own_tensors, _ = tensors(scene, stops=1)
    solution, evaluator = solve_scene(replace(scene, inside=""), "softmax"), scene.sample.evaluator
    P = solution.probabilities(evaluator.place.points)
    expected = expected_errors(P, evaluator.t)
    assert (own_tensors["error_plain"][0], own_tensors["error_drawn"][0]) == pytest.approx(expected)


def test_two_requests_have_the_same_bytes():
    order = make_request(SMALL, "lam", 2, 21)
    first, second = (pack(SMALL, "lam", order.stops, 21) for _ in range(2))
    assert first == second


def test_slider_position_is_not_part_of_the_key():
    stops = usual_stops("lam", kind=ClassScene)
    a, b = (make_request(replace(SMALL, lam=float(stops[k])), "lam") for k in (3, 20))
    assert a.key == b.key
    assert (a.stop, b.stop) == (3, 20)
    assert a.key != make_request(replace(SMALL, ties="score"), "lam").key


def test_the_usual_stops_include_round_values():
    assert len(usual_stops("tau", kind=ClassScene)) == ClassScene.stops
    assert {0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4} <= set(usual_stops("tau", kind=ClassScene).tolist())
    assert {0.0005, 0.005, 0.05, 0.5, 5.0, 50.0} <= set(
        usual_stops("lam", kind=ClassScene).tolist()
    )
    assert slider_stops(ClassScene(tau=100.0), "tau")[-1] == 100.0
    assert 0.3 in slider_stops(ClassScene(tau=0.3), "tau")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("data=blobs", "along must be given"),
        ("along=lam&classes=65", "classes must be a whole number from 2 to 10"),
        ("along=tau&kernel=linear", "along must be lam here; the kernel linear has no tau."),
        ("along=lam&stops=65", "stops must be a whole number from 1 to 64"),
        ("along=lam&grid=161", "grid must be a whole number from 11 to 121"),
    ],
)
def test_bad_requests_are_refused_with_a_message(query, message):
    with pytest.raises(SceneError) as error:
        read_request(query)
    assert message in error.value.problem.message


def test_a_warm_server_has_the_first_sweeps_ready():
    warmed = []

    def solver(scene, along, stops, grid):
        warmed.append(along)
        return pack(scene, along, stops[:2], 21)

    frames = sweep_server(solver, endpoint=CLASS_SWEEP_ENDPOINT)
    frames.warm_cache([PINWHEEL]).join(20)
    assert warmed == ["tau", "lam"]
    reply = get(Starlette(routes=frames.routes()), "/class-frames", f"{PINWHEEL.query()}&along=tau")
    assert reply.status == 200
    assert warmed == ["tau", "lam"]
    frames.close()


@pytest.mark.thorough
def test_edited_scenes_are_solved_alike_at_one_stop_and_at_many():
    before = replace(SMALL, kernel="rbf", intercept=1)
    for edits in ("m3,0.4,-0.2", "m3,0.4,-0.2;k5,0;d7;a1,0,0"):
        moved_scene = replace(before, edits=edits)
        own_tensors, _ = tensors(moved_scene, stops=1)
        many, _ = tensors(moved_scene, stops=31)
        stop_request = make_request(moved_scene, "lam").stop
        for method in METHODS:
            assert own_tensors[f"gap_{method}"][0] <= 1e-6
            assert (
                own_tensors[f"map_{method}"][0] != many[f"map_{method}"][stop_request]
            ).mean() < 0.005


def test_over_the_wire():
    frames = sweep_server(pack, endpoint=CLASS_SWEEP_ENDPOINT)
    app = Starlette(routes=frames.routes())
    query = f"{SMALL.query()}&along=lam&stops=2&grid=21"
    reply = get(app, "/class-frames", query, accept_encoding="gzip")
    assert reply.status == 200
    tensors, meta = safetensors_format.decode(gzip.decompress(reply.body))
    assert meta["scene"] == SMALL.query()
    assert tensors["map_tree"].shape == (2, 21, 21)
    refusal = get(app, "/class-frames", "along=lam&classes=1")
    assert refusal.status == 400
    assert "classes must be" in refusal.json()["message"]
    assert CLASS_SWEEP_ENDPOINT.path == "class-frames"


def test_a_formula_undefined_on_the_grid_is_refused_with_a_message():
    """1/x1 has a value at every point of the sample, but none at the grid's node with x1 = 0."""
    scene = ClassScene(data="blobs", classes=3, m=10, kernel="own", formula="outer(1/x1)")
    order = make_request(scene, "lam", stops=1, grid=11)
    assert np.all(scene.sample.X[:, 0] != 0)
    with pytest.raises(SceneError, match="divides by 0"):
        pack(order.scene, "lam", order.stops, 11)
