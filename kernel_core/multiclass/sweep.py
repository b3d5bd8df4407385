"""Many classes along a slider: every classifier of a scene at every stop, sharing what they can.

One Gram matrix a stop serves all classifiers of all reductions, and one pair of grid tables all
their fields; each classifier starts from its own answer at the neighbouring stop.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike

from ..base_loss import Loss
from ..kernels.base import Kernel
from ..solution_path import GramCache, broadcast_stops, solve_order
from ..validation import check_choice
from .cached_points import CachedGrid, CachedPoints
from .class_trees import Tree
from .decision_rules import TIES
from .problem import make_problems, warm_start_from
from .solution import REDUCTIONS, MultiSolution
from .training import NearbyFit


class ClassEvaluator(Protocol):
    """Anything that can say how often a solution errs."""

    def error(self, solution: MultiSolution, ties: str = "random", seed: int = 0) -> float:
        """The error of a solution, in [0, 1]."""


@dataclass(frozen=True, eq=False)
class MultiSweep:
    """S solutions of one reduction along a slider; the first axis of every array is the stop.

    Attributes
    ----------
    reduction : {"ova", "ovo", "tree", "softmax"}
        How the classes were reduced.
    solutions : tuple of MultiSolution
        One for each stop.
    class_map, status : ndarray of uint8, shape (S, Gy, Gx), or None
        The class, as a position, and its status at each point; None without a grid. Positions of
        more than 256 classes take more bytes.
    values : ndarray of float32, shape (S, B, Gy, Gx), or None
        The value of each classifier on the grid, if asked for.
    train_error, test_error : ndarray, shape (S,)
        Parts that are wrong; the latter NaN where nothing says so.
    n_evaluations : ndarray, shape (S,)
        Binary predictions made, a training point.

    Notes
    -----
    004, "Reduce multiclass to binary" and "Applying MLE again", at each stop; 000 §6 follows one
    classifier along τ in this way (Figures 2 to 4).

    Examples
    --------
    >>> import kernel_core as kc
    >>> s = kc.multiclass.multi_sweep([[0.0], [1.0]], [0, 1], kc.RBF(1.0), 0.1, kc.Hinge(), "ova")
    >>> s.train_error.tolist()
    [0.0]
    """

    reduction: str
    solutions: tuple[MultiSolution, ...]
    class_map: np.ndarray | None
    status: np.ndarray | None
    values: np.ndarray | None
    train_error: np.ndarray
    test_error: np.ndarray
    n_evaluations: np.ndarray

    @property
    def alpha(self) -> np.ndarray:
        """(S, B, m)."""
        return np.array([s.alpha for s in self.solutions])

    @property
    def intercept(self) -> np.ndarray:
        """(S, B)."""
        return np.array([s.intercept for s in self.solutions])

    @property
    def worst_gap(self) -> np.ndarray:
        """The largest duality gap among the classifiers of each stop, (S,)."""
        return np.array([s.worst_gap for s in self.solutions])

    @property
    def training_points(self) -> np.ndarray:
        """The training points that were made, counted while training, (S,)."""
        return np.array([s.training_points for s in self.solutions])

    def field(self, b: int, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """f of classifier b alone on a grid, shape (S, len(gy), len(gx)): rows are y."""
        grid = CachedGrid(gx, gy)
        fields = [
            s.intercept[b] + grid.values(s.kernel, s.X, s.alpha[b : b + 1]) for s in self.solutions
        ]
        return np.reshape(fields, (-1, *grid.shape))


@dataclass(frozen=True)
class SweepRecorder:
    """What is looked at in each solution: its own points, the grid, the evaluator's points."""

    training_points: CachedPoints
    grid: CachedGrid | None
    evaluator: ClassEvaluator | None
    values: bool
    ties: str
    seed: int

    def record(self, s: MultiSolution) -> dict[str, np.ndarray | float]:
        """What a sweep keeps of a solution beside itself."""
        training_cache = s.decide_at(self.training_points, self.ties, self.seed)
        records = {
            "train_error": np.mean(training_cache.choice != s.k),
            "n_evaluations": training_cache.n_evaluations / len(s.k),
            "test_error": self.evaluator.error(s, self.ties, self.seed)
            if self.evaluator
            else np.nan,
        }
        if self.grid:
            d = s.decide_at(self.grid, self.ties, self.seed)
            records["class_map"] = d.choice.astype(np.min_scalar_type(len(s.classes) - 1)).reshape(
                self.grid.shape
            )
            records["status"] = d.status.reshape(self.grid.shape)
            if self.values:
                records["values"] = d.values.astype(np.float32).reshape(-1, *self.grid.shape)
        return records


class SweepOptions(TypedDict, total=False):
    """What `multi_sweeps` takes by name, each with its default."""

    classes: Sequence[Hashable] | None
    tree: Tree | None
    risk: str
    intercept: bool
    tol: float
    max_iter: int | None
    gx: ArrayLike | None
    gy: ArrayLike | None
    values: bool
    evaluator: ClassEvaluator | None
    ties: str
    seed: int
    start: Mapping[str, MultiSolution] | None
    solved: Callable[[int, int], None]


