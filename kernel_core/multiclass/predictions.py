"""Predictions, and how each was reached: the values of the evaluated classifiers, the votes, the
candidates and the chosen class (note 004)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from .reductions import BinaryTask


@dataclass(frozen=True, eq=False)
class Predictions:
    """The decisions for n points. The last axis of all arrays but `classes` runs over the points.

    Attributes
    ----------
    classes : ndarray, shape (C,)
        The names of the classes.
    tasks : tuple of BinaryTask
        The classes that each classifier separates; none for softmax.
    choice : ndarray of int, shape (n,)
        The position of the predicted class.
    status : ndarray of uint8, shape (n,)
        UNIQUE, or the reason for several candidates: NO_POSITIVE or MULTIPLE_POSITIVE classifiers,
        or a TIE of votes or of scores.
    values : ndarray, shape (B, n)
        The values f, NaN where a classifier was not evaluated.
    class_scores : ndarray, shape (C, n)
        For each class its score (one-versus-all), number of votes (one-versus-one), 1 at the leaf
        reached (tree), or probability (softmax).
    candidates : ndarray of bool, shape (C, n)
        The classes among which a random choice or the score decides.
    n_evaluations : int
        The number of values f that were used for the n decisions.

    Notes
    -----
    Note 004, "Reduce multiclass to binary": one-versus-all says "randomly pick among all k's s.t.
    h_k(x) = +1", one-versus-one takes "the class with the most votes (break tie in some way)".
    Where no h_k is +1, a case that note 004 does not cover, all classes are candidates.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.multiclass.ClassProblem([[0.0], [2.0], [4.0]], [0, 1, 2], kc.Hinge())
    >>> s = kc.multiclass.solve_classes(problem, kc.RBF(1.0), 0.1, "ova")
    >>> s.decide([[0.1], [3.9]]).labels.tolist()
    [0, 2]
    """

    UNIQUE: ClassVar[int] = 0
    NO_POSITIVE: ClassVar[int] = 1
    MULTIPLE_POSITIVE: ClassVar[int] = 2
    TIE: ClassVar[int] = 3

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
        """The names of the predicted classes, shape (n,)."""
        return self.classes[self.choice]
