"""`sweep` gives the solutions of separate fits, and reports the gap if it stops early."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.problem import warm_start_from
from tests.core.problems import noisy

X, Y = noisy(60)
TAUS = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4]
KERNELS = [kc.RBF(tau) for tau in TAUS]
LAMS = [1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0]
LOSSES = ["hinge", "logistic", "squared", "exponential", "perceptron"]


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_along_tau_it_equals_separate_fits(name, intercept):
    out = kc.sweep(
        kc.Problem(X, Y, kc.LOSSES[name], risk="sum", intercept=intercept), KERNELS, 0.02
    )
    compare(out, KERNELS, [0.02] * 8, "sum", intercept)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_along_lam_it_equals_separate_fits(name, intercept):
    out = kc.sweep(kc.Problem(X, Y, kc.LOSSES[name], intercept=intercept), kc.RBF(0.4), LAMS)
    compare(out, [kc.RBF(0.4)] * 6, LAMS, "mean", intercept)


def compare(out, kernels, lams, risk, intercept):
    for k, (kernel, lam) in enumerate(zip(kernels, lams, strict=True)):
        s = kc.fit(X, Y, kernel, out.loss, lam, risk=risk, intercept=intercept)
        size = max(1.0, np.abs(s.decision(X)).max())
        np.testing.assert_allclose(out.decision[k], s.decision(X), atol=1e-4 * size)
        assert out.primal[k] == pytest.approx(s.primal, rel=2e-6, abs=2e-6)
        assert out.intercept[k] == pytest.approx(s.intercept, abs=1e-4 * size)
        t = out.solution(k)
        np.testing.assert_allclose(t.decision(X), out.decision[k], rtol=1e-6, atol=1e-9 * size)
        assert (t.kernel, t.lam, t.risk, t.loss) == (kernel, lam, risk, out.loss)
        assert (t.primal, t.dual, t.gap) == (out.primal[k], out.dual[k], out.gap[k])
    assert (out.gap <= 1e-6).all()


@pytest.mark.parametrize("name", ["hinge", "logistic", "exponential"])
def test_a_stop_that_has_not_converged_reports_its_true_gap(name):
    out = kc.sweep(
        kc.Problem(X, Y, kc.LOSSES[name], risk="sum", intercept=True), KERNELS, 1e-4, max_iter=1
    )
    assert (out.gap > 1e-6).any()
    for k, kernel in enumerate(KERNELS):
        proof = kc.certificate(
            kernel(X, X), Y, out.alpha[k], out.intercept[k], out.loss, 1e-4, "sum",
            with_intercept=True,
        )  # fmt: skip
        assert out.gap[k] == pytest.approx(proof.gap, rel=1e-9, abs=1e-12)
        best = kc.fit(X, Y, kernel, out.loss, 1e-4, risk="sum", intercept=True)
        assert out.gap[k] * max(1, out.primal[k]) >= out.primal[k] - best.primal - 1e-6


@pytest.mark.parametrize("name", LOSSES)
def test_the_same_sweep_gives_the_same_bytes(name):
    runs = [
        kc.sweep(kc.Problem(X, Y, kc.LOSSES[name], intercept=True), KERNELS, 0.02) for _ in range(2)
    ]
    for field in ("alpha", "intercept", "decision", "primal", "dual", "gap", "iterations"):
        assert getattr(runs[0], field).tobytes() == getattr(runs[1], field).tobytes()


def test_the_order_of_the_stops_does_not_matter():
    ascending = kc.sweep(kc.Problem(X, Y, kc.Hinge(), risk="sum"), KERNELS, 0.02)
    descending = kc.sweep(kc.Problem(X, Y, kc.Hinge(), risk="sum"), KERNELS[::-1], 0.02)
    np.testing.assert_allclose(ascending.decision, descending.decision[::-1], atol=1e-4)


def test_a_sweep_may_mix_kernels():
    kernels = [kc.Polynomial(d, 1.0) for d in (1, 2, 3)] + [kc.exp(kc.Linear()), kc.Linear()]
    out = kc.sweep(kc.Problem(X, Y, kc.Logistic(), intercept=True), kernels, 0.1)
    assert (out.gap <= 1e-6).all()
    assert out.kernels == tuple(kernels)


def test_neighbours_are_good_starts():
    cold = sum(kc.fit(X, Y, k, kc.Hinge(), 0.02, risk="sum").iterations for k in fine())
    warm = kc.sweep(kc.Problem(X, Y, kc.Hinge(), risk="sum"), fine(), 0.02).iterations.sum()
    assert warm < cold / 3


def fine() -> list[kc.Kernel]:
    return [kc.RBF(0.05 * 2 ** (k / 9)) for k in range(64)]


@pytest.mark.parametrize(
    ("kernels", "lams", "message"),
    [
        (KERNELS, LAMS, "8 kernels and 6 values"),
        ([], 0.1, "0 kernels and 1 values"),
        (KERNELS, [], "8 kernels and 0 values"),
        (KERNELS, 0.0, "Every lam of a sweep must be above 0"),
        (KERNELS, [0.1] * 7 + [-1], "lam must be"),
        (["rbf"], 0.1, "kernel must be"),
    ],
)
def test_stops_that_make_no_sense(kernels, lams, message):
    with pytest.raises(ValueError, match=message):
        kc.sweep(kc.Problem(X, Y, kc.Hinge()), kernels, lams)


def test_zero_one_and_bad_labels_are_refused():
    with pytest.raises(ValueError, match="NP-hard"):
        kc.sweep(kc.Problem(X, Y, kc.ZeroOne()), KERNELS, 0.1)
    with pytest.raises(ValueError, match="labels -1"):
        kc.sweep(kc.Problem(X, Y + 1, kc.Hinge()), KERNELS, 0.1)


@pytest.mark.parametrize("name", LOSSES)
def test_a_start_uses_the_given_matrix_or_its_own_kernel(name):
    start = kc.fit(X, Y, kc.RBF(0.4), kc.LOSSES[name], 0.02, intercept=True)
    for kernel in (kc.RBF(0.4), kc.RBF(0.5)):
        warm = warm_start_from(start, X, kernel, kernel(X, X), 1 / len(X) / 0.02)
        np.testing.assert_allclose(warm.f, start.decision(X), rtol=1e-12, atol=1e-12)
