"""The later steps of *Multiclass*: the data of their elements, compared with other computations."""

import re

import numpy as np
import pytest
from starlette.applications import Starlette

from kernel_core.multiclass.reductions import leaves, nodes
from lab.endpoints.json_endpoint import route
from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import shape, solve_scene
from lab.scene.class_scene import ClassScene
from lab.scene.scene import SceneError, replace
from lab.scene.slider_stops import slider_stops
from lab.ui.challenges import is_met
from lab.ui.single_stop_sweep import single_stop_sweep
from lab.wire.binary_task_tensors import tasks_of
from lab.wire.softmax_tensors import softmax_tensors
from pages.multiclass import default_scenes, failure_section, sgd_section
from pages.multiclass.challenges import BILL, CHANCE, SCORES, STEP, TREES
from pages.multiclass.cost import cost_endpoint, cost_section
from pages.multiclass.endpoints import ENDPOINTS
from pages.multiclass.mathematics.linear_scores import EXAMPLE_WEIGHTS_004, scores
from pages.multiclass.mathematics.softmax_sgd import softmax_steps
from pages.multiclass.method import erring_section
from pages.multiclass.scores import linear_scores_endpoint as by_hand
from pages.multiclass.scores import scores_section
from pages.multiclass.softmax import likelihood_section, two_classes_section
from pages.multiclass.softmax.softmax_sgd_endpoint import MAX_STEPS, read_examples, walk
from pages.multiclass.softmax.softmax_step_endpoint import with_ones
from pages.multiclass.trees import tree_endpoint, trees_section
from tests.lab.asgi import get
from tests.pages import goals

SMALL = ClassScene(data="blobs", classes=3, m=30, kernel="linear", intercept=1)


def right(challenge, frame):
    return goals.right(challenge.as_json(), frame)


# ---- scores ----


def test_the_arrows_are_the_notes_and_their_differences_the_binary_rule():
    W, spot, words = scores_section.read_address(scores_section.VIEW)
    assert pytest.approx(np.array(EXAMPLE_WEIGHTS_004), abs=1e-4) == W
    answer = by_hand.answer(W, spot)
    assert answer["rules"][0]["w"] == pytest.approx([3 / 2, 1 / 6], abs=1e-3)
    assert answer["scores"] == pytest.approx(scores(W, [spot])[0].tolist())
    assert words["rule"] == "12"


@pytest.mark.parametrize("query", ["", "1;2", "nan,0;0,0;0,0", "<b>", "1,1;1,1;1,1;1,1"])
def test_invalid_words_give_the_notes_arrows(query):
    W, spot, words = scores_section.read_address(
        {"w": query, "spot": query, "hold": query, "rule": query}
    )
    assert pytest.approx(np.array(EXAMPLE_WEIGHTS_004), abs=1e-4) == W
    assert spot == (0.6, 0.5) and words == scores_section.VIEW


def test_arrows_and_the_point_stay_within_the_picture():
    W, spot, _ = scores_section.read_address(
        scores_section.VIEW | {"w": "9,0;0,-9;1,1", "spot": "-7,2"}
    )
    assert W.tolist() == [[1.5, 0], [0, -1.5], [1, 1]] and spot == (-1.5, 1.5)


def test_both_goals_about_arrows_are_reachable():
    start = by_hand.answer(np.array(EXAMPLE_WEIGHTS_004), (0.6, 0.5))
    assert not any(is_met(challenge.conditions, start) for challenge in SCORES)
    zero_row = by_hand.answer(np.array([*EXAMPLE_WEIGHTS_004[:2], (0.0, 0.0)]), (0, 0))
    assert is_met(SCORES[0].conditions, zero_row) and right(SCORES[0], zero_row) == ["yes"]
    shifted = by_hand.answer(np.array(EXAMPLE_WEIGHTS_004) + np.array([0.3, 0.1]), (0, 0))
    assert is_met(SCORES[1].conditions, shifted) and right(SCORES[1], shifted) == ["nothing"]
    changed_rows = [a != b for a, b in zip(shifted["map"], start["map"], strict=True)]
    assert sum(changed_rows) <= 8, "the regions stand still; on their borders two scores tie"
    shifted_row = by_hand.answer(
        np.array(EXAMPLE_WEIGHTS_004) + np.array([[0.4, 0], [0.4, 0], [0.5, 0]]), (0, 0)
    )
    assert not is_met(SCORES[1].conditions, shifted_row)


# ---- single steps of SGD ----


