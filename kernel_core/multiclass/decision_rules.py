"""From what binary classifiers say to a class, for each way of reducing many classes to two. 004.

Everything here has the classes or the classifiers as its first axis and the points as its last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .binary_tasks import BinaryTask
from .class_trees import Tree
from .multinomial.softmax import softmax
from .tie_breaking import choose_uniformly, point_hash

UNIQUE, NO_POSITIVE, MULTIPLE_POSITIVE, TIE = range(4)  # how a decision fell
TIES = ("chance", "score")
Values = Callable[[int, np.ndarray | slice], np.ndarray]
ALL = slice(None)


class ClassifierBank:
    """B classifiers before n points; values(b, which) gives classifier b's f at some of them.

    said (B, n) keeps what each said, NaN where it was not asked; asked counts the predictions.
    """

    def __init__(self, values: Values, B: int, n: int) -> None:
        self.values, self.asked = values, 0
        self.said = np.full((B, n), np.nan)

    def evaluate(self, b: int, which: np.ndarray | slice = ALL) -> np.ndarray:
        """Whether classifier b says +1 (f >= 0) about these points; all n of them by default."""
        f = self.values(b, which)
        self.said[b, which] = f
        self.asked += f.size
        return f >= 0


@dataclass(frozen=True, eq=False)
class Outcome:
    """What the bank's answers amount to, before ties are broken.

    standing (C, n) is what each class has: its score, its votes, or its probability; candidates
    (C, n) says who may still be chosen, and strength (C, n) who of them is strongest; how (n,) is
    PLAIN, or says why there is more than one: NOBODY took the point, SEVERAL did, or votes TIE.
    """

    standing: np.ndarray
    candidates: np.ndarray
    strength: np.ndarray
    how: np.ndarray

    def choose(self, ties: str, Z: np.ndarray, seed: int) -> np.ndarray:
        """The class of each point of Z (n, d), a position, shape (n,).

        Among several candidates "chance" draws one by the point's own lot, "score" takes the
        strongest.
        """
        choice = self.candidates.argmax(axis=0)
        open_ones = np.flatnonzero(self.how)
        candidates = self.candidates[:, open_ones]
        if ties == "chance":
            choice[open_ones] = choose_uniformly(candidates, point_hash(Z[open_ones], seed))
        else:
            strength = np.where(candidates, self.strength[:, open_ones], -np.inf)
            choice[open_ones] = strength.argmax(axis=0)
        return choice


def check_ties(ties: str) -> None:
    """ties "chance" or "score"."""
    if ties not in TIES:
        raise ValueError(f'ties must be "chance" or "score"; it was {ties!r}.')


def one_vs_rest_rule(bank: ClassifierBank, questions: Sequence[BinaryTask]) -> Outcome:
    """One-versus-all: any class whose classifier says "mine"; where none does, any at all."""
    takes = np.array([bank.evaluate(b) for b in range(len(questions))])
    takers = np.count_nonzero(takes, axis=0)
    how = np.where(takers == 1, UNIQUE, np.where(takers == 0, NO_POSITIVE, MULTIPLE_POSITIVE))
    return Outcome(bank.said, takes | (takers == 0), bank.said, how.astype(np.uint8))


def majority_vote(bank: ClassifierBank, questions: Sequence[BinaryTask]) -> Outcome:
    """One-versus-one: the class with most votes. The strength is what f adds up to for a class."""
    C = 1 + max(question.negative[0] for question in questions)
    votes = np.zeros((C, bank.said.shape[1]), dtype=np.uint8)
    strength = np.zeros(votes.shape)
    for b, question in enumerate(questions):
        for_first = bank.evaluate(b)
        votes[question.positive[0]] += for_first
        votes[question.negative[0]] += ~for_first
        strength[question.positive[0]] += bank.said[b]
        strength[question.negative[0]] -= bank.said[b]
    candidates = votes == votes.max(axis=0)
    return Outcome(votes, candidates, strength, _tied(candidates))


def tree_rule(bank: ClassifierBank, tree: Tree) -> Outcome:
    """The tree: from the root down, one question a node, to a leaf. It never ties."""
    n, C = bank.said.shape[1], len(bank.said) + 1
    candidates = np.zeros((C, n), dtype=bool)
    question = iter(range(C - 1))

    def descend(tree: Tree, here: np.ndarray) -> None:
        if isinstance(tree, int):
            candidates[tree, here] = True
            return
        left = bank.evaluate(next(question), here)
        descend(tree[0], here[left])
        descend(tree[1], here[~left])

    descend(tree, np.arange(n))
    return Outcome(candidates, candidates, candidates, np.zeros(n, dtype=np.uint8))


def argmax_rule(bank: ClassifierBank) -> Outcome:
    """Softmax: the likeliest class, which is the one with the largest score."""
    for b in range(len(bank.said)):
        bank.evaluate(b)
    candidates = bank.said == bank.said.max(axis=0)
    return Outcome(softmax(bank.said, axis=0), candidates, bank.said, _tied(candidates))


def _tied(candidates: np.ndarray) -> np.ndarray:
    several = np.count_nonzero(candidates, axis=0) > 1
    return np.where(several, TIE, UNIQUE).astype(np.uint8)
