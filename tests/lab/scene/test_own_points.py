"""Own data in a link: packing, reading, refusals, and the learning problem with these points."""

import base64
import dataclasses
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.scene import class_scene as class_scenes
from lab.scene import point_edits
from lab.scene.fields import OWN
from lab.scene.learning_problem import problem, sample_of
from lab.scene.own_points import (
    COMPONENTS,
    MAX_CHARACTERS,
    MAX_CLASSES,
    MAX_POINTS,
    Points,
    pack,
    plain_name,
    unpack,
)
from lab.scene.samples.real_datasets import plane, train_size
from lab.scene.scene import (
    MAX_OWN_CHARACTERS,
    MAX_QUERY,
    Scene,
    SceneError,
    parse,
    parse_strict,
    replace,
)
from lab.wire.class_tensors import pack as pack_classes
from lab.wire.sweep_payload import pack as pack_frames
from tests.lab.own_points import own_points, own_text

TEXT = own_text(90, 3)
names = st.text(min_size=1, max_size=60).map(plain_name).filter(bool)


@st.composite
def points(draw) -> Points:
    C = draw(st.integers(2, MAX_CLASSES))
    n = draw(st.integers(C, 60) | st.sampled_from([999, MAX_POINTS]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    ends = draw(st.lists(st.floats(-100, 100), min_size=2, max_size=2))
    X = min(ends) + (max(ends) - min(ends)) * rng.random((n, 2))
    X = np.clip(X * draw(st.sampled_from([1, 0.0, 1e-30])), -100, 100)
    y = rng.permutation(np.arange(n) % C)
    labels = draw(st.lists(names, min_size=C, max_size=C))
    axes = draw(st.tuples(names | st.just(""), names | st.just("")))
    return Points(X, y, tuple(labels), axes, draw(st.integers(0, COMPONENTS)),
                  draw(st.integers(-99, 99)))  # fmt: skip


@given(points())
@settings(deadline=None)
def test_points_survive_their_text(points):
    text = pack(points)
    reread = unpack(text)
    assert len(text) <= MAX_CHARACTERS and pack(reread) == text
    step = np.ptp(points.X, axis=0) / 4095
    assert (np.abs(reread.X - points.X) <= step + 1e-5).all()
    np.testing.assert_array_equal(reread.y, points.y)
    assert reread.classes == points.classes and reread.axes == points.axes
    assert (reread.axes_origin, reread.power) == (points.axes_origin, points.power)


@st.composite
def scenes(draw) -> Scene:
    own_points = draw(points())
    C, n = len(own_points.classes), len(own_points.y)
    i, j = draw(st.permutations(range(C)))[:2]
    classes = draw(st.sampled_from(["", f"{i},{j}", *([f"rest,{j}"] if C > 2 else [])]))
    text = pack(own_points)
    scene = Scene(
        data=OWN, points=text, m=draw(st.integers(2, 1000)), seed=draw(st.integers(0, 99)),
        classes=classes, kernel="own", formula="rbf(0.5)*x.z+(x.z+1)^2",
        lam=draw(st.floats(1e-6, 1e3)),
    )  # fmt: skip
    change = draw(st.sampled_from(["", "d0", "m0,1.5,-2;p,0.25,1", "f1"]))
    return dataclasses.replace(scene, edits=change if n > 3 * C else "")


@given(scenes())
@settings(deadline=None, max_examples=40)
def test_a_scene_of_own_data_survives_its_link(scene):
    link = scene.query()
    assert len(link) <= MAX_QUERY - 1000, "room for view words and for what a request adds"
    assert parse(link) == (scene, []) and parse_strict(link) == scene
    assert parse(link, default=Scene(data="iris", features="0,1")) == (scene, [])
    assert parse_strict(link).query() == link


def test_a_thousand_points_fit_into_a_link():
    points = own_points(MAX_POINTS, MAX_CLASSES)
    long = dataclasses.replace(
        points, classes=tuple(plain_name("漢字" * 9 + str(k)) for k in range(10)),
        columns=(plain_name("長" * 20), plain_name("幅" * 20)),
    )  # fmt: skip
    text = pack(long)
    assert len(pack(own_points(MAX_POINTS, 2))) == 4224 and len(text) <= MAX_CHARACTERS
    formula = "+".join(["rbf(0.123456789)"] * 17)
    longest = Scene(
        data=OWN, points=text, kernel="own", formula=formula, m=1000, lam=0.123456789012
    )
    assert len(longest.query()) < MAX_QUERY - 1500


def test_edits_may_fill_what_own_points_leave_of_a_link():
    scene = Scene(data=OWN, points=own_text(1000, 10), m=1000, classes="rest,1")
    many = point_edits.read(";".join(f"m{i},-99.999,-99.999" for i in range(300))).text
    with pytest.raises(SceneError, match="with own points, a link has no room for more"):
        dataclasses.replace(scene, edits=many)
    kept_scene, (problem_,) = parse(f"{scene.query()}&edits={many}"[:MAX_QUERY])
    assert kept_scene.edits == "" and problem_.field == "edits"
    few = point_edits.read(";".join(f"m{i},-99.999,-99.999" for i in range(40))).text
    assert len(dataclasses.replace(scene, edits=few).query()) <= MAX_OWN_CHARACTERS + 200


def damaged(text: str) -> list[str]:
    body = base64.urlsafe_b64decode(text[1:] + "=" * (-(len(text) - 1) % 4))

    def signed(body: bytes) -> str:
        signed_bytes = body + zlib.crc32(body).to_bytes(4, "big")
        return "1" + base64.urlsafe_b64encode(signed_bytes).decode().rstrip("=")

    plain = body[:-4]
    return [
        text[:-1], text + "A", text[:50] + text[51:], text[:60] + "-_" + text[62:], text + "=",
        text.replace(text[40], "*", 1), "1", "1A", "x" + text[1:], " " + text, text + "\n",
        "1" + "A" * 99,
        signed(plain[:-1]), signed(plain + b"\0"), signed(b"\0\1" + plain[2:]),  # a single point
        signed(b"\xff\xff" + plain[2:]), signed(plain[:2] + b"\x01" + plain[3:]),  # one class
        signed(plain[:2] + b"\x0b" + plain[3:]), signed(plain[:3] + b"\x09" + plain[4:]),
        signed(plain[:5] + b"\x7f\xc0\0\0" + plain[9:]),  # x0, where the range of x begins, is NaN
        signed(plain[:5] + b"\x7f\x80\0\0" + plain[9:]),  # x0 is infinite
        signed(plain[:5] + b"\x49\0\0\0" + plain[9:]),
        signed(plain[:21] + b"\xff" + plain[22:]), signed(plain.replace(b"\x01a", b"\x01\n", 1)),
        signed(plain[:-9] + bytes(9)), signed(b""),
    ]  # fmt: skip


@pytest.mark.parametrize("text", damaged(own_text(60, 3)))
def test_a_damaged_text_is_reported(text):
    with pytest.raises(ValueError, match="packed by this app"):
        unpack(text)
    scene, (problem_,) = parse({"data": OWN, "points": text, "m": "50", "edits": "d3"})
    assert scene == Scene(m=50) and problem_.field == "points"
    assert problem_.message.endswith(".") and len(problem_.message) < 400


@given(
    st.text(max_size=200)
    | st.binary(max_size=300).map(lambda b: "1" + base64.urlsafe_b64encode(b).decode())
)
@settings(max_examples=200, deadline=None)
def test_no_text_breaks_the_reading(text):
    try:
        unpack(text)
    except ValueError as error:
        assert str(error).startswith("the points of a table")


def test_another_version_and_missing_points_are_reported():
    _, (problem_,) = parse({"data": OWN, "points": "2" + TEXT[1:]})
    assert "made by a newer version of the app" in problem_.message
    scene, (problem_,) = parse("data=own&m=30")
    assert scene == Scene(m=30) and "needs points; there are none" in problem_.message
    for make in (lambda: Scene(data=OWN), lambda: replace(Scene(), data=OWN)):
        with pytest.raises(SceneError, match="needs points"):
            make()
    _, (problem_,) = parse({"data": OWN, "points": "1" + "A" * 6000})
    assert "at most 1,000 of them and 5,400 characters" in problem_.message


def test_points_apply_to_own_data_only():
    scene = Scene(data=OWN, points=TEXT, classes="rest,2", edits="d3")
    assert parse(f"data=moons&points={TEXT}") == (Scene(data="moons"), [])
    assert replace(scene, data="moons") == Scene(data="moons")
    assert replace(scene, points=own_text(90, 3, seed=1)) == Scene(
        data=OWN, points=own_text(90, 3, seed=1)
    )
    assert replace(scene, m=50).edits == "" and replace(scene, lam=1.0).edits == scene.edits
    with pytest.raises(SceneError, match="two different class numbers from 0 to 2"):
        replace(scene, classes="0,3")
    with pytest.raises(SceneError, match="or “rest” and one class number, such as “rest,2”"):
        replace(scene, classes="rest,3")
    with pytest.raises(SceneError, match="from 0 to 1, such as “0,1”, not “rest,1”"):
        Scene(data=OWN, points=own_text(30, 2), classes="rest,1")


def test_the_problem_of_own_data():
    scene = Scene(data=OWN, points=TEXT, m=40, classes="2,0", tau=0.8)
    points, sample = unpack(TEXT), sample_of(scene)
    pair = points.X[np.isin(points.y, [0, 2])]
    assert sample.X.shape == (40, 2) and len(sample.evaluator.y) + 40 == len(pair)
    all_points = np.concatenate([sample.X, sample.evaluator.Z])
    np.testing.assert_array_equal(np.unique(all_points, axis=0), np.unique(pair, axis=0))
    positive = {tuple(x) for x in points.X[points.y == 0]}
    assert all(
        (tuple(x) in positive) == (label == 1) for x, label in zip(sample.X, sample.y, strict=True)
    )
    assert sample.classes == ("c", "a") and sample.axes == ("width", "height")
    assert sample.density is None and (sample.origin == np.arange(40)).all()
    x0, x1, y0, y1 = sample.window
    assert x1 - x0 == pytest.approx(1.2 * (y1 - y0))
    assert problem(scene).fit().gap <= 1e-6
    rest_sample = sample_of(replace(scene, classes="rest,0", m=1000))
    assert (
        len(rest_sample.y) == 60
        and len(rest_sample.evaluator.y) == 30
        and rest_sample.classes == ("the rest", "a")
    )
    edited_sample = sample_of(replace(scene, edits="m3,9,9;d0;p,1,2"))
    assert list(edited_sample.origin[[0, 2, -1]]) == [1, 3, -1] and tuple(edited_sample.X[2]) == (
        9,
        9,
    )


def test_the_rest_of_a_real_tables_classes():
    rest_plane = plane("iris", "pca", "rest,0")
    assert len(rest_plane.y) == 150 and (rest_plane.y == 1).sum() == 50
    assert (
        rest_plane.classes == ("the rest", "setosa") and train_size("iris", "rest,0", 1000) == 100
    )
    assert parse("data=iris&classes=rest,0") == (Scene(data="iris", classes="rest,0"), [])


def test_few_points_are_all_learned_from_and_no_test_error_is_claimed():
    scene = Scene(data=OWN, points=own_text(9, 2))
    sample = sample_of(scene)
    assert len(sample.y) == 9 and np.isnan(sample.evaluator.error(problem(scene).fit()))
    for learner in ("risk", "perceptron", "nearest"):
        assert pack_frames(replace(scene, learner=learner), "lam", np.array([0.01]), 11).pieces
    many = class_scenes.ClassScene(data=OWN, points=own_text(9, 3), classes=3)
    assert len(many.sample.y) == 9
    for inside in ("", "ova.1"):
        assert pack_classes(replace(many, inside=inside), "lam", np.array([0.1]), 11)


def test_many_classes_of_own_data():
    scene, problems = class_scenes.parse(f"data=own&points={TEXT}&tau=0.8")
    assert not problems and scene.classes == 3 and scene.sample.classes == ("a", "b", "c")
    assert len(scene.sample.y) == 60 and set(scene.sample.y) == {0, 1, 2}
    assert class_scenes.parse(scene.query()) == (scene, [])
    two = replace(scene, classes=2, edits="")
    assert two.sample.classes == ("a", "b") and len(two.sample.y) == 40
    assert replace(scene, data="blobs").points == ""
    assert replace(scene, points=own_text(90, 5)).classes == 5
    fewer, (problem_,) = class_scenes.parse(f"data=own&points={TEXT}&classes=4")
    assert fewer.classes == 3 and "from 2 to 3 for own" in problem_.message
    for query in ("data=own&edits=d1", "data=own&points=1abc&classes=4&edits=d1"):
        scene, (problem_,) = class_scenes.parse(query)
        assert scene == class_scenes.ClassScene() and problem_.field == "points"
    with pytest.raises(SceneError, match="needs points"):
        class_scenes.ClassScene(data=OWN)
