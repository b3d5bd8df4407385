"""Convert between kernels and their names in formulas: RBF(0.5) and rbf(0.5)."""

from __future__ import annotations

from collections.abc import Callable

from kernel_core import Kernel
from lab.formulas import syntax_tree as n
from lab.formulas.evaluation import constant
from lab.formulas.kernel_names import KERNELS_BY_NAME
from lab.formulas.limits import MAX_DEGREE, MAX_TERMS
from lab.formulas.point_functions import ParsedPointFunction, RankOneKernel, RescaledKernel
from lab.formulas.sequences import Limit
from lab.formulas.syntax_tree import ExpressionError, Node, signed_number
from lab.looks.kernels import integer_parameters

# Index of the argument that is the number of terms.
COUNT_ARGUMENT = {"bank": 0, "taylor": 1, "fourier": 1}


def build_named(node: n.NamedKernel, kernel: Callable[[Node], Kernel | None]) -> Kernel:
    """Return the kernel that a node names; `kernel` builds the kernels among its arguments.

    Raises ExpressionError, or the kernel's own ValueError for a number out of bounds.
    """
    match node.name, node.arguments:
        case "outer", (f,):
            return RankOneKernel(ParsedPointFunction(f))
        case "conj", (g, part):
            return RescaledKernel(ParsedPointFunction(g), _part(part, kernel))
        case "limit", (part,):
            return Limit(_part(part, kernel))
    return KERNELS_BY_NAME[node.name](*_numbers(node))


def check_size(node: Node) -> None:
    """Raise ExpressionError if the sums of a formula have too many terms in total."""
    total = 0.0
    for part in n.walk(node):
        if isinstance(part, n.NamedKernel) and part.name in COUNT_ARGUMENT:
            total += abs(constant(part.arguments[COUNT_ARGUMENT[part.name]]))
            if total > MAX_TERMS:
                raise ExpressionError(
                    f"The sums of a formula can have at most {MAX_TERMS} terms in total.",
                    part.at,
                )


def as_named(kernel: Kernel) -> n.NamedKernel | None:
    """Return the node of a kernel whose parameters are numbers; None for any other kernel.

    `scaled` of bank is left out if it is false, and `seed` of fourier if it is 0.
    """
    for name, kind in KERNELS_BY_NAME.items():
        if type(kernel) is kind:
            values = list(vars(kernel).values())
            if name in ("bank", "fourier") and not values[-1]:
                values.pop()  # `scaled` is false, or `seed` is 0
            return n.NamedKernel(name, tuple(signed_number(float(value)) for value in values))
    return None


def _part(node: Node, kernel: Callable[[Node], Kernel | None]) -> Kernel:
    built = kernel(node)
    if built is None:
        raise ExpressionError("A function of both points was expected here.", node.at)
    return built


def _numbers(node: n.NamedKernel) -> list[float | int]:
    """Return the arguments as int for integer parameters, else as float."""
    integer_places = integer_parameters(KERNELS_BY_NAME[node.name])
    values: list[float | int] = []
    for place, argument in enumerate(node.arguments):
        value = constant(argument)
        if place in integer_places:
            if value != round(value):
                raise ExpressionError(
                    f"A whole number was expected here, not {value:g}.", argument.at
                )
            value = int(value)
        values.append(value)
    if node.name == "poly" and values[0] > MAX_DEGREE:
        raise ExpressionError(f"The degree can be at most {MAX_DEGREE}.", node.at)
    return values
