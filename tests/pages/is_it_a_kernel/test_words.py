"""The sentences of the builder's steps are true for every formula, including a single kernel."""

import numpy as np

import kernel_core as kc
from lab.formulas import parse
from lab.scene.learning_problem import sample_of
from lab.scene.scene import replace
from pages.is_it_a_kernel import steps
from pages.is_it_a_kernel.challenges import CHALLENGES
from pages.is_it_a_kernel.default_scene import DEFAULT
from pages.is_it_a_kernel.mathematics.proof_steps import proof_steps
from tests.pages.goals import frames

BUILD, FIT = (next(step for step in steps.STEPS if step.name == name) for name in ("build", "fit"))


def test_one_kernel_alone_has_no_summand_and_its_goal_can_be_met_without_shares():
    scene = replace(DEFAULT, formula="x.z")
    assert len(proof_steps(parse(scene.formula))) == 1
    assert "summand" not in BUILD.lead
    weighed = parse("-0.5*x.z")
    X = sample_of(scene).X
    assert np.linalg.eigvalsh(weighed(X, X)).min() < -1e-6
    assert [step.covered for step in proof_steps(weighed)].count(False) == 1
    challenge = CHALLENGES[0]
    assert "shares" not in challenge.reasons[0].text and "In a sum" in challenge.question


def test_a_fit_with_a_constant_has_no_boundary():
    sample = sample_of(DEFAULT)
    s = kc.fit(sample.X, sample.y, kc.Constant(c=1.0), kc.Hinge(), DEFAULT.lam, risk="sum")
    assert len({*np.sign(s.decision(sample.X))}) == 1
    assert "boundary" not in FIT.lead


def test_the_named_kernels_separate_many_samples_of_the_spirals_and_not_each():
    def supports(noise: float) -> list[float]:
        scene = replace(DEFAULT, data="spirals", noise=noise, formula="exp(x.z)")
        return [f["support"] / f["m"] for f in frames(scene, "lam", 16) if f["train_error"] <= 0]

    assert min(supports(1.0)) < 0.5 and not any(share < 0.5 for share in supports(2.0))
    assert "On many samples" in CHALLENGES[2].reasons[0].text


def test_rbf_has_an_eigenvalue_for_each_point_that_differs_from_the_others():
    X = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    assert (np.linalg.eigvalsh(kc.RBF(0.5)(X, X)) > 1e-9).sum() == 2
    assert "no two points coincide" in " ".join(CHALLENGES[1].reasons[0].text.split())


def test_a_difference_that_happens_to_be_a_kernel_is_not_denied():
    X = sample_of(DEFAULT).X
    twice_minus_once = parse("2*rbf(0.4)-rbf(0.4)")(X, X)
    np.testing.assert_allclose(twice_minus_once, kc.RBF(0.4)(X, X), atol=1e-12)
    assert "2k − k is a kernel" in CHALLENGES[0].reasons[0].text
