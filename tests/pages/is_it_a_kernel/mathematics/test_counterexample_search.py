"""For functions that are not kernels the search finds points that prove it; for kernels, none."""

from itertools import islice

import numpy as np
import pytest

import kernel_core as kc
from lab.formulas import parse
from lab.formulas.candidates import SquaredDistance
from lab.formulas.sequences import CosineSeries, RandomFourier, RBFTaylor, SincKernel
from pages.is_it_a_kernel.mathematics.counterexample_search import (
    search_counterexample,
)

# Candidates that are not kernels, each with the dimension of the search.
NO_KERNELS = [
    ("dist^2", 1), ("dist^2", 2), ("tanh(x.z+0.1)", 1), ("tanh(x.z+0.1)", 2), ("tanh(x.z-0.5)", 2),
    ("-dist", 1), ("-dist", 2), ("min(x,z)", 1), ("rbf(1)-rbf(0.5)", 1), ("rbf(1)-rbf(0.5)", 2),
    ("rbf(1)-0.2*rbf(0.5)", 2), ("rbf(0.5)-0.6*rbf(1)", 1), ("x.z-2", 1), ("x.z-2", 2), ("-2", 1),
    ("dist", 2), ("cos(dist)", 2), ("sin(x.z)", 2), ("max(x.z,0)", 2), ("abs(x.z)", 2),
    ("exp(-dist^4)", 1), ("x1*z2+x2*z1", 2), ("max(1-dist,0)", 2), ("(x.z-1)^2*(x.z-1)", 2),
    ("log(2+x.z)", 1),
]  # fmt: skip
KERNELS = [
    (kc.Linear(), 2),
    (kc.RBF(0.3), 1),
    (kc.RBF(1.0), 2),
    (kc.RBF(20.0), 2),
    (kc.Polynomial(5, 1.0), 2),
    (kc.Cosine(2.0), 2),
    (CosineSeries(20), 2),
    (SincKernel(), 2),
    (kc.Min(), 1),
    (RBFTaylor(0.5, 7), 2),
    (RandomFourier(0.5, 20), 2),
    (kc.exp(kc.Linear()), 2),
    (parse("conj(exp(-norm(x)^2), poly(2,1)) + x1*z1"), 2),
    (parse("1000000*rbf(0.5) + 0.000001*linear"), 2),
    (parse("0*x.z"), 2),
    (parse("rbf(0.5) - 0.1*rbf(1)"), 1),  # not covered by a rule, but its spectrum is positive
    (parse("1.9*x.z + x.z^2 + 1"), 2),
    (parse("exp(-dist)"), 2),
]


def find_counterexample(candidate, **options):
    *_, last = search_counterexample(candidate, **options)
    return last.counterexample


def prove(counterexample, candidate):
    """Check that a counterexample proves a negative eigenvalue of the candidate's matrix."""
    n = len(counterexample.points)
    K = candidate(counterexample.points, counterexample.points)
    np.testing.assert_array_equal(counterexample.matrix, K)
    assert counterexample.matrix.shape == (n, n) and counterexample.eigenvalues.shape == (n,)
    assert counterexample.value < -1e-9 * n * np.abs(K).max()
    assert counterexample.c @ K @ counterexample.c == pytest.approx(counterexample.value, rel=1e-6)
    assert counterexample.value == pytest.approx(counterexample.eigenvalues[0], rel=1e-6)
    assert np.linalg.norm(counterexample.c) == pytest.approx(1)
    assert np.abs(counterexample.points).max() <= 3 + 1e-12


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize(("text", "d"), NO_KERNELS)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_the_search_finds_points_with_a_negative_eigenvalue(text, d, seed):
    candidate = parse(text)
    counterexample = find_counterexample(candidate, d=d, seed=seed)
    assert counterexample is not None and counterexample.points.shape[1] == d
    prove(counterexample, candidate)
    with pytest.raises(ValueError, match="negative eigenvalue"):  # fit refuses these points
        kc.fit(
            counterexample.points, np.ones(len(counterexample.points)), candidate, kc.Squared(), 0.1
        )


