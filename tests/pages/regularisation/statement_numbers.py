"""The numbers of the page's statements."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from pytest import approx

from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.polynomial_fits import ridge
from tests.pages.regularisation.test_answers import FINE, Sample


@cache
def sample(data: str, m: str, seed: str) -> Sample:
    return Sample({"data": data, "m": m, "seed": seed})


def sample_of(fields: Mapping[str, str]) -> Sample:
    usual = {name: f"{getattr(DEFAULT, name)}" for name in ("data", "m", "seed")}
    on_a_line = fields.get("data", "wave") in ("wave", "steps")
    return sample(*(fields.get(n, text) if on_a_line else text for n, text in usual.items()))


def by_degree(fields: Mapping[str, str]) -> dict[str, float]:
    own, M = sample_of(fields), int(float(fields["order"]))
    test, train = own.by_degree()
    return {
        "M": M, "test": test[M], "train": train[M], "noise": own.line.s**2, "m": own.m,
        "verdict": verdict(test, train, M),
    }  # fmt: skip


def verdict(test: np.ndarray, train: np.ndarray, M: int) -> int:
    """0: the test error is near the least; −1: a lower degree, which misses the points as well."""
    best = int(test.argmin())
    if test[M] <= 1.5 * test[best]:
        return 0
    return -1 if best > M and train[M] >= 2 * train[best] else 1


def by_lam(fields: Mapping[str, str]) -> dict[str, float]:
    own, M = sample_of(fields), int(float(fields["power"]))
    test = own.by_lam(M)
    at = int(np.argmin(np.abs(np.log(np.divide(ridge.STOPS, float(fields["penalty"]))))))
    return {
        "test": test[at], "first": test[0], "last": test[-1], "M": M, "coefficients": M + 1,
        "m": own.m, "best": ridge.STOPS[int(np.argmin(test))],
    }  # fmt: skip


@cache
def bias_and_variance(own: Sample) -> np.ndarray:
    return own.bias_and_variance(FINE[::40])


def of_many_samples(fields: Mapping[str, str]) -> dict[str, Any]:
    M = int(float(fields["many"]))
    bias2, variance = bias_and_variance(sample_of(fields))
    as_told = {"rel": 0.2, "abs": 1e-6}  # a power of ten, and one digit
    return {"bias2": approx(bias2[M], **as_told), "variance": approx(variance[M], **as_told)}


NUMBERS = {"degree": by_degree, "ridge": by_lam, "spread": of_many_samples}
ADDRESSES = ({}, {"data": "steps", "m": "40"}, {"data": "wave", "m": "3", "seed": "1"})
