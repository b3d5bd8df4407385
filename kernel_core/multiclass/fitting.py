"""The four ways to many classes, one fit each. 004, "Reduction to binary classification".

X (m, d) are points and y (m,) their classes, whole numbers or texts. `classes` names them in order;
otherwise they are sorted. The rest is as in `fit`: the objective is 000 eq. (2), lam > 0. Bad input
raises ValueError; a classifier that does not reach tol keeps its best answer and its certified gap.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypedDict, Unpack

from numpy.typing import ArrayLike

from ..base_loss import Loss
from ..kernels.base import Kernel
from ..losses import Logistic
from .class_trees import Tree
from .problem import ClassProblem
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
    """For each class k a classifier that learns "is it class k or not?" from all points.

    Parameters
    ----------
    X : array_like, shape (m, d)
        The points.
    y : array_like, shape (m,)
        Their classes: whole numbers or texts.
    kernel : Kernel
        K(x, z) = φ(x)ᵀφ(z).
    loss : Loss
        The loss of each binary classifier.
    lam : float
        The weight of the penalty, above 0.
    **options
        risk ("mean" or "sum"), intercept, tol and classes: as in `fit`; `classes` names the classes
        in order, otherwise they are sorted.

    Returns
    -------
    MultiSolution
        The classifiers with their proofs, and how they decide together.

    Raises
    ------
    ValueError
        For bad input. A classifier that does not reach tol keeps its best answer and its certified
        gap.

    Notes
    -----
    004, "Reduce multiclass to binary", one-versus-all: "relabel examples with class k as +1, and
    all others as -1", train h_k on all N of them, and so for each k: C classifiers. Each minimises
    000 eq. (2), or with risk="sum" the summed losses of 000 §6.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = [[0.0], [2.0], [4.0]], ["a", "b", "c"]
    >>> s = kc.multiclass.fit_one_versus_all(X, y, kc.RBF(1.0), kc.Hinge(), 0.1)
    >>> s.predict([[0.1], [3.9]]).tolist()
    ['a', 'c']
    """
    return _fit((X, y, loss), kernel, lam, "ova", None, options)


def fit_one_versus_one(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    loss: Loss,
    lam: float,
    **options: Unpack[FitOptions],
) -> MultiSolution:
    """For each pair of classes a classifier that learns "k or l?" from the points of the two.

    Parameters
    ----------
    X, y, kernel, loss, lam, **options
        As of `fit_one_versus_all`.

    Returns
    -------
    MultiSolution
        The classifiers with their proofs, and how they decide together.

    Notes
    -----
    004, "Reduce multiclass to binary", one-versus-one: for each pair (k, k') "relabel examples with
    class k as +1 and examples with class k' as -1", and "discard all other examples": C(C - 1)/2
    classifiers.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = [[0.0], [2.0], [4.0]], ["a", "b", "c"]
    >>> s = kc.multiclass.fit_one_versus_one(X, y, kc.RBF(1.0), kc.Hinge(), 0.1)
    >>> s.predict([[0.1], [3.9]]).tolist()
    ['a', 'c']
    """
    return _fit((X, y, loss), kernel, lam, "ovo", None, options)


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

    Parameters
    ----------
    X, y, kernel, loss, lam, **options
        As of `fit_one_versus_all`.
    shape : Tree, optional
        A tree of the classes' positions, such as ((0, 1), (2, 3)); balanced by default.

    Returns
    -------
    MultiSolution
        The classifiers with their proofs, and how they decide together.

    Notes
    -----
    004, "Reduce multiclass to binary", tree-based reduction: each of the C - 1 classifiers learns
    "belongs to which half?" from the examples of the classes below its node.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = [[0.0], [2.0], [4.0]], ["a", "b", "c"]
    >>> s = kc.multiclass.fit_tree(X, y, kc.RBF(1.0), kc.Hinge(), 0.1)
    >>> s.predict([[0.1], [3.9]]).tolist()
    ['a', 'c']
    """
    return _fit((X, y, loss), kernel, lam, "tree", shape, options)


def fit_multinomial(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    lam: float,
    **options: Unpack[FitOptions],
) -> MultiSolution:
    """Softmax, or multinomial logistic regression: all classes at once, by maximum likelihood.

    Parameters
    ----------
    X, y, kernel, lam, **options
        As of `fit_one_versus_all`.

    Returns
    -------
    MultiSolution
        The classifiers with their proofs, and how they decide together.

    Notes
    -----
    004, "Applying MLE again": F(W) = Σ_n ln(1 + Σ_{k≠y_n} e^{(w_k - w_{y_n})ᵀx_n}), with φ(x) for
    x. Penalised by lam/2 Σ_k alpha_kᵀK alpha_k. For two classes f_1 - f_2 is the decision function
    of the binary logistic fit with lam/2, and the two objectives are equal: f_1 = -f_2 = f/2, so
    that the penalty is twice lam/2 ‖f/2‖² = (lam/2)/2 ‖f‖².

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = [[0.0], [2.0], [4.0]], ["a", "b", "c"]
    >>> s = kc.multiclass.fit_multinomial(X, y, kc.RBF(1.0), 0.01)
    >>> s.probabilities([[0.1]]).argmax().item()
    0
    """
    return _fit((X, y, Logistic()), kernel, lam, "softmax", None, options)


def _fit(
    data: tuple[ArrayLike, ArrayLike, Loss],
    kernel: Kernel,
    lam: float,
    reduction: str,
    tree: Tree | None,
    options: FitOptions,
) -> MultiSolution:
    """One reduction's solution for data (X, y, loss)."""
    risk, intercept = options.get("risk", "mean"), options.get("intercept", False)
    problem = ClassProblem(*data, risk, intercept, options.get("classes"), tree)
    stops = multi_sweep(problem, kernel, lam, (reduction,), tol=options.get("tol", 1e-6))
    return next(stops).solutions[reduction]
