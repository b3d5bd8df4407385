"""Evaluate a tree at pairs of points with NumPy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import isfinite, pi

import numpy as np

from kernel_core.kernels import squared_distances
from lab.formulas import syntax_tree as n
from lab.formulas.syntax_tree import ExpressionError, Node

Kernels = Callable[[n.NamedKernel], Callable[[np.ndarray, np.ndarray], np.ndarray]]
Values = np.ndarray | float

NUMPY_FUNCTIONS = {"exp": np.exp, "cos": np.cos, "sin": np.sin, "tanh": np.tanh, "abs": np.abs,
         "min": np.minimum, "max": np.maximum}  # fmt: skip


def bind_parameters(node: Node, values: dict[str, float]) -> Node:
    """Replace each parameter of a tree by its value.

    Raises ExpressionError for a parameter without a finite value.
    """

    def number(leaf: Node) -> Node:
        if not isinstance(leaf, n.Parameter):
            return leaf
        value = {"pi": pi, **values}.get(leaf.name)
        if value is None:
            raise ExpressionError(f"{leaf.name} has no value here; write a number.", leaf.at)
        if not isfinite(value):
            raise ExpressionError(f"The value of {leaf.name} must be finite.", leaf.at)
        return replace(n.signed_number(float(value)), at=leaf.at)

    return n.map_leaves(node, number)


def constant(node: Node) -> float:
    """Return the value of a tree that does not depend on x or z. Raises ExpressionError if the tree
    depends on them, or if the value is undefined or not finite."""
    match node:
        case n.NumberLiteral(value):
            return value
        case n.Negative(n.NumberLiteral(value)):
            return -value
    if n.points_in(node):
        raise ExpressionError("A number was expected here.", node.at)
    empty = np.zeros((1, 1))
    value = float(evaluate(node, empty, empty, refuse_kernels))
    if not isfinite(value):
        raise ExpressionError("This number is too large.", node.at)
    return value


def evaluate(node: Node, X: np.ndarray, Z: np.ndarray, kernels: Kernels) -> Values:
    """Return the values of a tree for all pairs of points of X (n, d) and Z (m, d): an array
    (n, m), or an array or number that broadcasts to this shape, such as (n, 1).

    `kernels(node)` returns the function that computes the matrix of a named kernel. Raises
    ExpressionError where a function is undefined or a coordinate does not exist; values beyond the
    range of a float become inf or NaN.
    """
    with np.errstate(all="ignore"):
        return _evaluate(node, X, Z, kernels)


def _evaluate(node: Node, X: np.ndarray, Z: np.ndarray, kernels: Kernels) -> Values:
    match node:
        case n.NumberLiteral(value):
            return value
        case n.Dot():
            return X @ Z.T
        case n.Distance():
            return np.sqrt(squared_distances(X, Z))
        case n.Coordinate(point, index):
            return _as_side(point, _column(X if point == "x" else Z, index, node.at))
        case n.Norm(point):
            return _as_side(point, np.sqrt(np.square(X if point == "x" else Z).sum(axis=1)))
        case n.Negative(body):
            return np.negative(_evaluate(body, X, Z, kernels))
        case n.Binary(sign, left, right):
            a, b = (_evaluate(part, X, Z, kernels) for part in (left, right))
            return _arithmetic(sign, a, b, node.at)
        case n.Call(name, arguments):
            return _call(name, [_evaluate(part, X, Z, kernels) for part in arguments], node.at)
        case n.NamedKernel():
            return kernels(node)(X, Z)
    raise TypeError(f"{node!r} has no value.")


def _as_side(point: str, values: np.ndarray) -> np.ndarray:
    """Return values at points as a column if `point` is "x", and as a row if it is "z"."""
    return values[:, None] if point == "x" else values[None, :]


def _column(points: np.ndarray, index: int, at: int) -> np.ndarray:
    d = points.shape[1]
    if index == 0 and d != 1:
        raise ExpressionError(
            f"A point has {d} coordinates here, so write x1 or x2 and not x alone.", at
        )
    if index > d:
        raise ExpressionError(f"There is no coordinate {index}: a point has {d} here.", at)
    return points[:, max(index - 1, 0)]


def _arithmetic(sign: str, a: Values, b: Values, at: int) -> Values:
    match sign:
        case "+":
            return np.add(a, b)
        case "-":
            return np.subtract(a, b)
        case "*":
            return np.multiply(a, b)
        case "/":
            if np.any(np.equal(b, 0)):
                raise ExpressionError("This divides by 0 at some points.", at)
            return np.divide(a, b)
    if np.any((np.asarray(a) < 0) & (b != np.round(b))):
        raise ExpressionError(
            "This raises a negative number to a power that is not an integer, at some points.", at
        )
    if np.any(np.equal(a, 0) & np.less(b, 0)):
        raise ExpressionError("This raises 0 to a negative power at some points.", at)
    return np.power(np.asarray(a, dtype=float), b)


def _call(name: str, values: list[Values], at: int) -> Values:
    match name:
        case "sqrt" if np.any(np.less(values[0], 0)):
            raise ExpressionError("This takes the root of a negative number at some points.", at)
        case "sqrt":
            return np.sqrt(values[0])
        case "log" if np.any(np.less_equal(values[0], 0)):
            raise ExpressionError(
                "This takes the logarithm of 0 or of a negative number at some points.", at
            )
        case "log":
            return np.log(values[0])
    return NUMPY_FUNCTIONS[name](*values)


def refuse_kernels(node: n.NamedKernel) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Raise TypeError. Pass this to `evaluate` for trees that must not contain a kernel."""
    raise TypeError(f"{node!r} is not a function of a point.")
