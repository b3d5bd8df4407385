"""The scene: its round trip through a query string, and the handling of invalid input."""

import dataclasses
import functools
from urllib.parse import parse_qsl

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.scene.fields import (
    FIELDS,
    KERNELS,
    OWN,
    SOURCES,
    Field,
    Integer,
    Number,
    by_name,
    has_parameter,
)
from lab.scene.samples.real_datasets import TABLES
from lab.scene.scene import DEFAULT, Scene, SceneError, parse, parse_strict, replace
from tests.lab.own_points import own_text

CANONICAL = "data=mixture&m=200&seed=0&kernel=rbf&tau=0.4&loss=hinge&lam=0.005&risk=sum&intercept=0"
BOUNDED = [field for field in FIELDS.values() if isinstance(field, Number | Integer)]


@st.composite
def scenes(draw) -> Scene:
    data = draw(st.sampled_from(SOURCES))
    values = {"data": data}
    for name, field in FIELDS.items():
        if isinstance(field, Integer):
            values[name] = draw(st.integers(field.low, field.high))
        elif isinstance(field, Number):
            values[name] = draw(st.floats(field.low, field.high))
        elif name in ("kernel", "loss", "risk", "class_weight"):
            values[name] = draw(st.sampled_from(field.choices))
    if data in TABLES:
        for name, count in (("features", TABLES[data].columns), ("classes", TABLES[data].classes)):
            pair = st.lists(st.integers(0, count - 1), min_size=2, max_size=2, unique=True)
            default = st.just(FIELDS[name].default)
            values[name] = draw(default | pair.map(lambda ij: f"{ij[0]},{ij[1]}"))
    if data == OWN:
        C = draw(st.sampled_from([2, 3, 10]))
        values["points"] = own_text(draw(st.sampled_from([20, 200])), C)
        default = ["", "0,1", "1,0", *([f"rest,{C - 1}"] if C > 2 else [])]
        values["classes"] = draw(st.sampled_from(default))
    values["edits"] = draw(st.sampled_from(["", "f0;m1,0.5,-1", "d1;n,-99.125,0.25"]))
    return Scene(**values)


def test_the_default_scene_prints_as_documented():
    assert DEFAULT.query() == CANONICAL
    assert parse("") == (DEFAULT, [])


def test_class_weights_are_printed_where_they_are_not_equal_and_there_is_a_hinge():
    balanced = replace(DEFAULT, class_weight="balanced")
    assert balanced.query() == f"{CANONICAL}&class_weight=balanced"
    assert parse(f"{CANONICAL}&class_weight=equal") == (DEFAULT, [])
    for fields in ({"loss": "logistic"}, {"learner": "perceptron"}, {"data": "wave", "m": 20}):
        assert replace(balanced, **fields).class_weight == "equal"
    scene, (problem,) = parse(f"{CANONICAL}&class_weight=7")
    assert scene == DEFAULT and "one of equal, balanced" in problem.message


def test_a_kernel_s_parameter_cannot_take_the_name_of_another_field():
    slider = Number("m", 1.0, "m", "", low=0.1, high=10.0)
    with pytest.raises(ValueError, match="Two fields of a scene are called m"):
        by_name([*FIELDS.values(), slider])
    assert by_name(FIELDS.values()) == FIELDS


def test_the_scene_has_the_fields_of_the_table():
    defaults = {field.name: field.default for field in dataclasses.fields(Scene)}
    assert defaults == {name: field.default for name, field in FIELDS.items()}


@given(scenes())
def test_every_scene_reads_back_from_its_query(scene):
    assert parse(scene.query()) == (scene, [])
    assert parse("?" + scene.query()) == (scene, [])
    assert parse(dict(parse_qsl(scene.query(), keep_blank_values=True))) == (scene, [])


@given(scenes(), scenes())
def test_a_whole_scenes_text_means_the_same_on_every_page(scene, default):
    assert parse(scene.query(), default=default) == (scene, [])
    for own_scene in (Scene(noise=2, edits="d0"), Scene(data="iris", features="0,1", edits="d0")):
        default_scene = Scene(data=own_scene.data)
        assert parse(default_scene.query(), default=own_scene) == (default_scene, [])


