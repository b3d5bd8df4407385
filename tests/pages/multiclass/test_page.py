"""Many classes: the declarations of the page, its address, its goals and its scripts."""

import io
from contextlib import redirect_stdout

import numpy as np
import pytest

from lab.formulas import MAX_CHARACTERS
from lab.scene.class_scene import ClassScene, parse
from lab.scene.scene import replace
from lab.ui.challenges import is_met
from lab.wire.softmax_tensors import softmax_tensors
from pages.multiclass import default_scenes
from pages.multiclass.method import binary_task_items, method_items
from pages.multiclass.scripts import scripts
from tests.lab.ui.visit import view_page
from tests.pages.goals import class_frames, data_of, items, right

PAGE = "multiclass/page.py"
METHODS = ["ova", "ovo", "tree", "softmax"]


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


def switch(data, field):
    """Return the options of the switches for a field, by value."""
    return {o["value"]: o for c in items(data, "choice") if c["field"] == field
            for o in c["options"]}  # fmt: skip


@pytest.mark.parametrize("field", ["data", "kernel", "loss", "classes"])
def test_every_option_is_a_scene_that_the_server_can_show(page, field):
    """Set the fields of the option as the page's script does, without empty fields."""
    scene_fields = dict(pair.split("=") for pair in data_of(page, "four")["query"].split("&"))
    for value, option in switch(data_of(page, "four"), field).items():
        fields = scene_fields | option.get("fields", {}) | {field: value}
        query = "&".join(f"{name}={text}" for name, text in fields.items() if text)
        scene, problems = parse(query)
        assert problems == [], (value, problems)
        assert str(getattr(scene, field)) == value


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("classes", [3, 4, 7])
def test_every_binary_classifier_is_on_the_menu(classes):
    page = view_page(PAGE, {"data": "blobs", "classes": str(classes)})
    data, C = data_of(page, "inside"), classes
    values_named = {
        value for c in items(data, "choice") for o in c["options"] for value in [o["value"]]
    }
    expected = [("ova", C), ("ovo", C * (C - 1) // 2), ("tree", C - 1)]
    assert values_named == {f"{method}.{b}" for method, count in expected for b in range(count)}
    assert "inside=ova.0" in data["query"]


def test_a_classifier_in_the_address_is_shown_and_the_four_planes_stay_whole():
    page = view_page(PAGE, {"inside": "ovo.2"})
    assert not page.exception and not page.warning
    assert "inside=ovo.2" in data_of(page, "inside")["query"]
    for name in ("four", "ask"):
        assert "inside" not in data_of(page, name)["query"]


def test_softmax_alone_is_no_binary_classifier():
    scene = binary_task_items.with_chosen_classifier(ClassScene(inside="softmax"))
    assert scene.inside == "ova.0"


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"classes": "1"}, "classes"),
        ({"classes": "65"}, "classes"),
        ({"data": "iris", "classes": "4"}, "iris"),
        ({"edits": ";".join(f"k{i},1" for i in range(160))}, "every class keeps a point"),
        ({"inside": "ovo.99"}, "inside"),
        ({"tree": "((0,1),1)"}, "tree"),
        ({"ties": "<b>"}, "ties"),
    ],
)
def test_what_cannot_be_used_is_a_sentence_and_a_picture_stays(query, words):
    page = view_page(PAGE, query)
    assert not page.exception
    (warning,) = page.warning
    assert words in warning.value.replace("\\", "") and "<b>" not in warning.value
    assert parse(data_of(page, "four")["query"])[1] == []


@pytest.mark.thorough(keep_every=5)
@pytest.mark.parametrize(
    "query",
    [
        {"data": "moons", "m": "800", "loss": "perceptron", "tau": "0.4", "edits": "f3"},
        {"data": "cancer", "features": "0,1", "classes": "0,1", "m": "30"},
        {"data": "digits", "classes": "1,7", "m": "30"},
        {"data": "wave", "m": "15", "loss": "squared"},
        {"loss": "perceptron"},
    ],
)
def test_a_scene_of_a_binary_page_opens_without_a_warning(query):
    page = view_page(PAGE, query)
    assert not page.exception and not page.warning
    assert ("tau=0.4" in data_of(page, "four")["query"]) or "tau" not in query


def test_own_points_stay_in_the_address_of_every_section():
    edits = "m17,0.5,-1;k3,2;a1,0.3,0.4"
    page = view_page(PAGE, {"edits": edits})
    assert not page.warning
    for name in ("four", "ask", "inside"):
        assert parse(data_of(page, name)["query"])[0].edits == "k3_2_m17_0.5_-1_a1_0.3_0.4"


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("classes", [5, 6, 8])
def test_in_a_row_with_lines_one_versus_all_fails_wherever_lambda_stands(classes, seed):
    """The goal names three switches and not λ, so it must be met at every λ. Lines from NumPy's
    least squares, one for each class, show the same: no line has an inner class alone on one
    side."""
    challenge = method_items.CHALLENGES[0]
    row = ClassScene(data="row", classes=classes, m=100, seed=seed, kernel="linear", intercept=1)
    for values in class_frames(row, "lam", 5):
        assert is_met(challenge.conditions, values)
        assert [o.label for o in challenge.options if is_met(o.conditions, values)] == [
            challenge.answer
        ]
    X, y = np.column_stack([row.sample.X, np.ones(len(row.sample.y))]), row.sample.y
    targets = np.where(y[:, None] == np.arange(classes), 1.0, -1.0)
    scores = X @ np.linalg.lstsq(X, targets, rcond=None)[0]
    claimed = (scores > 0).sum(axis=1)
    assert np.mean(claimed == 0) > 0.3, "lines claim many points for no class"


