"""Losses: what the page declares, what its address does, and challenges whose goals can be met."""

import json
from collections import Counter

import numpy as np
import pytest

from lab.challenges import met
from lab.first import LOSSES
from lab.problem import sample_of
from lab.scene import Scene, parse, replace
from tests.pages.goals import data_of, frames, items, opened, right

PAGE = "losses.py"
FITTED = ("hinge", "logistic", "squared", "exponential", "perceptron")


@pytest.fixture(scope="module")
def page():
    return opened(PAGE)


@pytest.fixture(scope="module")
def losses(page):
    return data_of(page, "losses")


# ---- what it declares ----


def test_it_opens_with_its_own_scene_and_every_part_is_there(page, losses):
    assert losses["query"] == LOSSES.query() and not page.exception and not page.warning
    kinds = Counter(item["kind"] for kind in KINDS for item in items(losses, kind))
    assert kinds == KINDS
    # λ a second time beside the likelihood, which is seen to move with it.
    assert [item["along"] for item in items(losses, "slider")] == ["tau", "lam", "lam"]
    switches = {item["field"]: [o["value"] for o in item["options"]]
                for item in items(losses, "choice")}  # fmt: skip
    assert switches["loss"] == list(FITTED)
    assert switches["tool"] == ["move", "positive", "negative", "flip", "erase"]
    assert [h.value for h in page.header] == ["Why the perceptron gives up", "Take it with you"]
    headings = [item["text"] for item in items(losses, "heading")]
    for part in ("outlier lab", "probability", "002 that slips", "squared loss as a classifier"):
        assert any(part in text for text in headings), part


KINDS = Counter(plane=7, oncurve=3, readouts=3, slider=3, choice=2, challenge=1, remark=1)


def test_the_four_small_planes_have_one_problem_and_four_losses(losses):
    small = [item for item in items(losses, "plane") if item.get("small")]
    assert [item["with"]["loss"] for item in small] == ["hinge", "logistic", "squared",
                                                        "exponential"]  # fmt: skip
    for item in small:
        assert item["edit"] and item["with"]["kernel"] == "linear"
        assert item["with"]["intercept"] == "1"
        assert item["with"]["loss"] in item["label"].lower()


def test_the_level_lines_are_where_the_sigmoid_has_these_values(losses):
    (item,) = [item for item in items(losses, "plane") if item.get("levels")]
    assert item["with"] == {"loss": "logistic"}
    for level in item["levels"]:
        assert 1 / (1 + np.exp(-level["f"])) == pytest.approx(float(level["label"]))
    assert len(item["levels"]) >= 5


def test_code_and_the_perceptrons_ray_follow_the_picture(page):
    text = "\n".join(code.value for code in page.code)
    assert LOSSES.query() in text and "kernel_core" in text and "sklearn" in text
    ray = data_of(page, "ray")
    assert ray["frames"] is None and ray["sweep"]["tensors"]["best_perceptron"]


# ---- the address ----


def test_the_address_reaches_the_picture():
    scene = replace(LOSSES, loss="squared", tau=0.8, edits="m3,2,1;d5;p,0.5,0.25")
    query = dict(pair.split("=", 1) for pair in scene.query().split("&"))
    page = opened(PAGE, query | {"off": "zero-one.squared", "tool": "flip", "strength": "0"})
    shown = data_of(page, "losses")
    assert parse(shown["query"]) == (scene, []) and not page.warning
    assert shown["view"] == {"show": "fit", "tool": "flip", "off": "zero-one.squared"}
    assert data_of(page, "ray")["query"] == "strength=0"


def test_what_cannot_be_used_is_told_in_words_and_the_rest_is_kept():
    page = opened(PAGE, {"tau": "abc", "lam": "0.5", "loss": "cubic", "edits": "m1", "curve": "1"})
    told = page.warning[0].value
    for name in ("tau must be", "loss must be", "edits must be", "“curve”"):
        assert name in told
    assert parse(data_of(page, "losses")["query"])[0] == replace(LOSSES, lam=0.5)


