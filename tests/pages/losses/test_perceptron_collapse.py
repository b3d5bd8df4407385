"""The perceptron's collapse as the page shows it: a slider of lambda down to 0."""

import json

import numpy as np
import pytest

import kernel_core as kc
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, replace
from pages.losses.default_scene import DEFAULT as LOSSES
from pages.losses.mathematics.risk_along import risk_along
from pages.losses.perceptron_collapse import sweep

SCENES = {
    "first": LOSSES,
    "line": replace(LOSSES, kernel="linear", noise=0.5),
    "mixed": replace(LOSSES, data="mixture", m=40, kernel="linear"),
    "mean": replace(LOSSES, risk="mean", loss="perceptron", lam=3.0),
}


def read(scene):
    tensors = sweep(scene)["tensors"]
    return {n: np.reshape(t["data"], t["shape"]) for n, t in tensors.items()}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_minimum_is_at_zero_for_every_lambda_above_zero(scene):
    tensors = read(scene)
    assert tensors["stops"][0] == 0 and (np.diff(tensors["stops"]) > 0).all()
    assert (tensors["t"][0], tensors["t"][-1]) == (0, 2), "up to twice the size"
    assert (tensors["best_perceptron"] == 0).all() and (tensors["dot_perceptron"] == 0).all()
    assert (tensors["perceptron"][1:, 1:] > 0).all(), "and nowhere else"
    assert (tensors["best_hinge"] > 0).all()


@pytest.mark.parametrize("name", ["first", "line", "mean"])
def test_at_lambda_zero_separable_points_give_a_flat_curve(name):
    tensors = read(SCENES[name])
    assert (tensors["perceptron"][0] == 0).all() and np.ptp(tensors["hinge"][0]) > 1
    assert tensors["parted"].tolist() == [1], "so that the page says that every t will do"
    # The slope at the largest t increases with λ.
    rise = tensors["perceptron"][:, -1]
    assert (np.diff(rise) > 0).all()


def test_at_lambda_zero_non_separable_points_give_a_minimum_at_zero():
    tensors = read(SCENES["mixed"])
    assert (tensors["perceptron"][0, 1:] > 0).all() and tensors["parted"].tolist() == [0]
    assert (np.diff(tensors["perceptron"][0]) > 0).all(), "shrinking makes the loss itself smaller"


def test_the_curves_are_kernel_cores_own():
    tensors, scene = read(LOSSES), replace(LOSSES, lam=1e-4)
    s = problem(scene).fit()
    for k in (0, 7, 40):
        for name in ("perceptron", "hinge"):
            loss, lam = kc.LOSSES[name], tensors["stops"][k]
            risk_curve = risk_along(tensors["t"], s.decision(s.X), s.y, s.norm2, loss, lam)
            np.testing.assert_allclose(tensors[name][k], risk_curve, rtol=1e-3, atol=1e-4)
            assert tensors[f"dot_{name}"][k] == pytest.approx(risk_curve.min(), rel=1e-3, abs=1e-4)


def test_it_is_plain_json_and_solved_once():
    text = json.dumps(sweep(LOSSES), allow_nan=False)
    assert len(text) < 120_000
    assert sweep(LOSSES) is sweep(Scene(**vars(LOSSES)))


@pytest.mark.parametrize("edits", ["d0", "p,0,0", ";".join(f"d{i}" for i in range(59))])
def test_other_points_are_no_trouble(edits):
    json.dumps(sweep(replace(LOSSES, edits=edits)), allow_nan=False)
