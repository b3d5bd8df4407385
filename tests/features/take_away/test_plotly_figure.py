"""The static figure contains the solution: its values, its scales, its axes."""

import numpy as np
import pytest

from features.take_away import plotly_figure
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, SceneError, replace
from lab.ui.palette import THEMES

SCENE = Scene(m=50, tau=0.6, seed=2)
NAMES = ["f(x)", "f(x) = ±1", "f(x) = 0", "Bayes-optimal", "support vector", "positive", "negative"]


@pytest.fixture(scope="module")
def figure():
    return plotly_figure.plane(SCENE)


@pytest.fixture(scope="module")
def solution():
    return problem(SCENE).fit()


def traces(figure):
    return {trace.name: trace for trace in figure.data}


def test_every_mark_of_the_live_plane_is_drawn_in_order(figure):
    assert [trace.name for trace in figure.data] == NAMES
    assert [trace.type for trace in figure.data] == ["heatmap"] + ["contour"] * 3 + ["scatter"] * 3


def test_the_field_is_the_solutions(figure, solution):
    heat = traces(figure)["f(x)"]
    field = solution.on_grid(np.array(heat.x), np.array(heat.y))
    np.testing.assert_allclose(np.array(heat.z), field)
    for name in ("f(x) = 0", "f(x) = ±1"):
        np.testing.assert_allclose(np.array(traces(figure)[name].z), field)
    best = problem(SCENE).sample.posterior(np.array(heat.x), np.array(heat.y))
    np.testing.assert_allclose(np.array(traces(figure)["Bayes-optimal"].z), best)


def test_the_levels_are_zero_and_both_margins(figure):
    def levels(name):
        c = traces(figure)[name].contours
        return np.arange(c.start, c.end + c.size / 2, c.size).tolist()

    assert levels("f(x) = 0") == [0] and levels("Bayes-optimal") == [0]
    # Plotly draws the levels start, start + size, ... up to end.
    assert levels("f(x) = ±1") == [-1, 1]
    widths = [traces(figure)[n].line.width for n in ("f(x) = 0", "Bayes-optimal", "f(x) = ±1")]
    assert widths == sorted(widths, reverse=True), "the zero level is the thickest line"
    assert traces(figure)["f(x) = ±1"].line.dash == "dash"
    assert traces(figure)["Bayes-optimal"].line.dash == "dot"


def test_the_points_and_their_numbers(figure, solution):
    X, y, f = solution.X, solution.y, solution.decision(solution.X)
    for name, label in (("positive", 1), ("negative", -1)):
        trace, chosen = traces(figure)[name], y == label
        np.testing.assert_allclose(trace.x, X[chosen, 0])
        np.testing.assert_allclose(trace.y, X[chosen, 1])
        hover_values = np.column_stack([f, solution.alpha, y * f])[chosen]
        np.testing.assert_allclose(np.array(trace.customdata), hover_values)
    assert traces(figure)["positive"].marker.symbol != traces(figure)["negative"].marker.symbol
    rings = traces(figure)["support vector"]
    heavy = np.abs(solution.alpha) > 0.02 * np.abs(solution.alpha).max()
    np.testing.assert_allclose(np.sort(rings.x), np.sort(X[heavy, 0]))
    widths = np.array(rings.marker.line.width)
    assert np.all(np.diff(widths[np.abs(solution.alpha[heavy]).argsort()]) >= -1e-12)


def test_the_axes_are_labelled_equal_in_scale_and_those_of_the_live_plane(figure):
    x0, x1, y0, y1 = problem(SCENE).sample.window
    assert figure.layout.xaxis.title.text == "x₁" and figure.layout.yaxis.title.text == "x₂"
    np.testing.assert_allclose(figure.layout.xaxis.range, [x0, x1])
    np.testing.assert_allclose(figure.layout.yaxis.range, [y0, y1])
    assert figure.layout.yaxis.scaleanchor == "x" and figure.layout.yaxis.scaleratio == 1
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert axis.constrain == "domain", "a narrow window widens no axis beyond the plane"


def test_the_colours_are_centred_on_zero_and_the_themes_own():
    for theme, tones in THEMES.items():
        figure = plotly_figure.plane(replace(SCENE, m=20), theme)
        heat = traces(figure)["f(x)"]
        assert heat.zmin == -heat.zmax
        scale = [colour for _, colour in heat.colorscale]
        assert scale == [tones["heat_negative"], tones["heat_zero"], tones["heat_positive"]]
        assert figure.layout.paper_bgcolor == tones["background"]
        assert traces(figure)["positive"].marker.color == tones["positive"]


def test_plotlys_buttons_have_room_above_the_colour_bar(figure):
    assert figure.layout.margin.t >= 40


def test_a_table_has_its_own_classes_and_no_bayes_boundary():
    figure = plotly_figure.plane(Scene(data="iris", m=30, tau=1.0))
    names = [trace.name for trace in figure.data]
    assert "Bayes-optimal" not in names and {"versicolor", "virginica"} <= set(names)
    assert "Bayes-optimal" not in traces(plotly_figure.plane(SCENE, bayes=False))


@pytest.mark.parametrize("loss", ["perceptron", "exponential", "squared"])
def test_every_loss_can_be_drawn(loss):
    figure = plotly_figure.plane(replace(SCENE, m=20, loss=loss))
    assert np.isfinite(np.array(traces(figure)["f(x)"].z)).all()
    if loss == "perceptron":
        assert len(traces(figure)["support vector"].x) == 0


def test_a_line_is_refused_with_a_message():
    with pytest.raises(SceneError, match="in the plane"):
        plotly_figure.plane(Scene(data="wave", m=20, loss="squared"))
