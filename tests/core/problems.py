"""Random problems for the solvers: easy, singular, duplicated, unbalanced, of every scale."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

import kernel_core as kc


class Problem(NamedTuple):
    X: np.ndarray
    y: np.ndarray
    kernel: kc.Kernel
    lam: float
    risk: str


def random_problems(count: int, seed: int, largest: int = 300) -> Iterator[Problem]:
    """Generate problems with log-uniform m from 1 to `largest`, tau from .01 to 100, and lam from
    1e-6 to 1e3. The first has m = 1, the second m = `largest`; some have a linear kernel."""
    rng = np.random.default_rng(seed)

    def log_uniform(low: float, high: float) -> float:
        return float(np.exp(rng.uniform(np.log(low), np.log(high))))

    for i in range(count):
        m = 1 if i == 0 else largest if i == 1 else int(log_uniform(1, largest + 1))
        X = rng.normal(size=(m, 2))
        if rng.random() < 0.4:  # duplicates, some of them with opposite labels
            X[: m // 2] = X[rng.integers(m, size=m // 2)]
        if rng.random() < 0.5:  # pure noise, often with few points in one class
            y = np.where(rng.random(m) < rng.uniform(0.02, 0.98), 1.0, -1.0)
        else:
            y = np.where(X[:, 0] + X[:, 1] ** 2 - 0.7 + 0.3 * rng.normal(size=m) > 0, 1.0, -1.0)
        tau, lam = log_uniform(0.01, 100), log_uniform(1e-6, 1e3)
        kernel = kc.Linear() if rng.random() < 0.15 else kc.RBF(tau)
        yield Problem(X, y, kernel, lam, ("sum", "mean")[i % 2])


def noisy(m: int = 80, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return two overlapping classes in the plane: X (m, 2), y (m,)."""
    return kc.datasets.mixture().sample(m, seed)
