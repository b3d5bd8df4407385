"""The endpoints of the page Multiclass: a point, the cost, a step, trees, scores, two classes."""

import numpy as np
import pytest
from starlette.applications import Starlette

import kernel_core as kc
from lab.endpoints.json_endpoint import route
from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import solve_scene
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import GRID
from lab.scene.scene import SceneError
from lab.wire.binary_task_tensors import tasks_of
from lab.wire.class_sweep import solve
from lab.wire.class_tensors import STATUS_FACTOR, maps_of
from pages.multiclass.cost import cost_endpoint
from pages.multiclass.cost.binary_equivalence import two_classes
from pages.multiclass.endpoints import ENDPOINTS
from pages.multiclass.mathematics.linear_scores import EXAMPLE_WEIGHTS_004, linear_class_map
from pages.multiclass.method import decision_endpoint
from pages.multiclass.scores import linear_scores_endpoint
from pages.multiclass.softmax import softmax_step_endpoint
from pages.multiclass.trees import tree_endpoint
from tests.lab.asgi import get

SMALL = ClassScene(data="row", classes=4, m=40, kernel="linear", lam=0.1, intercept=1)
PLACE = (0.13, 0.1)


def test_a_point_is_decided_as_the_classifiers_do():
    answer = decision_endpoint.answer(SMALL, PLACE)
    Z = np.array([PLACE])
    for method in METHODS:
        solution, decision = solve_scene(SMALL, method), answer["methods"][method]
        d = solution.decide(Z)
        assert decision["choice"] == d.choice[0]
        assert decision["status"] == d.status[0]
        assert decision["class_scores"] == d.class_scores[:, 0].tolist()
        for output in decision["outputs"]:
            assert output["f"] == pytest.approx(solution.values(Z)[output["b"], 0])
    assert len(answer["methods"]["ova"]["outputs"]) == 4
    assert len(answer["methods"]["ovo"]["outputs"]) == 6
    assert len(answer["methods"]["tree"]["outputs"]) == 2
    assert sum(answer["methods"]["softmax"]["class_scores"]) == pytest.approx(1)


@pytest.mark.parametrize("scene", [ClassScene(), SMALL, ClassScene(data="iris", classes=3)])
def test_the_first_point_is_the_undecided_one_nearest_the_middle(scene):
    """The script query-point.js chooses the same point in the map that the picture shows."""
    (x, y) = map(float, decision_endpoint.first_place(scene.query()).split(","))
    gx, gy = scene.sample.grid(GRID)
    (classes,) = maps_of(solve(scene, "lam", np.array([scene.lam]), ["ova"]), gx, gy).values()
    undecided = classes["map"][0] >= STATUS_FACTOR
    X, Y = np.meshgrid(np.arange(GRID), np.arange(GRID))
    steps = (gx[1] - gx[0], gy[1] - gy[0])
    i, j = round((x - gx[0]) / steps[0]), round((y - gy[0]) / steps[1])
    assert abs(gx[i] - x) < 1e-3 and abs(gy[j] - y) < 1e-3
    distance2 = (X - 40) ** 2 + (Y - 40) ** 2
    if undecided.any():
        assert undecided[j, i] and distance2[j, i] == distance2[undecided].min()
    else:
        assert (i, j) == (40, 40)


def test_the_tournament_is_antisymmetric_and_its_wins_are_the_votes():
    decision = decision_endpoint.answer(SMALL, PLACE)["methods"]["ovo"]
    grid = np.array(decision["tournament"], dtype=float)
    np.testing.assert_array_equal(np.isnan(grid), np.eye(4, dtype=bool))
    np.testing.assert_array_equal(grid[~np.eye(4, dtype=bool)], -grid.T[~np.eye(4, dtype=bool)])
    np.testing.assert_array_equal((grid > 0).sum(axis=1), decision["class_scores"])


def test_the_path_of_the_tree():
    scene = ClassScene(data="row", classes=4, m=40, tree="(3,(0,(1,2)))")
    decision = decision_endpoint.answer(scene, PLACE)["methods"]["tree"]
    left = {0, 1, 2, 3}
    for output in decision["outputs"]:
        assert {*output["positive"], *output["negative"]} == left
        left = set(output["for"])
    assert left == {decision["choice"]}


def test_questions_have_the_classifiers_order():
    for method in METHODS[:3]:
        assert tasks_of(SMALL, method) == solve_scene(SMALL, method).tasks
    assert tasks_of(SMALL, "softmax") == ()


