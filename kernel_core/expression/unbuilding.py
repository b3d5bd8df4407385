"""From a kernel back to a tree, which builds the same kernel again."""

from __future__ import annotations

from .. import kernels as k
from ..kernels import Kernel
from . import nodes as n
from .catalogue import as_named
from .formula import Formula
from .functions import Function
from .nodes import Node, signed
from .writing import write


def text_of(kernel: Kernel, *, pretty: bool = False) -> str:
    """The canonical text of a built kernel; `parse` makes an equal kernel of it.

    The one exception is exp(-a‖x-z‖²), which is read as the RBF kernel that it is. With
    `pretty`, the text is in the notes' signs, to be read by people. Raises ValueError for a kernel
    that the language has no words for.
    """
    return write(tree_of(kernel), pretty=pretty)


def tree_of(kernel: Kernel) -> Node:
    """The tree of a built kernel; ValueError where there is none."""
    if type(kernel) is k.Constant:
        return n.Number(kernel.c)
    return _tree(kernel)


def _tree(kernel: Kernel) -> Node:
    if (node := as_named(kernel)) is not None:
        return n.Dot() if node.name == "linear" else node
    match kernel:
        case Formula(node):
            return node
        case k.Sum(left, right):
            return n.Binary("+", *_terms(left, right))
        case k.Difference(left, right):
            return n.Binary("-", *_terms(left, right))
        case k.Product(left, right):
            return _product(left, right)
        case k.Scaled(factor, part) | k.NegativelyScaled(factor, part):
            if factor == -1 and not isinstance(part, Formula):
                return n.Negative(_tree(part))
            return n.Binary("*", signed(factor), _tree(part))
        case k.Exp(part):
            return n.Call("exp", (_tree(part),))
        case k.Outer(Function(node)):
            return n.Named("outer", (node,))
        case k.Conjugated(Function(node), part):
            return n.Named("conj", (node, _tree(part)))
        case k.Limit(member):
            return n.Named("limit", (_tree(member),))
        case k.SquaredDistance():
            return n.Binary("^", n.Distance(), n.Number(2.0))
        case k.NegativeDistance():
            return n.Negative(n.Distance())
        case k.MinAnywhere():
            return n.Call("min", (n.Coordinate("x", 0), n.Coordinate("z", 0)))
        case k.Tanh(a, c):
            return n.Call("tanh", (_line(a, c),))
    raise ValueError(f"There are no words for {kernel!r} in formulas.")


def _terms(left: Kernel, right: Kernel) -> tuple[Node, Node]:
    """The two terms of a sum; a constant is a bare number beside what is none."""
    first, second = _tree(left), _tree(right)
    if type(left) is k.Constant and type(right) is not k.Constant:
        return n.Number(left.c), second
    if type(right) is k.Constant and type(left) is not k.Constant:
        return first, n.Number(right.c)
    return first, second


def _product(left: Kernel, right: Kernel) -> Node:
    """A product, written as a power where it is one."""
    count, base = 2, left
    while type(base) is k.Product and base.right == right:
        count, base = count + 1, base.left
    if base == right and type(base) not in (k.Linear, Formula):
        return n.Binary("^", _tree(base), n.Number(float(count)))
    return n.Binary("*", _tree(left), _tree(right))


def _line(a: float, c: float) -> Node:
    """a xᵀz + c."""
    dot: Node = n.Dot() if a == 1 else n.Binary("*", signed(a), n.Dot())
    if c == 0:
        return dot
    return n.Binary("+" if c > 0 else "-", dot, n.Number(abs(c)))
