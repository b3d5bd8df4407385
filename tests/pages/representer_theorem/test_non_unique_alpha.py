"""Along the null space of K α changes; risk, predictions and w do not."""

import json

import numpy as np
import pytest

import kernel_core as kc
from pages.representer_theorem.non_unique_alpha import (
    KERNEL,
    LAM,
    TWINS,
    WAYS,
    X,
    Y,
    direction,
    stops,
    sweep,
)

MIDDLE = stops().index(0)


def read(way):
    tensors = sweep(way)["tensors"]
    return {n: np.reshape(t["data"], t["shape"]) for n, t in tensors.items()}


def test_only_a_repeated_point_makes_k_singular():
    i, j = TWINS
    assert X[i] == X[j] and Y[i] == Y[j] and len(np.unique(X)) == len(X) - 1
    K = KERNEL(X, X)
    assert (K[i] == K[j]).all() and np.linalg.matrix_rank(K) == len(X) - 1


def test_the_steps_go_from_minus_two_to_two():
    t = np.array(stops())
    assert (t[0], t[-1]) == (-2, 2) and (np.diff(t) > 0).all() and 0 in stops()


def test_along_the_null_space_only_alpha_moves():
    tensors, v = read("null"), direction("null")
    assert np.abs(KERNEL(X, X) @ v).max() < 1e-12 and np.linalg.norm(v) == pytest.approx(1)
    for k, t in enumerate(stops()):
        np.testing.assert_allclose(tensors["alpha"][k], tensors["start"] + t * v, atol=1e-4)
    i, j = TWINS
    change = tensors["alpha"] - tensors["alpha"][MIDDLE]
    np.testing.assert_allclose(change[:, i], -change[:, j], atol=1e-4)
    assert np.abs(change).max() > 1, "the change is visible"
    assert {f"{risk:.12g}" for risk in tensors["risk"]} == {f"{tensors['risk'][0]:.12g}"}
    assert {f"{norm2:.12g}" for norm2 in tensors["norm2"]} == {f"{tensors['norm2'][0]:.12g}"}
    assert tensors["moved"].max() < 1e-13 and tensors["moved_w"].max() < 1e-13
    np.testing.assert_allclose(
        tensors["w"], tensors["w"][:1].repeat(len(tensors["w"]), axis=0), atol=1e-12
    )
    np.testing.assert_allclose(tensors["fit"], tensors["fit"][:1].repeat(len(tensors["w"]), axis=0))


def test_off_the_null_space_everything_moves_and_the_risk_rises():
    tensors, v = read("off"), direction("off")
    assert np.linalg.norm(v) == pytest.approx(1) and v @ KERNEL(X, X) @ v > 0.1
    rise = np.diff(tensors["risk"])
    assert (rise[:MIDDLE] < 0).all() and (rise[MIDDLE:] > 0).all()
    assert tensors["moved"][0] > 1 and tensors["moved_w"][-1] > 1
    assert tensors["moved"][MIDDLE] == tensors["moved_w"][MIDDLE] == 0


def test_both_walks_begin_at_the_minimiser():
    best = kc.fit(X, Y, KERNEL, kc.Squared(), LAM, tol=1e-12)
    for way in WAYS:
        tensors = read(way)
        np.testing.assert_allclose(tensors["alpha"][MIDDLE], best.alpha, rtol=1e-4)
        assert tensors["risk"][MIDDLE] == pytest.approx(best.primal, rel=1e-12)
        assert tensors["risk"].min() >= best.dual
        np.testing.assert_allclose(tensors["w"], tensors["alpha"] @ KERNEL.features(X), atol=1e-3)


def test_it_is_plain_json_made_once():
    for way in WAYS:
        assert len(json.dumps(sweep(way), allow_nan=False)) < 60_000
        assert sweep(way) is sweep(way)
