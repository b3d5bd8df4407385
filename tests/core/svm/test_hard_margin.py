"""The hard margin, or the certificate that there is none, checked independently."""

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.svm import SVC, LinearSVC

import kernel_core as kc
from kernel_core.svm import fit_hard_margin

KERNELS = [kc.Linear(), kc.Polynomial(2, 1.0), kc.RBF(0.8)]
Z = np.random.default_rng(9).normal(size=(100, 2))


def separable_data(m=40, seed=0, distance=2.0, d=2):
    """Return two separable clouds: X (m, d), y (m,)."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(m) % 2 == 0, 1.0, -1.0)
    X = rng.normal(size=(m, d))
    X[:, 0] = y * (np.abs(X[:, 0]) + distance / 2)
    return X @ np.linalg.qr(rng.normal(size=(d, d)))[0], y


def mixed_data(m=40, seed=0):
    """Return two overlapping clouds."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, 2)), rng.choice([-1.0, 1.0], size=m)


def widest_margin(h):
    """Compute from the dual value an upper bound on the margin of any separating line."""
    return 1 / np.sqrt(2 * h.dual) if h.dual > 0 else np.inf


def prove_feasible(h, intercept):
    """Check that the constraints hold, one with equality, and that the numbers are consistent."""
    reach = h.y * h.decision(h.X)
    tol = 1e-9 * max(1.0, np.abs(reach).max())
    assert h.feasible
    assert abs(reach.min() - 1) <= tol
    assert h.primal == pytest.approx(h.norm2 / 2, rel=1e-9)
    assert h.margin == pytest.approx(1 / np.sqrt(h.norm2))
    assert 0 <= h.dual <= h.primal
    assert h.gap <= 1e-8
    assert (h.y * h.alpha >= 0).all()
    np.testing.assert_allclose(reach[h.support], 1, atol=1e-6)
    if intercept:
        assert abs(h.alpha.sum()) <= 1e-9 * np.abs(h.alpha).sum()
    else:
        assert h.intercept == 0


def prove_infeasible(h, features, intercept):
    """Check the certificate by its definition: two convex combinations of the classes are equal."""
    assert not h.feasible
    assert not h.alpha.any() and h.primal == np.inf and h.margin == 0 and h.gap == np.inf
    assert (h.beta >= 0).all()
    total = 2 if intercept else 1
    np.testing.assert_allclose(h.beta.sum(), total, rtol=1e-9)
    if intercept:
        np.testing.assert_allclose(h.beta[h.y > 0].sum(), 1, rtol=1e-9)
    hull_distance = np.linalg.norm((h.beta * h.y) @ features)
    assert hull_distance <= 1e-6 * np.linalg.norm(features, axis=1).max()


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@pytest.mark.parametrize("seed", range(3))
def test_it_matches_svc_with_a_huge_C(kernel, seed):
    X, y = separable_data(seed=seed)
    h = fit_hard_margin(X, y, kernel)
    prove_feasible(h, True)
    svc = SVC(C=1e10, kernel=kernel, tol=1e-8).fit(X, y)
    reference = svc.decision_function(Z)
    np.testing.assert_allclose(h.decision(Z), reference, atol=1e-5 * np.abs(reference).max())


@pytest.mark.parametrize("seed", range(3))
def test_without_an_intercept_it_matches_linear_svc_with_a_huge_C(seed):
    X, y = separable_data(seed=seed)
    h = fit_hard_margin(X, y, kc.Linear(), intercept=False)
    prove_feasible(h, False)
    svc = LinearSVC(C=1e4, loss="hinge", fit_intercept=False, tol=1e-9, max_iter=10**6).fit(X, y)
    assert np.abs(h.alpha).max() < 1e4  # so C = 1e4 gives the hard margin
    np.testing.assert_allclose(h.decision(Z), svc.decision_function(Z), atol=1e-5)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_it_is_the_soft_margin_once_C_is_above_all_multipliers(kernel, intercept):
    X, y = separable_data(seed=4)
    h = fit_hard_margin(X, y, kernel, intercept=intercept)
    C = 1.01 * np.abs(h.alpha).max()
    s = kc.fit(X, y, kernel, kc.Hinge(), 1 / C, risk="sum", intercept=intercept, tol=1e-9)
    np.testing.assert_allclose(h.decision(Z), s.decision(Z), atol=1e-6)
    assert h.primal == pytest.approx(C * s.primal, rel=1e-8)
    s = kc.fit(X, y, kernel, kc.Hinge(), 2 / C, risk="sum", intercept=intercept, tol=1e-9)
    assert np.abs(h.decision(X) - s.decision(X)).max() > 1e-3  # half of this C is too small


