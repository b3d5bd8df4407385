"""Edited points: the text of edits, the sample that they give, and the scene that contains them."""

import re
import subprocess
import sys
from urllib.parse import parse_qsl, urlencode, urlsplit

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lab.scene import point_edits
from lab.scene.learning_problem import problem, sample_of
from lab.scene.samples.real_datasets import TABLES, train_size
from lab.scene.scene import DEFAULT, MAX_QUERY, Scene, SceneError, parse, replace
from lab.scene.scripts import with_kernel_core, with_scikit_learn
from lab.scene.slider_stops import slider_stops
from lab.wire import safetensors_format
from lab.wire.sweep_payload import pack
from tests.tools.write_tables import LOADERS

M = 12
numbers = st.integers(0, M - 1)
coordinates = st.floats(-100, 100) | st.integers(-100, 100)


def move(i, x, y):
    return f"m{i},{x:.6f},{y:.6f}"


moves = st.builds(move, numbers, coordinates, coordinates)
flips = numbers.map(lambda i: f"f{i}")
deletions = numbers.map(lambda i: f"d{i}")
additions = st.builds("{},{:.6f},{:.6f}".format, st.sampled_from("pn"), coordinates, coordinates)
pieces = st.lists(moves | flips | deletions | additions, max_size=30)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("m17,0.52,-1.1;d12;f3;p,0.3,0.4;n,-1,0", "f3_d12_m17_0.52_-1.1_p_0.3_0.4_n_-1_0"),
        ("m17_0.52_-1.1_d12_f3_p_0.3_0.4_n_-1_0", "f3_d12_m17_0.52_-1.1_p_0.3_0.4_n_-1_0"),
        ("m1,0.50000,-.25", "m1_0.5_-0.25"),
        ("m1,-0,-0.0004", "m1_0_0"),
        ("m1_1._100.0004", "m1_1_100"),
        ("m007,1,1", "m7_1_1"),
        ("m1,1,1;m1,2,2", "m1_2_2"),
        ("f1;m1,1,1;f1", "m1_1_1_f1"),
        ("d1;m1,1,1;f1", "d1"),
        ("m1,1,1;d1;d1", "d1"),
        ("n,1,1;p,1,1;n,1,1", "n_1_1_p_1_1_n_1_1"),
        (";d1;;d2;", "d1_d2"),
        ("_d1_d2", "d1_d2"),
        ("v1;d1", "d1"),
        ("v1_d1_p_1_1", "d1_p_1_1"),
        ("c", "c"),
        ("m1,1,1;d2;f3;c;p,1,1;c", "c_p_1_1"),
    ],
)
def test_edits_have_one_text(text, canonical):
    assert point_edits.read(text).text == canonical
    assert Scene(edits=text).edits == canonical
    assert parse(f"edits={text}") == (Scene(edits=canonical), [])


LIST = "a list such as m17,0.5,-1;d12;f3;p,0.3,0.4;n,0,1"