@pytest.mark.thorough(keep_every=18)
@pytest.mark.parametrize(("kernel", "d"), KERNELS, ids=repr)
def test_the_search_finds_no_points_for_a_kernel(kernel, d):
    *_, last = search_counterexample(kernel, d=d, budget=3000)
    assert last.counterexample is None and last.is_finished and last.evaluations == 3000
    assert last.best >= -1e-9


def test_for_the_squared_distance_two_points_suffice():
    """The eigenvalues are ±‖x₁ − x₂‖² (notes 001 and 004)."""
    counterexample = find_counterexample(SquaredDistance())
    assert len(counterexample.points) == 2
    distance2 = ((counterexample.points[0] - counterexample.points[1]) ** 2).sum()
    np.testing.assert_allclose(counterexample.eigenvalues, [-distance2, distance2])
    np.testing.assert_allclose(np.abs(counterexample.c), [0.5**0.5, 0.5**0.5])
    assert counterexample.c[0] * counterexample.c[1] < 0


def test_small_sets_are_searched_first():
    assert len(find_counterexample(parse("x.z-2")).points) == 2
    assert len(find_counterexample(parse("cos(dist)")).points) == 3
    assert len(find_counterexample(parse("max(1-dist,0)")).points) > 6


def test_the_search_reports_progress_and_can_be_stopped():
    reports = list(islice(search_counterexample(kc.RBF(1), budget=100_000, every=50), 5))
    assert [r.evaluations for r in reports] == [50, 100, 150, 200, 250]
    assert all(not r.is_finished and r.counterexample is None for r in reports)
    bests = [r.best for r in reports]
    assert bests == sorted(bests, reverse=True)
    for r in reports:
        K = kc.RBF(1)(r.points, r.points)
        assert np.linalg.eigvalsh(K / np.abs(K).max())[0] == pytest.approx(r.best, abs=1e-12)


def test_the_search_is_reproducible():
    candidate = parse("rbf(1)-0.2*rbf(0.5)")
    first, second = (find_counterexample(candidate, seed=3) for _ in range(2))
    np.testing.assert_array_equal(first.points, second.points)
    assert not np.array_equal(first.points, find_counterexample(candidate, seed=4).points)


def test_a_weak_counterexample_is_pushed_further():
    """The first counterexample may be only slightly below 0; the search continues until it is
    visible."""
    candidate = parse("rbf(1)-0.1*rbf(0.5)")
    counterexample = find_counterexample(candidate, d=1)
    prove(counterexample, candidate)
    assert counterexample.value < -1e-3


def test_asymmetry_is_shown_at_two_points():
    candidate = parse("x1 - z1")
    counterexample = find_counterexample(candidate)
    assert counterexample.c is None and counterexample.points.shape == (2, 2)
    np.testing.assert_array_equal(
        counterexample.matrix, candidate(counterexample.points, counterexample.points)
    )
    assert counterexample.value == counterexample.matrix[0, 1] - counterexample.matrix[1, 0] != 0


def test_points_without_a_value_are_skipped():
    counterexample = find_counterexample(
        parse("sqrt(x.z)"), d=2
    )  # x.z is negative for many pairs of points, where the root is undefined
    assert (counterexample.points @ counterexample.points.T >= 0).all()
    with pytest.raises(ValueError, match="on a line"):
        list(search_counterexample(kc.Min(), d=2))
    with pytest.raises(ValueError, match="no coordinate 3"):
        find_counterexample(parse("x3*z3-1"), d=2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"d": 0}, "number of coordinates must be a whole number from 1"),
        ({"budget": 0}, "budget must be"),
        ({"every": 0}, "every must be"),
        ({"budget": 2.5}, "budget must be"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        search_counterexample(kc.Linear(), **options)
