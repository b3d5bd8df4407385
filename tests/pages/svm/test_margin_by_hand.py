"""GET /street: the answer for a line agrees with kernel_core, and invalid requests get a
message."""

import json
from urllib.parse import urlencode

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

import kernel_core as kc
from kernel_core.svm import fit_hard_margin
from lab.endpoints.json_endpoint import route
from lab.scene.fields import OWN, SOURCES
from lab.scene.learning_problem import sample_of
from lab.scene.scene import FIELDS, Scene, replace
from pages.svm.margin_by_hand import ENDPOINT, MAX_POINTS, SceneError, answer, first_line, read_line
from pages.svm.mathematics.hyperplane import geometric_margin, line_through
from tests.lab.asgi import get
from tests.lab.own_points import own_text

APP = Starlette(routes=[route(ENDPOINT)])
SEPARABLE = Scene(data="blobs", m=20, noise=0.5, kernel="linear", intercept=1)
MIXED_SCENE = Scene(data="mixture", m=30, kernel="linear", intercept=1)
LINE = "-0.3,-1.4,0.6,1.4"


def no_such_number(name):
    raise AssertionError(f"{name} is no JSON")


def strict(body):
    return json.loads(body, parse_constant=no_such_number)


def ask_margin(scene=SEPARABLE, line=LINE, **options):
    query = scene if isinstance(scene, str) else scene.query()
    return get(APP, "/street", f"{query}&{urlencode({'line': line} | options)}")


def street_of(scene, line):
    """Return kernel_core's margin of a line, for the orientation with the larger margin."""
    x1, y1, x2, y2 = map(float, line.split(","))
    w, b = line_through((x1, y1), (x2, y2))
    sample = sample_of(scene)
    return max(
        (geometric_margin(s * w, s * b, sample.X, sample.y) for s in (1, -1)),
        key=lambda s: s.margin,
    )


# ---- answers ----


@pytest.mark.parametrize("line", [LINE, "0.6,1.4,-0.3,-1.4", "0,1,0,-1", "2,-1.5,-2,1.5"])
@pytest.mark.parametrize("scene", [SEPARABLE, MIXED_SCENE], ids=["separable", "mixed"])
def test_the_margin_matches_kernel_core(scene, line):
    answer, street = strict(ask_margin(scene, line).body)["hand"], street_of(scene, line)
    assert answer["separates"] == street.separates
    assert answer["margin"] == pytest.approx(street.margin, rel=1e-12)
    assert sorted(answer["nearest"]) == sorted([*street.positive, *street.negative])
    if street.separates:  # in canonical form the margin is 1/‖w‖
        assert 1 / np.hypot(*answer["w"]) == pytest.approx(street.margin)


def test_the_widest_margin_is_the_hard_margin():
    answer, sample = strict(ask_margin().body), sample_of(SEPARABLE)
    hard_margin = fit_hard_margin(sample.X, sample.y, kc.Linear())
    widest = answer["widest"]
    assert widest["feasible"] and widest["margin"] == pytest.approx(hard_margin.margin)
    np.testing.assert_allclose(widest["w"], hard_margin.alpha @ sample.X)
    assert widest["b"] == pytest.approx(hard_margin.intercept)
    assert widest["support"] == hard_margin.support.tolist()
    assert widest["primal"] >= widest["dual"] and widest["gap"] <= 1e-9
    assert answer["times"] == pytest.approx(hard_margin.margin / street_of(SEPARABLE, LINE).margin)
    assert answer["times"] > 1


def test_for_inseparable_classes_the_proof_is_a_common_mix():
    answer, sample = strict(ask_margin(MIXED_SCENE).body), sample_of(MIXED_SCENE)
    widest, weights = answer["widest"], np.zeros(len(sample.y))
    assert not widest["feasible"] and answer["times"] is None
    weights[widest["of"]] = widest["beta"]
    for label in (-1, 1):
        class_weights = weights * (sample.y == label)
        assert class_weights.sum() == pytest.approx(1, abs=1e-6)
        np.testing.assert_allclose(class_weights @ sample.X, widest["mix"], atol=1e-6)


def test_a_dragged_point_makes_it_infeasible():
    far = replace(
        SEPARABLE, edits="m0,1.1,0.45" if sample_of(SEPARABLE).y[0] < 0 else "m0,-1.2,-0.7"
    )
    assert strict(ask_margin(SEPARABLE).body)["widest"]["feasible"]
    assert not strict(ask_margin(far).body)["widest"]["feasible"]


def test_one_class_has_no_widest_margin():
    y = sample_of(SEPARABLE).y
    one_class = replace(SEPARABLE, edits=";".join(f"d{i}" for i in np.flatnonzero(y < 0)))
    answer = strict(ask_margin(one_class, "-2,-1.5,-2,1.5").body)
    assert answer["widest"]["feasible"] and answer["widest"]["margin"] is None
    assert answer["times"] is None and answer["hand"]["separates"]


@pytest.mark.parametrize("data", SOURCES)
def test_the_first_line_can_always_be_dragged(data):
    scene = Scene(data=data, points=own_text(60) if data == OWN else "", m=20)
    line, (x0, x1, y0, y1) = read_line(first_line(scene)), sample_of(scene).window
    for x, y in (line[:2], line[2:]):
        assert x0 + 0.05 * (x1 - x0) < x < x1 - 0.05 * (x1 - x0)
        assert y0 + 0.05 * (y1 - y0) < y < y1 - 0.05 * (y1 - y0)
    assert len(first_line(scene)) <= 40, "an address stays short"


