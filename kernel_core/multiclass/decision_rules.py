"""Choose a class from the values of binary classifiers or softmax, for each reduction (note 004).

In arrays of values, scores or candidates, the first axis runs over classes or classifiers, the last
over points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..validation import check_count, check_points
from .multinomial import softmax
from .predictions import Predictions
from .reductions import BinaryTask, Tree

TIES = ("random", "score")
DecisionValues = Callable[[int, np.ndarray | slice], np.ndarray]
ALL = slice(None)
# Scores that differ by less than this share of the largest absolute score count as equal. Scores
# that would be equal without rounding, such as −1 for several classes, differ by about 1e-10.
SCORE_TOLERANCE = 1e-7
# The constants of SplitMix64, see `point_hash`.
STRIDE, MIX, BLEND = (
    np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)


class ClassifierBank:
    """B classifiers, each evaluated only at those of n points where a decision requires it.

    compute(b, points) returns f of classifier b at the points with the indices `points`. values
    (B, n) holds the values of f so far, NaN where f was not evaluated; n_evaluations is the number
    of evaluations.
    """

    def __init__(self, compute: DecisionValues, B: int, n: int) -> None:
        self.compute, self.n_evaluations = compute, 0
        self.values = np.full((B, n), np.nan)

    def evaluate(self, b: int, points: np.ndarray | slice = ALL) -> np.ndarray:
        """Evaluate classifier b at the points `points`, by default at all n. Return whether it
        predicts +1 (f >= 0) at each."""
        f = self.compute(b, points)
        self.values[b, points] = f
        self.n_evaluations += f.size
        return f >= 0


@dataclass(frozen=True, eq=False)
class Outcome:
    """The candidate classes and the scores of each point before ties are broken.

    class_scores (C, n): the score, votes or probability of each class; candidates (C, n): the
    classes that remain; tie_break_score (C, n): the score by which ties are broken; status (n,): as
    in `Predictions`.
    """

    class_scores: np.ndarray
    candidates: np.ndarray
    tie_break_score: np.ndarray
    status: np.ndarray

    def choose(self, ties: str, Z: np.ndarray, seed: int) -> np.ndarray:
        """Return the class index of each point of Z (n, d), shape (n,).

        Among several candidates, ties="random" chooses a class by the point's hash, ties="score"
        the class with the highest score, and of equal scores the first class.
        """
        choice = self.candidates.argmax(axis=0)
        undecided = np.flatnonzero(self.status)
        candidates = self.candidates[:, undecided]
        if ties == "random":
            choice[undecided] = choose_uniformly(candidates, point_hash(Z[undecided], seed))
        else:
            scores = self.tie_break_score[:, undecided]
            tolerance = SCORE_TOLERANCE * np.abs(scores).max(axis=0, initial=0)
            scores = np.where(candidates, scores, -np.inf)
            choice[undecided] = (scores >= scores.max(axis=0) - tolerance).argmax(axis=0)
        return choice


def one_vs_rest_rule(bank: ClassifierBank, tasks: Sequence[BinaryTask]) -> Outcome:
    """Apply one-versus-all: candidates are the classes whose classifier predicts +1, or all classes
    if no classifier does."""
    is_positive = np.array([bank.evaluate(b) for b in range(len(tasks))])
    n_positive = np.count_nonzero(is_positive, axis=0)
    undecided = np.where(n_positive == 0, Predictions.NO_POSITIVE, Predictions.MULTIPLE_POSITIVE)
    status = np.where(n_positive == 1, Predictions.UNIQUE, undecided)
    return Outcome(
        bank.values, is_positive | (n_positive == 0), bank.values, status.astype(np.uint8)
    )


def majority_vote(bank: ClassifierBank, tasks: Sequence[BinaryTask]) -> Outcome:
    """Apply one-versus-one: candidates are the classes with the most votes. The tie-break score of
    a class is the sum of f over its classifiers, of -f where the class is the negative one."""
    C = 1 + max(task.negative[0] for task in tasks)
    votes = np.zeros((C, bank.values.shape[1]), dtype=np.min_scalar_type(C - 1))
    tie_break_score = np.zeros(votes.shape)
    for b, task in enumerate(tasks):
        for_first = bank.evaluate(b)
        votes[task.positive[0]] += for_first
        votes[task.negative[0]] += ~for_first
        tie_break_score[task.positive[0]] += bank.values[b]
        tie_break_score[task.negative[0]] -= bank.values[b]
    candidates = votes == votes.max(axis=0)
    return Outcome(votes, candidates, tie_break_score, _mark_ties(candidates))


def tree_rule(bank: ClassifierBank, tree: Tree) -> Outcome:
    """Apply the tree: follow the classifiers from the root to a leaf. There are no ties."""
    n, C = bank.values.shape[1], len(bank.values) + 1
    candidates = np.zeros((C, n), dtype=bool)
    node = iter(range(C - 1))

    def descend(tree: Tree, points: np.ndarray) -> None:
        if isinstance(tree, int):
            candidates[tree, points] = True
            return
        left = bank.evaluate(next(node), points)
        descend(tree[0], points[left])
        descend(tree[1], points[~left])

    descend(tree, np.arange(n))
    return Outcome(candidates, candidates, candidates, np.zeros(n, dtype=np.uint8))


def argmax_rule(bank: ClassifierBank) -> Outcome:
    """Apply softmax: candidates are the most likely classes, those with the largest score; without
    a tie there is one."""
    for b in range(len(bank.values)):
        bank.evaluate(b)
    candidates = bank.values == bank.values.max(axis=0)
    return Outcome(softmax(bank.values, axis=0), candidates, bank.values, _mark_ties(candidates))


def _mark_ties(candidates: np.ndarray) -> np.ndarray:
    is_multiple = np.count_nonzero(candidates, axis=0) > 1
    return np.where(is_multiple, Predictions.TIE, Predictions.UNIQUE).astype(np.uint8)


def point_hash(Z: ArrayLike, seed: int) -> np.ndarray:
    """Return a pseudo-random number in [0, 1) for each point, to break ties or choose a class.

    Parameters
    ----------
    Z : array_like, shape (n, d)
        The points.
    seed : int
        A whole number, 0 or more.

    Returns
    -------
    ndarray, shape (n,)
        Each number depends only on the seed and the point's coordinates.

    Notes
    -----
    Note 004 breaks ties "in some way". The bits of the coordinates are mixed one after another.

    References
    ----------
    G. Steele, D. Lea and C. Flood, Fast splittable pseudorandom number generators, 2014.

    Examples
    --------
    >>> import kernel_core as kc
    >>> alone, both = (kc.multiclass.point_hash(Z, seed=0) for Z in ([[3.0]], [[1.0], [3.0]]))
    >>> bool(alone[0] == both[1])
    True
    """
    seed = check_count(seed, "seed", 0)
    Z = check_points(Z)
    state = np.full(len(Z), seed % 2**64, dtype=np.uint64)
    for column in Z.T:
        bits = (column + 0.0).view(np.uint64)  # adding 0.0 converts -0.0 to 0.0
        state = _splitmix64(state ^ bits)
    return (_splitmix64(state) >> np.uint64(11)) * 2.0**-53


def _splitmix64(z: np.ndarray) -> np.ndarray:
    z = z + STRIDE
    z = (z ^ (z >> np.uint64(30))) * MIX
    z = (z ^ (z >> np.uint64(27))) * BLEND
    return z ^ (z >> np.uint64(31))


def choose_uniformly(candidates: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Choose one of each point's candidates (C, n) uniformly, by random numbers u (n,) in [0, 1).
    Return the class indices (n,)."""
    rank = np.cumsum(candidates, axis=0)
    return (rank > np.floor(u * rank[-1])).argmax(axis=0)
