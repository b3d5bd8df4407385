"""Check functions' arguments: an invalid value raises ValueError with a short message.

A sparse matrix raises TypeError instead.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import Field
from decimal import Decimal
from math import inf, isfinite
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .base_loss import Loss

# Largest |K_ij - K_ji| that counts as rounding error, as a share of the largest |K_ij|; times m,
# also the tolerance for negative eigenvalues of K (m, m).
SYMMETRIC = 1e-9


def _is_finite(value: Any) -> bool:
    """Return whether the value is a number, not a bool, and finite as a float."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)
    except OverflowError:  # raised for a larger integer than any float
        return False


def check_number(value: float, name: str, allowed: str) -> float:
    """Return value as a float; it must be finite and >= 0, or > 0 if `allowed` is "above 0".

    The error message names the condition by `allowed`, such as "of at least 0".
    """
    if not _is_finite(value) or value < 0 or (value == 0 and allowed == "above 0"):
        raise ValueError(f"{name} must be a finite number {allowed}; it was {value!r}.")
    return float(value)


def check_any_number(value: float, name: str) -> float:
    """Return value as a float; it must be finite."""
    if not _is_finite(value):
        raise ValueError(f"{name} must be a finite number; it was {value!r}.")
    return float(value)


def check_whole(value: int, name: str, low: int, high: int) -> int:
    """Return value as an int; it must be a whole number from low to high."""
    is_valid = isinstance(value, Integral) and not isinstance(value, bool) and low <= value <= high
    if not is_valid:
        raise ValueError(f"{name} must be a whole number from {low} to {high:,}; it was {value!r}.")
    return int(value)


def check_share(value: float, name: str) -> float:
    """Return value as a float; it must be strictly between 0 and 1."""
    if not _is_finite(value) or not 0 < value < 1:
        raise ValueError(f"{name} must be a number above 0 and below 1; it was {value!r}.")
    return float(value)


def check_count(value: int, name: str, least: int = 1) -> int:
    """Return value as an int; it must be at least `least`."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}; it was {value!r}.")
    return int(value)


def check_parameter(value: float, parameter: Field[Any]) -> float:
    """Return value, as an int if the kernel's parameter is an int with a bound, else as a float; it
    must be within the parameter's bounds."""
    name, low, high = parameter.name, parameter.metadata["low"], parameter.metadata["high"]
    is_whole = parameter.type in ("int", int)  # an annotation is the type or, as text, its name
    if low == -inf and high == inf:
        return check_any_number(value, name)
    if is_whole and high < inf:
        return check_whole(value, name, low, high)  # type: ignore[arg-type]  # checked there
    if is_whole:
        return check_count(value, f"The {name}", low)  # type: ignore[arg-type]  # checked there
    if high == inf and low == 0:
        return check_number(
            value, name, "above 0" if parameter.metadata["above"] else "of at least 0"
        )
    if not isinstance(value, Real) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{name} must be a number from {low:g} to {high:g}; it was {value!r}.")
    return float(value)


def check_choice(value: str, name: str, allowed: Iterable[str]) -> str:
    """Return value, which must be one of the strings `allowed`."""
    if value not in (texts := list(allowed)):
        raise ValueError(f"{name} must be one of {', '.join(texts)}; it was {value!r}.")
    return value


