"""The steps of a proof: the rule and parent of each, and the steps that no rule covers."""

import pytest

import kernel_core as kc
from lab.formulas import parse, parse_point_function
from lab.formulas.candidates import Tanh
from lab.formulas.point_functions import RankOneKernel, RescaledKernel
from lab.formulas.sequences import Limit, RBFTaylor, SincKernel
from pages.is_it_a_kernel.mathematics.proof_steps import proof_steps


@pytest.mark.parametrize(
    ("kernel", "rules"),
    [
        (kc.Linear(), ["inner product"]),
        (kc.RBF(1), ["limit"]),
        (SincKernel(), ["limit"]),
        (Limit(RBFTaylor(1, 5)), ["limit", "inner product of features"]),
        (kc.RBF(1) + kc.Linear(), ["sum of kernels", "limit", "inner product"]),
        (kc.Linear() * kc.Linear(), ["product", "inner product", "inner product"]),
        (0 * kc.Linear(), ["scaling by a ≥ 0", "inner product"]),
        (kc.exp(kc.Linear()), ["exponential", "inner product"]),
        (RankOneKernel(parse_point_function("x1")), ["f(x)f(x′)"]),
        (
            RescaledKernel(parse_point_function("x1"), kc.Linear()),
            ["g(x)k(x,x′)g(x′)", "inner product"],
        ),
    ],
)
def test_each_rule_has_its_name(kernel, rules):
    steps = proof_steps(kernel)
    assert [step.rule for step in steps] == rules
    assert all(step.covered and step.proven and step.why and step.notes for step in steps)
    assert kc.kernels.unproven_parts(kernel) == []


@pytest.mark.parametrize(
    ("kernel", "reason"),
    [
        (kc.RBF(1) - kc.RBF(2), "difference"),
        (Tanh(), "tanh"),
        (parse("x.z^0.5"), "a power"),
    ],
)
def test_what_no_rule_covers_is_named(kernel, reason):
    step = proof_steps(kernel)[0]
    assert step.rule == f"not proven: {reason}"
    assert not step.covered and not step.proven
    assert step.reason == reason
    uncovered = proof_steps(kc.RBF(1) + 2 * kernel)
    assert [step.covered for step in uncovered[:4]] == [True, True, True, False]
    assert [step.proven for step in uncovered[:4]] == [False, True, False, False]


def test_the_steps_know_their_parent():
    steps = proof_steps(2 * (kc.RBF(1) + kc.Linear()) * kc.exp(kc.Linear() - kc.Constant(1)))
    assert [step.depth for step in steps] == [0, 1, 2, 3, 3, 1, 2, 3, 3]
    assert [step.parent for step in steps] == [None, 0, 1, 2, 2, 0, 5, 6, 6]
    for i, step in enumerate(steps):
        below = [step for step in steps if step.parent == i]
        assert step.kernel.parts == tuple(child.kernel for child in below)
        assert step.proven == (step.covered and all(child.proven for child in below))


def test_parts_of_a_formula_are_explained_too():
    steps = proof_steps(parse("tanh(rbf(1)*tanh(x.z))"))
    assert [step.rule for step in steps] == [
        "not proven: tanh",
        "product",
        "limit",
        "not proven: tanh",
    ]
