"""Path following along a slider: every stop equals a separate fit, in any order."""

import gc

import numpy as np
import pytest
from sklearn.svm import SVC

import kernel_core as kc
from kernel_core.duality_gap import Objective, certify
from kernel_core.solution_path import certify_stops
from kernel_core.solvers.active_set import solve_box
from kernel_core.solvers.box_qp import MIN_INVERSE_SIZE
from kernel_core.solvers.maintained_inverse import MaintainedInverse
from kernel_core.solvers.path_following import PathState, solve_path
from tests.core.problems import noisy, random_problems

HINGE = kc.Hinge()
X, Y = noisy(90, seed=3)
TAUS = np.geomspace(0.03, 8, 24)


def along_tau(X, y, C, taus=TAUS, intercept=False, **options):
    problem = kc.Problem(X, y, HINGE, "sum", intercept)
    return kc.sweep(problem, [kc.RBF(tau) for tau in taus], 1 / C, **options)


def agrees(out, X, y, within=1e-6):
    """Compare every stop with a separate fit."""
    assert (out.gap <= 1e-6).all()
    for k, (kernel, lam) in enumerate(zip(out.kernels, out.lams, strict=True)):
        single_fit = kc.fit(X, y, kernel, HINGE, lam, risk=out.risk)
        f = single_fit.decision(X)
        assert out.primal[k] == pytest.approx(single_fit.primal, rel=2e-6, abs=2e-6)
        assert np.abs(out.decision[k] - f).max() <= within * max(1.0, np.abs(f).max())
        assert np.abs(kernel(X, X) @ out.alpha[k] - out.decision[k]).max() <= 1e-9 * max(
            1.0, np.abs(f).max()
        )
        bound = (y * out.alpha[k] * lam) / (1.0 if out.risk == "sum" else 1 / len(y))
        assert bound.min() >= 0 and bound.max() <= 1 + 1e-12


@pytest.mark.parametrize("C", [1e-3, 1.0, 90.0, 1e4])
@pytest.mark.parametrize("downwards", [False, True])
def test_along_tau(C, downwards):
    taus = TAUS[::-1] if downwards else TAUS
    agrees(along_tau(X, Y, C, taus), X, Y, 1e-5)


@pytest.mark.parametrize("kernel", [kc.RBF(0.1), kc.RBF(0.5), kc.RBF(3.0)], ids=repr)
def test_along_lam(kernel):
    lams = np.geomspace(1e-5, 10, 24)
    agrees(kc.sweep(kc.Problem(X, Y, HINGE), kernel, lams), X, Y, 1e-5)


def test_random_problems_along_both():
    for X, y, kernel, lam, risk in random_problems(40, seed=21, largest=70):
        steps = np.geomspace(0.6, 1.7, 7)
        lams = lam * steps
        kernels = kernel if type(kernel) is kc.Linear else [kc.RBF(kernel.tau * s) for s in steps]
        for ks, ls in ((kernel, lams), (kernels, lams[3] if type(kernels) is list else lams)):
            out = kc.sweep(kc.Problem(X, y, HINGE, risk=risk), ks, ls)
            assert (out.gap <= 1e-6).all()
            for k in (0, 3, 6):
                single_fit = kc.fit(X, y, out.kernels[k], HINGE, out.lams[k], risk=risk)
                assert out.primal[k] == pytest.approx(single_fit.primal, rel=2e-6, abs=2e-6)


@pytest.mark.parametrize("C", [0.5, 30.0])
def test_scikit_learn_finds_the_same(C):
    """If every point has a mirror image, -φ(x) with the label -y, SVC's intercept is 0."""
    out = along_tau(X, Y, C)
    for k in range(0, 24, 4):
        K = out.kernels[k](X, X)
        mirrored = np.block([[K, -K], [-K, K]])
        reference = SVC(C=C / 2, kernel="precomputed", tol=1e-8).fit(mirrored, np.append(Y, -Y))
        f = reference.decision_function(mirrored)[: len(Y)] - reference.intercept_
        assert np.abs(out.decision[k] - f).max() <= 1e-5 * max(1.0, np.abs(f).max())


def test_with_an_intercept_the_sweep_matches_svc():
    out = along_tau(X, Y, 5.0, TAUS[::4], intercept=True)
    for k, tau in enumerate(TAUS[::4]):
        reference = SVC(C=5.0, gamma=1 / (2 * tau**2), tol=1e-8).fit(X, Y)
        assert np.abs(out.decision[k] - reference.decision_function(X)).max() <= 1e-3


@pytest.mark.parametrize("C", [1.0, 100.0])
def test_duplicates_of_either_class(C):
    X_tripled = np.vstack([X[:30], X[:30], X[:30]])
    y = np.concatenate([Y[:30], Y[:30], -Y[:30]])
    agrees(along_tau(X_tripled, y, C), X_tripled, y, 1e-5)


@pytest.mark.parametrize("label", [-1.0, 1.0])
def test_one_class_and_one_point(label):
    agrees(along_tau(X, np.full(90, label), 10.0), X, np.full(90, label), 1e-5)
    single_fit = along_tau(X[:1], np.array([label]), 10.0)
    np.testing.assert_allclose(single_fit.alpha, label)