def test_a_walk_is_the_steps_of_the_notes_on_the_chosen_examples():
    X, y = with_ones(SMALL)
    steps = [step for step, _ in zip(softmax_steps(X, y, 0.5, seed=3), range(12), strict=False)]
    shown_walk = walk(SMALL, 0.5, [step.n for step in steps[:-1]], steps[-1].n)
    assert np.array(shown_walk["start"]) == pytest.approx(steps[-2].W)
    assert np.array(shown_walk["W"]) == pytest.approx(steps[-1].W)
    assert np.array(shown_walk["change"]) == pytest.approx(
        np.array(shown_walk["W"]) - shown_walk["start"]
    )
    one_hot = np.eye(3)[shown_walk["k"]]
    assert shown_walk["pull"] == pytest.approx((np.array(shown_walk["P"]) - one_hot).tolist())
    assert np.array(shown_walk["change"]) == pytest.approx(
        -0.5 * np.outer(shown_walk["pull"], shown_walk["x"])
    )
    assert sum(shown_walk["pull"]) == pytest.approx(0, abs=1e-12)
    assert shown_walk["loss"] == pytest.approx(-np.log(shown_walk["own"]))
    is_wrong = (X @ np.array(shown_walk["start"]).T).argmax(axis=1) != y
    assert shown_walk["train_error"] == is_wrong.mean()


def test_the_first_step_pushes_every_row_and_the_goal_is_reached_by_repeating_it():
    scene = default_scenes.FIRST
    walks = [walk(scene, 0.5, [7] * count, 7) for count in range(30)]
    assert walks[0]["own"] == 1 / scene.classes and walks[0]["changed_rows"] == scene.classes
    assert not is_met(STEP[0].conditions, walks[0])
    goal_step = next(step for step in walks if is_met(STEP[0].conditions, step))
    assert right(STEP[0], goal_step) == ["every row"]


@pytest.mark.parametrize(
    "query", ["30", "x", "1,2", "-1", "1e3", ".".join(["1"] * (MAX_STEPS + 1))]
)
def test_a_walk_over_other_points_is_refused_with_a_message(query):
    with pytest.raises(SceneError, match="walk and example must be at most"):
        read_examples(query, 30)
    before, n, eta = sgd_section.read_address(
        SMALL, {"walk": query, "example": query, "eta": query}
    )
    assert (before, n, eta) == ((), 0, "0.5")


def test_a_walk_is_answered_or_refused_over_the_wire():
    app = Starlette(routes=[*map(route, ENDPOINTS)])
    reply = get(app, "/class-walk", f"{SMALL.query()}&eta=0.1&walk=3.4.3&example=5")
    assert reply.status == 200 and reply.json() == walk(SMALL, 0.1, [3, 4, 3], 5)
    for query, message in (
        ("walk=99", "walk and example must be"), ("eta=0", "eta must be"),
        ("example=x", "walk and example must be"),
        ("classes=65", "classes must be"),
    ):  # fmt: skip
        reply = get(app, "/class-walk", f"m=30&{query}")
        assert reply.status == 400 and message in reply.json()["message"]


def test_an_answer_is_a_sweep_of_one_stop_whose_numbers_goals_can_speak_of():
    sweep = single_stop_sweep({"a": 2, "text": "x", "list": [1, 2]}, sample={"m": 3})
    assert sweep["tensors"]["a"]["data"] == [2.0] and set(sweep["tensors"]) == {"stops", "a"}
    assert sweep["meta"]["answer"]["list"] == [1, 2] and sweep["meta"]["sample"] == {"m": 3}


# ---- softmax ----


def test_drawing_can_err_five_times_as_often_but_not_by_its_own_probabilities():
    scene = replace(default_scenes.FIRST, inside="softmax")
    tensors, _ = softmax_tensors(scene, "lam", slider_stops(scene, "lam"), 11)
    numbers = ("error_plain", "error_drawn", "own_plain", "own_drawn")
    frames = [{name: tensors[name][k] for name in numbers} for k in range(31)]
    is_reached = [is_met(CHANCE[0].conditions, frame) for frame in frames]
    stop_index = int(np.argmin(np.abs(tensors["stops"] - scene.lam)))
    assert any(is_reached) and not is_reached[stop_index]
    assert right(CHANCE[0], frames[is_reached.index(True)]) == ["more than that"]
    assert (tensors["own_drawn"] <= 2 * tensors["own_plain"] + 1e-9).all()


