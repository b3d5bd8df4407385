"""The PAC bound: n >= ln(|F|/δ)/ε examples are enough (note 001, recap).

If a finite class F contains the truth, then with probability at least 1 - δ every f ∈ F without
training errors, such as the choice of empirical risk minimisation, has a true error R(f) < ε. The
proof is one line: an f with R(f) >= ε agrees with n examples with probability at most
(1 - ε)^n <= e^{-εn}, and there are at most |F| such f.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, exp, lgamma, log, log1p

import numpy as np

from kernel_core.validation import check_count, check_share


def sample_size(size: int, eps: float, delta: float) -> int:
    """Return a sufficient number of examples for a finite class: the smallest n >= ln(|F|/δ)/ε.

    Parameters
    ----------
    size : int
        |F|, the number of functions.
    eps : float
        ε, the bound on the true error, between 0 and 1.
    delta : float
        δ, the allowed probability of a failure, between 0 and 1.

    Returns
    -------
    int
        n.

    Raises
    ------
    ValueError
        If an argument is out of its bounds.

    Notes
    -----
    Note 001, "Ensuring generalization", the theorem: an f with R(f) >= ε agrees with n examples
    with probability at most (1 - ε)^n <= e^{-εn}, and there are at most |F| such f.

    Examples
    --------
    >>> sample_size(1000, eps=0.1, delta=0.05)
    100
    """
    eps, delta = check_share(eps, "eps"), check_share(delta, "delta")
    return ceil(_log_ratio(size, delta) / eps - 1e-12)


def error_bound(n: int, size: int, delta: float) -> float:
    """Return the ε that n examples guarantee, ln(|F|/δ)/n.

    Parameters
    ----------
    n : int
        The number of examples.
    size : int
        |F|, the number of functions.
    delta : float
        δ, the allowed probability of a failure, between 0 and 1.

    Returns
    -------
    float
        ε; a value of 1 or more is no restriction.

    Raises
    ------
    ValueError
        If an argument is out of its bounds.

    Notes
    -----
    Note 001, "Ensuring generalization", the theorem: n >= ln(|F|/δ)/ε, solved for ε.

    Examples
    --------
    >>> round(error_bound(100, 1000, delta=0.05), 4)
    0.099
    """
    return _log_ratio(size, check_share(delta, "delta")) / check_count(n, "n")


def failure_bound(n: int, size: int, eps: float) -> float:
    """Return the δ that n examples guarantee, |F| e^{-εn}.

    Parameters
    ----------
    n : int
        The number of examples.
    size : int
        |F|, the number of functions.
    eps : float
        ε, the bound on the true error, between 0 and 1.

    Returns
    -------
    float
        δ, at most 1.

    Raises
    ------
    ValueError
        If an argument is out of its bounds.

    Notes
    -----
    Note 001, "Ensuring generalization", the theorem: n >= ln(|F|/δ)/ε, solved for δ.

    Examples
    --------
    >>> round(failure_bound(100, 1000, eps=0.1), 4)
    0.0454
    """
    log_delta = log(check_count(size, "size")) - check_share(eps, "eps") * check_count(n, "n", 0)
    return exp(min(log_delta, 0.0))


def binomial_interval(k: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the ends of the Clopper–Pearson interval for the probability of success of a trial,
    if k of n trials succeeded.

    Whatever this probability is, the interval misses it with probability at most 1 - confidence.
    """
    n, k = check_count(n, "n"), check_count(k, "k", 0)
    if k > n:
        raise ValueError(f"There cannot be more successes than trials: {k} of {n}.")
    tail = (1 - check_share(confidence, "confidence")) / 2
    low = 0.0 if k == 0 else _bisect(lambda p: _at_least(k, n, p) < tail)
    high = 1.0 if k == n else _bisect(lambda p: 1 - _at_least(k + 1, n, p) > tail)
    return low, high


def _bisect(below: Callable[[float], bool]) -> float:
    """Return the p in (0, 1) up to which `below` is true, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return (low + high) / 2


def _at_least(k: int, n: int, p: float) -> float:
    """Compute P(at least k successes in n trials), 0 < p < 1, from the tail that does not contain
    the mean np.
    """
    j = np.arange(k, n + 1) if k > n * p else np.arange(k)
    part = float(np.sum(np.exp(_log_choose(n)[j] + j * log(p) + (n - j) * log1p(-p))))
    return part if k > n * p else 1 - part


@lru_cache(maxsize=16)  # every step of the bisection uses the same n
def _log_choose(n: int) -> np.ndarray:
    """Compute log C(n, j) for j = 0 to n."""
    factorial = np.array([lgamma(j + 1) for j in range(n + 1)])
    return factorial[n] - factorial - factorial[::-1]


def _log_ratio(size: int, delta: float) -> float:
    return log(check_count(size, "size")) - log(delta)