def test_no_line_has_a_wider_margin():
    X, y = separable_data(seed=5)
    h = fit_hard_margin(X, y, kc.Linear())

    def distances(w, b):
        return y * (X @ w + b) / np.linalg.norm(w)

    w = h.alpha @ X
    assert distances(w, h.intercept).min() == pytest.approx(h.margin)
    np.testing.assert_allclose(distances(w, h.intercept)[h.support], h.margin)
    rng = np.random.default_rng(0)
    for size in np.geomspace(1e-6, 10, 400):
        dw, db = size * rng.normal(size=2), size * rng.normal()
        new_distances = distances(w + dw, h.intercept + db)
        assert new_distances.min() <= widest_margin(h) * (1 + 1e-12)


def test_the_nearest_convex_combinations_span_the_margin():
    X, y = separable_data(seed=6)
    h = fit_hard_margin(X, y, kc.Linear())
    way = h.hull_points[0] - h.hull_points[1]
    assert np.linalg.norm(way) == pytest.approx(2 * h.margin)
    np.testing.assert_allclose(h.decision(h.hull_points), [1, -1], atol=1e-9)
    np.testing.assert_allclose(way / (2 * h.margin), h.alpha @ X * h.margin, atol=1e-9)


@pytest.mark.parametrize("kernel", [kc.Linear(), kc.Polynomial(2, 1.0), kc.Polynomial(3, 0.5)])
@pytest.mark.parametrize("intercept", [True, False])
def test_infeasible_is_a_result_with_a_proof(kernel, intercept):
    for seed in range(4):
        X, y = mixed_data(60, seed)
        h = fit_hard_margin(X, y, kernel, intercept=intercept)
        prove_infeasible(h, kernel.features(X), intercept)
        assert not h.decision(Z).any()
        if intercept and kernel == kc.Linear():
            # Both are one point, which the convex hulls share.
            np.testing.assert_allclose(h.hull_points[0], h.hull_points[1], atol=1e-12)


@pytest.mark.parametrize("intercept", [True, False])
def test_a_linear_programme_agrees(intercept):
    """HiGHS decides for 200 small random problems whether some (w, b) has y_i (wᵀx_i + b) >= 1."""
    rng, answers = np.random.default_rng(1), []
    for _ in range(200):
        m, d = int(rng.integers(1, 12)), int(rng.integers(1, 4))
        X, y = rng.normal(size=(m, d)), rng.choice([-1.0, 1.0], m)
        A = -y[:, None] * np.column_stack([X, np.ones(m) if intercept else np.zeros(m)])
        programme = linprog(np.zeros(d + 1), A_ub=A, b_ub=-np.ones(m), bounds=(None, None))
        h = fit_hard_margin(X, y, kc.Linear(), intercept=intercept)
        assert h.feasible == (programme.status == 0)
        answers.append(h.feasible)
        if not h.feasible:
            prove_infeasible(h, X, intercept)
        elif len(set(y)) == 2 or not intercept:
            prove_feasible(h, intercept)
    assert 60 < sum(answers) < 140


def test_one_point_of_each_class():
    h = fit_hard_margin([[0, 0], [3, 4]], [-1, 1], kc.Linear())
    prove_feasible(h, True)
    assert h.margin == pytest.approx(2.5)
    np.testing.assert_allclose(h.alpha @ h.X, [0.24, 0.32])  # w = (3, 4) · 2/25
    assert h.intercept == pytest.approx(-1)


def test_one_class_alone():
    X, y = [[1.0, 1.0], [2.0, 3.0]], [-1, -1]
    h = fit_hard_margin(X, y, kc.Linear())  # both labels are -1, so b = -1 is enough
    assert h.feasible and (h.margin, h.primal, h.dual, h.gap) == (np.inf, 0, 0, 0)
    assert h.decision(Z).tolist() == [-1.0] * len(Z) and not len(h.support)
    h = fit_hard_margin(X, y, kc.Linear(), intercept=False)  # the line goes through the origin
    prove_feasible(h, False)
    assert h.margin == pytest.approx(np.sqrt(2)) and h.support.tolist() == [0]
    assert np.isnan(h.hull_points[0]).all()