@pytest.mark.parametrize(
    ("text", "value", "allowed_text"),
    [
        ("m1,1,1;x3", "x3", LIST),
        ("d1;d", "d", LIST),
        ("d-1", "d-1", LIST),
        ("d1.5", "d1.5", LIST),
        ("d1,1,1", "d1,1,1", LIST),
        ("m1", "m1", LIST),
        ("m1,2", "m1,2", LIST),
        ("m1,2,3,4", "m1,2,3,4", LIST),
        ("m1,nan,0", "m1,nan,0", LIST),
        ("m1,1e1,0", "m1,1e1,0", LIST),
        ("p1,1,1", "p1,1,1", LIST),
        ("p", "p", LIST),
        ("P,1,1", "P,1,1", LIST),
        (" d1", " d1", LIST),
        ("d١", "d١", LIST),
        ("m1,__import__('os'),0", "m1,__import__('os'),0", LIST),
        ("p,100.1,0", "p,100.1,0", "limited to coordinates from -100 to 100"),
        ("f2;m1,0,-999999999", "m1,0,-999999999", "limited to coordinates from -100 to 100"),
        ("d199;d200;d201", "d200", "limited to examples from 0 to 199"),
        ("m999999999,0,0", "m999999999,0,0", "limited to examples from 0 to 199"),
        (";".join(["d1"] * 301), "301", "at most 300 in number"),
        ("c_" + "_".join(["p_1_1"] * 301), "301", "at most 300 in number"),
        ("c1", "c1", LIST),
        ("c,1,1", "c,1,1", LIST),
        ("m1_2", "m1,2", LIST),
        ("v2;m1,1,1", "v2", "in a version that this app can read; a newer version"),
        ("v2_whatever", "v2", "in a version that this app can read"),
        ("v0", "v0", "in a version that this app can read"),
    ],
)
def test_a_faulty_edit_is_named_and_none_is_made(text, value, allowed_text):
    scene, [fault] = parse({"edits": text, "tau": "0.8"})
    assert scene == Scene(tau=0.8)
    assert (fault.field, fault.value) == ("edits", value)
    assert fault.allowed.startswith(allowed_text)
    values, semicolon, explanation = fault.allowed.partition("; ")
    assert fault.message == (
        f"edits must be {values}, not “{value}”{semicolon}{explanation}. It stays empty."
    )
    with pytest.raises(SceneError) as error:
        Scene(edits=text)
    assert error.value.problem.value == value


def test_a_long_faulty_edit_is_shown_in_part():
    [fault] = parse({"edits": "m1,1,1;m" + "9" * 5000})[1]
    assert len(fault.value) == 80 and fault.value.startswith("m999")


@pytest.mark.parametrize("value", [None, 3, b"d1", ["d1"], float("nan")])
def test_edits_are_a_text(value):
    with pytest.raises(SceneError, match="edits must be a list such as"):
        Scene(edits=value)


def test_at_most_1000_points_remain():
    assert Scene(m=3, edits="d0;d1").query().endswith("&edits=d0_d1")
    assert len(sample_of(Scene(m=3, edits="d0;d1;d2;p,0,0")).y) == 1
    assert len(sample_of(Scene(m=1000, edits="d5;p,0,0")).y) == 1000
    for m, text in ((1000, "p_0_0"), (998, "n_0_0_n_0_0_n_0_0")):
        scene, [fault] = parse(f"m={m}&edits={text}")
        assert scene == Scene(m=m) and fault.value == text
        assert fault.allowed == "such that at most 1,000 points remain"
    # c removes the points of the data set, so the limit allows others.
    assert len(sample_of(Scene(m=1000, edits="c;p,0,0;n,1,1")).y) == 2


@given(pieces)
def test_the_canonical_text_reads_back_as_the_same_edits(texts):
    edits = point_edits.read(";".join(texts))
    assert point_edits.read(edits.text) == edits and point_edits.read(edits.text).text == edits.text
    assert len(point_edits.pieces_of(edits.text)) <= len(texts)
    assert re.fullmatch("[a-z0-9_.-]*", edits.text), "an address escapes none of it"


@given(pieces, st.randoms())
def test_order_matters_only_among_equals_and_among_added_points(texts, random):
    last_edits = {}  # a later edit of an example takes the place of an earlier one
    for text in texts:
        if text[0] not in "pn":
            last_edits[re.match("[mdf][0-9]+", text)[0]] = text
    added = [text for text in texts if text[0] in "pn"]
    mixed_texts = [*last_edits.values(), *["added"] * len(added)]
    random.shuffle(mixed_texts)
    queue = iter(added)
    shuffled = [next(queue) if text == "added" else text for text in mixed_texts]
    assert point_edits.read(";".join(shuffled)) == point_edits.read(";".join(texts))


