"""What goes wrong with a non-kernel: the two lines against kernel_core's own risk and dual."""

import re

import numpy as np
import pytest

import kernel_core as kc
from lab.scene.scene import SceneError
from pages.is_it_a_kernel.default_scene import DEFAULT
from pages.is_it_a_kernel.indefinite.indefinite_element import ABOUT_BOTTOM
from pages.is_it_a_kernel.indefinite.indefinite_fit import (
    FAR,
    LAM,
    TRIALS_SHOWN,
    S,
    T,
    answer,
    dual_sweep,
    risk_sweep,
    trial,
    trial_of_address,
)
from pages.is_it_a_kernel.mathematics.line_search import risk_is_unbounded
from pages.is_it_a_kernel.steps import STEPS

FORMULA = "rbf(0.4)+0.3*x.z"
BAD = ("squared", "tanh", "difference")
GOOD = ("rbf", "own")


def tensor(sweep, name):
    return np.reshape(np.array(sweep["tensors"][name]["data"]), sweep["tensors"][name]["shape"])


def primal(one, alpha):
    """The risk of α by its definition, 000 eq. (2) with averaged losses."""
    f = one.K @ alpha
    return np.maximum(0, 1 - one.y * f).mean() + LAM / 2 * alpha @ f


@pytest.mark.parametrize("name", TRIALS_SHOWN)
def test_the_line_is_the_risk_of_t_v(name):
    one = trial(name, FORMULA)
    sweep = risk_sweep(one)
    risk, losses, penalty = (tensor(sweep, n) for n in ("risk", "losses", "penalty"))
    np.testing.assert_allclose(risk, [primal(one, t * one.v) for t in T], rtol=1e-3, atol=1e-2)
    np.testing.assert_allclose(risk, losses + penalty, atol=2e-4 * np.abs(losses).max())
    assert risk[0] == 1
    np.testing.assert_array_equal(tensor(sweep, "total"), risk)
    assert tensor(sweep, "far")[0] == pytest.approx(primal(one, FAR * one.v), rel=1e-3)


@pytest.mark.parametrize("name", BAD)
def test_with_a_non_kernel_it_falls_without_bound(name):
    one = trial(name, FORMULA)
    risk = tensor(risk_sweep(one), "risk")
    assert one.is_indefinite and one.v @ one.K @ one.v < 0
    hump = risk.argmax()
    assert hump > 0, "first the losses hold it up"
    assert (np.diff(risk[hump:]) < 0).all() and risk[-1] < -1
    assert risk[T <= 1.9].min() > 0 and risk[T >= 2.1].max() < 0, "back at 0 at t = 2"
    assert tensor(risk_sweep(one), "far")[0] < 1e5 * risk[-1] / 2 < 0
    assert risk_is_unbounded(one.K, one.y, kc.Hinge(), LAM, one.v, risk="mean")


@pytest.mark.parametrize("name", GOOD)
def test_with_a_kernel_it_stays_above_zero_and_grows(name):
    one = trial(name, FORMULA)
    sweep = risk_sweep(one)
    assert one.lowest >= 0 and tensor(sweep, "penalty").min() >= 0
    assert tensor(sweep, "risk").min() > 0 and tensor(sweep, "far")[0] > 1e3
    assert not risk_is_unbounded(one.K, one.y, kc.Hinge(), LAM, one.v, risk="mean")


@pytest.mark.parametrize("name", TRIALS_SHOWN)
def test_the_dual_bends_away_from_its_tangent(name):
    one = trial(name, FORMULA)
    sweep = dual_sweep(one)
    dual, above, bend = (tensor(sweep, n) for n in ("dual", "above", "bend"))
    reach = 0.999 * 0.5 / np.abs(one.c).max()
    u = [-one.y / 2 + s * reach * one.c for s in S]
    m = len(one.y)
    theirs = [
        -(one.y * v).mean() - v @ one.K @ v / (2 * LAM * m**2) for v in u
    ]  # L*(u) = y u in the box
    np.testing.assert_allclose(dual, theirs, rtol=1e-3, atol=1e-3)
    assert all((one.y * v <= 1e-12).all() and (one.y * v >= -1 - 1e-12).all() for v in u)
    tangent = tensor(sweep, "tangent")
    slopes = np.diff(tangent)
    np.testing.assert_allclose(slopes, slopes[0], atol=1e-3 * np.abs(dual).max())
    assert (bend[0] > 0) == (name in BAD)
    ends = above[[0, -1]]
    assert (ends > 0).all() if name in BAD else (ends < 0).all()
    np.testing.assert_allclose(ends, bend[0] / 2, rtol=1e-3)


