"""Formulas for kernels: a small language over x·x′, ‖x−x′‖ and the coordinates of both points.

    parse("rbf(0.5)*x.z + 2")        a kernel, by the closure rules
    parse("tanh(x.z + 0.1)")         a candidate: no rule covers it
    text_of(kernel)                  the canonical text, which parses to an equal kernel
    canonical(text), latex(text)     the text in its shortest form, and typeset

The second point is written z (or x′). A text is taken apart by our own parser into a tree of
numbers, points and known names; nothing of it is ever run. Its length, its depth and its steps,
powers written out, are bounded, and every fault is an ExpressionError that points at a column.
"""

from .building import kernel_of, parse
from .formula import Formula
from .functions import FUNCTIONS_OF_A_POINT, Function, function
from .nodes import ExpressionError, Node
from .parser import MOST_DEPTH, MOST_NODES, read
from .size import MOST_STEPS, check_steps, steps
from .tokens import MOST_CHARACTERS
from .typesetting import latex
from .unbuilding import text_of, tree_of
from .writing import write


def canonical(text: str) -> str:
    """The text in its shortest form, parameters and all; equal trees give equal texts."""
    return write(read(text))


__all__ = [
    "FUNCTIONS_OF_A_POINT",
    "MOST_CHARACTERS",
    "MOST_DEPTH",
    "MOST_NODES",
    "MOST_STEPS",
    "ExpressionError",
    "Formula",
    "Function",
    "Node",
    "canonical",
    "check_steps",
    "function",
    "kernel_of",
    "latex",
    "parse",
    "read",
    "steps",
    "text_of",
    "tree_of",
    "write",
]
