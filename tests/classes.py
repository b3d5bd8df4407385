"""Fits of many classes from points and labels at once, as tests write them."""

import kernel_core as kc
from kernel_core import multiclass as mc


def fit_classes(reduction, X, y, kernel, loss, lam, shape=None, *, tol=1e-6, **options):
    """One reduction's solution; `shape` is a tree of classes."""
    problem = mc.ClassProblem(X, y, loss, tree=shape, **options)
    return mc.solve_classes(problem, kernel, lam, reduction, tol=tol)


def fit_softmax(X, y, kernel, lam, **options):
    """The solution of softmax."""
    return fit_classes("softmax", X, y, kernel, kc.Logistic(), lam, **options)
