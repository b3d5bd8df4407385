"""How many of the classifiers err about a point, and how often the class is then wrong. 004.

004 says of one-versus-all that it "will (probably) make a mistake as long as one of h_k errs", and
calls one-versus-one more robust. A classifier errs about a point of class t if it favours other
classes than t, though t is on one of its sides; those whose task leaves t out can't err.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kernel_core.multiclass import MultiSolution, Predictions
from lab.scene.cached_points import decide_at
from lab.scene.class_error_rates import ClassHoldOutSet, ClassPopulationRisk

MAX_COUNT = 2  # so many errors or more are one row


@dataclass(frozen=True, eq=False)
class ClassifierErrors:
    """How many of a reduction's classifiers err about a point, and how often its class is wrong.

    Attributes
    ----------
    points : ndarray of shape (3,)
        The shares of unseen points about which none, one, and two or more classifiers err.
    wrong : ndarray of shape (3,)
        The share of wrong classes among these; NaN where there are none.

    Notes
    -----
    004, one-versus-all: a mistake is likely "as long as one of h_k errs". `points` and `wrong`
    measure it: the test error is Σ points × wrong.

    Examples
    --------
    >>> import numpy as np
    >>> rows = ClassifierErrors(np.array([0.9, 0.1, 0.0]), np.array([0, 0.5, np.nan]))
    >>> round(float(np.nansum(rows.points * rows.wrong)), 3)  # the test error
    0.05
    """

    points: np.ndarray
    wrong: np.ndarray


def count_erring_classifiers(decisions: Predictions, t: np.ndarray) -> np.ndarray:
    """How many of the evaluated classifiers err about each point, of class t (n,); shape (n,)."""
    count = np.zeros(len(t), dtype=int)
    for task, f in zip(decisions.tasks, decisions.values, strict=True):
        evaluated, positive = ~np.isnan(f), f >= 0
        in_positive, in_negative = np.isin(t, task.positive), np.isin(t, task.negative)
        count += evaluated & ((in_positive & ~positive) | (in_negative & positive))
    return count


def measure_classifier_errors(
    solution: MultiSolution,
    evaluator: ClassPopulationRisk | ClassHoldOutSet,
    ties: str = "random",
    seed: int = 0,
) -> ClassifierErrors:
    """What becomes of a point about which none, one or more classifiers err, on unseen data.

    Parameters
    ----------
    solution : MultiSolution
        A classifier made of binary ones.
    evaluator : ClassPopulationRisk or ClassHoldOutSet
        Where unseen points come from.
    ties : {"random", "score"}
        How a tie between classes is broken.
    seed : int
        Of the random draws that break ties.

    Returns
    -------
    ClassifierErrors
        Shares of points and of wrong classes, each of shape (3,).

    Notes
    -----
    004, one-versus-all, says that it "will (probably) make a mistake as long as one of h_k errs",
    and 004, one-versus-one, that this is more robust.

    Examples
    --------
    >>> import kernel_core as kc
    >>> source = kc.datasets.MULTICLASS_SOURCES["blobs"](3)
    >>> solution = kc.multiclass.fit_one_versus_all(
    ...     *source.sample(60, 0), kc.Linear(), kc.Hinge(), 0.01, intercept=True)
    >>> held_out = ClassHoldOutSet(*source.sample(500, 1))
    >>> rows = measure_classifier_errors(solution, held_out)
    >>> rows.points.shape, float(rows.wrong[0])
    ((3,), 0.0)
    """
    masses, wrongs = np.zeros(MAX_COUNT + 1), np.zeros(MAX_COUNT + 1)
    for decisions, t, mass in _unseen(solution, evaluator, ties, seed):
        row = np.minimum(count_erring_classifiers(decisions, t), MAX_COUNT)
        masses += np.bincount(row, mass, MAX_COUNT + 1)
        wrongs += np.bincount(row, mass * (decisions.choice != t), MAX_COUNT + 1)
    wrong = np.divide(wrongs, masses, out=np.full(MAX_COUNT + 1, np.nan), where=masses > 0)
    return ClassifierErrors(masses / masses.sum(), wrong)


def _unseen(
    solution: MultiSolution, evaluator: ClassPopulationRisk | ClassHoldOutSet, ties: str, seed: int
) -> Iterator[tuple[Predictions, np.ndarray, np.ndarray]]:
    """Decisions, classes (n,) and mass (n,) of unseen points; class by class for densities."""
    if isinstance(evaluator, ClassPopulationRisk):
        grid, mass = evaluator.cells
        decisions = decide_at(grid, solution, ties, seed)
        for k, one in enumerate(mass):
            yield decisions, np.full(len(one), k), one
    else:
        t = np.searchsorted(solution.classes, evaluator.t)
        yield decide_at(evaluator.place, solution, ties, seed), t, np.full(len(t), 1.0)
