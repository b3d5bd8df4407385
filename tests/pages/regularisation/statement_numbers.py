"""Compute the numbers of the page's statements."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from pytest import approx
from sklearn.linear_model import Ridge

from kernel_core.datasets import REGRESSION_SOURCES, NoisyFunction
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.mathematics.bias_variance import N_DATA_SETS, data_sets
from pages.regularisation.polynomial_fits import ridge

DEGREES = np.arange(16)
LOW, HIGH = NoisyFunction.low, NoisyFunction.high
FINE = np.linspace(LOW, HIGH, 24_001)[:-1] + (HIGH - LOW) / 48_000  # midpoints, off all jumps


def powers(x, M):
    return np.vander(np.asarray(x).ravel() / HIGH, M + 1, increasing=True)


class Sample:
    """The points of an address, and errors of fits to them."""

    def __init__(self, address):
        self.line = REGRESSION_SOURCES[address["data"]](float(address.get("noise", 1)))
        self.m, self.seed = int(address.get("m", 15)), int(address["seed"])
        self.X, self.y = self.line.sample(self.m, self.seed)

    def test_error(self, w):
        difference = powers(FINE, len(w) - 1) @ w - self.line.truth(FINE)
        return np.mean(difference**2) + self.line.s**2

    def by_degree(self):
        """Return the test and the training errors, by degree."""
        ways = [np.linalg.lstsq(powers(self.X, M), self.y, rcond=None)[0] for M in DEGREES]
        residuals = [powers(self.X, len(w) - 1) @ w - self.y for w in ways]
        return np.array([self.test_error(w) for w in ways]), np.square(residuals).mean(axis=1)

    def by_lam(self, M):
        ways = [
            Ridge(alpha=lam, fit_intercept=False, solver="svd")
            .fit(powers(self.X, M), self.y).coef_ for lam in ridge.STOPS
        ]  # fmt: skip
        return np.array([self.test_error(w) for w in ways])

    def shares_of_bias(self):
        """Return bias² as a share of bias² + variance, by degree."""
        bias2, variance = self.bias_and_variance()
        return bias2 / (bias2 + variance)

    def bias_and_variance(self, x=FINE[::200]):
        """Return bias² and variance by degree, over samples with new points and new noise."""
        parts = []
        for M in DEGREES:
            ways = [
                powers(x, M) @ np.linalg.pinv(powers(X, M), rcond=1e-14)
                for X, _ in data_sets(self.line, self.m, N_DATA_SETS, self.seed)
            ]
            places = [X[:, 0] for X, _ in data_sets(self.line, self.m, N_DATA_SETS, self.seed)]
            means = np.array([A @ self.line.truth(p) for A, p in zip(ways, places, strict=True)])
            bias2 = np.mean((means.mean(axis=0) - self.line.truth(x)) ** 2)
            noise = np.mean([np.sum(A**2, axis=1).mean() for A in ways]) * self.line.s**2
            variance = np.mean((means - means.mean(axis=0)) ** 2) + noise
            parts.append((bias2, variance))
        return np.array(parts).T


@cache
def sample(data: str, m: str, seed: str) -> Sample:
    return Sample({"data": data, "m": m, "seed": seed})


def sample_of(fields: Mapping[str, str]) -> Sample:
    defaults = {name: f"{getattr(DEFAULT, name)}" for name in ("data", "m", "seed")}
    on_a_line = fields.get("data", "wave") in ("wave", "steps")
    return sample(*(fields.get(n, text) if on_a_line else text for n, text in defaults.items()))


def by_degree(fields: Mapping[str, str]) -> dict[str, float]:
    sample, M = sample_of(fields), int(float(fields["order"]))
    test, train = sample.by_degree()
    return {
        "M": M, "test": test[M], "train": train[M], "noise": sample.line.s**2, "m": sample.m,
        "verdict": verdict(test, train, M),
    }  # fmt: skip


def verdict(test: np.ndarray, train: np.ndarray, M: int) -> int:
    """Return 0 if the test error is near the minimum, −1 for a lower degree, which also has a large
    training error, else 1."""
    best = int(test.argmin())
    if test[M] <= 1.5 * test[best]:
        return 0
    return -1 if best > M and train[M] >= 2 * train[best] else 1


def by_lam(fields: Mapping[str, str]) -> dict[str, float]:
    sample, M = sample_of(fields), int(float(fields["power"]))
    test = sample.by_lam(M)
    stop_index = int(np.argmin(np.abs(np.log(np.divide(ridge.STOPS, float(fields["penalty"]))))))
    return {
        "test": test[stop_index], "first": test[0], "last": test[-1], "M": M, "coefficients": M + 1,
        "m": sample.m, "best": ridge.STOPS[int(np.argmin(test))],
    }  # fmt: skip


@cache
def bias_and_variance(sample: Sample) -> np.ndarray:
    return sample.bias_and_variance(FINE[::40])


def of_many_samples(fields: Mapping[str, str]) -> dict[str, Any]:
    M = int(float(fields["many"]))
    bias2, variance = bias_and_variance(sample_of(fields))
    tolerance = {"rel": 0.2, "abs": 1e-6}  # coarse: the page's sentence shows two digits at most
    return {"bias2": approx(bias2[M], **tolerance), "variance": approx(variance[M], **tolerance)}


NUMBERS = {"degree": by_degree, "ridge": by_lam, "spread": of_many_samples}
ADDRESSES = ({}, {"data": "steps", "m": "40"}, {"data": "wave", "m": "3", "seed": "1"})