def test_the_table_counts_what_the_notes_say():
    rows = {row["method"]: row for row in cost_endpoint.table(SMALL)}
    assert rows["ova"]["training_points"] == rows["ova"]["training_points_notes"] == 4 * 40
    assert rows["ovo"]["training_points"] == rows["ovo"]["training_points_notes"] == 3 * 40
    assert rows["tree"]["training_points"] == rows["tree"]["training_points_notes"] == 2 * 40
    assert rows["softmax"]["training_points"] == 40
    assert [rows[m]["mean"] for m in METHODS] == [4, 6, 2, 4]


@pytest.mark.parametrize("largest", [16, pytest.param(64, marks=pytest.mark.thorough)])
def test_the_curves_follow_the_formulas_and_the_chain_does_not_follow_the_logarithm(
    monkeypatch, largest
):
    assert cost_endpoint.CLASSES[-1] == 64, "reduction_costs.toml has the curves up to it"
    monkeypatch.setattr(
        cost_endpoint, "CLASSES", [C for C in cost_endpoint.CLASSES if largest >= C]
    )
    curves = cost_endpoint.curves.__wrapped__()
    C, N = np.array(curves["C"]), curves["N"]
    assert (C[0], C[-1]) == (2, largest)
    for way in cost_endpoint.WAYS:
        np.testing.assert_array_equal(
            curves["training_points"][way], curves["training_points_notes"][way]
        )
        assert len(curves["seconds"][way]) == len(C)
        assert min(curves["seconds"][way]) > 0
    np.testing.assert_array_equal(curves["training_points"]["ova"], C * N)
    np.testing.assert_array_equal(curves["training_points"]["ovo"], (C - 1) * N)
    np.testing.assert_array_equal(curves["predictions"]["ovo"], C * (C - 1) / 2)
    assert curves["training_points"]["tree"][-1] == np.log2(largest) * N
    assert curves["training_points"]["chain"][-1] == pytest.approx(
        N * (largest - 1) * (largest + 2) / (2 * largest)
    )


def test_a_step_of_softmax():
    step = softmax_step_endpoint.step(SMALL, 7, 0.5)
    P, pull = np.array(step["P"]), np.array(step["pull"])
    np.testing.assert_allclose(P, 0.25)
    np.testing.assert_allclose(pull, P - np.eye(4)[step["k"]])
    np.testing.assert_allclose(step["change"], -0.5 * np.outer(pull, step["x"]))
    assert step["x"][2] == 1
    assert step["after"] < step["before"] == pytest.approx(np.log(4))
    text = ";".join(",".join(map(repr, row)) for row in step["W"])
    next_step = softmax_step_endpoint.step(
        SMALL, 9, 0.5, softmax_step_endpoint.read_rows(text, 4, 3)
    )
    np.testing.assert_allclose(
        np.array(next_step["W"]) - next_step["change"], step["W"], rtol=1e-12, atol=1e-15
    )
    assert len(step["map"]) == step["grid"] ** 2
    walk = softmax_step_endpoint.steps(SMALL, 0.5, 60)
    assert len(walk) == 60
    assert walk[-1]["train_error"] < 0.5


def test_the_map_of_a_step_is_the_rule_it_has_come_to():
    step = softmax_step_endpoint.steps(SMALL, 0.5, 20)[-1]
    gx, gy = SMALL.sample.grid(GRID)
    Z = np.column_stack([kc.kernels.grid_points(gx, gy), np.ones(GRID**2)])
    best = (Z @ np.array(step["W"]).T).argmax(axis=1)
    assert step["map"] == "".join(map(str, best))


def test_trees_side_by_side():
    rows = tree_endpoint.shapes(ClassScene(data="row", classes=4, m=40, tree="(3,(0,(1,2)))"))
    assert [row["tree"] for row in rows] == ["balanced", "chain", "similar", "(3,(0,(1,2)))"]
    assert rows[0]["depths"] == [2, 2, 2, 2]
    assert rows[1]["depths"] == [1, 2, 3, 3]
    assert rows[3]["text"] == "(3,(0,(1,2)))"
    for row in rows:
        assert row["training_points"] == 10 * sum(row["depths"])
        assert 0 <= row["train_error"] <= 1


def test_the_order_of_a_tree_matters_to_a_line():
    scene = ClassScene(data="row", classes=4, m=40, noise=0.25, kernel="linear", intercept=1)
    rows = {row["tree"]: row for row in tree_endpoint.shapes(scene)}
    assert rows["balanced"]["train_error"] == 0
    worst_shape = tree_endpoint.shapes(ClassScene(**vars(scene) | {"tree": "((0,2),(1,3))"}))[-1]
    assert worst_shape["train_error"] > 0.2


