"""Sparse recovery compared with linear programming, and a table of shares that does not depend on
the order of its cells."""

from math import log

import numpy as np
import pytest
from scipy.optimize import linprog

from pages.regularisation.mathematics.sparse_recovery import (
    RecoveryCell,
    coarse_to_fine,
    fit_constant,
    phase_transition,
    recover,
    recovery_cell,
    sparse_problem,
)


def smallest_l1(X, y):
    """Minimise ‖w‖₁ with Xw = y by a linear programme over w = p − q with p, q ≥ 0."""
    d = X.shape[1]
    answer = linprog(np.ones(2 * d), A_eq=np.hstack([X, -X]), b_eq=y, bounds=(0, None))
    return answer.x[:d] - answer.x[d:]


@pytest.mark.parametrize(("n", "s"), [(8, 1), (12, 3), (16, 4), (20, 5), (24, 8), (34, 10)])
def test_recovered_is_what_the_linear_programme_recovers(n, s):
    verdicts = []
    for trial in range(12):
        X, y, w_star = sparse_problem(n, 40, s, 7, trial)
        exact, gap, w = recover(X, y, w_star)
        best = smallest_l1(X, y)
        assert exact == (np.linalg.norm(best - w_star) <= 1e-6)
        assert np.abs(w).sum() <= np.abs(best).sum() * (1 + 1e-6)
        assert gap <= 1e-6
        distance = np.linalg.norm(w - w_star) / np.linalg.norm(w_star)
        assert distance < 3e-4 or distance > 0.03  # no case is near the tolerance for "exact"
        if exact:
            np.testing.assert_array_equal(np.round(w), w_star)
        verdicts.append(exact)
    if (n, s) in [(12, 3), (16, 4), (20, 5)]:
        assert 0 < sum(verdicts) < 12


def test_the_problem_matches_its_description():
    X, y, w = sparse_problem(9, 30, 4, 3)
    assert X.shape == (9, 30) and (np.abs(w[w != 0]) == 1).all() and (w != 0).sum() == 4
    np.testing.assert_array_equal(X @ w, y)


def test_enough_examples_always_recover_and_too_few_never():
    assert recovery_cell(40, 40, 6, 20).probability == 1
    assert recovery_cell(40, 30, 3, 20).probability == 1
    assert recovery_cell(40, 6, 6, 20).probability == 0


def test_another_seed_draws_other_problems():
    sizes = [(n, s) for n in (6, 12, 18) for s in (1, 3)]
    first, second = (
        [recovery_cell(24, n, s, 5, seed).successes for n, s in sizes] for seed in (2, 3)
    )
    assert first != second


def test_coarse_before_fine_and_every_cell_once():
    order = coarse_to_fine(16, 12)
    assert len(set(order)) == len(order) == 192
    assert order[:4] == [(0, 0), (0, 8), (8, 0), (8, 8)]
    assert all(i % 4 == j % 4 == 0 for i, j in order[:12])
    assert coarse_to_fine(1, 1) == [(0, 0)]


def test_the_border_rises_with_s_and_the_constant_fits():
    cells = [recovery_cell(40, n, s, 8) for n in range(4, 41, 4) for s in (1, 2, 4, 6)]
    border = phase_transition(cells)
    assert list(border) == [s for s in (1, 2, 4, 6) if s in border] and len(border) >= 3
    assert (np.diff(list(border.values())) > 0).all()
    C = fit_constant(cells, 40)
    assert 0.4 < C < 1.5
    share = np.mean([c.probability for c in cells if c.n > 2 * C * c.s * log(40)])
    assert share > 0.98  # far above the curve nearly all are recovered


def test_half_way_by_hand():
    cells = [
        RecoveryCell(4, 1, 0, 10, 0.0),
        RecoveryCell(8, 1, 10, 10, 0.0),
        RecoveryCell(6, 1, 4, 10, 0.0),
    ]
    assert phase_transition(cells) == {1: pytest.approx(6 + 2 / 6)}
    assert fit_constant(cells, 20) == pytest.approx((6 + 1 / 3) / log(20))
    assert phase_transition(cells[:1]) == {} and fit_constant(cells[:1], 20) is None
    assert phase_transition([RecoveryCell(4, 2, 9, 10, 0.0)]) == {}  # never below one half
    two = [RecoveryCell(s * 10, s, k, 1, 0.0) for s in (1, 2) for k in (0,)]
    two += [RecoveryCell(s * 10 + 2, s, 1, 1, 0.0) for s in (1, 2)]
    assert phase_transition(two) == {1: 11.0, 2: 21.0}


def test_one_entry_of_one_unknown_pair():
    assert recovery_cell(2, 2, 1, 5).probability == 1
    cell = recovery_cell(2, 1, 1, 200)  # one equation: ℓ₁ uses the longer of two random columns
    assert 0.35 < cell.probability < 0.65


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sparse_problem(5, 10, 11, 0), "s must be at most d"),
        (lambda: sparse_problem(5, 401, 1, 0), "at most 400"),
        (lambda: sparse_problem(0, 10, 1, 0), "n must be"),
        (lambda: recovery_cell(10, 5, 0), "s must be"),
        (lambda: recovery_cell(10, 5, 1, 0), "trials"),
        (lambda: recovery_cell(10, 5, 1, 1, -1), "seed"),
    ],
)
def test_bad_input_is_refused_with_a_message(call, message):
    with pytest.raises(ValueError, match=message):
        call()
