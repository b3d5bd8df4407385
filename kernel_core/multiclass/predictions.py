"""Decisions as they fell: whom the panel asked, what each said, and who was chosen. 004."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .binary_tasks import BinaryTask


@dataclass(frozen=True)
class ClassifierOutput:
    """What one classifier said about a point: classifier b's f, and the classes it spoke for."""

    b: int
    f: float
    classes: tuple[int, ...]


@dataclass(frozen=True)
class DecisionRecord:
    """How one point's decision fell; classes are positions.

    said, in the order of asking; standing (C,): scores (one-versus-all), votes (one-versus-one),
    1 at the leaf reached (tree), probabilities (softmax); candidates: between whom it was left to
    chance or score; how: PLAIN, NOBODY, SEVERAL or TIE; choice: the class.
    """

    said: tuple[ClassifierOutput, ...]
    standing: tuple[float, ...]
    candidates: tuple[int, ...]
    how: int
    choice: int


@dataclass(frozen=True, eq=False)
class Predictions:
    """The decisions for n points. The last axis of every array is the point.

    choice (n,) are positions among `classes`, labels (n,) the names; how (n,) as in Record; said
    (B, n) is f, NaN where a classifier was not asked; standing and candidates (C, n) as in Record;
    asked: how many binary predictions were made for all n points together.
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