@given(st.text() | st.lists(pieces.map(";".join) | st.text(max_size=3)).map("".join))
def test_any_text_is_read_or_refused_with_a_message(text):
    scene, problems = parse({"m": str(M), "edits": text})
    assert parse(scene.query()) == (scene, [])
    for fault in problems:
        assert fault.field == "edits" and fault.message.isprintable()
        assert len(fault.value) <= 80 and fault.message.endswith("It stays empty.")
    assert scene.edits or problems or not text.strip(";")


@given(pieces)
def test_edits_change_the_sample(texts):
    original = sample_of(Scene(m=M))
    before = original.X.copy(), original.y.copy()
    expected = {i: [x, y] for i, (x, y) in enumerate(zip(original.X, original.y, strict=True))}
    flipped, deleted, added = set(), set(), []
    for text in texts:
        head, *place = text.split(",")
        place = np.round([float(value) for value in place], 3)
        if head in ("p", "n"):
            added.append((place, 1 if head == "p" else -1))
        elif head[0] == "m":
            expected[int(head[1:])][0] = place
        else:
            (flipped if head[0] == "f" else deleted).add(int(head[1:]))
    for i in flipped:
        expected[i][1] *= -1
    rows = [(i, *expected[i]) for i in range(M) if i not in deleted]
    rows += [(-1 - k, *point) for k, point in enumerate(added)]
    sample = sample_of(Scene(m=M, edits=";".join(texts)), empty=True)
    assert len(sample.y) == len(rows)
    if not rows:
        return
    origin, X, y = zip(*rows, strict=True)
    np.testing.assert_array_equal(sample.origin, origin)
    np.testing.assert_allclose(sample.X, X, atol=1e-12)
    np.testing.assert_array_equal(sample.y, y)
    np.testing.assert_array_equal(original.X, before[0])
    np.testing.assert_array_equal(original.y, before[1])


@pytest.mark.parametrize("data", ["mixture", "iris"])
def test_the_plane_and_the_evaluator_stay_those_of_the_data_set(data):
    plain = sample_of(Scene(data=data, m=30))
    edited_sample = sample_of(Scene(data=data, m=30, edits="m3,0.5,-0.5;d4;p,0,0"))
    assert (edited_sample.window, edited_sample.density) == (plain.window, plain.density)
    assert edited_sample.evaluator is plain.evaluator and edited_sample.axes == plain.axes
    np.testing.assert_array_equal(plain.origin, np.arange(30))
    assert edited_sample.origin.tolist() == [0, 1, 2, 3, *range(5, 30), -1]
    assert edited_sample.X[3].tolist() == [0.5, -0.5] and edited_sample.X[-1].tolist() == [0, 0]
    assert sample_of(Scene(data=data, m=30, edits="m3,0.5,-0.5;d4;p,0,0", tau=3.0)) is edited_sample


LOSSES = ("hinge", "logistic", "squared", "exponential", "perceptron")


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("intercept", [0, 1])
@pytest.mark.parametrize(
    "points", ["p,0.5,0.5", "n,0,0;n,1,0.5", "p,1,1;n,1,1", "n,100,100;p,-100,-100;p,0,0"]
)
def test_one_class_alone_and_points_far_out_have_a_picture(loss, intercept, points):
    scene = Scene(m=2, loss=loss, intercept=intercept, edits=f"d0;d1;{points}")
    stops = slider_stops(scene, "tau", 3)
    packed = pack(scene, "tau", stops, 11)
    tensors, metadata = safetensors_format.decode(packed.to_bytes(packed.head(scene, 0)))
    assert metadata["scene"] == scene.query()
    assert tensors["origin"].dtype == np.int32
    assert tensors["origin"].tolist() == [-1 - k for k in range(len(points.split(";")))]
    assert tensors["gap"].max() <= 1e-6
    for name, tensor in tensors.items():
        # With one class w may be 0, which has no margin, and the interval of b is unbounded.
        assert np.isfinite(tensor.astype(float)).all() or name in ("margin", "bracket"), name


