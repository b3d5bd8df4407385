"""Softmax's deterministic prediction compared with the randomised one of note 004."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.datasets import class_mixtures
from lab.wire.softmax_prediction import (
    expected_errors,
    sample_prediction,
    self_estimated_errors,
)
from tests.classes import fit_softmax

X, Y = class_mixtures.blobs(4).sample(60, 0)


def test_randomised_prediction_draws_by_probability():
    rng = np.random.default_rng(0)
    Z = rng.normal(size=(50_000, 2))
    P = np.tile([0.5, 0.3, 0.2], (50_000, 1))
    sampled = sample_prediction(P, Z, 1)
    np.testing.assert_allclose(np.bincount(sampled) / 50_000, [0.5, 0.3, 0.2], atol=0.01)
    assert (P.argmax(axis=1) == 0).all()
    np.testing.assert_array_equal(sample_prediction(P[:9], Z[:9], 1), sampled[:9])
    sure = np.eye(3)[rng.integers(3, size=50_000)]
    np.testing.assert_array_equal(sample_prediction(sure, Z, 1), sure.argmax(axis=1))


def test_expected_errors():
    s = fit_softmax(X, Y, kc.Linear(), 0.01)
    T, t = class_mixtures.blobs(4).sample(4000, 5)
    P = s.probabilities(T)
    plain, sampled = expected_errors(P, t)
    assert plain == np.mean(s.predict(T) != t)
    tries = [np.mean(sample_prediction(P, T, seed) != t) for seed in range(20)]
    assert sampled == pytest.approx(np.mean(tries), abs=0.005)
    assert plain < sampled
    by_itself, by_chance = self_estimated_errors(P)
    assert by_itself <= by_chance <= 2 * by_itself
    rng = np.random.default_rng(0)
    labels = np.array([rng.choice(4, p=p / p.sum()) for p in P])
    np.testing.assert_allclose(expected_errors(P, labels), (by_itself, by_chance), atol=0.02)
