"""Fits of many classes directly from points and labels, for tests."""

import kernel_core as kc
from kernel_core import multiclass as mc


def fit_classes(reduction, X, y, kernel, loss, lam, shape=None, *, tol=1e-6, **options):
    """Fit one reduction to binary classifiers, such as “ova”; `shape` is a tree of classes."""
    problem = mc.ClassProblem(X, y, loss, tree=shape, **options)
    return mc.solve_classes(problem, kernel, lam, reduction, tol=tol)


def fit_softmax(X, y, kernel, lam, **options):
    """Fit softmax regression."""
    return fit_classes("softmax", X, y, kernel, kc.Logistic(), lam, **options)