def test_a_singular_matrix_of_rank_one_and_of_rank_zero():
    lams = np.geomspace(1e-4, 100, 12)
    line = np.column_stack([np.linspace(-1, 2, 40), np.zeros(40)])
    y = np.where(line[:, 0] > 0.1, 1.0, -1.0)
    y[::9] *= -1
    agrees(kc.sweep(kc.Problem(line, y, HINGE), kc.Linear(), lams), line, y, 1e-5)
    nought = kc.sweep(kc.Problem(np.zeros((5, 2)), np.ones(5), HINGE), kc.Linear(), lams)
    assert (nought.gap <= 1e-6).all()
    np.testing.assert_array_equal(nought.decision, 0.0)


@pytest.mark.parametrize("C", [1e-9, 1e9])
@pytest.mark.parametrize("taus", [(1e-9, 1e-8, 1e-7), (1e4, 1e5, 1e6)])
def test_tiny_and_huge(taus, C):
    out = along_tau(X[:30], Y[:30], C, taus)
    for k, kernel in enumerate(out.kernels):
        single_fit = kc.fit(X[:30], Y[:30], kernel, HINGE, 1 / C, risk="sum", tol=1e-3)
        assert out.primal[k] <= single_fit.primal * (1 + 1e-3)
    assert (out.gap <= 1e-6).all()


def test_sweeps_are_reproducible():
    runs = [along_tau(X, Y, 90.0) for _ in range(2)]
    for field in ("alpha", "decision", "primal", "dual", "gap", "iterations"):
        assert getattr(runs[0], field).tobytes() == getattr(runs[1], field).tobytes()


def test_a_start_does_not_change_the_solution():
    near = kc.fit(X + 0.01, Y, kc.RBF(0.5), HINGE, 0.2, risk="sum")
    a, b = along_tau(X, Y, 5.0), along_tau(X, Y, 5.0, start=near)
    np.testing.assert_allclose(a.decision, b.decision, atol=1e-5)


@pytest.mark.parametrize("tau", [0.05, 0.1, 0.2, 0.4, 0.8, 1.6])
@pytest.mark.parametrize("C", [1.0, 90.0])
def test_a_path_reaches_the_optimum_and_checks_its_guess(tau, C):
    near, K_next = (kc.RBF(t)(X, X) for t in (tau, 1.1 * tau))
    start = solve_box(Objective(near, Y, HINGE, 1 / C, 1.0))
    best = solve_box(Objective(K_next, Y, HINGE, 1 / C, 1.0))
    state = PathState(Y, HINGE, 1.0, 1e-6)
    state.set_problem(K_next, 1 / C)
    state.classify(start.alpha)
    state.follow_path(start.f)
    assert state.is_solved()
    np.testing.assert_allclose(state.answer().f, best.f, atol=1e-6)
    state.classify(start.alpha)
    right = state.reclassify_all()
    assert right or tau >= 0.2  # for smaller τ K is nearly diagonal
    if right:
        assert state.is_solved()
        np.testing.assert_allclose(state.answer().f, best.f, atol=1e-6)


def test_a_chain_starts_at_the_end_with_a_correct_guess():
    def first(taus):
        kernels = [kc.RBF(tau) for tau in taus]
        stops = solve_path(lambda k: kernels[k](X, X), Y, HINGE, np.ones(len(taus)), 1.0)
        return next(iter(stops))[0]

    assert first(TAUS) == 0
    assert first(TAUS[14::-1]) == 14
    assert first(TAUS[10:16]) == 3


@pytest.mark.parametrize("risk", ["sum", "mean"])
def test_proofs_of_all_stops_at_once_are_those_of_each(risk):
    lams, c = np.geomspace(1e-4, 10, 8), 1.0 if risk == "sum" else 1 / len(Y)
    out = kc.sweep(kc.Problem(X, Y, HINGE, risk=risk), kc.RBF(0.4), lams)
    K = kc.RBF(0.4)(X, X)
    for alpha in (out.alpha, 0.9 * out.alpha):  # at the optimum and away from it
        root = np.ones_like(alpha)
        f = alpha @ K
        proofs = certify_stops(root, Y, alpha, f, HINGE, lams, c)
        for k, proof in enumerate(proofs):
            single_fit = certify(Objective(K, Y, HINGE, lams[k], c), alpha[k], 0.0, Ka=f[k])
            assert proof.primal == pytest.approx(single_fit.primal, abs=single_fit.rounding)
            assert proof.dual == pytest.approx(single_fit.dual, abs=single_fit.rounding)
            assert proof.rounding == pytest.approx(single_fit.rounding, rel=1e-6)
    outside_domain = certify_stops(root, Y, 1.1 * out.alpha, 1.1 * out.decision, HINGE, lams, c)
    assert outside_domain[0] is None  # some alpha_i is above C, so this is no dual point


def test_a_sweep_leaves_no_matrix_behind():
    """Reference counting must free the matrices. Python's garbage collector counts objects, not
    bytes, so 64 stops of 1,000 points once took 850 MB."""
    X, y = noisy(200, seed=1)
    gc.collect()
    gc.disable()
    try:
        out = kc.sweep(kc.Problem(X, y, HINGE, risk="sum"), kc.RBF(0.1), np.geomspace(1e-6, 0.1, 8))
        left = [obj for obj in gc.get_objects() if isinstance(obj, MaintainedInverse)]
    finally:
        gc.enable()
    assert (out.alpha[0] != 0).sum() > MIN_INVERSE_SIZE and left == []