@pytest.mark.parametrize("changes", [{}, {"kernel": "linear", "intercept": 1}, {"tau": 0.4}])
def test_two_classes_agree_in_every_digit_that_is_shown(changes):
    table = two_classes_section.comparison(replace(default_scenes.FIRST, **changes))
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.split("\n")[2:8]]
    assert [row[0] for row in cells] == [f"point {i}" for i in range(1, 6)] + ["objective"]
    for _, softmax, binary in cells:
        assert abs(float(softmax.replace("−", "-")) - float(binary.replace("−", "-"))) <= 1.01e-6


# ---- computational cost ----


@pytest.mark.thorough
@pytest.mark.parametrize("largest", [16, pytest.param(64, marks=pytest.mark.thorough)])
def test_the_charts_ship_with_what_was_counted(monkeypatch, largest):
    counts, after = cost_endpoint.read_counts(), cost_section.sweep()["tensors"]
    few = [C for C in cost_endpoint.CLASSES if largest >= C]
    with monkeypatch.context() as patcher:
        patcher.setattr(cost_endpoint, "CLASSES", few)
        curves = cost_endpoint.curves.__wrapped__()
    assert re.fullmatch(r"\d+ [A-Z][a-z]+ 20\d\d", counts["day"])
    for way in cost_section.WAYS:
        for name in (
            "training_points",
            "predictions",
            "training_points_notes",
            "predictions_notes",
        ):
            curve = after[f"{name}_{way}"]["data"]
            np.testing.assert_allclose(curve[: len(few)], curves[name][way], rtol=1e-4)
        assert all(0 < seconds < np.inf for seconds in after[f"seconds_{way}"]["data"])
    last = {name: t["data"][-1] for name, t in after.items()}
    assert is_met(BILL[0].conditions, last) and right(BILL[0], last) == ["one-versus-one"]
    C, N = 64, cost_endpoint.POINTS
    assert last["training_points_ova"] == C * N and last["training_points_ovo"] == (C - 1) * N
    assert last["training_points_tree"] == 6 * N and last["predictions_ovo"] == C * (C - 1) / 2
    assert last["training_points_chain"] > 5 * last["training_points_tree"], (
        "O(log₂C N) is not for every tree"
    )
    values_of_eight = {name: t["data"][cost_endpoint.CLASSES.index(8)] for name, t in after.items()}
    assert not is_met(BILL[0].conditions, values_of_eight)


def test_the_table_of_the_scene_is_counted():
    rows = cost_section.cost_of_scene(SMALL).split("\n")[2:]
    assert rows[0] == "| one-versus-all | 3 | 90 | 90 | 3 (max 3) | 3 |"
    assert rows[1] == "| one-versus-one | 3 | 60 | 60 | 3 (max 3) | 3 |"


# ---- trees ----


def test_a_tree_of_other_classes_gives_way_to_the_balanced_one():
    scene, source = trees_section.scene_of(SMALL, {"wood": "digits", "shape": "((0,1),2)"})
    assert (scene.tree, scene.classes, source) == ("balanced", 10, "digits")
    scene, source = trees_section.scene_of(SMALL, {"wood": "page", "shape": "((0,2),1)"})
    assert (scene.tree, scene.data, source) == ("((0,2),1)", "blobs", "page")
    scene, source = trees_section.scene_of(SMALL, {"wood": "<b>", "shape": "<b>"})
    assert (scene.tree, scene.data, source) == ("balanced", "row", "row")


def test_two_swaps_of_classes_ruin_a_tree_over_a_row():
    scene, _ = trees_section.scene_of(SMALL, {"wood": "row", "shape": "(((0,3),2),(1,4))"})
    rows = {row["tree"]: row for row in tree_endpoint.shapes(scene)}
    balanced_row = rows["balanced"]
    assert sum(fork["wrong"] > 0 for fork in balanced_row["forks"]) >= 3, "there is an error to see"
    frame = rows[scene.tree] | {"balanced_error": balanced_row["test_error"]}
    assert is_met(TREES[0].conditions, frame) and right(TREES[0], frame) == ["yes"]
    assert not is_met(
        TREES[0].conditions, balanced_row | {"balanced_error": balanced_row["test_error"]}
    )


