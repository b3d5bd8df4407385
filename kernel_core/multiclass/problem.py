"""What is to be learnt, and by which reduction: everything but the kernel and lam."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..base_loss import Loss
from ..duality_gap import Certificate, SolverResult
from ..kernels.base import Kernel
from ..validation import check_choice, check_classes, check_loss, check_options
from .multinomial import MultinomialResult
from .reductions import (
    BinaryTask,
    Tree,
    balanced_tree,
    check_tree,
    one_vs_one_tasks,
    one_vs_rest_tasks,
    tree_tasks,
)
from .solution import REDUCTIONS, MultiSolution
from .training import BinaryTrainer, NearbyFit

NO_CERTIFICATE = Certificate(np.inf, -np.inf)


@dataclass(frozen=True, eq=False)
class ClassProblem:
    """Points of many classes and a loss: all that is to be learnt but the kernel and lam, checked.

    Parameters
    ----------
    X, risk, intercept
        As of `Problem`.
    y : array_like, shape (m,)
        Their classes: whole numbers or texts.
    loss : Loss
        The loss of each binary classifier; softmax has its own.
    classes : sequence, optional
        The classes in order; otherwise they are sorted.
    tree : Tree, optional
        Of positions among the classes; balanced by default.

    Attributes
    ----------
    k : ndarray of int, shape (m,)
        Each point's class as a position among `classes`.

    Notes
    -----
    004, "Multiclass Classification".

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.multiclass.ClassProblem([[0.0], [1.0]], ["b", "a"], kc.Hinge()).k.tolist()
    [1, 0]
    """

    X: np.ndarray
    k: np.ndarray
    classes: np.ndarray
    loss: Loss
    risk: str
    intercept: bool
    tree: Tree

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        loss: Loss,
        risk: str = "mean",
        intercept: bool = False,
        classes: Sequence[Hashable] | None = None,
        tree: Tree | None = None,
    ) -> None:
        X, k, names = check_classes(X, y, classes)
        check_options(risk, intercept=intercept)
        check_loss(loss).check_labels(np.where(k > 0, 1.0, -1.0))
        C = len(names)
        tree = balanced_tree(range(C)) if tree is None else check_tree(tree, C)
        values = (X, k, names, loss, risk, intercept, tree)
        for name, value in zip(self.__match_args__, values, strict=True):
            object.__setattr__(self, name, value)

    def tasks(self, name: str) -> tuple[BinaryTask, ...]:
        """The binary tasks of a reduction; none for softmax."""
        check_choice(name, "reduction", REDUCTIONS)
        C = len(self.classes)
        return {
            "ova": one_vs_rest_tasks(C),
            "ovo": one_vs_one_tasks(C),
            "tree": tree_tasks(self.tree),
            "softmax": (),
        }[name]

    def reduce(self, name: str, tol: float = 1e-6, max_iter: int | None = None) -> Reduction:
        """The problem by one reduction, to be solved to a relative gap of tol."""
        tasks = self.tasks(name)
        check_options(self.risk, tol, max_iter)
        trainer = BinaryTrainer(self.loss, self.risk, self.intercept, tol, max_iter)
        tree = self.tree if name == "tree" else None
        return Reduction(name, self.X, self.k, self.classes, tasks, tree, trainer)


@dataclass(frozen=True, eq=False)
class Reduction:
    """Points X (m, d) of classes k (m,), positions among `classes` (C,), and how to learn them."""

    name: str
    X: np.ndarray
    k: np.ndarray
    classes: np.ndarray
    tasks: tuple[BinaryTask, ...]
    tree: Tree | None
    trainer: BinaryTrainer

    def fit(
        self, K: np.ndarray, kernel: Kernel, lam: float, near: NearbyFit | None
    ) -> MultiSolution:
        """The solution for the kernel's Gram matrix K (m, m), starting from one nearby, if any."""
        if self.name == "softmax":
            trained = self.trainer.fit_softmax(K, self.k, len(self.classes), lam, near)
        else:
            trained = self.trainer.fit_all(K, self.k, self.tasks, lam, near)
        return MultiSolution(
            self.name,
            self.X,
            self.k,
            self.classes,
            kernel,
            self.trainer.loss,
            lam,
            self.trainer.risk,
            self.tasks,
            self.tree,
            trained.alpha,
            trained.intercept,
            primal=np.array([proof.primal for proof in trained.proofs]),
            dual=np.array([proof.dual for proof in trained.proofs]),
            gap=np.array([proof.gap for proof in trained.proofs]),
            iterations=np.array([answer.iterations for answer in trained.answers]),
            training_points=trained.n_training_points,
            answers=trained.answers,
        )


@dataclass(frozen=True, eq=False)
class WarmStart:
    """Answers to start from, one for each classifier, or one for softmax."""

    lam: float
    answers: Sequence[SolverResult | MultinomialResult]


def warm_start_from(problem: Reduction, known: MultiSolution, K: np.ndarray) -> WarmStart:
    """The known solution's weights as answers to the problem's own tasks, with K (m, m).

    Raises ValueError unless it has a weight for each point, and has the same tasks.
    """
    if known.tasks != problem.tasks or known.alpha.shape[1] != len(K):
        raise ValueError(
            "A start must have the same binary tasks, with a weight for each point of the new data."
        )
    f = known.alpha @ K + known.intercept[:, None]
    if problem.name == "softmax":
        answer = MultinomialResult(known.alpha.T, known.intercept, f.T, NO_CERTIFICATE)
        return WarmStart(known.lam, [answer])
    answers = []
    for b, task in enumerate(problem.tasks):
        members = np.flatnonzero(task.to_signs(problem.k))
        answers.append(SolverResult(known.alpha[b, members], known.intercept[b], f[b, members], 0))
    return WarmStart(known.lam, answers)