@given(scenes(), scenes())
def test_a_read_or_changed_scene_equals_one_that_is_created_anew(scene, other_scene):
    """Fields that were read from a text, and unchanged fields after a change, are not parsed
    again."""
    read, _ = parse(scene.query(), default=other_scene)
    changed_scene = replace(scene, kernel=other_scene.kernel, lam=other_scene.lam, edits="")
    for read_scene in (read, changed_scene, scene.at("lam", other_scene.lam)):
        new_scene = Scene(**vars(read_scene))
        assert vars(read_scene) == vars(new_scene)
        assert [*map(type, vars(read_scene).values())] == [*map(type, vars(new_scene).values())]


@given(scenes(), scenes())
def test_equal_scenes_and_only_they_print_alike(a, b):
    assert (a == b) == (a.query() == b.query())


def test_fields_that_do_not_apply_are_checked_and_dropped():
    assert parse("kernel=linear&tau=3&degree=4&noise=2&features=0,1")[0] == Scene(
        kernel="linear", noise=2
    )
    scene, problems = parse("kernel=linear&tau=abc")
    assert (scene, [p.field for p in problems]) == (Scene(kernel="linear"), ["tau"])
    assert Scene(data="iris", noise=2, classes="1,2").query() == Scene(data="iris").query()
    assert "classes" not in Scene(data="digits", classes="3,8").query()
    assert "classes=8,3" in Scene(data="digits", classes="8,3").query()


def test_kernel_parameters_are_printed_exactly_where_they_matter():
    assert "&kernel=poly&degree=2&c=1&loss" in Scene(kernel="poly").query()
    assert "&kernel=linear&loss" in Scene(kernel="linear").query()


@pytest.mark.parametrize(
    ("query", "field", "value", "allowed_text"),
    [
        ("tau=abc", "tau", "abc", "a number from 0.01 to 100"),
        ("tau=", "tau", "", "a number from 0.01 to 100"),
        ("tau=nan", "tau", "nan", "a number from 0.01 to 100"),
        ("tau=inf", "tau", "inf", "a number from 0.01 to 100"),
        ("tau=1e999", "tau", "1e999", "a number from 0.01 to 100"),
        ("tau=-1", "tau", "-1", "a number from 0.01 to 100"),
        ("tau=0,4", "tau", "0,4", "a number from 0.01 to 100"),
        ("tau=1_0", "tau", "1_0", "a number from 0.01 to 100"),
        ("tau=0x1", "tau", "0x1", "a number from 0.01 to 100"),
        ("tau=%201", "tau", " 1", "a number from 0.01 to 100"),
        ("tau=%D9%A1", "tau", "١", "a number from 0.01 to 100"),
        ("lam=0", "lam", "0", "a number from 1e-06 to 1000"),
        ("lam=1e-7", "lam", "1e-7", "a number from 1e-06 to 1000"),
        ("m=1", "m", "1", "a whole number from 2 to 1000"),
        ("m=1001", "m", "1001", "a whole number from 2 to 1000"),
        ("m=20.5", "m", "20.5", "a whole number from 2 to 1000"),
        ("m=%00", "m", r"\x00", "a whole number from 2 to 1000"),
        ("seed=2147483648", "seed", "2147483648", "a whole number from 0 to 2147483647"),
        ("intercept=2", "intercept", "2", "0 or 1"),
        ("intercept=true", "intercept", "true", "0 or 1"),
        ("noise=0.2", "noise", "0.2", "a number from 0.25 to 3"),
        ("loss=zeroone", "loss", "zeroone", "one of hinge, logistic"),
        ("loss=Hinge", "loss", "Hinge", "one of hinge, logistic"),
        ("data=%F0%9F%A6%8A", "data", "🦊", "one of mixture, moons"),
        ("tau=1&tau=2", "tau", "1, 2", "a number from 0.01 to 100"),
        ("features=2,2", "features", "2,2", "pca or two different column numbers"),
        ("taus=1", "taus", "taus", "tau"),
        (b"tau=\xff", "tau", r"\xff", "a number from 0.01 to 100"),
        ({"tau": float("nan")}, "tau", "nan", "a number from 0.01 to 100"),
        ({"tau": ["1", "2"]}, "tau", "1, 2", "a number from 0.01 to 100"),
        (None, "scene", "NoneType", "a query string"),
        ("tau=1&" + "x" * 10_000, "scene", "10,006 characters", "at most 8,192 characters"),
        ({"tau": "1" * 10_000}, "scene", "10,005 characters", "at most 8,192 characters"),
    ],
)
def test_bad_input_is_named_and_keeps_the_scene(query, field, value, allowed_text):
    scene, [problem] = parse(query)
    assert scene == DEFAULT
    assert (problem.field, problem.value) == (field, value)
    assert allowed_text in problem.allowed
    assert problem.message.endswith(".") and "\n" not in problem.message