@pytest.mark.parametrize("tree", ["balanced", "chain", "((0,2),((1,3),4))"])
def test_the_forks_send_each_point_where_the_tree_does(tree):
    scene = replace(default_scenes.NEAR_ROW, tree=tree)
    row = next(row for row in tree_endpoint.shapes(scene) if row["tree"] == tree)
    solution, sample, forks = solve_scene(scene, "tree"), scene.sample, row["forks"]
    order = list(nodes(shape(scene)))

    def landed(n):
        node = shape(scene)
        while not isinstance(node, int):
            node = node[0 if forks[order.index(node)]["takes"][n] == "+" else 1]
        return node

    assert [landed(n) for n in range(len(sample.y))] == solution.predict(sample.X).tolist()
    for fork, (left, right) in zip(forks, order, strict=True):
        assert fork["positive"] == list(leaves(left)) and fork["negative"] == list(leaves(right))
        reaches_fork = np.isin(sample.y, [*leaves(left), *leaves(right)])
        takes_plus = np.array([sign == "+" for sign in fork["takes"]])
        is_wrong = (takes_plus != np.isin(sample.y, leaves(left)))[reaches_fork]
        assert (fork["examples"], fork["wrong"]) == (reaches_fork.sum(), is_wrong.sum())
        assert len(fork["field"]) == tree_endpoint.GRID_NODES**2
        assert max(map(abs, fork["field"])) == 100


# ---- scenes in which a method fails ----


@pytest.mark.thorough(keep_every=5)
@pytest.mark.parametrize("failure", failure_section.FAILURES, ids=lambda failure: failure.title)
def test_the_errors_in_the_table_are_those_of_the_scene(failure):
    sample, numbers = failure.scene.sample, failure.numbers()
    for method in METHODS:
        solution = solve_scene(failure.scene, method)
        choice = solution.decide(sample.X, failure.scene.tie_rule, failure.scene.draw).choice
        assert np.mean(choice != sample.y) == pytest.approx(numbers[f"train_{method}"], abs=1e-9)
        test = sample.evaluator.error(solution)
        assert test == pytest.approx(numbers[f"test_{method}"], abs=1e-9)


def test_the_sentence_about_the_trees_of_digits_is_true():
    rows = {
        row["tree"]: round(100 * row["test_error"])
        for row in tree_endpoint.shapes(default_scenes.TREES)
    }
    sentence = failure_section.FAILURES[-1].words()
    shown_numbers = [int(text) for text in re.findall(r"(\d+)\u00a0%", sentence)]
    assert shown_numbers == [rows["similar"], rows["chain"], rows["balanced"]]
    assert rows["similar"] < rows["chain"] < rows["balanced"]


def test_of_ten_digits_one_versus_all_is_worst_and_all_four_err():
    errors_by_method = {
        method: test for method, (_, test) in failure_section.errors(default_scenes.DIGITS).items()
    }
    assert (
        max(errors_by_method, key=errors_by_method.get) == "ova"
        and min(errors_by_method.values()) > 30
    )


# ---- maximum likelihood, and wrong classifiers ----


@pytest.mark.parametrize(
    "scene",
    [default_scenes.FIRST, default_scenes.ROW, default_scenes.DIGITS],
    ids=str,
)
def test_the_sentence_on_the_likelihood_has_the_numbers_of_its_curve(scene):
    likelihood, sentence = (
        likelihood_section.likelihood_of_scene(scene),
        likelihood_section.in_words(scene),
    )
    tensors = likelihood_section.sweep(scene)["tensors"]
    lowest = int(np.argmin(tensors["penalised"]["data"]))
    assert likelihood_section.STOPS[lowest] == 1
    if np.isfinite(likelihood.top):
        assert f"s = {likelihood.top:.3g}" in sentence and likelihood.top > 1
    else:
        assert "no maximum" in sentence and np.all(np.diff(likelihood.minus_log) < 0)
    m = len(scene.sample.y)
    likelihoods = np.array(tensors["each"]["data"])
    assert likelihoods == pytest.approx(np.exp(-likelihood.minus_log / m), rel=1e-4)


def test_a_fit_that_is_not_proven_is_not_said_to_have_the_lowest_risk():
    scene = replace(default_scenes.FIRST, kernel="poly", degree=8, c=10.0)
    tensors = likelihood_section.sweep(scene)["tensors"]
    lowest = likelihood_section.STOPS[int(np.argmin(tensors["penalised"]["data"]))]
    assert lowest != 1 and min(tensors["gap"]["data"]) > 1e-6
    assert "not proven" in likelihood_section.in_words(scene)
    assert "not proven" not in likelihood_section.in_words(default_scenes.FIRST)


