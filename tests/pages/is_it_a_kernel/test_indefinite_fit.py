"""Risk and dual along a line, for kernels and for functions that are not kernels."""

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
NON_KERNELS = ("squared", "tanh", "difference")
GOOD = ("rbf", "own")


def tensor(sweep, name):
    return np.reshape(np.array(sweep["tensors"][name]["data"]), sweep["tensors"][name]["shape"])


def primal(trial, alpha):
    """Compute the risk of α by its definition, equation (2) of note 000, with averaged losses."""
    f = trial.K @ alpha
    return np.maximum(0, 1 - trial.y * f).mean() + LAM / 2 * alpha @ f


@pytest.mark.parametrize("name", TRIALS_SHOWN)
def test_the_line_is_the_risk_of_t_v(name):
    problem = trial(name, FORMULA)
    sweep = risk_sweep(problem)
    risk, losses, penalty = (tensor(sweep, n) for n in ("risk", "losses", "penalty"))
    np.testing.assert_allclose(
        risk, [primal(problem, t * problem.v) for t in T], rtol=1e-3, atol=1e-2
    )
    np.testing.assert_allclose(risk, losses + penalty, atol=2e-4 * np.abs(losses).max())
    assert risk[0] == 1
    np.testing.assert_array_equal(tensor(sweep, "total"), risk)
    assert tensor(sweep, "far")[0] == pytest.approx(primal(problem, FAR * problem.v), rel=1e-3)


@pytest.mark.parametrize("name", NON_KERNELS)
def test_with_a_non_kernel_the_risk_is_unbounded_below(name):
    problem = trial(name, FORMULA)
    risk = tensor(risk_sweep(problem), "risk")
    assert problem.is_indefinite and problem.v @ problem.K @ problem.v < 0
    hump = risk.argmax()
    assert hump > 0, "for small t the losses raise the risk"
    assert (np.diff(risk[hump:]) < 0).all() and risk[-1] < -1
    assert risk[T <= 1.9].min() > 0 and risk[T >= 2.1].max() < 0, "back at 0 at t = 2"
    assert tensor(risk_sweep(problem), "far")[0] < 1e5 * risk[-1] / 2 < 0
    assert risk_is_unbounded(problem.K, problem.y, kc.Hinge(), LAM, problem.v, risk="mean")


@pytest.mark.parametrize("name", GOOD)
def test_with_a_kernel_the_risk_stays_positive_and_grows(name):
    problem = trial(name, FORMULA)
    sweep = risk_sweep(problem)
    assert problem.lowest >= 0 and tensor(sweep, "penalty").min() >= 0
    assert tensor(sweep, "risk").min() > 0 and tensor(sweep, "far")[0] > 1e3
    assert not risk_is_unbounded(problem.K, problem.y, kc.Hinge(), LAM, problem.v, risk="mean")


@pytest.mark.parametrize("name", TRIALS_SHOWN)
def test_the_dual_bends_away_from_its_tangent(name):
    problem = trial(name, FORMULA)
    sweep = dual_sweep(problem)
    dual, above, bend = (tensor(sweep, n) for n in ("dual", "above", "bend"))
    reach = 0.999 * 0.5 / np.abs(problem.c).max()
    u = [-problem.y / 2 + s * reach * problem.c for s in S]
    m = len(problem.y)
    differences = [
        -(problem.y * v).mean() - v @ problem.K @ v / (2 * LAM * m**2) for v in u
    ]  # L*(u) = y u in the box
    np.testing.assert_allclose(dual, differences, rtol=1e-3, atol=1e-3)
    assert all((problem.y * v <= 1e-12).all() and (problem.y * v >= -1 - 1e-12).all() for v in u)
    tangent = tensor(sweep, "tangent")
    slopes = np.diff(tangent)
    np.testing.assert_allclose(slopes, slopes[0], atol=1e-3 * np.abs(dual).max())
    assert (bend[0] > 0) == (name in NON_KERNELS)
    ends = above[[0, -1]]
    assert (ends > 0).all() if name in NON_KERNELS else (ends < 0).all()
    np.testing.assert_allclose(ends, bend[0] / 2, rtol=1e-3)


