"""The scene of many classes: its text, and its refusals with their messages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.course.glossary.symbols import SYMBOLS
from lab.scene.class_fields import (
    CLASS_FIELDS,
    METHODS,
    SAMPLED_SOURCES,
    TREE_SHAPES,
    most_classes,
    tree_of,
)
from lab.scene.class_scene import ClassScene, parse, parse_strict
from lab.scene.fields import FIELDS, OWN, count_word
from lab.scene.scene import SceneError, replace
from tests.lab.own_points import own_text

FIRST = ClassScene()


@st.composite
def scenes(draw) -> ClassScene:
    data = draw(st.sampled_from(CLASS_FIELDS["data"].choices))
    points = own_text(80, draw(st.integers(2, 10))) if data == OWN else ""
    C = draw(st.integers(2, most_classes(data, points)))
    tree = "0"
    for k in range(1, C):
        tree = f"({tree},{k})"
    pairs = {"ova": C, "ovo": C * (C - 1) // 2, "tree": C - 1}
    method = draw(st.sampled_from(METHODS))
    inside = f"{method}.{draw(st.integers(0, pairs[method] - 1))}" if method in pairs else method
    return ClassScene(
        data=data,
        points=points,
        classes=C,
        m=draw(st.integers(20, 398)),
        seed=draw(st.integers(0, 99)),
        noise=draw(st.sampled_from([0.25, 1.0, 2.5])),
        kernel=draw(st.sampled_from(["rbf", "linear", "poly", "own"])),
        tau=draw(st.floats(0.01, 100)),
        loss=draw(st.sampled_from(CLASS_FIELDS["loss"].choices)),
        lam=draw(st.floats(1e-6, 1e3)),
        tree=draw(st.sampled_from([*TREE_SHAPES, tree])),
        ties=draw(st.sampled_from(["chance", "score"])),
        draw=draw(st.integers(0, 9)),
        edits=draw(st.sampled_from(["", "m0,1,-1", "a1,0.25,0;a0,1,1", "k3,1;m3,0,0.5"])),
        inside=draw(st.sampled_from(["", inside])),
    )


@given(scenes())
def test_a_scene_round_trips_through_its_text(scene):
    assert parse(scene.query()) == (scene, [])
    assert parse(scene.query(), default=ClassScene(data="rings", ties="score")) == (scene, [])
    assert parse_strict(scene.query().encode()) == scene


def test_fields_that_do_not_apply_are_ignored():
    assert ClassScene(kernel="linear", tau=3.0) == ClassScene(kernel="linear")
    assert ClassScene(data="iris", noise=2.0) == ClassScene(data="iris")
    assert ClassScene(ties="score", draw=4) == ClassScene(ties="score")
    assert "tau" not in ClassScene(kernel="linear").query()


def test_a_links_word_for_a_random_draw_is_what_the_solution_takes():
    for ties, rule in (("chance", "random"), ("score", "score")):
        scene, problems = parse(f"ties={ties}")
        assert problems == [] and (scene.ties, scene.tie_rule) == (ties, rule)


def test_other_data_have_their_own_number_of_classes():
    assert parse("data=digits")[0].classes == 10
    assert parse("data=wine")[0].classes == 3
    assert replace(ClassScene(classes=7), data="iris").classes == 3
    scene = ClassScene(classes=4, tree="(((0,1),2),3)", inside="ova.3", edits="m1,0,0")
    assert replace(scene, classes=3) == ClassScene(classes=3)
    assert replace(scene, lam=0.5).edits == "m1_0_0"
    assert parse("classes=5", default=scene) == (ClassScene(classes=5), [])


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("classes=1", "classes must be a whole number from 2 to 10, not “1”. It stays at 3."),
        ("classes=65", "classes must be a whole number from 2 to 10, not “65”."),
        ("data=iris&classes=4", "classes must be a whole number from 2 to 3 for iris"),
        ("data=moons", "data must be one of blobs, pinwheel, rings, row, iris, wine, digits"),
        ("m=9", "m must be a whole number from 10 to 400"),
        ("loss=perceptron", "loss must be one of hinge, logistic, squared, exponential"),
        ("tree=((0,1),3)", "there is no class 3; the classes are 0 to 2. It stays at balanced."),
        ("tree=((0,1)", "A “,” was expected in the tree"),
        ("tree=<b>", "tree must be balanced, chain, similar, or a tree of the classes’ numbers"),
        ("inside=ovo.3", "inside must be one of ovo.0 to ovo.2 for 3 classes"),
        ("inside=softmax.1", "inside must be “softmax”, or a binary classifier"),
        ("edits=d150", "edits must be limited to examples from 0 to 149, not “150”."),
        ("edits=k1,3", "edits must be limited to classes from 0 to 2, not “3”."),
        ("edits=x1", "edits must be a list such as m17,0.5,-1;d12;k3,2;a1,0.3,0.4"),
        ("edits=m1,0,101", "edits must be limited to coordinates from -100 to 100"),
        ("lam=1&lam=2", "lam must have one value, but the address has “1”, “2”."),
        ("clases=4", "“clases” is not a part of a scene of many classes; perhaps classes is meant"),
        ("formula=exec(1)&kernel=own", "formula must be a formula"),
        ("x" * 9000, "The address is too long"),
    ],
)
def test_bad_input_is_refused_with_a_message_and_nothing_is_lost(query, message):
    before = ClassScene(lam=0.5, edits="m1,0,0")
    scene, problems = parse(query, default=FIRST)
    assert message in problems[0].message
    assert scene.lam == FIRST.lam
    with pytest.raises(SceneError):
        parse_strict(query)
    kept_scene, _ = parse("noise=7", default=before)
    assert kept_scene == before


def test_a_class_may_lose_its_last_point():
    y = ClassScene(m=10).sample.y
    deletions = ";".join(f"d{i}" for i in range(10) if y[i] == 2)
    scene, problems = parse(f"m=10&edits={deletions}")
    assert scene == ClassScene(m=10)
    written = deletions.replace(";", "_")
    assert f"every class keeps a point, not “{written}”; class 3 has none" in problems[0].message
    y = ClassScene(data="iris", m=30).sample.y
    deletions = ";".join(f"d{i}" for i in range(len(y)) if y[i] == 1)
    _, problems = parse(f"data=iris&m=30&edits={deletions}")
    written = deletions.replace(";", "_")
    expected = f"every class keeps a point, not “{written}”; versicolor has none"
    assert expected in problems[0].message


def test_a_class_may_regain_its_last_point():
    y = ClassScene(m=10).sample.y
    deletions = ";".join(f"d{i}" for i in range(10) if y[i] == 2)
    scene = ClassScene(m=10, edits=f"{deletions};a2,0,0")
    assert (scene.sample.y == 2).sum() == 1


@pytest.mark.parametrize("data", SAMPLED_SOURCES)
@pytest.mark.parametrize("C", [2, 3, 10])
def test_the_shapes_hold_every_class(data, C):
    sample = ClassScene(data=data, classes=C).sample
    for text in TREE_SHAPES:
        tree = tree_of(text, C, sample.X, sample.y)
        assert sorted(str(tree).replace("(", "").replace(")", "").split(", ")) == sorted(
            str(k) for k in range(C)
        )


def test_edits_move_relabel_delete_and_add():
    plain = ClassScene(m=30)
    scene = ClassScene(m=30, edits="k4,2;m3,9,-9;d0;a1,0.5,0.25")
    X, y = plain.sample.X, plain.sample.y
    sample = scene.sample
    assert sample.origin.tolist() == [*range(1, 30), -1]
    assert sample.X[2].tolist() == [9, -9]
    assert sample.X[-1].tolist() == [0.5, 0.25]
    assert sample.y[-1] == 1
    assert sample.y[3] == 2
    assert (sample.X[4:-1] == X[5:]).all()
    assert (sample.y[4:-1] == y[5:]).all()
    x0, x1, y0, y1 = sample.window
    assert x0 <= 9 <= x1
    assert y0 <= -9 <= y1


def test_tables_keep_every_class_on_both_sides():
    for data, C in (("iris", 3), ("wine", 2), ("digits", 10)):
        sample = ClassScene(data=data, classes=C, m=10 if C < 10 else 20).sample
        assert sorted(set(sample.y.tolist())) == list(range(C))
        assert sorted(set(sample.evaluator.t.tolist())) == list(range(C))
        assert len(sample.classes) == C
        largest_sample = ClassScene(data=data, classes=C, m=400).sample
        rows = len(largest_sample.y) + len(largest_sample.evaluator.t)
        assert len(largest_sample.y) == min(400, int(2 / 3 * rows))
        assert (
            ClassScene(data=data, classes=C, m=400, seed=1).sample.X[0] is not largest_sample.X[0]
        )


def test_unreadable_data_are_ignored():
    unreadable, problems = parse(f"points={own_text(9, 2)}&tau=0.8")
    assert (unreadable, problems) == (ClassScene(tau=0.8), [])
    scene, problems = parse("data=moons&edits=d3&classes=4")
    assert scene == ClassScene(classes=4) and [problem.field for problem in problems] == ["data"]


def test_a_seed_has_the_same_bounds_in_every_scene():
    """A page of many classes can therefore keep the seed of a page of two classes."""
    for field in (FIELDS["seed"], CLASS_FIELDS["seed"], CLASS_FIELDS["draw"]):
        assert (field.low, field.high) == (0, 2**31 - 1)


def test_small_counts_are_words():
    words = "no one two three four five six seven eight nine ten eleven twelve 13 14"
    assert [count_word(k) for k in range(15)] == words.split()


def test_the_symbols_of_fields_are_those_of_the_table_of_symbols():
    fields = [*FIELDS.values(), *CLASS_FIELDS.values()]
    table = " ".join(symbol.sign for symbol in SYMBOLS)
    assert {field.symbol for field in fields if field.symbol} <= {*re.findall(r"\w", table)}
