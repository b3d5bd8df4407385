"""Define `Formula`: a function of two points, given by a formula that no rule covers, and evaluated
as written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kernel_core import Kernel
from kernel_core.kernels import Candidate
from lab.formulas import syntax_tree as n
from lab.formulas.evaluation import evaluate
from lab.formulas.printer import write
from lab.formulas.syntax_tree import Node


@dataclass(frozen=True)
class Formula(Candidate):
    """A function of two points given by a formula that no rule covers. `parse` returns it.

    Parameters
    ----------
    node : Node
        The formula's tree, without parameters.

    Raises
    ------
    ValueError
        If it is evaluated at points where the formula is undefined.

    Notes
    -----
    Note 001, "Using kernel functions": a function is a kernel if and only if K is positive
    semidefinite for any n and any x_1, …, x_n; note 003 also requires symmetry. No closure rule of
    notes 001, 003 or 004 applies to a formula of this class.

    Examples
    --------
    >>> from lab import formulas
    >>> formula = formulas.parse("sin(x.z)")
    >>> formula, formula.is_symmetric, formula.reason
    (parse('sin(x.z)'), True, 'sin')
    """

    node: Node

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        values = evaluate(self.node, X, Z, _gram_of)
        return np.array(np.broadcast_to(values, (len(X), len(Z))), dtype=float)

    @property
    def is_symmetric(self) -> bool:
        """Whether swapping x and z gives the same formula up to the order of terms, of factors, and
        of the arguments of min and max."""
        return normal_form(self.node) == normal_form(n.swap_points(self.node))

    @property
    def reason(self) -> str:  # type: ignore[override]  # other classes: a constant
        """Why no rule covers the formula, in a few words: in most cases its outermost function."""
        if not self.is_symmetric:
            return "not recognised as symmetric"
        match self.node:
            case n.Distance():
                return "‖x−x′‖"
            case n.Call("min", (n.Coordinate(), n.Coordinate())):
                return "min of negative numbers"
            case n.Call(name):
                return name
            case n.Binary("/"):
                return "a quotient"
            case n.Binary("^"):
                return "a power"
        return "your own formula"

    @cached_property
    def parts(self) -> tuple[Kernel, ...]:
        """The formula's operands that are functions of both points, as kernels or candidates."""
        from lab.formulas.to_kernel import (
            recognise,  # imported here, since the two modules import each other
        )

        kernels = (recognise(part) for part in self.node.children if n.points_in(part))
        return tuple(kernel for kernel in kernels if kernel is not None)

    def __repr__(self) -> str:
        return f"parse({write(self.node)!r})"


def normal_form(node: Node) -> str:
    """Return a text that is the same for all trees that differ only in the order of terms, of
    factors, and of the arguments of min and max."""
    match node:
        case n.Binary("+" | "*" as sign):
            return f"({sign.join(sorted(map(normal_form, _terms(node, sign))))})"
        case n.Call("min" | "max" as name, arguments):
            return f"{name}({','.join(sorted(map(normal_form, arguments)))})"
        case _ if not node.children:
            return write(node)
        case n.Binary(sign, left, right):
            return f"({normal_form(left)}{sign}{normal_form(right)})"
        case n.Negative(body):
            return f"(-{normal_form(body)})"
        case n.Call(name, arguments) | n.NamedKernel(name, arguments):
            return f"{name}({','.join(map(normal_form, arguments))})"
    raise TypeError(f"{node!r} is not part of a formula.")


def _terms(node: Node, sign: str) -> list[Node]:
    """List the operands of nested sums (`sign` "+") or products ("*"): a + (b + c) as [a, b, c]."""
    if isinstance(node, n.Binary) and node.sign == sign:
        return [*_terms(node.left, sign), *_terms(node.right, sign)]
    return [node]


def _gram_of(node: n.NamedKernel) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    from lab.formulas.to_kernel import recognise

    kernel = recognise(node)
    assert kernel is not None  # a name always stands for a kernel
    return kernel.gram