def test_the_table_of_errors_adds_up_to_the_error_on_new_points():
    for scene in (SMALL, default_scenes.DIGITS):
        rows = [[cell.strip() for cell in row.split("|")[2:-1]]
                for row in erring_section.table(scene).split("\n")[2:]]  # fmt: skip
        shares = np.array([[float(c.rstrip("%")) if c != "–" else 0 for c in r] for r in rows])
        for k, method in enumerate(erring_section.METHODS):
            points, is_wrong = shares[:, 2 * k], shares[:, 2 * k + 1]
            error = scene.sample.evaluator.error(
                solve_scene(scene, method), scene.tie_rule, scene.draw
            )
            assert points @ is_wrong / 100 == pytest.approx(100 * error, abs=0.3)
            assert is_wrong[0] == 0


@pytest.mark.thorough
def test_the_sentences_on_the_chain_hold_at_every_c_that_is_counted():
    curves = cost_endpoint.curves()
    for k, C in enumerate(curves["C"]):
        share = curves["training_points"]["chain"][k] / curves["training_points"]["ova"][k]
        assert 0.45 < share < 0.6, "about half of what one-versus-all makes"
        asked_counts, line = (
            curves[name]["chain"][k] for name in ("predictions", "predictions_notes")
        )
        assert line == pytest.approx((C - 1) * (C + 2) / (2 * C), rel=0.05)
        assert asked_counts > line if C >= 3 else asked_counts == line
    slopes = [
        np.log(curves["training_points"][way][-1] / curves["training_points"][way][-4])
        for way in ("chain", "ova")
    ]
    assert slopes[0] == pytest.approx(slopes[1], rel=0.06), "in the end as steep"


def test_the_first_question_of_the_bad_tree_is_the_one_that_is_named():
    question = tasks_of(default_scenes.BAD_TREE, "tree")[0]
    assert {question.positive, question.negative} == {(0, 2), (1, 3, 4)}
    f = solve_scene(default_scenes.BAD_TREE, "tree").values(default_scenes.BAD_TREE.sample.X)[0]
    assert np.mean((f >= 0) == np.isin(default_scenes.BAD_TREE.sample.y, question.positive)) < 0.7


def test_in_a_row_the_inner_classes_are_never_claimed():
    for scene in (default_scenes.ROW, default_scenes.BAD_TREE):
        assert (solve_scene(scene, "ova").values(scene.sample.X)[1:4] < 0).all()


def test_three_points_a_class_have_the_stated_errors():
    failure = next(f for f in failure_section.FAILURES if "one new point in five" in f.see)
    train, test = failure_section.errors(failure.scene)["ovo"]
    assert train < 5 and test == pytest.approx(20, abs=1)
    sizes = [np.count_nonzero(q.to_signs(failure.scene.sample.y))
             for q in tasks_of(failure.scene, "ovo")]  # fmt: skip
    assert set(sizes) == {6}


def test_where_the_drawn_class_errs_five_times_as_often_the_probabilities_are_timid():
    scene = replace(default_scenes.FIRST, tau=1.6, inside="softmax")
    tensors, _ = softmax_tensors(scene, "lam", slider_stops(scene, "lam"), 11)
    is_five_times = tensors["error_drawn"] >= 5 * tensors["error_plain"]
    assert is_five_times.any()
    assert (tensors["error_plain"] < tensors["own_plain"])[is_five_times].all(), (
        "right more often than P says"
    )


def test_half_of_the_penalty_and_no_other_makes_the_binary_fit_softmax():
    for scene in (SMALL, default_scenes.FIRST):
        tensors = two_classes_section.sweep(scene)["tensors"]
        distances = dict(zip(two_classes_section.STOPS, tensors["apart"]["data"], strict=True))
        assert distances.pop(0.5) < 1e-6 and min(distances.values()) > 0.01


def test_the_bars_of_erring_classifiers_are_the_table():
    errors = erring_section.count_errors(SMALL)
    all_parts, own_parts = (erring_section.parts(errors, share) for share in erring_section.SHARES)
    longest = 0.0
    for method, counted in errors.items():
        parts = [all_parts[f"{method}_{part}"] for part in erring_section.PARTS]
        assert sum(parts) == pytest.approx(counted.points[1:].sum())
        wrong_counts = np.nan_to_num(counted.class_errors) @ counted.points
        assert sum(parts[1:]) == pytest.approx(wrong_counts)
        assert sum(own_parts[f"{method}_{part}"] for part in erring_section.PARTS) == pytest.approx(
            1
        )
        longest = max(longest, sum(parts))
    assert all_parts["whole"] == pytest.approx(longest) and own_parts["whole"] == pytest.approx(1)
