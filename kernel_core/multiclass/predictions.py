"""Decisions as they fell: whom the panel asked, what each said, and who was chosen. 004."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .binary_tasks import BinaryTask


@dataclass(frozen=True)
class ClassifierOutput:
    """What one classifier answered about a point.

    Attributes
    ----------
    b : int
        Which classifier.
    f : float
        Its value.
    classes : tuple of int
        The classes that it favours.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.multiclass.ClassifierOutput(0, -0.5, (1, 2)).classes
    (1, 2)
    """

    b: int
    f: float
    classes: tuple[int, ...]


@dataclass(frozen=True)
class DecisionRecord:
    """How one point's decision fell; classes are positions.

    Attributes
    ----------
    said : tuple of ClassifierOutput
        The answers, in the order of asking.
    standing : tuple of float, C of them
        Of each class: its score (one-versus-all), votes (one-versus-one), 1 at the leaf reached
        (tree), probability (softmax).
    candidates : tuple of int
        The classes between which chance or score had to decide.
    how : int
        UNIQUE, NO_POSITIVE, MULTIPLE_POSITIVE or TIE.
    choice : int
        The class, as a position.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = [[0.0], [2.0], [4.0]], [0, 1, 2]
    >>> s = kc.multiclass.fit_one_versus_all(X, y, kc.RBF(1.0), kc.Hinge(), 0.1)
    >>> s.decide([[0.1]]).record(0).choice
    0
    """

    said: tuple[ClassifierOutput, ...]
    standing: tuple[float, ...]
    candidates: tuple[int, ...]
    how: int
    choice: int


@dataclass(frozen=True, eq=False)
class Predictions:
    """The decisions for n points. The last axis of every array is the point.

    Attributes
    ----------
    classes : ndarray, shape (C,)
        The classes' names.
    questions : tuple of BinaryTask
        What the classifiers were asked.
    said : ndarray, shape (B, n)
        f, NaN where a classifier was not asked.
    standing : ndarray, shape (C, n)
        Of each class: its score (one-versus-all), votes (one-versus-one), 1 at the leaf reached
        (tree), probability (softmax).
    candidates : ndarray of bool, shape (C, n)
        The classes between which chance or score had to decide.
    how : ndarray of uint8, shape (n,)
        UNIQUE, NO_POSITIVE, MULTIPLE_POSITIVE or TIE.
    choice : ndarray of int, shape (n,)
        The class, as a position.
    asked : int
        How many binary predictions were made for all n points together.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = [[0.0], [2.0], [4.0]], [0, 1, 2]
    >>> s = kc.multiclass.fit_one_versus_all(X, y, kc.RBF(1.0), kc.Hinge(), 0.1)
    >>> s.decide([[0.1], [3.9]]).labels.tolist()
    [0, 2]
    """

    classes: np.ndarray
    questions: tuple[BinaryTask, ...]
    choice: np.ndarray
    how: np.ndarray
    said: np.ndarray
    standing: np.ndarray
    candidates: np.ndarray
    asked: int

    @property
    def labels(self) -> np.ndarray:
        """The names of the classes chosen, shape (n,)."""
        return self.classes[self.choice]

    def record(self, i: int) -> DecisionRecord:
        """How the decision about point i fell."""
        said = []
        for b in np.flatnonzero(~np.isnan(self.said[:, i])).tolist():
            f = float(self.said[b, i])
            said.append(ClassifierOutput(b, f, self._spoken_for(b, f)))
        return DecisionRecord(
            tuple(said),
            tuple(self.standing[:, i].astype(float).tolist()),
            tuple(np.flatnonzero(self.candidates[:, i]).tolist()),
            int(self.how[i]),
            int(self.choice[i]),
        )

    def tournament(self, i: int) -> np.ndarray:
        """One-versus-one as a grid for point i, shape (C, C): f for the row's class against the

        column's, above 0 where the row wins; NaN on the diagonal and where nobody was asked.
        """
        grid = np.full((len(self.classes), len(self.classes)), np.nan)
        for b, question in enumerate(self.questions):
            if len(question.positive) == len(question.negative) == 1:
                k, other = question.positive[0], question.negative[0]
                grid[k, other], grid[other, k] = self.said[b, i], -self.said[b, i]
        return grid

    def _spoken_for(self, b: int, f: float) -> tuple[int, ...]:
        """The classes that classifier b favours by saying f; a softmax score favours its own."""
        if not self.questions:
            return (b,)
        return self.questions[b].positive if f >= 0 else self.questions[b].negative