def test_one_class_around_the_origin_needs_an_intercept():
    X, y = [[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]], [1, 1, 1]
    assert fit_hard_margin(X, y, kc.Linear()).feasible
    prove_infeasible(fit_hard_margin(X, y, kc.Linear(), intercept=False), np.array(X), False)
    assert fit_hard_margin(X, y, kc.Polynomial(2, 1.0), intercept=False).feasible


def test_a_shift_needs_an_intercept():
    X, y = separable_data(seed=7)
    near = fit_hard_margin(X, y, kc.Linear())
    moved_X = X + 30 * near.margin * (near.alpha @ X)  # a shift by 30 perpendicular to the line
    far = fit_hard_margin(moved_X, y, kc.Linear())
    assert far.margin == pytest.approx(near.margin, rel=1e-9)
    prove_infeasible(fit_hard_margin(moved_X, y, kc.Linear(), intercept=False), moved_X, False)


def test_points_on_one_line():
    X = np.arange(6.0)[:, None] * [[1.0, 2.0]]
    h = fit_hard_margin(X, [-1, -1, -1, 1, 1, 1], kc.Linear())
    prove_feasible(h, True)
    assert h.margin == pytest.approx(np.sqrt(5) / 2) and h.support.tolist() == [2, 3]
    y = np.array([-1, -1, 1, -1, 1, 1])
    prove_infeasible(fit_hard_margin(X, y, kc.Linear()), X, True)
    assert fit_hard_margin(X, y, kc.Polynomial(3, 1.0)).feasible


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_one_point_with_both_labels(kernel, intercept):
    X, y = separable_data(20, seed=8)
    X, y = np.vstack([X, X[3]]), np.append(y, -y[3])
    h = fit_hard_margin(X, y, kernel, intercept=intercept)
    assert not h.feasible and h.separation <= 1e-7
    mixes = np.array([h.beta * (y > 0), h.beta * (y < 0)]) @ kernel(X, X)
    np.testing.assert_allclose(*mixes, atol=1e-9)  # equal inner products with all points


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("point", [[0.0, 0.0], [2.0, -1.0]])
def test_all_points_equal(point, intercept):
    X, y = np.tile(point, (5, 1)), np.array([1, -1, 1, 1, -1])
    prove_infeasible(fit_hard_margin(X, y, kc.Linear(), intercept=intercept), X, intercept)
    solution = fit_hard_margin(X, np.ones(5), kc.Linear(), intercept=intercept)
    assert solution.feasible == (intercept or any(point))


