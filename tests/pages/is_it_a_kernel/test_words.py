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
