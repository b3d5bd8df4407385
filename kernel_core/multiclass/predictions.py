"""Decisions as they fell: which classifiers were evaluated, their values, and the class. 004."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .reductions import BinaryTask


@dataclass(frozen=True)
class ClassifierOutput:
    """Classifier b at a point: its value f, and the classes that it favours; f = 0 is +1."""

    b: int
    f: float
    classes: tuple[int, ...]


@dataclass(frozen=True)
class DecisionRecord:
    """How one point's decision fell; classes are positions.

    `outputs` of the classifiers evaluated, in their order; `class_scores`, one a class: its score,
    votes, 1 at the leaf reached, or probability; `candidates` that a random draw or the score
    decides between; `status` UNIQUE, NO_POSITIVE, MULTIPLE_POSITIVE or TIE; `choice`, the class.
    """

    outputs: tuple[ClassifierOutput, ...]
    class_scores: tuple[float, ...]
    candidates: tuple[int, ...]
    status: int
    choice: int


@dataclass(frozen=True, eq=False)
class Predictions:
    """The decisions for n points. The last axis of every array is the point.

    Attributes
    ----------
    classes : ndarray, shape (C,)
        The classes' names.
    tasks : tuple of BinaryTask
        What each classifier decides; none for softmax.
    values : ndarray, shape (B, n)
        f, NaN where a classifier was not evaluated.
    class_scores : ndarray, shape (C, n)
        Of each class: its score (one-versus-all), votes (one-versus-one), 1 at the leaf reached
        (tree), probability (softmax).
    candidates : ndarray of bool, shape (C, n)
        The classes that were left for a random draw or the score to decide between.
    status : ndarray of uint8, shape (n,)
        UNIQUE, NO_POSITIVE, MULTIPLE_POSITIVE or TIE.
    choice : ndarray of int, shape (n,)
        The class, as a position.
    n_evaluations : int
        How many binary predictions were made for all n points together.

    Notes
    -----
    004, "Reduce multiclass to binary": one-versus-all says "randomly pick among all k's s.t. h_k(x)
    = +1", one-versus-one takes "the class with the most votes (break tie in some way)", a tree goes
    down to a leaf. "A note on prediction": softmax takes argmax_k w_kᵀx. Where no h_k says +1,
    which 004 leaves open, all classes are candidates.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.multiclass.ClassProblem([[0.0], [2.0], [4.0]], [0, 1, 2], kc.Hinge())
    >>> s = kc.multiclass.solve_classes(problem, kc.RBF(1.0), 0.1, "ova")
    >>> s.decide([[0.1], [3.9]]).labels.tolist()
    [0, 2]
    """

    classes: np.ndarray
    tasks: tuple[BinaryTask, ...]
    choice: np.ndarray
    status: np.ndarray
    values: np.ndarray
    class_scores: np.ndarray
    candidates: np.ndarray
    n_evaluations: int

    @property
    def labels(self) -> np.ndarray:
        """The names of the classes chosen, shape (n,)."""
        return self.classes[self.choice]

    def record(self, i: int) -> DecisionRecord:
        """How the decision about point i fell."""
        outputs = []
        for b in np.flatnonzero(~np.isnan(self.values[:, i])).tolist():
            f = float(self.values[b, i])
            outputs.append(ClassifierOutput(b, f, self._favoured_classes(b, f)))
        return DecisionRecord(
            tuple(outputs),
            tuple(self.class_scores[:, i].astype(float).tolist()),
            tuple(np.flatnonzero(self.candidates[:, i]).tolist()),
            int(self.status[i]),
            int(self.choice[i]),
        )

    def pairwise_matrix(self, i: int) -> np.ndarray:
        """One-versus-one for point i, shape (C, C): f for the row's class against the column's.

        Above 0 where the row wins; NaN on the diagonal and where no classifier was evaluated.
        """
        grid = np.full((len(self.classes), len(self.classes)), np.nan)
        for b, task in enumerate(self.tasks):
            if len(task.positive) == len(task.negative) == 1:
                k, other = task.positive[0], task.negative[0]
                grid[k, other], grid[other, k] = self.values[b, i], -self.values[b, i]
        return grid

    def _favoured_classes(self, b: int, f: float) -> tuple[int, ...]:
        """The classes that classifier b favours where its value is f; a softmax score: its own."""
        if not self.tasks:
            return (b,)
        return self.tasks[b].positive if f >= 0 else self.tasks[b].negative
