"""An experiment on the PAC bound: how often empirical risk minimisation (ERM) fails (note 001).

Two finite classes of functions f, whose true errors R(f) are known exactly:

* "thresholds": f_k(x) = +1 where x >= k/(|F| - 1), k = 0, …, |F| - 1, for x uniform on [0, 1]; the
  truth is the function with k = ⌊|F|/2⌋, and R(f_k) is the distance of the threshold of f_k from
  the true one. The functions are very similar, so the bound, which adds up the failure
  probabilities of all functions, is far too pessimistic.
* "independent": besides the truth there are |F| - 1 functions, each wrong on a share ε of all x
  independently of the others. For a large class and a small ε the failure probability is close to
  the bound, if the bound is well below 1.

ERM chooses a consistent function, one without training errors. If there are several, it chooses one
with the largest true error: the theorem holds for every choice, and this choice is the worst. A
training set is a failure if the chosen f has R(f) >= ε.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from kernel_core.validation import check_choice, check_count
from pages.regularisation.mathematics.pac import binomial_interval, failure_bound

CLASSES = ("thresholds", "independent")
BLOCK = 50  # number of training sets that are sampled at a time
MAX_BLOCK_SIZE = 2_000_000  # largest number of random numbers in a block, 16 MB
ROUNDING = 1e-12  # a training set is a failure if R(f) >= ε - ROUNDING


@dataclass(frozen=True)
class FailureCount:
    """The number of `failures` in the first `sets` training sets of n examples, for a class of
    `size` functions.

    `exact` is the true probability of a failure, which can be computed for these classes.
    """

    n: int
    size: int
    eps: float
    sets: int
    failures: int
    exact: float

    @property
    def delta(self) -> float:
        """The bound on the probability of a failure."""
        return failure_bound(self.n, self.size, self.eps)

    @property
    def frequency(self) -> float:
        """The share of failures."""
        return self.failures / self.sets

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return the Clopper–Pearson interval for the true probability of a failure."""
        return binomial_interval(self.failures, self.sets, confidence)


def run_pac_experiment(
    kind: str, size: int, n: int, eps: float, *, sets: int = 1000, seed: int = 0
) -> Iterator[FailureCount]:
    """Sample many training sets and count how often empirical risk minimisation fails on them.

    Parameters
    ----------
    kind : {"thresholds", "independent"}
        The class of functions, see `failure_probability`.
    size : int
        |F|, at least 2.
    n : int
        The number of examples in a training set.
    eps : float
        ε, between 0 and 1.
    sets : int
        The number of training sets.
    seed : int
        The same seed gives the same sets.

    Yields
    ------
    FailureCount
        The failures so far, after every 50 training sets and after the last.

    Raises
    ------
    ValueError
        If an argument is out of its bounds, or the experiment would take too long; raised by the
        call, not by the first iteration.

    Notes
    -----
    Note 001, "Ensuring generalization", the theorem. Among several consistent functions ERM chooses
    the one with the largest true error, since the theorem holds for every choice.

    Examples
    --------
    >>> *_, last = run_pac_experiment("independent", 50, 70, 0.1, sets=1000)
    >>> low, high = last.interval()
    >>> last.sets, low <= last.exact <= high
    (1000, True)
    """
    exact = failure_probability(kind, size, n, eps)
    if BLOCK * n * (size if kind == "independent" else 1) > MAX_BLOCK_SIZE:
        raise ValueError(
            f"With {n} examples and {size} functions the experiment takes too long: choose fewer "
            "examples or functions."
        )
    rng = np.random.default_rng(check_count(seed, "seed", 0))
    draw = _independent if kind == "independent" else _thresholds
    return _failure_counts(draw, rng, size, n, eps, check_count(sets, "sets"), exact)


def _failure_counts(
    draw: Callable[..., np.ndarray],
    rng: np.random.Generator,
    size: int,
    n: int,
    eps: float,
    sets: int,
    exact: float,
) -> Iterator[FailureCount]:
    failures = 0
    for n_done in range(0, sets, BLOCK):
        # A whole block is sampled, so that the first training sets are the same for every `sets`.
        errors = draw(rng, size, n, eps)[: sets - n_done]
        failures += int((errors >= eps - ROUNDING).sum())
        yield FailureCount(n, size, eps, min(n_done + BLOCK, sets), failures, exact)


def _thresholds(rng: np.random.Generator, size: int, n: int, eps: float) -> np.ndarray:
    """Return the largest R(f) of a consistent threshold for each of BLOCK training sets."""
    x = rng.random((BLOCK, n))
    places = np.arange(size) / (size - 1)
    truth = places[size // 2]
    low = np.where(x < truth, x, 0.0).max(axis=1)  # a consistent threshold t has low < t <= high
    high = np.where(x >= truth, x, 1.0).min(axis=1)
    first = np.searchsorted(places, low, side="right")
    first = np.where((x < truth).any(axis=1), first, 0)
    last = np.searchsorted(places, high, side="right") - 1
    return np.maximum(truth - places[first], places[last] - truth)


def _independent(rng: np.random.Generator, size: int, n: int, eps: float) -> np.ndarray:
    """Return for each of BLOCK training sets ε if one of the |F| - 1 wrong functions makes no error
    on the n examples, else 0.
    """
    is_wrong = rng.random((BLOCK, n, size - 1)) < eps
    return np.where(np.any(~np.any(is_wrong, axis=1), axis=1), eps, 0.0)


def failure_probability(kind: str, size: int, n: int, eps: float) -> float:
    """Compute the exact probability that empirical risk minimisation fails, for its worst choice.

    Parameters
    ----------
    kind : {"thresholds", "independent"}
        The class of functions.
    size : int
        |F|, at least 2.
    n : int
        The number of examples in a training set.
    eps : float
        ε, between 0 and 1.

    Returns
    -------
    float
        The probability that the consistent function with the largest true error has R(f) >= ε.

    Raises
    ------
    ValueError
        If an argument is out of its bounds.

    Notes
    -----
    Note 001, "Ensuring generalization", the theorem. "thresholds": f_k(x) = +1 where
    x >= k/(|F| - 1), with the truth in the middle; the functions are very similar. "independent":
    |F| - 1 functions, each wrong on a share ε of all x independently of the others.

    Examples
    --------
    >>> from pages.regularisation.mathematics.pac import failure_bound
    >>> exact = failure_probability("independent", 50, 70, 0.1)
    >>> exact <= failure_bound(70, 50, 0.1)
    True
    """
    n, size = check_count(n, "n"), check_count(size, "size", 2)
    failure_bound(n, size, eps)  # raises for an invalid ε
    if check_choice(kind, "The class", CLASSES) == "independent":
        return float(-np.expm1((size - 1) * np.log1p(-((1 - eps) ** n))))
    # ERM fails if no example falls within ε below the true threshold, or none within ε above it. ε
    # is rounded up to a multiple of the distance between thresholds. On a side without a threshold
    # that far from the truth, ERM cannot fail.
    middle, step = size // 2, 1 / (size - 1)
    k = int(np.ceil(eps / step - ROUNDING))
    left, right = k <= middle, k <= size - 1 - middle
    one_side, both_sides = max(1 - k * step, 0.0) ** n, max(1 - 2 * k * step, 0.0) ** n
    return float(left * one_side + right * one_side - (left and right) * both_sides)