def test_the_message_is_complete():
    _, [problem] = parse("tau=abc")
    assert problem.message == ("tau must be a number from 0.01 to 100, not “abc”. It stays at 0.4.")
    _, [problem] = parse("taus=1")
    assert problem.message == "“taus” is not a part of a scene; perhaps tau is meant."
    _, [problem] = parse("m=&lam=1")
    assert problem.message == (
        "m must be a whole number from 2 to 1000, but it is empty. It stays at 200."
    )


def test_the_other_fields_keep_what_they_were_given():
    scene, problems = parse("m=50&tau=oops&lam=0.1&foo=1&seed=7")
    assert scene == Scene(m=50, lam=0.1, seed=7)
    assert [problem.field for problem in problems] == ["foo", "tau"]


def test_a_field_that_cannot_be_used_keeps_what_it_had_before():
    before = Scene(tau=3.2, data="digits", classes="1,7", features="20,21")
    scene, [problem] = parse("data=digits&tau=x&classes=1,7&features=20,21", default=before)
    assert scene == before and problem.message.endswith("It stays at 3.2.")
    assert parse("x" * 9000, default=before)[0] == before
    scene, problems = parse("data=digits&classes=1,10&features=0,64", default=before)
    assert (scene.classes, scene.features) == ("1,7", "20,21") and len(problems) == 2
    # Columns and classes of one table have no meaning in another.
    scene, problems = parse("data=iris&classes=x&features=y", default=before)
    assert scene == Scene(data="iris", tau=3.2) and len(problems) == 2


@pytest.mark.parametrize("name", TABLES)
def test_pairs_must_lie_within_their_table(name):
    table = TABLES[name]
    for field, count in (("features", table.columns), ("classes", table.classes)):
        scene, problems = parse(f"data={name}&{field}=0,{count - 1}")
        assert (getattr(scene, field), problems) == (f"0,{count - 1}", [])
        scene, [problem] = parse(f"data={name}&{field}=0,{count}")
        assert scene == Scene(data=name)
        assert problem.field == field and f"from 0 to {count - 1}" in problem.allowed


def test_names_of_others_are_ignored_only_where_asked():
    assert parse("along=tau&grid=41", ignore={"along", "grid"}) == (DEFAULT, [])
    assert [problem.field for problem in parse("along=tau")[1]] == ["along"]


def test_a_flood_of_unknown_names_gets_a_short_answer():
    _, problems = parse("&".join(f"n{i}" for i in range(1000)))
    assert len(problems) == 9 and ": 992" in problems[-1].message


def test_streamlits_own_mapping_shows_repeated_keys():
    class QueryParams(dict):  # like st.query_params: [] returns the last of several values
        def __getitem__(self, name):
            return super().__getitem__(name)[-1]

        def get_all(self, name):
            return super().__getitem__(name)

    assert parse(QueryParams(m=["50"], tau=["0.8"])) == (Scene(m=50, tau=0.8), [])
    assert [problem.field for problem in parse(QueryParams(tau=["1", "2"]))[1]] == ["tau"]


