"""Build a kernel from a tree: by closure rules where they apply, else as a Formula."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from kernel_core import Kernel
from kernel_core import kernels as k
from lab.formulas import syntax_tree as n
from lab.formulas.candidates import MinOnRealLine, NegativeDistance, SquaredDistance, Tanh
from lab.formulas.evaluation import bind_parameters
from lab.formulas.formula_kernel import Formula
from lab.formulas.limits import MAX_POWER
from lab.formulas.named_kernels import build_named, check_size
from lab.formulas.parser import read
from lab.formulas.pattern_matching import (
    bandwidth,
    factors,
    is_distance,
    match_difference,
    match_dot,
    match_squared_distance,
    number,
)
from lab.formulas.point_functions import ParsedPointFunction, RankOneKernel, RescaledKernel
from lab.formulas.size import check_steps
from lab.formulas.syntax_tree import ExpressionError, Node


def parse(text: str, **values: float) -> Kernel:
    """Parse a formula into a kernel, or into a candidate that may not be a kernel.

    Parameters
    ----------
    text : str
        A formula. "rbf(0.5)*x.z + 2" is a kernel by the rules, "x.z - 2" is a candidate.
    **values : float
        The values of its parameters, such as tau=0.4.

    Returns
    -------
    Kernel
        A kernel built by the closure rules; a part that they do not cover becomes a candidate.

    Raises
    ------
    ExpressionError
        If the text is not a formula, is too large, or has a parameter without a value or a number
        out of bounds; the message names the column.

    Notes
    -----
    The closure properties of notes 001, 003 and 004.

    Examples
    --------
    >>> from lab import formulas
    >>> formulas.parse("rbf(tau)*x.z + 2", tau=0.5)
    RBF(tau=0.5) * Linear() + Constant(c=2.0)
    """
    return kernel_of(read(text), **values)


def kernel_of(node: Node, **values: float) -> Kernel:
    """Return the kernel, or the candidate, of a tree.

    Parameters
    ----------
    node : Node
        The tree.
    **values : float
        The values of its parameters, such as tau=0.4.

    Returns
    -------
    Kernel
        The kernel or candidate that `parse` returns for the formula of this tree.

    Raises
    ------
    ExpressionError
        If a parameter has no value, a number or an argument is not allowed, the formula divides by
        0, or its expanded form is too long.

    Notes
    -----
    Note 001, "Properties of kernels", and note 004, "Creating more kernel functions": αk_1 + βk_2
    with α, β >= 0, k_1 k_2, e^k; in note 001 alone also f(x) f(x'). Note 003, "SPD Kernel Closure
    Property": g(x) k_1(x, y) g(y).

    Examples
    --------
    >>> from lab import formulas
    >>> tree = formulas.read("rbf(tau)")
    >>> [formulas.kernel_of(tree, tau=tau) for tau in (0.5, 1.0)]
    [RBF(tau=0.5), RBF(tau=1.0)]
    """
    node = bind_parameters(node, values)
    check_size(node)
    builder = _Builder()
    for part in n.walk(node):  # every part, so that an error in any of them is reported
        builder.kernel(part)
    kernel = builder.kernel(node) or Formula(node)
    check_steps(kernel)
    return kernel


def recognise(node: Node) -> Kernel | None:
    """Return the kernel or candidate that a whole tree without parameters denotes, or None.

    Parameters
    ----------
    node : Node
        The tree.

    Returns
    -------
    Kernel or None
        None if a part of the tree does not depend on both points and no rule combines it, as in
        x1 or x1*z2.

    Raises
    ------
    ExpressionError
        If a number or an argument is not allowed, or the formula divides by 0.

    Notes
    -----
    The rules of note 001, "Properties of kernels", note 003, "SPD Kernel Closure Property", and
    note 004, "Creating more kernel functions", are applied to the whole tree. The result is the
    kernel that a rule builds, else a candidate, or None.

    Examples
    --------
    >>> from lab import formulas
    >>> formulas.recognise(formulas.read("x.z")), formulas.recognise(
    ...     formulas.read("x1*z2"))
    (Linear(), None)
    """
    return _Builder().kernel(node)


class _Builder:
    """A builder of kernels that builds each part of a tree once, even if several rules need it."""

    def __init__(self) -> None:
        self.built: dict[int, tuple[Node, Kernel | None]] = {}

    def kernel(self, node: Node) -> Kernel | None:
        if id(node) not in self.built:
            try:
                self.built[id(node)] = node, self._build(node)
            except ExpressionError:
                raise
            except ValueError as error:  # a kernel's class refuses a number out of bounds
                raise ExpressionError(str(error), node.at) from None
        return self.built[id(node)][1]

    def _build(self, node: Node) -> Kernel | None:
        value = number(node)
        if value is not None:
            return k.Constant(value) if value >= 0 else _scale(value, k.Constant(1.0))
        match node:
            case n.Dot():
                return k.Linear()
            case n.Distance():
                return Formula(node)
            case n.NamedKernel():
                return build_named(node, self.kernel)
            case n.Negative(n.Distance()):
                return NegativeDistance()
            case n.Negative(body) if part := self.kernel(body):
                return k.NegativelyScaled(-1.0, part)
            case n.Binary("+", left, right):
                return self._combine(k.Sum, left, right)
            case n.Binary("-", left, right):
                return self._combine(k.Difference, left, right)
            case n.Binary("^", base, exponent):
                return self._power(node, base, number(exponent))
            case n.Binary("*"):
                return self._product(node) or self._reweight(node)
            case n.Binary("/"):
                return self._quotient(node) or self._reweight(node)
            case n.Call(name, arguments):
                return self._call(node, name, arguments)
        return None

    def _combine(
        self, rule: Callable[[Kernel, Kernel], Kernel], left: Node, right: Node
    ) -> Kernel | None:
        first, second = self.kernel(left), self.kernel(right)
        return rule(first, second) if first and second else None

    def _product(self, node: n.Binary) -> Kernel | None:
        """Return a number times a kernel, the product of two kernels, or ‖x - z‖²; None for any
        other product."""
        if is_distance(node.left) and is_distance(node.right):
            return SquaredDistance()
        for factor, rest in ((node.left, node.right), (node.right, node.left)):
            if (value := number(factor)) is not None:
                kernel = self.kernel(rest)
                return _scale(value, kernel) if kernel else None
        return self._combine(k.Product, node.left, node.right)

    def _quotient(self, node: n.Binary) -> Kernel | None:
        """Return a kernel divided by a number or, as a Formula, a kernel divided by a kernel; None
        for any other quotient. Raises ExpressionError for a division by 0."""
        value = number(node.right)
        if value == 0:
            raise ExpressionError("This divides by 0.", node.at)
        left, right = self.kernel(node.left), self.kernel(node.right)
        if not left or not right:
            return None
        return Formula(node) if value is None else _scale(1 / value, left)

    def _reweight(self, node: Node) -> Kernel | None:
        """Return the kernel v g(x) k(x, z) g(z), with a number v, from a product whose factors may
        be in any order; None if the tree does not have this form."""
        weighted = factors(node)
        if weighted is None:
            return None
        parts = [
            kernel
            for part in weighted.two_point_factors
            if (kernel := self.kernel(part)) is not None
        ]
        if len(parts) < len(weighted.two_point_factors):
            return None
        kernel = reduce(k.Product, parts) if parts else None
        if weighted.g is not None:
            g = ParsedPointFunction(weighted.g)
            kernel = RescaledKernel(g, kernel) if kernel else RankOneKernel(g)
        return kernel if kernel is None or weighted.number == 1 else _scale(weighted.number, kernel)

    def _power(self, node: n.Binary, base: Node, exponent: float | None) -> Kernel | None:
        count = 0  # number of equal factors, if the exponent is a whole number
        if exponent is not None and exponent == round(exponent) and exponent >= 1:
            count = int(exponent)
        if exponent == 2 and is_distance(base):
            return SquaredDistance()
        if count > MAX_POWER and "k" in n.points_in(base):
            raise ExpressionError(f"This exponent can be at most {MAX_POWER}.", node.at)
        line = match_dot(base)
        if count > 1 and line and line[0] == 1 and line[1] >= 0:
            return k.Polynomial(count, line[1])
        kernel = self.kernel(base)
        if kernel is None:
            return None
        if count:
            check_steps(kernel, count, node.at)
            return reduce(k.Product, [kernel] * count)
        return Formula(node) if exponent is not None or self.kernel(node.right) else None

    def _call(self, node: Node, name: str, arguments: tuple[Node, ...]) -> Kernel | None:
        match name, arguments:
            case "exp", (argument,) if (
                a := match_squared_distance(argument)
            ) is not None and a < 0:
                return k.RBF(bandwidth(a))
            case "exp", (argument,):
                kernel = self.kernel(argument)
                return k.exp(kernel) if kernel else None
            # cos(u(x) - u(z)) = cos u(x) cos u(z) + sin u(x) sin u(z)
            case "cos", (argument,) if u := match_difference(argument):
                f, g = (
                    ParsedPointFunction(n.Call(wave, (u,), at=node.at)) for wave in ("cos", "sin")
                )
                return k.Sum(RankOneKernel(f), RankOneKernel(g))
            case "tanh", (argument,) if line := match_dot(argument):
                return Tanh(*line)
            case "min", (n.Coordinate(first, 0), n.Coordinate(second, 0)) if first != second:
                return MinOnRealLine()
            case "min", (n.Coordinate(first, i), n.Coordinate(second, j)) if first != second:
                return Formula(node) if i == j else None
        return Formula(node) if all(map(self.kernel, arguments)) else None


def _scale(factor: float, kernel: Kernel) -> Kernel:
    """Return factor · kernel, for a factor of either sign."""
    return k.Scaled(factor, kernel) if factor >= 0 else k.NegativelyScaled(factor, kernel)
