"""(w, b) times a factor: line and margin stay the same, the other numbers change."""

import json

import numpy as np
import pytest

from lab.scene.learning_problem import sample_of
from lab.scene.scene import Scene, replace
from pages.svm.default_scene import DEFAULT as SVM
from pages.svm.mathematics.hyperplane import geometric_margin, line_through
from pages.svm.rescaling import picture, stops, sweep

LINE = "-0.33,-1.4,0.63,1.4"


def read(line=LINE, scene=SVM):
    tensors = sweep(scene, line)["tensors"]
    return {n: np.reshape(t["data"], t["shape"]) for n, t in tensors.items()}


def test_the_factors_lie_around_one():
    s = stops()
    assert s[0] == 0.1 and s[-1] == 10 and 1.0 in s and (np.diff(s) > 0).all()
    np.testing.assert_allclose(s * s[::-1], 1, rtol=1e-5)


def test_the_margin_stays_and_the_numbers_move():
    tensors, s = read(), stops()
    w, b = line_through((-0.33, -1.4), (0.63, 1.4))
    margin = max(geometric_margin(side * w, side * b, *data()).margin for side in (1, -1))
    np.testing.assert_allclose(tensors["margin"], margin, rtol=1e-4)
    np.testing.assert_allclose(tensors["functional"], s, rtol=1e-4)  # at factor 1 it is 1
    np.testing.assert_allclose(tensors["norm"], s / margin, rtol=1e-4)
    np.testing.assert_allclose(
        tensors["functional"] / tensors["norm"], tensors["margin"], rtol=1e-4
    )
    stop_index = s.tolist().index(1.0)
    assert tensors["inverse_norm"][stop_index] == pytest.approx(tensors["margin"][stop_index]), (
        "1/‖w‖, at 1"
    )
    assert (np.diff(tensors["inverse_norm"]) < 0).all()


def data():
    sample = sample_of(SVM)
    return sample.X, sample.y


def test_the_line_stays_where_it_is():
    tensors, s = read(), stops()
    for factor, field in zip(s, tensors["field"], strict=True):
        np.testing.assert_allclose(field / factor, tensors["field"][0] / s[0], rtol=1e-3)
        for x, y in ((-0.33, -1.4), (0.63, 1.4)):  # both handles are on the zero level
            column = [np.interp(x, tensors["x"], row) for row in field]
            assert np.interp(y, tensors["y"], column) == pytest.approx(0, abs=1e-4 * field.max())


def test_a_line_that_does_not_separate_the_points_has_a_negative_margin_that_stays():
    tensors = read("-2,0.2,2,0.3")
    assert (tensors["margin"] < 0).all() and np.ptp(tensors["margin"]) < 1e-9
    assert (tensors["functional"] < 0).all() and (np.diff(tensors["functional"]) < 0).all()


@pytest.mark.parametrize("line", ["", "abc", "1,1,1,1", "9e9,0,0,0"])
def test_a_line_that_cannot_be_read_is_replaced(line):
    tensors = read(line)
    assert np.isfinite(tensors["margin"]).all()


@pytest.mark.parametrize("edits", [";".join(f"d{i}" for i in range(39)), "p,0,0;n,0,0"])
def test_it_is_plain_json_whatever_the_points_are(edits):
    assert len(json.dumps(sweep(SVM, LINE), allow_nan=False)) < 250_000
    json.dumps(sweep(replace(SVM, edits=edits), LINE), allow_nan=False)
    json.dumps(sweep(Scene(data="digits"), LINE), allow_nan=False)


def test_every_stop_of_the_slider_is_one_that_can_be_shown():
    """Stops are sent rounded; for a slider with unrounded stops most frames would not be found."""
    drawn = picture(SVM, LINE, "10")
    (slider, _), stops = (
        drawn.side,
        drawn.data["sweeps"][0]["sweep"]["tensors"]["stops"]["data"],
    )
    assert slider.stops == stops and len(stops) == 21
    assert float(drawn.data["query"].partition("=")[2]) in stops, "the slider starts at a stop"