any_value = st.text() | st.binary() | st.none() | st.integers() | st.floats() | st.booleans()
names = st.sampled_from([*FIELDS, "along", "?", ""])
almost = st.lists(st.tuples(names, st.text() | st.floats().map(str) | st.integers().map(str)))


@given(
    any_value
    | st.dictionaries(st.text() | names, any_value | st.lists(any_value))
    | almost.map(lambda pairs: "&".join(f"{name}={value}" for name, value in pairs))
    | almost.map(lambda pairs: "&".join(f"{n}={v}" for n, v in pairs).encode("utf-8", "replace"))
)
def test_parse_never_raises(query):
    scene, problems = parse(query)
    assert parse(scene.query()) == (scene, [])
    for problem in problems:
        assert len(problem.value) <= 80 and problem.value.isprintable()
        assert problem.allowed and problem.message.isprintable() and len(problem.message) < 500


@given(st.text(min_size=1, max_size=20) | st.binary(min_size=1, max_size=20))
def test_long_queries_are_not_read(part):
    [problem] = parse(part * 8193)[1]
    assert problem.field == "scene" and "too long" in problem.message


@pytest.mark.parametrize("field", BOUNDED, ids=lambda field: field.name)
def test_bounds_themselves_are_allowed(field: Field):
    owners = [name for name in KERNELS if has_parameter(name, field.name)]
    scene = {"kernel": owners[0]} if owners else {}
    for bound in (field.low, field.high):
        assert getattr(replace(DEFAULT, **scene, **{field.name: bound}), field.name) == bound
    for invalid in (field.low - 1, field.high + 1, np.nan, "1", None):
        with pytest.raises(SceneError, match=field.name):
            replace(DEFAULT, **scene, **{field.name: invalid})


def test_numbers_take_their_fields_type():
    scene = Scene(m=np.int64(50), tau=np.float32(0.5), lam=1, intercept=True)
    types = [type(getattr(scene, name)) for name in ("m", "tau", "lam", "intercept")]
    assert types == [int, float, float, int]
    assert "m=50&" in scene.query() and "tau=0.5&" in scene.query() and "lam=1&" in scene.query()


def test_another_table_starts_with_its_own_columns_and_classes():
    digits = Scene(data="digits", features="20,43", classes="1,7")
    assert replace(digits, data="iris") == Scene(data="iris")
    assert replace(digits, data="iris", classes="0,1").classes == "0,1"
    assert replace(digits, tau=1.0).classes == "1,7"
    with pytest.raises(SceneError, match="classes"):
        replace(digits, data="iris", classes="1,7")


def test_the_strict_reading_raises_the_first_problem():
    assert parse_strict(CANONICAL) == DEFAULT
    with pytest.raises(SceneError) as error:
        parse_strict("m=1&tau=0")
    assert error.value.problem.field == "m" and str(error.value) == error.value.problem.message


def test_a_page_may_start_from_a_scene_of_its_own():
    first = Scene(data="moons", tau=0.2, loss="logistic")
    assert parse("", default=first) == (first, [])
    assert parse("tau=0.8", default=first)[0] == replace(first, tau=0.8)
    scene, problems = parse("tau=much", default=first)
    assert scene == first and len(problems) == 1
    of_iris = Scene(data="iris", features="0,1")
    assert parse("data=wine", default=of_iris)[0] == Scene(data="wine")
    assert parse("m=50", default=of_iris)[0] == replace(of_iris, m=50)


def test_cached_values_are_not_copied_to_another_scene():
    @dataclasses.dataclass(frozen=True)
    class Keeping(Scene):
        @functools.cached_property
        def cached_value(self):
            return self.tau

    scene = Keeping(tau=0.4)
    assert scene.cached_value == 0.4
    assert scene.at("tau", 0.8).cached_value == replace(scene, tau=0.8).cached_value == 0.8