def check_vector(
    values: ArrayLike, name: str, length: int, entry_name: str, most_axes: float = 1
) -> np.ndarray:
    """Return a copy of values as floats, with `length` finite numbers on the last axis and at most
    `most_axes` axes.

    Each number belongs to one `entry_name`, such as "point"; the error message uses this word.
    """
    values = check_array(values, name)
    try:
        vector = np.array(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold numbers, one for each {entry_name}.") from None
    fits = vector.shape[-1:] == (length,) and vector.ndim <= most_axes
    if not fits or not np.isfinite(vector).all():
        raise ValueError(
            f"{name} must hold {length} finite numbers, one for each {entry_name} (no NaN, no "
            f"inf); its shape is {vector.shape}."
        )
    return vector


class MixedEntries(ValueError, TypeError):
    """Raised for entries of mixed types, or entries that are neither numbers nor strings. It is a
    ValueError, like all errors here, and also a TypeError, which scikit-learn's checks require.
    """


def check_array(values: Any, name: str, kinds: str = "numbers") -> np.ndarray:
    """Return values as an array of real numbers or of strings.

    Raises TypeError for a sparse matrix, and ValueError for anything else that is not a list or an
    array, for rows of different lengths, and for dates, complex numbers, missing or mixed entries.
    `kinds`: the allowed entries, as the message names them.
    """
    if hasattr(values, "toarray"):
        raise TypeError("Sparse data are not supported: pass an array, as .toarray() makes it.")
    if values is None or isinstance(values, (str, bytes, Iterator, Mapping, Set)):
        raise ValueError(
            f"{name} must come in a list or an array; they came as {type(values).__name__}."
        )
    if np.ma.is_masked(values):
        raise ValueError(f"{name} have missing entries: omit these rows.")
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be {kinds}, in rows of equal length.") from None
    if array.dtype.kind == "U" and not hasattr(values, "dtype"):
        # Otherwise NumPy would convert numbers beside strings to strings.
        array = np.asarray(values, dtype=object)
    if array.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {name} must be real numbers.")
    if array.dtype.kind in "mM":
        raise ValueError(f"{name} must be {kinds}; these are dates or times.")
    return _plain_entries(array, name) if array.dtype.kind not in "biufU" else array


def _plain_entries(array: np.ndarray, name: str) -> np.ndarray:
    """Convert an array of Python objects to an array of numbers or of strings. Raises ValueError
    for missing or mixed entries."""
    entries = array.ravel().tolist()
    if any(map(_is_missing, entries)):
        raise ValueError(f"{name} have missing entries (None, NaN or NA): omit these rows.")
    if all(isinstance(entry, str) for entry in entries):
        return array.astype(str)
    if not all(isinstance(entry, Real | Decimal) for entry in entries):
        types = ", ".join(sorted({type(entry).__name__ for entry in entries}))
        raise MixedEntries(
            f"{name} must hold numbers alone, or strings alone: every argument must be a string or "
            f"every one a number; these are {types}."
        )
    numbers = np.array(entries).reshape(array.shape)
    try:
        return numbers.astype(float) if numbers.dtype.kind == "O" else numbers
    except OverflowError:
        raise ValueError(f"{name} must hold finite numbers; one of these is too large.") from None


def _is_missing(entry: object) -> bool:
    try:
        return entry is None or bool(entry != entry)
    except TypeError:  # raised by pandas' NA
        return True


def check_labels(y: Any, name: str = "Labels") -> np.ndarray:
    """Return labels as an array of finite numbers or of strings. Raises ValueError for others and
    for the string "nan", and TypeError for a sparse matrix."""
    labels = check_array(y, name, "numbers or strings")
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        raise ValueError("Input y contains NaN or infinity: every label must be a finite number.")
    if labels.dtype.kind == "U" and (labels == "nan").any():
        raise ValueError('Some labels are "nan", which means missing: omit these points.')
    return labels


def check_points(X: ArrayLike) -> np.ndarray:
    """Return X as finite floats of shape (n, d), d at least 1. Raises ValueError with a message
    that names what is wrong, and TypeError for a sparse matrix."""
    X = check_array(X, "Points")
    try:
        points = np.asarray(X, dtype=float)
    except ValueError:
        raise ValueError(
            "Points must be numbers, a row for each point; these are strings."
        ) from None
    if points.ndim != 2 or points.shape[1] == 0:
        raise ValueError(
            f"Points must come as a table with one row for each point, shape (n, "
            f"d); this one has shape "
            f"{points.shape}. For points on a line write x[:, None]."
        )
    if not np.isfinite(points).all():
        raise ValueError("Points must be finite numbers; some of these are NaN or infinite.")
    return points


def check_plane(
    X: ArrayLike, gx: ArrayLike, gy: ArrayLike
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return X (m, 2) and the axes of a grid as floats. Raises ValueError with a message that names
    what is wrong."""
    X, gx, gy = check_points(X), np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
    if X.shape[1] != 2:
        raise ValueError(f"A grid needs points in the plane; these have {X.shape[1]} coordinates.")
    if gx.ndim != 1 or gy.ndim != 1 or not (np.isfinite(gx).all() and np.isfinite(gy).all()):
        raise ValueError("The axes of a grid must be lists of finite numbers.")
    return X, gx, gy


def check_rows(X: ArrayLike) -> np.ndarray:
    """Return X as floats of shape (n, d); n must be at least 1."""
    X = check_points(X)
    if len(X) == 0:
        raise ValueError("There must be at least one point to learn from; here there is none.")
    return X


def check_numbers(y: Any) -> np.ndarray:
    """Return labels as an array of finite numbers."""
    y = check_labels(y)
    if y.dtype.kind == "U":
        raise ValueError("Labels must be numbers, one for each point; these are strings.")
    return y


def check_labelled(X: np.ndarray, y: np.ndarray) -> None:
    """Check that y has one label for each row of X."""
    if y.shape != (len(X),):
        raise ValueError(
            f"There must be one label for each point: {len(X)} points need labels of shape "
            f"({len(X)},); these have shape {y.shape}."
        )


def check_loss(loss: Loss) -> Loss:
    """Return the loss; it must be a `Loss` with a conjugate, so that it can be minimised."""
    if not isinstance(loss, Loss):
        raise ValueError(f"The loss must be a Loss, such as kc.Hinge(); it was {loss!r}.")
    loss.conjugate(0.0, 1.0)  # raises for a loss that cannot be minimised
    return loss


def check_data(X: ArrayLike, y: ArrayLike, loss: Loss) -> tuple[np.ndarray, np.ndarray]:
    """Return X (m, d) and y (m,) as floats; m must be at least 1 and the labels valid for the
    loss."""
    X = check_rows(X).copy()
    check_loss(loss)
    y = check_numbers(y)
    check_labelled(X, y)
    return X, loss.check_labels(y).copy()


def check_lam(lam: float) -> float:
    """Return lam as a float; it must be finite and >= 0."""
    return check_number(lam, "lam", "of at least 0")


def check_options(
    risk: str, tol: float = 1.0, max_iter: int | None = None, intercept: bool = False
) -> None:
    """Check that risk is "mean" or "sum", tol > 0, max_iter a whole number above 0 or None, and
    intercept a bool, 0 or 1."""
    if not (isinstance(intercept, bool | np.bool_ | Integral) and intercept in (0, 1)):
        raise ValueError(f"intercept must be True or False; it was {intercept!r}.")
    if risk not in ("mean", "sum"):
        raise ValueError(f'risk must be "mean" or "sum"; it was {risk!r}.')
    if not isinstance(tol, Real) or not tol > 0:
        raise ValueError(f"tol must be a number above 0; it was {tol!r}.")
    if max_iter is not None and (not isinstance(max_iter, Integral) or max_iter < 1):
        raise ValueError(
            f"max_iter must be a whole number of at least 1, or None; it was {max_iter}."
        )


def check_matrix(K: ArrayLike, y: ArrayLike, loss: Loss) -> tuple[np.ndarray, np.ndarray]:
    """Return K (m, m) and y (m,) as floats; K must be finite and symmetric up to rounding, y valid
    for the loss, and m at least 1.

    K need not be positive semidefinite, so that the app can show the consequences.
    """
    y = np.atleast_1d(loss.check_labels(check_numbers(y))).astype(float)
    try:
        K = np.array(check_array(K, "K"), dtype=float)
    except (TypeError, ValueError):
        raise ValueError(
            "K must be a matrix of numbers: an array, or rows of equal length without missing "
            "entries."
        ) from None
    m = len(y)
    if m == 0 or y.ndim != 1 or K.shape != (m, m):
        raise ValueError(
            f"K must have one row and one column for each label, and there must be at least one "
            f"label: for {m} labels K has shape {K.shape}."
        )
    return check_symmetric(K), y


def check_symmetric(K: ArrayLike) -> np.ndarray:
    """Return K (m, m) as floats, m at least 1; it must be square, finite, and symmetric up to
    rounding."""
    try:
        K = np.asarray(check_array(K, "K"), dtype=float)
    except (TypeError, ValueError):
        raise ValueError("A matrix must be numbers, in rows of equal length.") from None
    if K.ndim != 2 or K.shape[0] != K.shape[1] or len(K) == 0:
        raise ValueError(
            f"The matrix must have as many rows as columns, and at least one; "
            f"its shape is {K.shape}."
        )
    if not np.isfinite(K).all():
        raise ValueError("K must hold finite numbers; some of these are NaN or infinite.")
    if not is_symmetric(K):
        raise ValueError("K must be symmetric: K(x, z) and K(z, x) are the same inner product.")
    return K


def is_symmetric(K: np.ndarray) -> bool:
    """Return whether K_ij and K_ji agree up to rounding, for finite K (m, m), m at least 1."""
    return bool(np.abs(K - K.T).max() <= SYMMETRIC * np.abs(K).max())


def check_classes(
    X: ArrayLike, y: ArrayLike, classes: Sequence[Hashable] | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return X (m, d) as floats, each point's class as a position k (m,), and the classes' names
    (C,).

    y (m,) has whole numbers or strings; `classes` lists the classes in order, by default those of
    y, sorted. Raises ValueError for other labels, fewer than 2 classes, a class that is listed
    twice or has no point, and a point of a class that is not listed.
    """
    X, y = check_points(X).copy(), _class_names(y, "Labels")
    check_labelled(X, y)
    present, k = np.unique(y, return_inverse=True)
    names = present if classes is None else _class_names(classes, "Classes")
    _check_class_count(names)
    if classes is None:
        return X, k, names
    order = np.argsort(names, kind="stable")
    place = np.minimum(np.searchsorted(names[order], present), len(names) - 1)
    if not np.array_equal(names[order][place], present):
        unknown = present[names[order][place] != present][0]
        raise ValueError(f"There are points of class {unknown}, which is not among the classes.")
    missing_names = np.setdiff1d(names, present)
    if len(missing_names):
        raise ValueError(f"Class {missing_names[0]} has no point: add one, or omit the class.")
    return X, order[place][k], names


def _class_names(names: ArrayLike | Sequence[Hashable], subject: str) -> np.ndarray:
    """Return the names as an array of whole numbers or of strings. Raises ValueError for others."""
    requirement = f"{subject} must be whole numbers or strings, in one list."
    try:
        y = check_labels(names, subject)
    except ValueError as error:
        raise ValueError(f"{requirement} {error}") from None
    if y.ndim == 1 and y.dtype.kind == "f" and (np.rint(y) == y).all():
        y = y.astype(int)
    if y.ndim != 1 or y.dtype.kind not in "iuU":
        raise ValueError(requirement)
    return y


def _check_class_count(names: np.ndarray) -> None:
    if len(np.unique(names)) != len(names):
        raise ValueError("Each class must be named only once.")
    if len(names) == 0:
        raise ValueError("There must be points of at least two classes; here there is no point.")
    if len(names) == 1:
        raise ValueError(
            f"There must be at least two classes to choose between; here there is only "
            f"class {names[0]}."
        )
