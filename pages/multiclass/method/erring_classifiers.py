"""How many classifiers are wrong about a point, and how often the predicted class is then wrong.

Note 004 says of one-versus-all that it "will (probably) make a mistake as long as one of h_k errs",
and calls one-versus-one more robust. A classifier is wrong about a point of class t if its task
contains t but it favours other classes. A classifier whose task leaves t out can't be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kernel_core.multiclass import MultiSolution, Predictions
from lab.scene.cached_points import decide_at
from lab.scene.class_error_rates import ClassHoldOutSet, ClassPopulationRisk

MAX_COUNT = 2  # points with this many wrong classifiers or more form the last group


@dataclass(frozen=True, eq=False)
class ClassifierErrors:
    """Three groups of unseen points: those with no, one, and two or more wrong classifiers.

    `points` (3,) has each group's share of all points, `class_errors` (3,) the share of its points
    that are misclassified, NaN for an empty group. The test error is Σ points × class_errors.
    """

    points: np.ndarray
    class_errors: np.ndarray


def count_erring_classifiers(decisions: Predictions, t: np.ndarray) -> np.ndarray:
    """Count the evaluated classifiers that are wrong about each point, where t (n,) has the true
    classes.
    """
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
    """Measure on unseen data how often the predicted class is wrong where no, one, or two or more
    classifiers are wrong.

    `ties` determines how ties between classes are broken: "random", with this seed, or "score".
    """
    masses, wrongs = np.zeros(MAX_COUNT + 1), np.zeros(MAX_COUNT + 1)
    for decisions, t, mass in _unseen_points(solution, evaluator, ties, seed):
        row = np.minimum(count_erring_classifiers(decisions, t), MAX_COUNT)
        masses += np.bincount(row, mass, MAX_COUNT + 1)
        wrongs += np.bincount(row, mass * (decisions.choice != t), MAX_COUNT + 1)
    class_errors = np.divide(wrongs, masses, out=np.full(MAX_COUNT + 1, np.nan), where=masses > 0)
    return ClassifierErrors(masses / masses.sum(), class_errors)


def _unseen_points(
    solution: MultiSolution, evaluator: ClassPopulationRisk | ClassHoldOutSet, ties: str, seed: int
) -> Iterator[tuple[Predictions, np.ndarray, np.ndarray]]:
    """Yield decisions, true classes (n,) and weights (n,) of groups of unseen points."""
    if isinstance(evaluator, ClassPopulationRisk):
        grid, mass = evaluator.cells
        decisions = decide_at(grid, solution, ties, seed)
        for k, weights in enumerate(mass):
            yield decisions, np.full(len(weights), k), weights
    else:
        t = np.searchsorted(solution.classes, evaluator.t)
        yield decide_at(evaluator.place, solution, ties, seed), t, np.full(len(t), 1.0)