def test_four_points_on_the_margin_of_a_square():
    X, y = [[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, 1, -1, -1]
    h = fit_hard_margin(X, y, kc.Linear())
    prove_feasible(h, True)
    np.testing.assert_allclose(h.decision(Z), Z[:, 0], atol=1e-12)
    xor = fit_hard_margin(X, [1, -1, -1, 1], kc.Linear())
    prove_infeasible(xor, np.array(X), True)
    h = fit_hard_margin(X, [1, -1, -1, 1], kc.Polynomial(2, 0.0))
    np.testing.assert_allclose(h.decision(Z), Z[:, 0] * Z[:, 1], atol=1e-9)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_near_the_end_of_separability_the_certificate_decides(kernel):
    """Two columns of points approach each other: feasible until rounding hides their distance."""
    heights, verdicts = np.linspace(-1, 1, 5), []
    for distance in np.geomspace(1, 1e-12, 49):
        X = np.array([[side * distance / 2, h] for side in (-1, 1) for h in heights])
        h = fit_hard_margin(X, np.repeat([-1.0, 1.0], 5), kernel)
        verdicts.append(h.feasible)
        if h.feasible:
            assert (h.y * h.decision(X) > 0).all()
            assert h.margin <= widest_margin(h) * (1 + 1e-12)
            if kernel == kc.Linear():
                truth = distance / 2
                assert widest_margin(h) >= truth * (1 - 1e-12)
                assert h.margin == pytest.approx(distance / 2, rel=0.1)
        else:
            assert h.separation <= 1e-6 * h.radius
    assert verdicts == sorted(verdicts, reverse=True)  # feasible first, then infeasible
    assert 20 <= sum(verdicts) < 35


@pytest.mark.parametrize("intercept", [True, False])
def test_removing_or_moving_other_points_changes_nothing(intercept):
    """The old solution stays optimal: no point enters the margin, and the support vectors stay."""
    X, y = separable_data(seed=10)
    h = fit_hard_margin(X, y, kc.Linear(), intercept=intercept)
    for i in np.flatnonzero(y * h.decision(X) > 1 + 1e-6)[::4]:
        remaining = np.arange(len(y)) != i
        less = fit_hard_margin(X[remaining], y[remaining], kc.Linear(), intercept=intercept)
        moved_X = X.copy()
        moved_X[i] += (1 - y[i] * h.decision(X[[i]])[0]) * y[i] * 0.9 * (h.alpha @ X) / h.norm2
        larger_fit = fit_hard_margin(moved_X, y, kc.Linear(), intercept=intercept)
        for refit in (less, larger_fit):
            np.testing.assert_allclose(refit.decision(Z), h.decision(Z), atol=1e-9)
            assert refit.primal == pytest.approx(h.primal, rel=1e-9)
            assert abs(refit.dual - h.dual) <= 1e-9 * h.primal
        across_X = moved_X.copy()
        across_X[i] -= 1.5 * y[i] * (h.alpha @ X) / h.norm2
        assert (
            fit_hard_margin(across_X, y, kc.Linear(), intercept=intercept).margin < 0.999 * h.margin
        )


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("s", [1e-7, 1e-4, 0.3, 1e4, 1e7])
def test_the_margin_scales_with_the_points(s, intercept):
    X, y = separable_data(seed=11)
    fit = fit_hard_margin(X, y, kc.Linear(), intercept=intercept)
    scaled_fit = fit_hard_margin(s * X, y, kc.Linear(), intercept=intercept)
    assert scaled_fit.margin == pytest.approx(s * fit.margin, rel=1e-9)
    np.testing.assert_allclose(scaled_fit.decision(s * Z), fit.decision(Z), atol=1e-9)
    X, y = mixed_data()
    assert not fit_hard_margin(s * X, y, kc.Linear(), intercept=intercept).feasible


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_neither_order_nor_sign_nor_copies_matter(kernel):
    X, y = separable_data(seed=12)
    h, order = fit_hard_margin(X, y, kernel), np.random.default_rng(0).permutation(len(y))
    shuffled = fit_hard_margin(X[order], y[order], kernel)
    swapped = fit_hard_margin(X, -y, kernel)
    doubled_fit = fit_hard_margin(np.vstack([X, X]), np.append(y, y), kernel)
    for refit, sign in ((shuffled, 1), (swapped, -1), (doubled_fit, 1)):
        np.testing.assert_allclose(sign * refit.decision(Z), h.decision(Z), atol=1e-7)
        assert refit.margin == pytest.approx(h.margin, rel=1e-8)


def test_the_same_problem_gives_the_same_bytes():
    X, y = separable_data(60, seed=13)
    first, second = (fit_hard_margin(X, y, kc.RBF(0.5)) for _ in range(2))
    assert first.alpha.tobytes() == second.alpha.tobytes() and first.intercept == second.intercept


@pytest.mark.parametrize("tau", [0.05, 0.2, 0.4])
@pytest.mark.parametrize("intercept", [True, False])
def test_a_narrow_rbf_separates_any_points(tau, intercept):
    X, y = kc.datasets.mixture().sample(120, 1)
    h = fit_hard_margin(X, y, kc.RBF(tau), intercept=intercept)
    assert h.feasible and (y * h.decision(X) >= 1 - 1e-6).all()
    assert h.margin >= (1 - 1e-6) * widest_margin(h)


def test_a_wide_rbf_ends_in_a_result_too():
    X, y = kc.datasets.mixture().sample(120, 1)
    # The points are separable, but by less than rounding errors.
    h = fit_hard_margin(X, y, kc.RBF(12.8))
    assert not h.feasible and h.separation < 1e-6 * h.radius


def test_too_few_iterations_leave_a_true_gap():
    X, y = separable_data(60, seed=14)
    h = fit_hard_margin(X, y, kc.RBF(0.3), max_iter=3)
    best = fit_hard_margin(X, y, kc.RBF(0.3))
    assert h.iterations < best.iterations and h.gap > 1e-3
    assert h.dual <= best.primal <= h.primal


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": [1, 0]}, "labels -1 and"),
        ({"y": [1]}, "one label for each point"),
        ({"X": [[0, np.nan], [1, 1]]}, "finite"),
        ({"X": [], "y": []}, "one row for each point"),
        ({"kernel": "rbf"}, "kernel must be"),
        ({"tol": 0}, "tol"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_bad_input_is_refused_with_a_message(change, message):
    options = {"X": [[0, 0], [1, 1]], "y": [1, -1], "kernel": kc.Linear(), **change}
    with pytest.raises(ValueError, match=message):
        fit_hard_margin(**options)
