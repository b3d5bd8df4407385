"""Define the syntax tree of a formula in two points x and z (the notes' x′)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any

FUNCTIONS = {"exp": 1, "cos": 1, "sin": 1, "tanh": 1, "sqrt": 1, "abs": 1, "log": 1, "min": 2,
             "max": 2}  # fmt: skip
PARAMETERS = {"tau": "τ", "theta": "θ", "sigma": "σ", "gamma": "γ", "a": "a", "b": "b", "c": "c",
              "pi": "π"}  # fmt: skip


class ExpressionError(ValueError):
    """An error in a formula, with a message and a column.

    Parameters
    ----------
    message : str
        What is wrong, as a sentence.
    column : int
        The column of the error, counted from 1.

    Notes
    -----
    The column is that of the token or part where the formula becomes invalid. Such errors are
    not in the lecture notes.

    References
    ----------
    A. V. Aho, R. Sethi and J. D. Ullman, Compilers: Principles, Techniques, and Tools, 1986.

    Examples
    --------
    >>> from lab import formulas
    >>> try:
    ...     formulas.parse("x.z + rbf(")
    ... except formulas.ExpressionError as error:
    ...     print(error)
    Column 11: A number, a name or a bracket was expected, not the end of the formula.
    """

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"Column {column}: {message}")
        self.message = message
        self.column = column


@dataclass(frozen=True)
class Node:
    """A part of a formula, as a node of its syntax tree. Nodes are compared by value.

    Parameters
    ----------
    at : int
        Its column in the text; equality ignores it.

    Attributes
    ----------
    points : frozenset of str
        See `points_in`.

    Notes
    -----
    A formula denotes k(x, x') of note 001, "Kernel functions"; the notes have no such tree.

    References
    ----------
    A. V. Aho, R. Sethi and J. D. Ullman, Compilers: Principles, Techniques, and Tools, 1986.

    Examples
    --------
    >>> from lab import formulas
    >>> formulas.read("x.z+1") == formulas.read(" x.z + 1.0 ")
    True
    """

    at: int = field(default=1, compare=False, repr=False, kw_only=True)
    points: frozenset[str] = field(init=False, compare=False, repr=False)

    @property
    def children(self) -> tuple[Node, ...]:
        """The operands of this node."""
        return ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", self._points())  # stored, since all parent nodes need it

    def _points(self) -> frozenset[str]:
        """Return the points on which the node depends, see `points_in`."""
        return frozenset().union(*(part.points for part in self.children))


@dataclass(frozen=True)
class NumberLiteral(Node):
    """A number >= 0; a negative number is a `Negative` of a `NumberLiteral`."""

    value: float


@dataclass(frozen=True)
class Parameter(Node):
    """A named number, such as tau; `bind_parameters` replaces it by its value."""

    name: str


@dataclass(frozen=True)
class Dot(Node):
    """xᵀz."""

    def _points(self) -> frozenset[str]:
        return frozenset("k")


@dataclass(frozen=True)
class Distance(Node):
    """‖x - z‖."""

    def _points(self) -> frozenset[str]:
        return frozenset("k")


@dataclass(frozen=True)
class Coordinate(Node):
    """A coordinate of the point "x" or "z". `index` counts from 1; it is 0 for the only coordinate
    of a point on a line."""

    point: str
    index: int

    def _points(self) -> frozenset[str]:
        return frozenset(self.point)


@dataclass(frozen=True)
class Norm(Node):
    """‖x‖ or ‖z‖."""

    point: str

    def _points(self) -> frozenset[str]:
        return frozenset(self.point)


@dataclass(frozen=True)
class Negative(Node):
    """The negative of `body`."""

    body: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.body,)


@dataclass(frozen=True)
class Binary(Node):
    """`left` and `right`, joined by a sign: + - * / or ^."""

    sign: str
    left: Node
    right: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right)


@dataclass(frozen=True)
class Call(Node):
    """A call of one of FUNCTIONS."""

    name: str
    arguments: tuple[Node, ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return self.arguments


@dataclass(frozen=True)
class NamedKernel(Node):
    """A kernel by its name, such as rbf(0.5) or outer(1+x1)."""

    name: str
    arguments: tuple[Node, ...] = ()

    def _points(self) -> frozenset[str]:
        return frozenset("k")

    @property
    def children(self) -> tuple[Node, ...]:
        return self.arguments


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it."""
    yield node
    for part in node.children:
        yield from walk(part)


def map_children(node: Node, change: Callable[[Node], Node]) -> Node:
    """Replace every child of a node by `change(child)`."""
    parts: dict[str, Any] = {}
    for part in fields(node):
        value = getattr(node, part.name)
        if isinstance(value, Node):
            parts[part.name] = change(value)
        elif isinstance(value, tuple):
            parts[part.name] = tuple(change(item) for item in value)
    return replace(node, **parts)


def map_leaves(node: Node, change: Callable[[Node], Node]) -> Node:
    """Replace every leaf of a tree by `change(leaf)`."""
    if not node.children:
        return change(node)
    return map_children(node, lambda child: map_leaves(child, change))


def swap_points(node: Node) -> Node:
    """Swap x and z in a formula. The f of outer(f) and conj(f, k) does not change: f(x) f(z) is
    symmetric."""
    if isinstance(node, Coordinate | Norm):
        return replace(node, point="z" if node.point == "x" else "x")
    if isinstance(node, NamedKernel):
        return map_children(
            node, lambda child: child if child.points == {"x"} else swap_points(child)
        )
    return map_children(node, swap_points)


def points_in(node: Node) -> frozenset[str]:
    """Return the points on which a part of a formula depends.

    Parameters
    ----------
    node : Node
        The part.

    Returns
    -------
    frozenset of str
        "x" and "z" for functions of one point, "k" for a function of both, such as x.z; empty for
        a number.

    Notes
    -----
    In note 001, k(x, x') is a function of two points ("Kernel functions") and f(x) a function of
    one point ("Properties of kernels"). The closure rules combine functions of two points; a
    function of one point enters as f(x) f(x').

    Examples
    --------
    >>> from lab import formulas
    >>> sorted(formulas.points_in(formulas.read("x1*z1 + x.z")))
    ['k', 'x', 'z']
    """
    return node.points


def signed_number(value: float) -> Node:
    """Return the node of a number of either sign."""
    return NumberLiteral(value) if value >= 0 else Negative(NumberLiteral(-value))