# ---- refused requests ----

NO_LINES = (
    "", "1,2,3", "1,2,3,4,5", "a,b,c,d", "1,2,1,2", "0,0,0,101", "-100.5,0,0,0", "NaN,0,1,1",
    "Infinity,0,1,1", "1e3,0,1,1", "0x10,0,1,1", "1,2,3,4;", " 1,2,3,4", "１,2,3,4", "1,2,3,4\n",
    "<script>", "9" * 5000,
)  # fmt: skip


@pytest.mark.parametrize("line", NO_LINES, ids=range(len(NO_LINES)))
def test_an_invalid_line_is_refused_with_a_message(line):
    reply = ask_margin(line=line)
    assert reply.status == 400
    answer = strict(reply.body)
    assert set(answer) == {"field", "value", "allowed", "message"} and answer["field"] == "line"
    assert "two different points" in answer["message"] and len(answer["value"]) <= 80


def test_a_line_is_given_once():
    for query in (SEPARABLE.query(), f"{SEPARABLE.query()}&line={LINE}&line={LINE}"):
        reply = get(APP, "/street", query)
        assert reply.status == 400 and strict(reply.body)["field"] == "line"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("m=1", "m"), ("data=nothing", "data"), ("lam=-1", "lam"), ("edits=m99999,0,0", "edits"),
        ("kernel=sigmoid", "kernel"), ("color=red", "color"), ("m=20&m=30", "m"),
    ],
)  # fmt: skip
def test_an_invalid_scene_is_refused_with_a_message(query, field):
    reply = ask_margin(query)
    assert reply.status == 400
    answer = strict(reply.body)
    assert answer["field"] == field and answer["message"].endswith(".")


def test_too_many_points_are_refused_with_a_message():
    assert ask_margin(replace(SEPARABLE, m=MAX_POINTS)).status == 200
    reply = ask_margin(replace(SEPARABLE, m=MAX_POINTS + 1))
    assert reply.status == 400
    assert strict(reply.body)["message"] == (
        f"You can place a line by hand among at most {MAX_POINTS} points; this scene has "
        f"{MAX_POINTS + 1}. Choose fewer points."
    )


def test_only_get_is_served():
    assert get(APP, "/street", f"{SEPARABLE.query()}&line={LINE}", method="POST").status == 405


# ---- any request ----

numbers = st.floats(-120, 120).map(lambda v: f"{v:.3f}") | st.sampled_from(["0", "-0", "1", "."])
lines = st.lists(numbers, min_size=4, max_size=4).map(",".join) | st.text(max_size=12)
places = st.builds("{},{}".format, st.integers(-3, 3), st.integers(-3, 3))
edits = st.lists(st.builds("{},{}".format, st.sampled_from("pn"), places), max_size=6)
scenes = st.builds(
    "data={}&m={}&seed={}&edits={}".format,
    st.sampled_from([*FIELDS["data"].choices, "none"]),
    st.integers(2, 12),
    st.integers(0, 3),
    edits.map(";".join),
)


@given(scenes, lines)
@settings(max_examples=150)
def test_every_request_has_an_answer(scene, line):
    reply = ask_margin(scene, line)
    assert reply.status in (200, 400)
    answer = strict(reply.body)
    if reply.status == 400:
        assert answer["message"]
        return
    hand, widest, times = answer["hand"], answer["widest"], answer["times"]
    if hand["separates"] and widest["margin"]:
        assert widest["feasible"] and times >= 1 - 1e-6, "no line has a wider margin"
    if not widest["feasible"]:
        assert not hand["separates"] or hand["margin"] < 1e-5, "no line separates these classes"


@given(st.lists(st.tuples(st.sampled_from("pn"), st.integers(-1, 1)), min_size=1, max_size=5))
@settings(max_examples=40)
def test_few_points_in_a_row_at_one_place_or_alone(points):
    """Try collinear points, duplicates with opposite labels, one point per class, one point."""
    deletions = ";".join(f"d{i}" for i in range(2))
    small_scene = Scene(
        data="blobs", m=2, edits=";".join([deletions, *(f"{v},{x},0" for v, x in points)])
    )
    street = answer(small_scene, (0.5, -1.0, 0.5, 1.0))
    strict(json.dumps(street, allow_nan=False))
    places = {label: {x for v, x in points if v == label} for label in "pn"}
    overlap = all(places.values()) and (
        min(places["p"]) <= max(places["n"]) and min(places["n"]) <= max(places["p"])
    )
    assert street["widest"]["feasible"] == (not overlap)
    if all(places.values()) and not overlap:
        near = [abs(p - n) for p in places["p"] for n in places["n"]]
        assert street["widest"]["margin"] == pytest.approx(min(near) / 2)


def test_a_line_is_read_to_the_last_digit():
    assert read_line("-1.25,0.000001,100,-100") == (-1.25, 1e-6, 100.0, -100.0)
    with pytest.raises(SceneError, match="four numbers"):
        read_line("1,2")