def test_edits_are_printed_last_and_only_where_there_are_any():
    scene = replace(DEFAULT, edits="d12;m17,0.52,-1.1")
    assert scene.query() == DEFAULT.query() + "&edits=d12_m17_0.52_-1.1"
    assert parse(scene.query()) == (scene, [])
    # Older links have semicolons and commas, plain or escaped.
    for text in ("d12;m17,0.52,-1.1", "d12%3bm17%2C0.52%2C-1.1"):
        assert parse(f"{DEFAULT.query()}&edits={text}") == (scene, [])
    assert parse(scene.query() + "&edits=")[1][0].message.startswith("edits must have one value")


PAGE = "https://a-course.some-university.example:8501/kernels/stochastic-gradient?"
LONGEST = {
    "data": "checkerboard", "m": 1000, "seed": 2**31 - 1, "noise": 1 / 3, "kernel": "own",
    "formula": "+".join(["rbf(0.123)*x.z"] * 8), "loss": "exponential", "lam": 1 / 3,
    "intercept": 1,
}  # fmt: skip


def link(scene, **view):
    """Return a whole link, escaped as by Streamlit and browsers."""
    return PAGE + urlencode(dict(parse_qsl(scene.query())) | view)


far = st.integers(-100_000, 100_000).map(lambda v: f"{v / 1000:.3f}")
of_700 = st.integers(0, 699)
any_edit = st.one_of(
    st.builds("m{},{},{}".format, of_700, far, far),
    st.builds("{},{},{}".format, st.sampled_from("pn"), far, far),
    of_700.map("f{}".format),
    of_700.map("d{}".format),
)


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(st.lists(any_edit, min_size=300, max_size=300))
def test_300_edits_fit_into_a_link_and_come_back(texts):
    scene = Scene(**LONGEST | {"m": 700, "edits": ";".join(texts)})
    assert point_edits.read(scene.edits) == point_edits.read(";".join(texts))
    address = link(scene, line="1.234,-1.234,2.345,-2.345", tool="positive", show="both")
    assert len(address) <= MAX_QUERY == 8192
    assert parse(urlsplit(address).query, ignore={"line", "tool", "show"}) == (scene, [])


def test_the_longest_edits_fit_into_a_link():
    text = "_".join(f"m{i}_-99.999_-99.999" for i in range(700, 1000))
    scene = Scene(**LONGEST, edits=text)
    assert scene.edits == text and parse(scene.query()) == (scene, [])
    assert len(link(scene)) <= 7200  # bytes; servers accept 8192


@pytest.mark.parametrize(
    "change", [{"data": "moons"}, {"m": 201}, {"seed": 1}, {"noise": 2}, {"data": "iris"}]
)
def test_another_sample_starts_without_edits(change):
    edited_scene = replace(DEFAULT, edits="d12")
    assert replace(edited_scene, **change) == Scene(**change)
    assert replace(edited_scene, **change, edits="d13") == Scene(**change, edits="d13")
    # The page starts from an edited scene, and the address has another sample.
    query = "&".join(f"{name}={value}" for name, value in change.items())
    assert parse(query, default=edited_scene) == (Scene(**change), [])
    assert parse(query + "&edits=x", default=edited_scene)[0] == Scene(**change)


def test_the_same_sample_keeps_its_edits():
    edited_scene = replace(DEFAULT, edits="d12")
    for change in ({"tau": 0.8}, {"loss": "squared"}, {"kernel": "linear"}, {"m": 200}):
        assert replace(edited_scene, **change).edits == "d12"
    assert parse("tau=0.8&loss=squared", default=edited_scene)[0].edits == "d12"
    assert parse("edits=", default=edited_scene) == (DEFAULT, [])
    scene, [fault] = parse("edits=d12;d200", default=edited_scene)
    assert scene == edited_scene and fault.message.endswith("It stays at d12.")
    of_iris = Scene(data="iris", edits="d12")
    assert replace(of_iris, features="0,1").edits == replace(of_iris, classes="0,1").edits == ""


