"""How many classifiers are wrong about a point, and how often the class is then wrong. 004.

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

MAX_COUNT = 2  # the last row holds this many errors or more


@dataclass(frozen=True, eq=False)
class ClassifierErrors:
    """How many classifiers of a reduction are wrong about a point, and how often the class is.

    `points` (3,) are the shares of unseen points about which none, one, and two or more classifiers
    err; `wrong` (3,) the share of wrong classes among these, NaN where there are none. The test
    error is Σ points × wrong.
    """

    points: np.ndarray
    wrong: np.ndarray


def count_erring_classifiers(decisions: Predictions, t: np.ndarray) -> np.ndarray:
    """Count the evaluated classifiers that are wrong about each point, of class t (n,).

    Shape (n,).
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
    """Measure, on unseen data, how often the class is wrong if none, one or more classifiers are
    wrong.

    A tie between classes is broken by `ties`, "random" with this seed or "score".
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
    """Yield decisions, classes (n,) and mass (n,) of unseen points.

    Class by class for densities.
    """
    if isinstance(evaluator, ClassPopulationRisk):
        grid, mass = evaluator.cells
        decisions = decide_at(grid, solution, ties, seed)
        for k, weights in enumerate(mass):
            yield decisions, np.full(len(weights), k), weights
    else:
        t = np.searchsorted(solution.classes, evaluator.t)
        yield decide_at(evaluator.place, solution, ties, seed), t, np.full(len(t), 1.0)