def test_the_random_choice_changes_with_the_seed(page):
    """With another seed other classes are drawn, from the same probabilities."""
    first, second = (
        softmax_tensors(
            replace(default_scenes.FIRST, inside="softmax", draw=seed), "lam", np.array([0.05]), 41
        )[0]
        for seed in (0, 1)
    )
    assert (first["map_softmax"] == second["map_softmax"]).all()
    assert 0 < np.mean(first["map_drawn"] != second["map_drawn"]) < 0.8
    step = data_of(page, "softmax")
    assert [*switch(step, "draw")] == ["", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    "scene",
    [
        ClassScene(data="blobs", classes=3, m=60, lam=0.5),
        ClassScene(data="blobs", classes=3, m=60, lam=0.5, loss="logistic", intercept=1),
        ClassScene(data="pinwheel", classes=4, m=60, lam=1.0, loss="squared", intercept=1),
    ],
    ids=["hinge", "logistic", "squared"],
)
def test_both_scripts_run_and_agree(scene):
    own_numbers, reference = map(printed, scripts(replace(scene, ties="score")))
    assert {*own_numbers} == {"one-versus-all", "one-versus-one", "tree", "softmax"}
    assert {*reference} == {*own_numbers} - {"tree"}
    for name, error in reference.items():
        assert abs(error - own_numbers[name]) < 0.035, (name, error, own_numbers[name])


def printed(script):
    """Run a script; return the training error that it prints for each method."""
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(script, "script", "exec"), {})
    lines = [line.partition(": training error ") for line in out.getvalue().splitlines()]
    return {name: float(tail.partition(",")[0]) for name, _, tail in lines}


def test_where_scikit_learn_has_no_such_method_the_script_says_so():
    for change in ({"loss": "exponential"}, {"risk": "mean"}):
        assert scripts(ClassScene(**change))[1].startswith("# scikit-learn")


# ---- sentences of the page ----


def pressed(page, *choices):
    """Press options, given as (field, value), one after another from the first scene; return the
    last scene."""
    data = data_of(page, "four")
    scene_fields = dict(pair.split("=") for pair in data["query"].split("&"))
    stored = {}
    for field, value in choices:
        fields = switch(data, field)[value].get("fields", {})
        stored |= {
            name: scene_fields[name]
            for name, text in fields.items()
            if not text and scene_fields.get(name)
        }
        brought_fields = {name: text and stored.get(name, text) for name, text in fields.items()}
        scene_fields |= brought_fields | {field: value}
    scene, problems = parse(
        "&".join(f"{name}={text}" for name, text in scene_fields.items() if text)
    )
    assert not problems
    return scene


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("classes", ["5", "7", "10"])
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2)])
def test_the_first_goal_is_met_by_doing_what_it_says(page, classes, order):
    steps = [("data", "row"), ("kernel", "linear"), ("classes", classes)]
    scene = pressed(page, *(steps[k] for k in order))
    assert (scene.data, scene.kernel, str(scene.classes)) == ("row", "linear", classes)
    assert any(
        is_met(method_items.CHALLENGES[0].conditions, values)
        for values in class_frames(scene, stops=1)
    )


def test_lines_through_0_are_mentioned_and_can_be_switched_off(page):
    data = data_of(page, "four")
    (remark,) = items(data, "remark")
    row = pressed(page, ("data", "row"), ("kernel", "linear"), ("classes", "5"))
    assert not is_met(remark["conditions"], vars(row))
    through = pressed(page, ("kernel", "linear"), ("intercept", "0"))
    assert through.intercept == 0 and is_met(remark["conditions"], vars(through))
    back = pressed(page, ("kernel", "linear"), ("intercept", "0"), ("kernel", "rbf"))
    assert back.intercept == 0 and not is_met(remark["conditions"], vars(back))
    (worst,) = class_frames(replace(row, intercept=0), stops=1)
    assert min(worst[f"train_error_{method}"] for method in METHODS) > 0.5
    (switch,) = [c for c in items(data, "choice") if c["field"] == "intercept"]
    assert switch["when"] == {"kernel": ["linear"]}


def test_an_own_formula_has_its_box_beside_the_switch(page):
    (box,) = items(data_of(page, "four"), "formulabox")
    assert box["when"] == {"kernel": ["own"]} and box["max_length"] == MAX_CHARACTERS


def test_the_goal_of_the_likelihood_is_reached_at_one_s_alone(page):
    data = data_of(page, "likelihood")
    (challenge,) = items(data, "challenge")[0]["challenges"]
    tensors = data["sweeps"][0]["sweep"]["tensors"]
    goal_stops = []
    for k, s in enumerate(tensors["stops"]["data"]):
        frame = {n: t["data"][k] for n, t in tensors.items() if not t["fixed"]
                 and len(t["shape"]) == 1}  # fmt: skip
        if is_met(challenge["conditions"], frame | {"loud": s}):
            goal_stops.append((s, right(challenge, frame | {"loud": s})))
    assert goal_stops == [(1.0, ["at 1"])] and data["query"] == "loud=0.5"