def test_scores_of_the_notes():
    W = np.array(EXAMPLE_WEIGHTS_004)
    answer = linear_scores_endpoint.answer(W, (1.0, 0.0))
    assert answer["rules"][0] == {"k": 0, "other": 1, "w": pytest.approx([1.5, 1 / 6])}
    assert answer["choice"] == 0
    assert answer["scores"] == pytest.approx([1, -0.5, 0])
    axis = np.linspace(-1.5, 1.5, answer["grid"])
    assert answer["map"] == "".join(map(str, linear_class_map(W, axis, axis).ravel()))
    assert len(answer["rays"]) == 3


def test_two_classes_are_the_logistic_fit():
    for scene in (ClassScene(classes=2), ClassScene(classes=4, intercept=1, risk="mean", lam=0.01)):
        fits = two_classes(scene)
        assert fits["apart"] < 1e-6
        assert fits["softmax"]["objective"] == pytest.approx(fits["binary"]["objective"], rel=1e-9)
        assert max(fits["softmax"]["gap"], fits["binary"]["gap"]) <= 1e-9


@pytest.mark.parametrize(
    ("path", "query", "message"),
    [
        ("class-ask", "classes=1&at=0,0", "classes must be a whole number from 2 to 10"),
        ("class-ask", "at=0", "at must be two numbers"),
        ("class-step", "n=150", "n must be the number of an example, from 0 to 149."),
        ("class-step", "n=x", "n must be the number of an example,"),
        ("class-step", "n=1&W=1,2,3", "W must be 3 rows of 3 numbers, such as 0,0,0;0,0,0;0,0,0."),
        ("class-step", "n=1&eta=0", "eta must be a number from 0.0001 to 10"),
        ("class-scores", "w=1,2", "w must be 3 rows of 2 numbers, such as 0,0;0,0;0,0."),
        ("class-step", "n=1&W=1e300,0,0;0,0,0;0,0,0", "W must be numbers from −1,000,000"),
        ("class-scores", "w=1e300,0;0,0;0,-1e300", "w must be numbers from −1,000,000"),
        ("class-scores", "w=1,2;3,4;5,nan", "w must be 3 rows"),
        ("class-trees", "tree=((0,1)", "A “,” was expected in the tree"),
        ("class-bill", "classes=65", "classes must be"),
    ],
)
def test_bad_requests_are_refused_with_a_message(path, query, message):
    reply = get(Starlette(routes=[*map(route, ENDPOINTS)]), f"/{path}", query)
    assert reply.status == 400
    assert message in reply.json()["message"]


def test_every_endpoint_answers_over_the_wire():
    app = Starlette(routes=[*map(route, ENDPOINTS)])
    text = SMALL.query()
    for path, query, key in (
        ("class-ask", f"{text}&at=0.1,0.2", "methods"),
        ("class-bill", text, "rows"),
        ("class-step", f"{text}&n=3", "W"),
        ("class-trees", text, "trees"),
        ("class-scores", "", "rays"),
    ):
        reply = get(app, f"/{path}", query)
        assert reply.status == 200
        assert key in reply.json()


@pytest.mark.parametrize(
    "scene",
    [
        ClassScene(classes=10, m=10),
        ClassScene(classes=2, m=10, lam=1e-6),
        ClassScene(tau=0.01, m=20),
        ClassScene(tau=100.0, lam=1e3, m=20, loss="exponential"),
        ClassScene(m=12, kernel="poly", degree=8, c=0.0, loss="logistic"),
        ClassScene(m=10, edits="m0,0,0;m1,0,0;m2,0,0;m3,0,0"),
        ClassScene(m=20, kernel="own", formula="rbf(0.5)*x.z"),
    ],
)
def test_extremes_have_answers(scene):
    for decision in decision_endpoint.answer(scene, PLACE)["methods"].values():
        assert 0 <= decision["choice"] < scene.classes
    for method in METHODS:
        assert solve_scene(scene, method).worst_gap <= 1e-6


def test_a_formula_that_is_no_kernel_is_reported_in_a_message():
    with pytest.raises(SceneError, match="formula can’t be used"):
        decision_endpoint.answer(ClassScene(m=20, kernel="own", formula="x.z - 5"), PLACE)
