"""The PAC calculator, and the experiment, in which the bound always holds."""

from itertools import islice
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from pages.regularisation.mathematics.pac import (
    binomial_interval,
    error_bound,
    failure_bound,
    sample_size,
)
from pages.regularisation.mathematics.pac_experiment import failure_probability, run_pac_experiment

SHARES = st.floats(0.001, 0.999)


def test_numbers_by_hand():
    assert sample_size(100, 0.1, 0.05) == 77  # ln 2000 / 0.1 = 76.009
    assert error_bound(100, 100, 0.05) == pytest.approx(log(2000) / 100)
    assert failure_bound(100, 100, 0.1) == pytest.approx(100 * exp(-10))
    assert failure_bound(1, 100, 0.1) == 1.0
    assert sample_size(1, 0.5, exp(-1)) == 2 and failure_bound(0, 1, 0.5) == 1
    assert failure_bound(10**7, 10**12, 0.9) == 0.0


@given(st.integers(1, 10**9), SHARES, SHARES)
def test_the_forms_are_one_bound(size, eps, delta):
    n = sample_size(size, eps, delta)
    assert failure_bound(n, size, eps) <= delta * (1 + 1e-9)
    if n > 1:
        assert failure_bound(n - 1, size, eps) > delta * (1 - 1e-9)
        assert error_bound(n - 1, size, delta) > eps * (1 - 1e-9)
    assert error_bound(n, size, delta) <= eps * (1 + 1e-9)


@pytest.mark.parametrize(
    ("k", "n"), [(0, 1), (1, 1), (0, 50), (3, 50), (50, 50), (7, 2000), (499, 1000)]
)
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.999])
def test_the_interval_is_scipys(k, n, confidence):
    reference = binomtest(k, n).proportion_ci(confidence, method="exact")
    np.testing.assert_allclose(
        binomial_interval(k, n, confidence), reference, rtol=1e-7, atol=1e-12
    )


def plain_thresholds(x, size):
    """Compute the error of the worst empirical risk minimiser by trying every threshold."""
    places = np.arange(size) / (size - 1)
    y = x >= places[size // 2]
    consistent = [p for p in places if ((x >= p) == y).all()]
    return max(abs(p - places[size // 2]) for p in consistent)


@pytest.mark.parametrize(
    ("size", "n", "eps"), [(2, 3, 0.3), (11, 5, 0.2), (40, 12, 0.1), (7, 1, 0.34)]
)
def test_failures_are_those_of_empirical_risk_minimisers(size, n, eps):
    """Compare the failures in 50 training sets with an enumeration of the class."""
    rng = np.random.default_rng(4)
    x = rng.random((50, n))
    failures = sum(plain_thresholds(row, size) >= eps - 1e-12 for row in x)
    first = next(run_pac_experiment("thresholds", size, n, eps, seed=4))
    assert (first.sets, first.failures) == (50, failures)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["thresholds", "independent"]),
    st.integers(2, 60),
    st.integers(1, 60),
    st.floats(0.01, 0.6),
)
def test_the_exact_probability_never_breaks_the_bound(kind, size, n, eps):
    exact = failure_probability(kind, size, n, eps)
    assert 0 <= exact <= failure_bound(n, size, eps) + 1e-12


@pytest.mark.parametrize("kind", ["thresholds", "independent"])
@pytest.mark.parametrize(
    ("size", "n", "eps"), [(2, 4, 0.3), (21, 20, 0.1), (33, 40, 0.125), (8, 60, 0.05)]
)
def test_the_experiment_agrees_with_the_exact_probability_and_the_bound(kind, size, n, eps):
    *_, tally = run_pac_experiment(kind, size, n, eps, sets=2000, seed=1)
    low, high = tally.interval(0.9999)
    assert tally.sets == 2000 and low <= tally.exact <= high
    assert low <= tally.delta  # the bound holds
    assert tally.frequency == tally.failures / 2000


def test_the_guessers_nearly_reach_the_bound_and_the_thresholds_do_not():
    size, eps = 50, 0.05
    n = sample_size(size, eps, 0.05)
    guessers = failure_probability("independent", size, n, eps)
    thresholds = failure_probability("thresholds", size, n, eps)
    assert 0.7 * 0.05 < guessers < 0.05
    assert thresholds < 0.1 * guessers


def test_a_longer_run_begins_like_a_shorter_one():
    run = list(run_pac_experiment("independent", 10, 20, 0.1, sets=230, seed=3))
    assert [t.sets for t in run] == [50, 100, 150, 200, 230]
    longer_run = list(islice(run_pac_experiment("independent", 10, 20, 0.1, sets=1000, seed=3), 4))
    assert longer_run == run[:4]
    assert [t.failures for t in run] == sorted(t.failures for t in run)
    assert list(run_pac_experiment("independent", 10, 20, 0.1, sets=230, seed=4)) != run


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sample_size(0, 0.1, 0.1), "size must be"),
        (lambda: sample_size(10, 0, 0.1), "eps must be"),
        (lambda: sample_size(10, 0.1, 1), "delta must be"),
        (lambda: error_bound(0, 10, 0.1), "n must be"),
        (lambda: binomial_interval(3, 2), "more successes"),
        (lambda: run_pac_experiment("lines", 10, 10, 0.1), "thresholds, independent"),
        (lambda: run_pac_experiment("independent", 1, 10, 0.1), "size must be"),
        (lambda: run_pac_experiment("independent", 10, 10, 1.0), "eps must be"),
        (lambda: run_pac_experiment("independent", 10**5, 1000, 0.1), "too long"),
        (lambda: run_pac_experiment("independent", 10, 10, 0.1, sets=0), "sets"),
    ],
)
def test_bad_input_is_refused_with_a_message(call, message):
    with pytest.raises(ValueError, match=message):
        call()
