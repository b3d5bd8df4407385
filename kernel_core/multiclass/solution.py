"""A classifier for many classes, composed of binary classifiers or fitted by softmax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ..base_loss import Loss
from ..duality_gap import SolverResult
from ..kernels.base import Kernel
from ..solution import Solution
from ..validation import check_choice, check_points
from .decision_rules import (
    TIES,
    ClassifierBank,
    argmax_rule,
    majority_vote,
    one_vs_rest_rule,
    tree_rule,
)
from .multinomial import MultinomialResult, softmax
from .predictions import Predictions
from .reductions import BinaryTask, Tree

REDUCTIONS = ("ova", "ovo", "tree", "softmax")


@dataclass(frozen=True, eq=False)
class MultiSolution:
    """Classifiers f_b(z) = Σ_i alpha_bi K(z, x_i) + intercept_b, which together choose a class.

    Attributes
    ----------
    reduction : {"ova", "ovo", "tree", "softmax"}
        The reduction.
    X, k, classes, loss, risk
        As in `ClassProblem`.
    kernel, lam
        As in `fit`.
    tasks : tuple of BinaryTask
        The classes that each classifier separates; none for softmax, where the B = C functions f_b
        are the scores.
    tree : Tree or None
        The tree of the reduction "tree"; None for other reductions.
    alpha : ndarray, shape (B, m)
        The coefficients.
    intercept : ndarray, shape (B,)
        The intercepts b, or 0.
    primal, dual, gap : ndarray, shape (B,)
        The certificates; for softmax shape (1,), since one certificate covers all classes.
    iterations : ndarray, shape (B,) or (1,)
        The number of linear systems solved; for softmax the number of steps of Newton's method.
    training_points : int
        The total number of training points in all binary problems; for softmax m.
    answers : sequence
        The solvers' results, which can be warm starts for another fit.

    Notes
    -----
    Note 004, "Reduce multiclass to binary", for the three reductions; "Step 1" and "Applying MLE
    again" for softmax. Each f_b is a kernel expansion by the representer theorem, note 000 Theorem
    2.1.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.multiclass.ClassProblem([[0.0], [2.0], [4.0]], [0, 1, 2], kc.Hinge())
    >>> s = kc.multiclass.solve_classes(problem, kc.RBF(1.0), 0.1, "ova")
    >>> s.predict([[0.1], [3.9]]).tolist(), s.worst_gap <= 1e-6
    ([0, 2], True)
    """

    reduction: str
    X: np.ndarray
    k: np.ndarray
    classes: np.ndarray
    kernel: Kernel
    loss: Loss
    lam: float
    risk: str
    tasks: tuple[BinaryTask, ...]
    tree: Tree | None
    alpha: np.ndarray
    intercept: np.ndarray
    primal: np.ndarray
    dual: np.ndarray
    gap: np.ndarray
    iterations: np.ndarray
    training_points: int
    answers: Sequence[SolverResult | MultinomialResult] = field(repr=False)

    @property
    def worst_gap(self) -> float:
        """The largest of the duality gaps."""
        return float(self.gap.max())

    def values(self, Z: ArrayLike) -> np.ndarray:
        """Return f_b(z) of all classifiers at the points Z (n, d), shape (B, n)."""
        return self.alpha @ self.kernel(self.X, Z) + self.intercept[:, None]

    def decide(self, Z: ArrayLike, ties: str = "random", seed: int = 0) -> Predictions:
        """Predict the class of each point of Z (n, d); also return the values, votes and candidates
        that led to it.

        Ties are broken at random (`ties="random"`, as in note 004) or by the score (`ties="score"`;
        among equal scores, the first class). The random choice depends on the seed and the point
        alone, not on the other points.
        """
        Z = check_points(Z)
        K = self.kernel(Z, self.X)

        def compute(b: int, points: np.ndarray | slice) -> np.ndarray:
            return K[points] @ self.alpha[b] + self.intercept[b]

        bank = ClassifierBank(compute, len(self.alpha), len(K))
        return decide(bank, self, Z, ties, seed)

    def decide_values(
        self, f: np.ndarray, Z: np.ndarray, ties: str = "random", seed: int = 0
    ) -> Predictions:
        """Predict like `decide`, from the values f (B, n) of all classifiers at the points Z (n,
        d)."""
        bank = ClassifierBank(lambda b, points: f[b, points], *f.shape)
        return decide(bank, self, Z, ties, seed)

    def predict(self, Z: ArrayLike, ties: str = "random", seed: int = 0) -> np.ndarray:
        """Return the names of the classes of the points Z (n, d), shape (n,)."""
        return self.decide(Z, ties, seed).labels

    def probabilities(self, Z: ArrayLike) -> np.ndarray:
        """Return the probabilities P(y = k | z) of softmax at the points Z (n, d), shape (n, C)."""
        if self.reduction != "softmax":
            raise ValueError("Only softmax gives probabilities; the other reductions do not.")
        return softmax(self.values(Z).T)

    def binary_labels(self, b: int) -> np.ndarray:
        """Return each point's label for classifier b: +1, -1, or 0 for a discarded point; (m,)
        int8. Raises ValueError for softmax, which has no binary classifiers."""
        if not self.tasks:
            raise ValueError("Softmax has no binary classifiers: it learns all classes at once.")
        return self.tasks[b].to_signs(self.k)

    def binary(self, b: int) -> Solution:
        """Return classifier b with its own training set, as a Solution. Raises ValueError for
        softmax, which has no binary classifiers."""
        signs = self.binary_labels(b)
        members = np.flatnonzero(signs)
        loss = self.loss.subset(members, self.risk)
        proof = float(self.primal[b]), float(self.dual[b]), float(self.gap[b])
        return Solution(
            *(self.X[members], signs[members].astype(float), self.kernel, self.alpha[b, members]),
            *(float(self.intercept[b]), loss, self.lam, self.risk),
            *(proof[0], proof[1], proof[2], int(self.iterations[b])),
        )


def decide(
    bank: ClassifierBank,
    solution: MultiSolution,
    Z: np.ndarray,
    ties: str,
    seed: int,
) -> Predictions:
    """Predict by the rule of the reduction, from the classifiers in `bank`, and break ties."""
    check_choice(ties, "ties", TIES)
    tasks = solution.tasks
    match solution.reduction:
        case "ova":
            outcome = one_vs_rest_rule(bank, tasks)
        case "ovo":
            outcome = majority_vote(bank, tasks)
        case "tree" if solution.tree is not None:
            outcome = tree_rule(bank, solution.tree)
        case _:
            outcome = argmax_rule(bank)
    return Predictions(
        solution.classes,
        tasks,
        choice=outcome.choose(ties, Z, seed),
        status=outcome.status,
        values=bank.values,
        class_scores=outcome.class_scores,
        candidates=outcome.candidates,
        n_evaluations=bank.n_evaluations,
    )
