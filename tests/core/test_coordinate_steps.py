"""Steps of one coordinate each, and other ways for the active set to begin."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core import active_set, box
from kernel_core.coordinate_steps import coordinate_steps
from tests.core.problems import noisy


def test_coordinate_steps_only_ever_raise_the_dual():
    X, y = noisy(200)
    K, low, high = kc.RBF(0.8)(X, X), np.minimum(y, 0), np.maximum(y, 0)
    a = np.zeros(200)
    f, dual = np.zeros(200), 0.0
    for _ in range(3):
        coordinate_steps(K, y, low, high, a, f)
        assert (low <= a).all() and (a <= high).all()
        np.testing.assert_allclose(f, K @ a, atol=1e-12)
        assert y @ a - a @ f / 2 > dual
        dual = y @ a - a @ f / 2
    best = kc.fit(X, y, kc.RBF(0.8), kc.Hinge(), 1.0, risk="sum").dual
    assert 0.999 * best < dual <= best * (1 + 1e-12)


def test_coordinate_steps_leave_a_kernel_without_a_diagonal_alone():
    a = np.zeros(3)
    coordinate_steps(np.zeros((3, 3)), np.ones(3), np.zeros(3), np.ones(3), a, np.zeros(3))
    assert (a == 0).all()


def test_many_at_c_are_sorted_first(monkeypatch):
    taken = []

    def counted(*args):
        taken.append(len(args))
        coordinate_steps(*args)

    monkeypatch.setattr(box, "coordinate_steps", counted)
    X, y = noisy(500)
    solutions, start = [], None
    for tau in np.geomspace(5, 0.5, 16):
        start = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1.0, risk="sum", start=start)
        solutions.append(start)
    assert len(taken) >= 16 and max(s.gap for s in solutions) <= 1e-9
    assert sum(s.iterations for s in solutions) < 300  # two or three times as many without
    kernels = [s.kernel for s in solutions]
    swept = kc.sweep(X, y, kernels, 1.0, kc.Hinge(), risk="sum")
    again = kc.sweep(X, y, kernels, 1.0, kc.Hinge(), risk="sum")
    assert again.alpha.tobytes() == swept.alpha.tobytes()


def test_few_points_or_an_intercept_go_without(monkeypatch):
    monkeypatch.delattr(box, "coordinate_steps")
    X, y = noisy(100)
    assert kc.fit(X, y, kc.RBF(0.8), kc.Hinge(), 1.0, risk="sum").gap <= 1e-6
    X, y = noisy(200)
    s = kc.fit(X, y, kc.RBF(0.8), kc.Hinge(), 1.0, risk="sum", intercept=True)
    assert s.gap <= 1e-6


def test_from_far_off_it_ends_at_the_same_answer():
    """lam jumps by a factor of a thousand, so that the start is far off, either way."""
    X, y = noisy(300)
    for lams in ([1e-2, 10.0, 1e-2], [10.0, 1e-2, 10.0]):
        swept = kc.sweep(X, y, kc.RBF(0.5), lams, kc.Hinge(), risk="sum")
        assert swept.gap.max() <= 1e-6
        np.testing.assert_allclose(swept.decision[0], swept.decision[2], atol=1e-5)


@pytest.mark.parametrize("tau", [0.1, 0.6, 3.0])
@pytest.mark.parametrize(("C", "leaps"), [(3.0, 0), (30.0, 1), (1e3, 2), (1e6, 4)])
def test_a_far_c_is_reached_by_way_of_nearer_ones(monkeypatch, tau, C, leaps):
    X, y = noisy(160)
    cold, own = [], active_set.solve_box

    def counted(*args, **options):
        cold.append(args[3])
        return own(*args, **options)

    monkeypatch.setattr(active_set, "solve_box", counted)
    s = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1 / C, risk="sum")
    assert len(cold) == leaps and s.gap <= 1e-6
    slow = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1 / C, risk="sum", start=s)
    np.testing.assert_allclose(slow.decision(X), s.decision(X), atol=1e-4)
