"""Convert a kernel to a syntax tree from which the same kernel is built."""

from __future__ import annotations

from math import inf

from kernel_core import Kernel
from kernel_core import kernels as k
from lab.formulas import syntax_tree as n
from lab.formulas.candidates import MinOnRealLine, NegativeDistance, SquaredDistance, Tanh
from lab.formulas.formula_kernel import Formula
from lab.formulas.named_kernels import as_named
from lab.formulas.pattern_matching import bandwidth
from lab.formulas.point_functions import ParsedPointFunction, RankOneKernel, RescaledKernel
from lab.formulas.printer import write
from lab.formulas.sequences import Limit
from lab.formulas.syntax_tree import Node, signed_number

# Largest number of characters of a short number. For a kernel with a longer number,
# `_with_short_number` searches for another formula.
MAX_DIGITS = 8


def text_of(kernel: Kernel, *, pretty: bool = False) -> str:
    """Return the canonical text of a kernel, which `parse` turns into an equal kernel.

    Parameters
    ----------
    kernel : Kernel
        A kernel or candidate.
    pretty : bool
        Whether to use the notes' symbols, for display only.

    Returns
    -------
    str
        The formula.

    Raises
    ------
    ValueError
        If no formula describes the kernel.

    Notes
    -----
    Note 000, eq. (4): exp(-‖x - x'‖²/(2τ²)). exp(-a‖x-z‖²) is parsed as an RBF kernel, and an RBF
    kernel is written as rbf(τ), unless τ is a long number and the exponent has a short one.

    Examples
    --------
    >>> import kernel_core as kc
    >>> from lab import formulas
    >>> formulas.text_of(2 * kc.RBF(0.5) + kc.Linear())
    '2*rbf(0.5)+x.z'
    >>> formulas.text_of(2 * kc.RBF(0.5) + kc.Linear(), pretty=True)
    '2 · rbf(0.5) + x·x′'
    """
    text = write(tree_of(kernel), pretty=pretty)
    return text.replace(" + −", " − ") if pretty else text  # writes a + −b as a − b


def tree_of(kernel: Kernel) -> Node:
    """Return the tree of a kernel.

    Parameters
    ----------
    kernel : Kernel
        A kernel or candidate.

    Returns
    -------
    Node
        The tree of its formula.

    Raises
    ------
    ValueError
        If no formula describes the kernel.

    Notes
    -----
    Each kernel is written by its formula: note 000, eq. (4); note 001, "Popular kernels" and "The
    kernel trick", Examples 2 to 4. A kernel that was built by a rule of note 001, "Properties of
    kernels", is written by that rule.

    Examples
    --------
    >>> import kernel_core as kc
    >>> from lab import formulas
    >>> formulas.write(formulas.tree_of(kc.Polynomial(2, 1.0)))
    'poly(2,1)'
    """
    if type(kernel) is k.Constant:
        return n.NumberLiteral(kernel.c)
    return _tree(kernel)


def _tree(kernel: Kernel) -> Node:
    if (node := _with_short_number(kernel)) is not None:
        return node
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
            return n.Binary("*", signed_number(factor), _tree(part))
        case k.exp(part):
            return n.Call("exp", (_tree(part),))
        case RankOneKernel(ParsedPointFunction(node)):
            return n.NamedKernel("outer", (node,))
        case RescaledKernel(ParsedPointFunction(node), part):
            return n.NamedKernel("conj", (node, _tree(part)))
        case Limit(member):
            return n.NamedKernel("limit", (_tree(member),))
        case SquaredDistance():
            return n.Binary("^", n.Distance(), n.NumberLiteral(2.0))
        case NegativeDistance():
            return n.Negative(n.Distance())
        case MinOnRealLine():
            return n.Call("min", (n.Coordinate("x", 0), n.Coordinate("z", 0)))
        case Tanh(a, c):
            return n.Call("tanh", (_line(a, c),))
    raise ValueError(f"No formula describes {kernel!r}.")


def _with_short_number(kernel: Kernel) -> Node | None:
    """Return exp(-a‖x-z‖²), exp(-‖x-z‖²/a) or K/a with a short number a, for a kernel whose own
    parameter is a long number, such as 1/√2 or 1/3.

    Return None if the parameter is short, or if there is no such formula.
    """
    match kernel:
        case k.RBF(tau) if _is_long(tau) and 0 < tau * tau < inf:
            square = n.Binary("^", n.Distance(), n.NumberLiteral(2.0))
            a, inverse = (float(f"{v:.12g}") for v in (0.5 / tau**2, 2 * tau**2))
            if not _is_long(a) and bandwidth(-a) == tau:
                exponent = (
                    n.Binary("*", signed_number(-a), square) if a != 1 else n.Negative(square)
                )
                return n.Call("exp", (exponent,))
            if not _is_long(inverse) and bandwidth(-1 / inverse) == tau:
                return n.Call("exp", (n.Binary("/", n.Negative(square), n.NumberLiteral(inverse)),))
        case k.Scaled(factor, part) if factor > 0 and _is_long(factor):
            a = float(f"{1 / factor:.12g}")
            return None if _is_long(a) or 1 / a != factor else n.Binary(
                "/", _tree(part), n.NumberLiteral(a))  # fmt: skip
    return None


def _is_long(value: float) -> bool:
    """Test whether a number has more than MAX_DIGITS characters."""
    return len(f"{value!r}") > MAX_DIGITS


def _terms(left: Kernel, right: Kernel) -> tuple[Node, Node]:
    """Return the trees of the two terms of a sum or difference. A constant becomes a number if the
    other term is not a constant."""
    first, second = _tree(left), _tree(right)
    if type(left) is k.Constant and type(right) is not k.Constant:
        return n.NumberLiteral(left.c), second
    if type(right) is k.Constant and type(left) is not k.Constant:
        return first, n.NumberLiteral(right.c)
    return first, second


def _product(left: Kernel, right: Kernel) -> Node:
    """Return the tree of a product. A product of equal factors becomes a power, unless the factor
    is the linear kernel or a Formula."""
    count, base = 2, left
    while type(base) is k.Product and base.right == right:
        count, base = count + 1, base.left
    if base == right and type(base) not in (k.Linear, Formula):
        return n.Binary("^", _tree(base), n.NumberLiteral(float(count)))
    return n.Binary("*", _tree(left), _tree(right))


def _line(a: float, c: float) -> Node:
    """Return the tree of a xᵀz + c."""
    dot: Node = n.Dot() if a == 1 else n.Binary("*", signed_number(a), n.Dot())
    if c == 0:
        return dot
    return n.Binary("+" if c > 0 else "-", dot, n.NumberLiteral(abs(c)))
