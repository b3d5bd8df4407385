"""Scenes on a line: their fields, their points and edits, and their refusals."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernel_core as kc
from kernel_core.datasets import REGRESSION_SOURCES, sine
from lab.scene.fields import FIELDS, LINES, MAX_ON_LINE, SOURCES
from lab.scene.learning_problem import problem, sample_of
from lab.scene.samples.line_sample import line_sample
from lab.scene.scene import Scene, SceneError, parse, parse_strict, replace

WAVE = Scene(data="wave", m=20, loss="squared", lam=0.02, risk="mean")
CLASSIFIERS = [loss for loss in FIELDS["loss"].choices if kc.LOSSES[loss].margin_based]


@given(
    st.sampled_from(LINES), st.integers(2, MAX_ON_LINE), st.integers(0, 9),
    st.sampled_from([0.25, 1.0, 2.5]), st.sampled_from(["", "m1,0.5,-1;f0", "d1;n,-1,0.25"]),
)  # fmt: skip
def test_a_scene_on_a_line_reads_back_from_its_query(data, m, seed, noise, edits):
    scene = replace(WAVE, data=data, m=m, seed=seed, noise=noise, edits=edits)
    assert parse(scene.query()) == (scene, [])
    assert ("noise" in scene.query()) == (noise != 1) and "features" not in scene.query()


def test_a_line_has_at_most_sixty_points():
    with pytest.raises(SceneError, match="from 2 to 60 on a line, not “61”"):
        Scene(data="steps", m=61)
    scene, problems = parse("data=wave&m=500", default=WAVE)
    assert scene == WAVE and [p.field for p in problems] == ["m"]
    assert "It stays at 20." in problems[0].message
    assert parse("data=wave&m=60&loss=hinge")[0].m == 60
    assert parse("data=wave") == (Scene(data="wave", m=60), []), "a plane's default is cut down"
    with pytest.raises(SceneError, match="at most 60 points remain"):
        replace(WAVE, m=60, edits="p,0,0")
    assert len(line_sample(replace(WAVE, m=60, edits="d1;p,0,0")).y) == 60


def test_a_page_in_the_plane_keeps_its_own_data():
    default = Scene(data="blobs", m=40)
    scene, problems = parse("data=wave&m=30&edits=m3,1,1&lam=2", default=default, sources=SOURCES)
    assert scene == replace(default, m=30, lam=2.0)
    (problem,) = problems
    assert problem.field == "data" and "not “wave”" in problem.message
    assert "on this page" in problem.message and problem.message.endswith("It stays at blobs.")
    assert parse("data=wave&m=30", default=default)[1] == [], (
        "a page that can show a line reports nothing"
    )


@pytest.mark.parametrize("data", LINES)
def test_the_squared_loss_takes_the_targets(data):
    scene = replace(WAVE, data=data, noise=1.5, seed=7)
    X, y = REGRESSION_SOURCES[data](1.5).sample(20, seed=7)
    sample = line_sample(scene)
    assert np.array_equal(sample.X, X) and np.array_equal(sample.y, y) and sample.is_regression
    assert np.array_equal(sample.labels, np.sign(y)) and list(sample.origin) == list(range(20))


@pytest.mark.parametrize("loss", CLASSIFIERS)
def test_the_other_losses_take_the_signs(loss):
    sample = line_sample(replace(WAVE, loss=loss))
    assert not sample.is_regression
    assert np.array_equal(sample.y, np.sign(line_sample(WAVE).targets))
    assert np.array_equal(sample.targets, line_sample(WAVE).targets)


def test_edits_change_x_and_target():
    original = line_sample(WAVE)
    sample = line_sample(replace(WAVE, edits="m2,0.5,-0.75;f4;m6,1,1.25;f6;d9;p,0.1,-0.4;n,2,0.3"))
    positions = {int(o): k for k, o in enumerate(sample.origin)}
    assert 9 not in positions and len(positions) == 21
    places = np.column_stack([sample.X[:, 0], sample.targets])
    assert list(places[positions[2]]) == [0.5, -0.75]
    assert (
        places[positions[4], 1] == -original.targets[4]
        and places[positions[4], 0] == original.X[4, 0]
    )
    assert list(places[positions[6]]) == [1, 1.25], "a move says where the point is, flipped or not"
    assert list(places[positions[-1]]) == [0.1, -0.4], (
        "the height of an added point, not its letter"
    )
    assert list(places[positions[-2]]) == [2, 0.3]
    untouched = [k for o, k in positions.items() if o >= 0 and o not in (2, 4, 6)]
    assert np.array_equal(sample.targets[untouched], original.targets[sample.origin[untouched]])


def test_a_target_of_zero_is_positive():
    assert line_sample(replace(WAVE, loss="hinge", edits="m0,0,0")).y[0] == 1


def test_the_window_stays_unless_a_point_lies_outside():
    window = line_sample(WAVE).window
    assert window == sine().window == line_sample(replace(WAVE, edits="m0,3.2,-1.9")).window
    x0, x1, y0, y1 = line_sample(replace(WAVE, edits="m0,50,-7;p,-4,3")).window
    assert x0 < -4 and x1 > 50 and y0 < -7 and y1 == -y0


@pytest.mark.parametrize("kernel", ["rbf", "linear", "poly"])
@pytest.mark.parametrize("loss", FIELDS["loss"].choices)
@pytest.mark.parametrize(
    "edits", ["", "m2,0.5,-0.75;m3,0.5,1;d9", ";".join(f"d{i}" for i in range(19))]
)
def test_the_problem_is_kernel_cores_own(kernel, loss, edits):
    scene = replace(WAVE, kernel=kernel, loss=loss, edits=edits)
    setting, sample = problem(scene), line_sample(scene)
    solution = setting.fit()
    assert solution.X.shape == (len(sample.y), 1) and solution.gap <= 1e-6
    assert np.array_equal(solution.y, sample.y) and solution.loss is kc.LOSSES[loss]


@pytest.mark.parametrize("data", LINES)
def test_plane_features_refuse_a_line_with_a_message(data):
    with pytest.raises(SceneError, match=f"in the plane here; {data} lies on a line"):
        sample_of(replace(WAVE, data=data))


def test_a_whole_scene_is_read_strictly():
    assert parse_strict(WAVE.query()) == WAVE
    with pytest.raises(SceneError, match="limited to examples from 0 to 19"):
        parse_strict(WAVE.query() + "&edits=m20,0,0")


def test_the_test_error_is_that_of_drawn_signs():
    sample = line_sample(replace(WAVE, noise=3, loss="hinge"))
    x = sample.grid(81)
    f = np.stack([np.sin(1.6 * x), np.full_like(x, -1.0), np.zeros_like(x)])
    stated_error = sample.test_error(f, x)
    y = sample.line.truth(x) + sample.line.s * np.random.default_rng(1).standard_normal(
        (4000, len(x))
    )
    error_rates = [(np.sign(y) != np.sign(row)).mean() for row in f]
    np.testing.assert_allclose(stated_error, error_rates, atol=0.01)
    assert stated_error[2] == 1, "no answer is an error"