def test_views_that_mean_nothing_do_no_harm():
    page = opened(PAGE, {"off": "<b>.cubic", "tool": "hammer", "strength": "nan", "show": "x" * 99})
    assert not page.exception and not page.warning
    assert len(data_of(page, "losses")["view"]["show"]) <= 80
    assert float(data_of(page, "ray")["query"].removeprefix("strength=")) >= 0


def test_every_widget_goes_to_the_address_and_back():
    page = opened(PAGE, {"edits": "d1"})
    for name, value in {"data": "moons", "m": 30, "seed": 7, "noise": 0.75}.items():
        widget = next(w for w in [*page.selectbox, *page.number_input] if w.key == f"field-{name}")
        widget.set_value(value).run()
        assert page.query_params[name] == str(value)
    next(w for w in page.radio if w.key == "field-intercept").set_value(1).run()
    shown = parse(data_of(page, "losses")["query"])[0]
    assert shown == replace(LOSSES, data="moons", m=30, seed=7, noise=0.75, intercept=1)
    assert "edits" not in page.query_params, "another sample starts without edits"
    next(w for w in page.selectbox if w.key == "field-data").set_value("iris").run()
    keys = {w.key for w in page.text_input}
    assert keys == {"field-features", "field-classes"} and not page.exception


# ---- challenges: what is asked is checked on the solution ----


@pytest.fixture(scope="module")
def challenges(losses):
    (item,) = items(losses, "challenge")
    return json.loads(json.dumps(item["challenges"]))


@pytest.fixture(scope="module")
def reachable():
    """All frames that the sliders and the switch show from the first scene."""
    scenes = [replace(LOSSES, loss=loss) for loss in FITTED]
    return [f for scene in scenes for along in ("tau", "lam") for f in frames(scene, along)]


def test_there_are_three_and_none_is_met_before_anything_is_moved(challenges):
    assert len(challenges) >= 3
    (start,) = [f for f in frames(LOSSES, "lam") if f["lam"] == LOSSES.lam]
    for challenge in challenges:
        assert challenge["question"].rstrip().endswith("?") and challenge["why"]
        assert not met(challenge["conditions"], start), challenge["goal"]


@pytest.mark.parametrize(("k", "answer"), [(0, "hinge"), (1, "squared"), (2, "all zero")])
def test_a_goal_is_met_where_one_prediction_is_right(challenges, reachable, k, answer):
    challenge = challenges[k]
    reached = [frame for frame in reachable if met(challenge["conditions"], frame)]
    assert reached, challenge["goal"]
    assert {tuple(right(challenge, frame)) for frame in reached} == {(answer,)}
    assert len(challenge["options"]) >= 2


def test_an_example_dragged_far_away_helps_the_second(challenges):
    """As its goal says: the most confident example, moved to the corner on its own side."""
    squared = replace(LOSSES, loss="squared", kernel="linear", intercept=1)
    start, far = frames(squared, "lam", 1), replace(squared, edits=f"m{cross(squared)},3.2,2.7")
    assert frames(far, "lam", 1)[0]["overpaid"] > start[0]["overpaid"]
    assert met(challenges[1]["conditions"], frames(far, "lam", 1)[0])


def cross(scene: Scene) -> int:
    """The first positive example."""
    return int(np.flatnonzero(sample_of(scene).y > 0)[0])


def test_what_the_reasons_say_is_so(reachable):
    by = {loss: [f for f in reachable if f["loss"] == loss] for loss in FITTED}
    for loss in ("logistic", "squared", "exponential"):
        assert min(f["support"] for f in by[loss]) >= 55, "they never quite forget an example"
    assert min(f["support"] for f in by["hinge"]) <= 5
    assert {f["support"] for f in by["perceptron"]} == {0.0}
    assert {f["overpaid"] for loss in FITTED if loss != "squared" for f in by[loss]} == {0.0}


def test_the_remark_on_the_perceptron_shows_where_it_is_true(losses, reachable):
    (remark,) = items(losses, "remark")
    for frame in reachable:
        assert met(remark["conditions"], frame) == (frame["loss"] == "perceptron")