@pytest.mark.parametrize("name", TABLES)
def test_a_tables_training_rows_are_known_without_it(name):
    target = LOADERS[name]().target
    assert TABLES[name].rows == tuple(np.bincount(target))
    for m in (2, 60, 1000):
        scene = Scene(data=name, m=m)
        rows = len(sample_of(scene).y)
        assert train_size(name, scene.classes, m) == rows
        assert replace(scene, edits=f"f{rows - 1}").edits
        with pytest.raises(SceneError, match=f"examples from 0 to {rows - 1}"):
            replace(scene, edits=f"f{rows}")


def test_reading_a_tables_edits_does_not_load_it():
    script = (
        "import sys; from lab.scene.scene import parse; "
        "assert parse('data=iris&edits=d0;d66')[1][0].value == 'd66'; "
        "assert 'sklearn' not in sys.modules and parse('data=iris&edits=d65')[0].edits"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize(
    "scene",
    [
        Scene(m=20, edits="m1,2,-3;m7,-0.5,1.25;f1;f3;d5;d6;p,0.3,0.4;n,1,1"),
        Scene(m=20, edits="d5"),
        Scene(m=2, edits="d0;d1;p,0.3,0.4", loss="squared"),
        Scene(m=40, edits=";".join(f"m{i},{i / 7},-1;f{i}" for i in range(40))),
        Scene(m=20, data="iris", edits="m1,2,3;n,1,1"),
    ],
    ids=lambda scene: f"{scene.data}-{len(scene.edits)}",
)
def test_scripts_make_the_edited_picture(scene, capsys):
    solution = problem(scene).fit()
    for script in (with_kernel_core(scene), with_scikit_learn(scene)):
        names = {}
        exec(script, names)
        np.testing.assert_allclose(names["X"], solution.X, atol=1e-12)
        np.testing.assert_array_equal(names["y"], solution.y)
        error = np.mean(solution.y * solution.decision(solution.X) <= 0)
        assert f"training error: {error}" in capsys.readouterr().out
        assert max(map(len, script.replace(scene.query(), "").splitlines())) <= 100


def test_the_window_stays_unless_a_point_is_put_outside_of_it():
    window = sample_of(Scene(m=20)).window
    x0, x1, y0, y1 = window
    inside = sample_of(Scene(m=20, edits=f"m3,{x1},{y0};p,{x0},{y1}"))
    assert inside.window == window
    far = sample_of(Scene(m=20, edits="p,8,0"))
    a, b, c, d = far.window
    assert a < x0 and b > 8 and c < y0 and d > y1
    np.testing.assert_allclose((b - a) / (d - c), 1.2, rtol=1e-12)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"kernel": "linear", "intercept": 1},
        {"kernel": "own"},
        {"learner": "nearest"},
        {"learner": "perceptron"},
        {"risk": "mean"},
        {"data": "iris", "m": 40},
        {"data": "wave", "m": 20},
        {"data": "steps", "m": 20},
    ],
    ids=lambda fields: "-".join(map(str, fields.values())) or "usual",
)
def test_a_cleared_plane_has_a_picture_with_nothing_on_it(loss, fields):
    scene = Scene(loss=loss, edits="c", **fields)
    packed = pack(scene, "lam", slider_stops(scene, "lam", 3), 11)
    tensors, _ = safetensors_format.decode(packed.to_bytes(packed.head(scene, 0)))
    assert tensors["points"].shape == (0, 2) and tensors["labels"].shape == (0,)
    assert not tensors["field" if "field" in tensors else "fit"].any()
    for name in ("primal", "dual", "gap", "support"):
        assert (tensors[name] == 0).all(), name
    if "test_error" in tensors and "fit" not in tensors:
        assert (tensors["test_error"] == 1).all(), "no answer counts as a wrong one"


def test_functions_that_need_points_say_so():
    for call in (sample_of, problem):
        with pytest.raises(SceneError, match="There are no points here"):
            call(Scene(edits="c"))
    assert problem(Scene(edits="c;p,1,1")).fit().gap <= 1e-6
