"""The four ways to many classes, one fit each. 004, "Reduction to binary classification".

X (m, d) are points and y (m,) their classes, whole numbers or texts. `classes` names them in order;
otherwise they are sorted. The rest is as in `fit`: the objective is 000 eq. (2), lam > 0. Bad input
raises ValueError; a classifier that does not reach tol keeps its best answer and its honest gap.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypedDict, Unpack

from numpy.typing import ArrayLike

from ..kernels.base import Kernel
from ..loss import Loss
from ..losses import Logistic
from .class_trees import Tree
from .solution import MultiSolution
from .sweep import multi_sweep


class FitOptions(TypedDict, total=False):
    """What each of the four takes by name: risk "mean", intercept False, tol 1e-6, classes None."""

    risk: str
    intercept: bool
    tol: float
    classes: Sequence[Hashable] | None


def fit_one_versus_all(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    loss: Loss,
    lam: float,
    **options: Unpack[FitOptions],
) -> MultiSolution:
    """For each class k a classifier that learns "is it class k or not?" from all points."""
    return multi_sweep(X, y, kernel, lam, loss, "ova", **options).solutions[0]


def fit_one_versus_one(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    loss: Loss,
    lam: float,
    **options: Unpack[FitOptions],
) -> MultiSolution:
    """For each pair of classes a classifier that learns "k or l?" from the points of the two."""
    return multi_sweep(X, y, kernel, lam, loss, "ovo", **options).solutions[0]


def fit_tree(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    loss: Loss,
    lam: float,
    shape: Tree | None = None,
    **options: Unpack[FitOptions],
) -> MultiSolution:
    """For each node of a tree a classifier that learns "which half?" from the points below it.

    `shape` is a tree of the classes' positions, such as ((0, 1), (2, 3)); balanced by default.
    """
    return multi_sweep(X, y, kernel, lam, loss, "tree", tree=shape, **options).solutions[0]


def fit_multinomial(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    lam: float,
    **options: Unpack[FitOptions],
) -> MultiSolution:
    """Softmax, or multinomial logistic regression: all classes at once, by maximum likelihood.

    Penalised by lam/2 Σ_k alpha_kᵀK alpha_k. For two classes f_1 - f_2 is the decision function of
    the binary logistic fit with lam/2, and the two objectives are equal: f_1 = -f_2 = f/2, so that
    the penalty is twice lam/2 ‖f/2‖² = (lam/2)/2 ‖f‖².
    """
    return multi_sweep(X, y, kernel, lam, Logistic(), "softmax", **options).solutions[0]
