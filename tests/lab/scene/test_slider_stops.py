"""The stops of the sliders."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.scene.class_scene import ClassScene
from lab.scene.scene import DEFAULT, Scene, replace
from lab.scene.slider_stops import MAX_COUNT, RANGES, move_stop_to, slider_stops, usual_stops


def test_the_figures_own_values_are_stops():
    tau, lam = slider_stops(DEFAULT, "tau"), slider_stops(DEFAULT, "lam")
    assert len(tau) == len(lam) == 64
    assert {0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4} <= set(tau.tolist())
    assert {5e-6, 5e-5, 5e-4, 0.005, 0.05, 0.5, 5.0, 50.0} <= set(lam.tolist())
    assert (tau[0], tau[-1], lam[0], lam[-1]) == (0.05, 6.4, 5e-6, 50.0)


@pytest.mark.parametrize("along", RANGES)
def test_stops_are_even_in_the_logarithm(along):
    steps = np.diff(np.log(usual_stops(along, 64)))
    np.testing.assert_allclose(steps, steps[0], rtol=1e-9)


@given(st.sampled_from([("tau", 0.01, 100.0), ("lam", 1e-6, 1e3)]), st.data())
def test_the_scenes_own_value_replaces_the_nearest_stop(slider, data):
    along, low, high = slider
    value = data.draw(st.floats(low, high))
    n = data.draw(st.integers(1, MAX_COUNT))
    stops, default_stops = (
        slider_stops(replace(DEFAULT, **{along: value}), along, n),
        usual_stops(along, n),
    )
    assert len(stops) == n and value in stops
    assert (np.diff(stops) > 0).all()
    [changed_stop] = (
        np.flatnonzero(stops != default_stops) if value not in default_stops else [None]
    )
    if changed_stop is not None:
        assert changed_stop == np.argmin(np.abs(np.log(default_stops / value)))


def test_a_value_outside_takes_the_end():
    assert slider_stops(replace(DEFAULT, tau=100.0), "tau")[-2:].tolist() == [
        usual_stops("tau")[-2],
        100.0,
    ]
    assert slider_stops(replace(DEFAULT, tau=0.01), "tau")[0] == 0.01


def test_one_stop_is_the_scenes_own():
    assert slider_stops(replace(DEFAULT, tau=1.234), "tau", 1).tolist() == [1.234]


def test_scenes_on_the_usual_stops_share_them():
    for tau in usual_stops("tau").tolist():
        stops = slider_stops(replace(DEFAULT, tau=tau), "tau")
        np.testing.assert_array_equal(stops, usual_stops("tau"))


@pytest.mark.parametrize(("along", "n"), [("m", 64), ("tau", 0), ("tau", MAX_COUNT + 1)])
def test_other_sliders_and_counts_are_refused(along, n):
    with pytest.raises(ValueError, match="slider"):
        slider_stops(DEFAULT, along, n)


def test_near_is_meant_in_the_logarithm_where_a_slider_begins_above_0():
    assert move_stop_to(np.array([1.0, 2.0, 4.0]), 2.9).tolist() == [1, 2, 2.9]
    assert move_stop_to(np.array([0.0, 2.0, 4.0]), 2.9).tolist() == [0, 2.9, 4]
    stops = np.array([1.0, 2.0])
    assert move_stop_to(stops, 50).tolist() == [1, 50] and stops.tolist() == [1, 2]


def test_scenes_of_two_classes_and_of_many_move_their_slider_and_nothing_else():
    for scene in (Scene(edits="m3,0.4,-0.2"), ClassScene(m=20, edits="m3,0.4,-0.2")):
        moved_scene = scene.at("lam", 0.25)
        assert moved_scene.lam == 0.25 and moved_scene.at("lam", scene.lam) == scene