@pytest.mark.parametrize("name", BAD)
def test_fit_refuses_in_its_own_words(name):
    one = trial(name, FORMULA)
    with pytest.raises(ValueError) as refused:
        kc.fit(one.X, one.y, one.kernel, kc.Hinge(), LAM, risk="mean")
    assert answer(one) == str(refused.value).replace(" -", " −").replace("^2", "²")
    assert "^" not in answer(one)
    assert "Error" not in answer(one) and "(a=" not in answer(one), "words, and no code"
    assert f"negative eigenvalue −{-one.lowest:.3g}" in answer(one)


@pytest.mark.parametrize("name", GOOD)
def test_fit_answers_where_there_is_a_kernel(name):
    one = trial(name, FORMULA)
    solution = kc.fit(one.X, one.y, one.kernel, kc.Hinge(), LAM, risk="mean")
    assert f"J = {solution.primal:.4g}" in answer(one) and solution.gap <= 1e-6


def test_the_learners_own_candidate_is_refused_too():
    one = trial("own", "rbf(1)-rbf(0.5)")
    assert "no Gram matrix" in answer(one) and "difference" in answer(one)
    assert trial("own", "min(x,z)").X.shape == (16, 1)


@pytest.mark.parametrize("formula", ["x1*z2", "rbf(", "log(x.z)"])
def test_what_has_no_such_matrix_is_told_and_the_page_begins_as_usual(formula):
    with pytest.raises(SceneError, match="The kernel you built can’t"):
        trial("own", formula)
    assert (
        trial_of_address({"trial": "own"}, formula).label
        == trial_of_address({}, formula).label
        == "‖x−x′‖²"
    )


@pytest.mark.parametrize(
    "formula", ["0*x.z", "0.000001*rbf(1)", "1000000*x.z", "-1000000*x.z", "-1"]
)
def test_tiny_and_huge_kernels_make_finite_lines(formula):
    one = trial("own", formula)
    for sweep in (risk_sweep(one), dual_sweep(one)):
        for name in sweep["tensors"]:
            assert np.isfinite(tensor(sweep, name).astype(float)).all(), name


@pytest.mark.parametrize("name", TRIALS_SHOWN)
def test_c_has_length_1_and_both_pictures_say_which_multiple_of_it_they_go_along(name):
    one = trial(name, FORMULA)
    value = one.c @ one.K @ one.c
    assert np.linalg.norm(one.c) == pytest.approx(1)
    np.testing.assert_allclose(one.K @ one.c, value * one.c, atol=1e-8 * np.abs(one.K).max())
    assert value == pytest.approx(one.lowest if name in BAD else np.linalg.eigvalsh(one.K)[-1])
    reach = 0.999 * 0.5 / np.abs(one.c).max()
    for sweep, length in ((risk_sweep(one), np.linalg.norm(one.v)), (dual_sweep(one), reach)):
        assert tensor(sweep, "length")[0] == pytest.approx(length, rel=1e-4)
        assert (tensor(sweep, "negative") == (name in BAD)).all()
    np.testing.assert_allclose(one.v, np.linalg.norm(one.v) * one.c, rtol=1e-9)


@pytest.mark.parametrize("name", TRIALS_SHOWN)
def test_no_word_of_duality_comes_before_it_is_explained(name):
    risk, dual = (step for step in STEPS if step.name in ("risk", "dual"))
    told = [risk.lead, *risk.mathematics, risk.tables(DEFAULT, {"trial": name})]
    told += [ABOUT_BOTTOM.question, ABOUT_BOTTOM.goal, *(why.text for why in ABOUT_BOTTOM.reasons)]
    text = " ".join(told).replace("dual form", "")
    explained = " ".join(dual.mathematics)
    for word in ("dual", "box", "gap"):
        assert not re.search(rf"\b{word}\b", text), (word, text)
        assert explained.index(f"**{word}**") == explained.lower().index(word) - 2, word