def multi_sweep(
    X: ArrayLike,
    y: ArrayLike,
    kernels: Kernel | Sequence[Kernel],
    lams: ArrayLike,
    loss: Loss,
    reduction: str,
    **options: Unpack[SweepOptions],
) -> MultiSweep:
    """`multi_sweeps` for one reduction.

    Parameters
    ----------
    X : array_like, shape (m, d)
        The points.
    y : array_like, shape (m,)
        Their classes: whole numbers or texts.
    kernels : Kernel or sequence of Kernel
        One for each of the S stops, or one for all.
    lams : float or array_like, shape (S,)
        The weight of the penalty at each stop, or one for all; above 0.
    loss : Loss
        The loss of each binary classifier; softmax has its own.
    reduction : {"ova", "ovo", "tree", "softmax"}
        Which one.
    **options
        As in `multi_sweeps`.

    Returns
    -------
    MultiSweep
        Its S solutions.

    Notes
    -----
    004, "Reduce multiclass to binary", or for softmax "Applying MLE again"; at each stop the risk
    is 000 eq. (2) with the kernel and lam of that stop.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y, lams = [[0.0], [1.0]], [0, 1], [0.1, 1.0]
    >>> s = kc.multiclass.multi_sweep(X, y, kc.RBF(1.0), lams, kc.Hinge(), "ova")
    >>> s.alpha.shape
    (2, 2, 2)
    """
    return multi_sweeps(X, y, kernels, lams, loss, (reduction,), **options)[reduction]


def multi_sweeps(
    X: ArrayLike,
    y: ArrayLike,
    kernels: Kernel | Sequence[Kernel],
    lams: ArrayLike,
    loss: Loss,
    reductions: Sequence[str] = REDUCTIONS,
    *,
    classes: Sequence[Hashable] | None = None,
    tree: Tree | None = None,
    risk: str = "mean",
    intercept: bool = False,
    tol: float = 1e-6,
    max_iter: int | None = None,
    gx: ArrayLike | None = None,
    gy: ArrayLike | None = None,
    values: bool = False,
    evaluator: ClassEvaluator | None = None,
    ties: str = "random",
    seed: int = 0,
    start: Mapping[str, MultiSolution] | None = None,
    solved: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, MultiSweep]:
    """Fit every stop (kernels[s], lams[s]) of a slider by every reduction.

    Parameters
    ----------
    X : array_like, shape (m, d)
        The points.
    y : array_like, shape (m,)
        Their classes: whole numbers or texts.
    kernels : Kernel or sequence of Kernel
        One for each of the S stops, or one for all.
    lams : float or array_like, shape (S,)
        The weight of the penalty at each stop, or one for all; above 0.
    loss : Loss
        The loss of each binary classifier; softmax has its own.
    reductions : sequence of str
        Which ones.
    classes : sequence, optional
        The classes in order; otherwise they are sorted.
    tree : Tree, optional
        Of positions among the classes; balanced by default.
    risk : {"mean", "sum"}
        Whether the losses are averaged or summed.
    intercept : bool
        Whether each f has a constant.
    tol : float
        The relative duality gap to reach.
    max_iter : int, optional
        The most linear systems a fit.
    gx, gy : array_like, optional
        The axes of a grid; with both, each stop has its class map.
    values : bool
        Whether to keep the value of each classifier on the grid.
    evaluator : ClassEvaluator, optional
        With it, each stop has its test error.
    ties : {"random", "score"}
        What settles what is left open.
    seed : int
        Of the random draws.
    start : mapping, optional
        Solutions by reduction, for as many points and with the same tasks, from which the
        middle stop sets out.
    solved : callable
        Called with how many of how many stops are solved, after each.

    Returns
    -------
    dict
        A MultiSweep for each reduction; a stop that does not reach tol keeps its certified gap.

    Notes
    -----
    004, "Reduce multiclass to binary", and for softmax "Applying MLE again"; at each stop every
    classifier minimises 000 eq. (2) with the kernel and lam of that stop, or with risk="sum" the
    summed losses of 000 §6.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = [[0.0], [1.0]], [0, 1]
    >>> sorted(kc.multiclass.multi_sweeps(X, y, kc.RBF(1.0), 0.1, kc.Hinge(), ["ova", "softmax"]))
    ['ova', 'softmax']
    """
    check_choice(ties, "ties", TIES)
    every = make_problems(
        X, y, loss, reductions, classes=classes, tree=tree, risk=risk, intercept=intercept,
        tol=tol, max_iter=max_iter,
    )  # fmt: skip
    X = every[0].X
    kernels, lams = broadcast_stops(kernels, lams)
    grams, training_cache = GramCache(X, kernels), CachedPoints(X)
    grid = None if gx is None or gy is None else CachedGrid(gx, gy)
    recorder = SweepRecorder(training_cache, grid, evaluator, values, ties, seed)
    S = len(lams)
    solutions: dict[str, dict[int, MultiSolution]] = {problem.reduction: {} for problem in every}
    records: dict[str, dict[int, dict[str, Any]]] = {problem.reduction: {} for problem in every}
    for done, (stop, near) in enumerate(solve_order(S), 1):
        K, kernel, lam = grams(stop), kernels[stop], float(lams[stop])
        training_cache.keep(kernel, X, K)
        for problem in every:
            row = solutions[problem.reduction]
            known = (start or {}).get(problem.reduction)
            nearby: NearbyFit | None = None if near is None else row[near]
            if near is None and known is not None:
                nearby = warm_start_from(problem, known, K)
            row[stop] = problem.fit(K, kernel, lam, nearby)
            records[problem.reduction][stop] = recorder.record(row[stop])
        solved(done, S)
    return {
        name: _sweep(name, [row[s] for s in range(S)], [records[name][s] for s in range(S)])
        for name, row in solutions.items()
    }


def _sweep(
    reduction: str, solutions: list[MultiSolution], records: list[dict[str, Any]]
) -> MultiSweep:
    """All stops of one reduction, stacked."""
    stacked: dict[str, Any] = {
        name: np.array([stop[name] for stop in records]) for name in records[0]
    }
    defaults = {"class_map": None, "status": None, "values": None}
    return MultiSweep(reduction, tuple(solutions), **(defaults | stacked))
