"""The decision about one point: each classifier's value and favoured classes (note 004)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernel_core.multiclass import Predictions


@dataclass(frozen=True)
class ClassifierOutput:
    """The output of classifier b at a point: its value f, and the classes that it favours.

    f = 0 counts as +1.
    """

    b: int
    f: float
    classes: tuple[int, ...]


@dataclass(frozen=True)
class DecisionRecord:
    """The decision about one point; classes are numbered from 0.

    `outputs` has the evaluated classifiers in order. `class_scores` has for each class its score
    (one-versus-all), its votes (one-versus-one), 1 for the leaf that is reached and 0 for others
    (tree), or its probability (softmax). `candidates` are the classes among which a random choice
    or the score decides. `status` is as in `Predictions`; `choice` is the predicted class.
    """

    outputs: tuple[ClassifierOutput, ...]
    class_scores: tuple[float, ...]
    candidates: tuple[int, ...]
    status: int
    choice: int


def decision_record(decisions: Predictions, i: int) -> DecisionRecord:
    """Return the record of the decision about point i.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.multiclass.ClassProblem([[0.0], [2.0], [4.0]], [0, 1, 2], kc.Hinge())
    >>> s = kc.multiclass.solve_classes(problem, kc.RBF(1.0), 0.1, "ova")
    >>> decision_record(s.decide([[0.1]]), 0).candidates
    (0,)
    """
    outputs = []
    for b in np.flatnonzero(~np.isnan(decisions.values[:, i])).tolist():
        f = float(decisions.values[b, i])
        outputs.append(ClassifierOutput(b, f, _favoured_classes(decisions, b, f)))
    return DecisionRecord(
        tuple(outputs),
        tuple(decisions.class_scores[:, i].astype(float).tolist()),
        tuple(np.flatnonzero(decisions.candidates[:, i]).tolist()),
        int(decisions.status[i]),
        int(decisions.choice[i]),
    )


def pairwise_matrix(decisions: Predictions, i: int) -> np.ndarray:
    """Return the values of one-versus-one for point i, shape (C, C): f of the row's class against
    the column's.

    A value above 0 means that the row's class wins. A value is NaN on the diagonal and for a pair
    that was not evaluated.
    """
    grid = np.full((len(decisions.classes), len(decisions.classes)), np.nan)
    for b, task in enumerate(decisions.tasks):
        if len(task.positive) == len(task.negative) == 1:
            k, other = task.positive[0], task.negative[0]
            grid[k, other], grid[other, k] = decisions.values[b, i], -decisions.values[b, i]
    return grid


def _favoured_classes(decisions: Predictions, b: int, f: float) -> tuple[int, ...]:
    """Return the classes that classifier b favours at the value f; for softmax, its own class."""
    if not decisions.tasks:
        return (b,)
    return decisions.tasks[b].positive if f >= 0 else decisions.tasks[b].negative
