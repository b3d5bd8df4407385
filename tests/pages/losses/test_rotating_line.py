"""The rotating line: the 0-1 risk is a staircase without useful slope; other losses have one."""

import numpy as np
import pytest

import kernel_core as kc
from lab.scene.learning_problem import sample_of
from lab.scene.scene import replace
from pages.losses.default_scene import DEFAULT as LOSSES
from pages.losses.rotating_line import risks, slopes, stops, sweep

SAMPLE = sample_of(LOSSES)
ANYWHERE = np.random.default_rng(0).uniform(0, 360, 60)


def read(scene=LOSSES):
    return {n: np.reshape(t["data"], t["shape"]) for n, t in sweep(scene)["tensors"].items()}


@pytest.mark.parametrize("name", ["zero-one", "hinge", "logistic"])
def test_what_is_sent_is_the_mean_loss_of_the_line_that_is_drawn(name):
    tensors, loss = read(), kc.LOSSES[name]
    for k in range(len(stops())):
        f = tensors["decision"][k]
        assert tensors[f"now_{name}"][k] == pytest.approx(loss.value(f, SAMPLE.y).mean(), abs=1e-4)
        stop_index = tensors["angle"].tolist().index(stops()[k])
        assert tensors[f"risk_{name}"][stop_index] == pytest.approx(
            tensors[f"now_{name}"][k], abs=1e-4
        )


def test_the_field_is_the_decision_and_its_line_goes_through_the_middle():
    tensors = read()
    w = np.gradient(tensors["field"], axis=(1, 2))
    wy, wx = w[0][:, 0, 0] / np.diff(tensors["y"])[0], w[1][:, 0, 0] / np.diff(tensors["x"])[0]
    np.testing.assert_allclose(np.hypot(wx, wy), 1.5, rtol=1e-3)
    np.testing.assert_allclose(np.degrees(np.arctan2(wy, wx)) % 360, stops(), atol=0.1)
    middle = SAMPLE.X - SAMPLE.X.mean(axis=0)
    np.testing.assert_allclose(tensors["decision"], np.c_[wx, wy] @ middle.T, atol=1e-3)


@pytest.mark.parametrize("name", ["hinge", "logistic"])
def test_slopes_are_differences_of_the_risk(name):
    h = 1e-5
    risks_above, risks_below = (risks(SAMPLE, name, ANYWHERE + s * np.degrees(h)) for s in (1, -1))
    per_degree = (risks_above - risks_below) / (2 * np.degrees(h))
    np.testing.assert_allclose(slopes(SAMPLE, name, ANYWHERE), per_degree, atol=1e-6)
    tensors = read()
    coarse = np.interp([149.5, 150.5], tensors["angle"], tensors[f"risk_{name}"])
    stop_index = np.flatnonzero(stops() == 150)[0]
    assert tensors[f"slope_{name}"][stop_index] == pytest.approx(np.diff(coarse)[0], rel=0.05)


def test_mistakes_are_a_staircase():
    """The 0-1 risk is constant at almost every angle, has at most m + 1 values, and does not fall
    after small turns."""
    fine = np.arange(0, 360, 0.01)
    count = risks(SAMPLE, "zero-one", fine) * len(SAMPLE.y)
    np.testing.assert_allclose(count, np.rint(count), atol=1e-9)
    assert (np.diff(count) == 0).mean() > 0.99
    assert not slopes(SAMPLE, "zero-one", ANYWHERE).any()
    hinge = risks(SAMPLE, "hinge", fine)
    assert (np.diff(hinge) == 0).mean() < 0.01, "the hinge is hardly ever flat"


def test_following_the_slope_of_the_hinge_leads_to_few_mistakes():
    """The page states that descent from any angle except the worst leads to few mistakes."""
    for start in range(0, 360, 30):
        angle = float(start)
        for _ in range(400):
            angle -= np.degrees(0.02 * np.sign(slopes(SAMPLE, "hinge", np.array([angle]))[0]))
        assert risks(SAMPLE, "zero-one", np.array([angle]))[0] <= 0.05, start


def test_few_points_are_no_trouble():
    for edits in (";".join(f"d{i}" for i in range(59)), "p,0,0;n,0,0"):
        assert np.isfinite(read(replace(LOSSES, edits=edits))["field"]).all()


def test_the_axes_have_the_names_of_the_data():
    scene = replace(LOSSES, data="cancer")
    meta = sweep(scene)["meta"]
    assert (meta["axis_x"], meta["axis_y"]) == sample_of(scene).axes != SAMPLE.axes