@pytest.mark.parametrize("name", NON_KERNELS)
def test_fit_refuses_with_its_own_message(name):
    problem = trial(name, FORMULA)
    with pytest.raises(ValueError) as error:
        kc.fit(problem.X, problem.y, problem.kernel, kc.Hinge(), LAM, risk="mean")
    assert answer(problem) == str(error.value).replace(" -", " −").replace("^2", "²")
    assert "^" not in answer(problem)
    assert "Error" not in answer(problem) and "(a=" not in answer(problem), "words, and no code"
    assert f"negative eigenvalue −{-problem.lowest:.3g}" in answer(problem)


@pytest.mark.parametrize("name", GOOD)
def test_fit_answers_where_there_is_a_kernel(name):
    problem = trial(name, FORMULA)
    solution = kc.fit(problem.X, problem.y, problem.kernel, kc.Hinge(), LAM, risk="mean")
    assert f"J = {solution.primal:.4g}" in answer(problem) and solution.gap <= 1e-6


def test_the_candidate_that_was_built_is_refused():
    problem = trial("own", "rbf(1)-rbf(0.5)")
    assert "not a Gram matrix" in answer(problem) and "difference" in answer(problem)
    assert trial("own", "min(x,z)").X.shape == (16, 1)


@pytest.mark.parametrize("formula", ["x1*z2", "rbf(", "log(x.z)"])
def test_an_undefined_matrix_is_reported(formula):
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
    problem = trial("own", formula)
    for sweep in (risk_sweep(problem), dual_sweep(problem)):
        for name in sweep["tensors"]:
            assert np.isfinite(tensor(sweep, name).astype(float)).all(), name


@pytest.mark.parametrize("name", TRIALS_SHOWN)
def test_c_has_length_1_and_both_pictures_say_which_multiple_of_it_they_go_along(name):
    problem = trial(name, FORMULA)
    value = problem.c @ problem.K @ problem.c
    assert np.linalg.norm(problem.c) == pytest.approx(1)
    np.testing.assert_allclose(
        problem.K @ problem.c, value * problem.c, atol=1e-8 * np.abs(problem.K).max()
    )
    assert value == pytest.approx(
        problem.lowest if name in NON_KERNELS else np.linalg.eigvalsh(problem.K)[-1]
    )
    reach = 0.999 * 0.5 / np.abs(problem.c).max()
    for sweep, length in (
        (risk_sweep(problem), np.linalg.norm(problem.v)),
        (dual_sweep(problem), reach),
    ):
        assert tensor(sweep, "length")[0] == pytest.approx(length, rel=1e-4)
        assert (tensor(sweep, "negative") == (name in NON_KERNELS)).all()
    np.testing.assert_allclose(problem.v, np.linalg.norm(problem.v) * problem.c, rtol=1e-9)


@pytest.mark.parametrize("name", TRIALS_SHOWN)
def test_duality_is_not_mentioned_before_its_explanation(name):
    risk, dual = (step for step in STEPS if step.name in ("risk", "dual"))
    texts = [risk.lead, *risk.mathematics, risk.tables(DEFAULT, {"trial": name})]
    texts += [
        ABOUT_BOTTOM.question,
        ABOUT_BOTTOM.goal,
        *(reason.text for reason in ABOUT_BOTTOM.reasons),
    ]
    text = " ".join(texts).replace("dual form", "")
    explained = " ".join(dual.mathematics)
    for word in ("dual", "box", "gap"):
        assert not re.search(rf"\b{word}\b", text), (word, text)
        assert explained.index(f"**{word}**") == explained.lower().index(word) - 2, word
