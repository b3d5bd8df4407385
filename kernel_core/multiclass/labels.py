"""Which classes there are, and which class each point has."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..validation import check_labelled, check_labels, check_points


def check_classes(
    X: ArrayLike, y: ArrayLike, classes: Sequence[Hashable] | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """X (m, d) as floats, each point's class as a position k (m,), and the classes' names (C,).

    y (m,) holds whole numbers or texts; `classes` names the classes in order, and without it they
    are those of y, sorted. Raises ValueError for fewer than 2 classes, and for a class
    without a point.
    """
    X, y = check_points(X).copy(), _names(y, "Labels")
    check_labelled(X, y)
    found, k = np.unique(y, return_inverse=True)
    names = found if classes is None else _names(classes, "Classes")
    _check_count(names)
    if classes is None:
        return X, k, names
    order = np.argsort(names, kind="stable")
    place = np.minimum(np.searchsorted(names[order], found), len(names) - 1)
    if not np.array_equal(names[order][place], found):
        unknown = found[names[order][place] != found][0]
        raise ValueError(f"There are points of class {unknown}, which is not among the classes.")
    missing = np.setdiff1d(names, found)
    if len(missing):
        raise ValueError(
            f"Class {missing[0]} has no point: give it at least one, or leave the class out."
        )
    return X, order[place][k], names


def _names(given: ArrayLike | Sequence[Hashable], what: str) -> np.ndarray:
    """y as an array of whole numbers or of texts."""
    wrong = f"{what} must be whole numbers or texts, in one list."
    try:
        y = check_labels(given, what)
    except ValueError as error:
        raise ValueError(f"{wrong} {error}") from None
    if y.ndim == 1 and y.dtype.kind == "f" and (np.rint(y) == y).all():
        y = y.astype(int)
    if y.ndim != 1 or y.dtype.kind not in "iuU":
        raise ValueError(wrong)
    return y


def _check_count(names: np.ndarray) -> None:
    if len(np.unique(names)) != len(names):
        raise ValueError("Each class must be named once.")
    if len(names) == 0:
        raise ValueError("There must be points of at least two classes; here there is no point.")
    if len(names) == 1:
        raise ValueError(
            f"There must be at least two classes to choose between; here all is class {names[0]}."
        )
