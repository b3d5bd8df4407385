"""Formulas for kernels: a small language over x·x′, ‖x−x′‖ and the coordinates of both points.

    parse("rbf(0.5)*x.z + 2")        a kernel, by the closure rules
    parse("tanh(x.z + 0.1)")         a candidate: no rule covers it
    text_of(kernel)                  the canonical text, which parses to an equal kernel
    canonical(text)                  the formula's canonical text
    to_latex(text)                   the formula as LaTeX

The second point is written z (or x′). The parser of this package turns a text into a tree of
numbers, points and known names; the text is never executed. The size of a formula is bounded
(limits.py), and a text that can't be parsed raises an ExpressionError that names a column.
"""

from lab.formulas.formula_kernel import Formula
from lab.formulas.from_kernel import text_of, tree_of
from lab.formulas.latex_printer import to_latex
from lab.formulas.limits import MAX_CHARACTERS, MAX_DEPTH, MAX_NODES
from lab.formulas.parser import read
from lab.formulas.point_functions import (
    FUNCTIONS_OF_A_POINT,
    ParsedPointFunction,
    parse_point_function,
)
from lab.formulas.printer import write
from lab.formulas.syntax_tree import ExpressionError, Node, points_in
from lab.formulas.to_kernel import kernel_of, parse, recognise


def canonical(text: str) -> str:
    """Return the canonical text of a formula: compact, and equal for equal trees.

    Parameters
    ----------
    text : str
        A formula, which may contain parameters.

    Returns
    -------
    str
        The canonical text, which parses to the same tree.

    Raises
    ------
    ExpressionError
        If the text is not a formula.

    Notes
    -----
    `write` is applied to the tree from `read`, so the text depends on the tree alone. The
    canonical text is not in the lecture notes.

    References
    ----------
    A. V. Aho, R. Sethi and J. D. Ullman, Compilers: Principles, Techniques, and Tools, 1986.

    Examples
    --------
    >>> from lab import formulas
    >>> formulas.canonical("2 · rbf( 0.50 ) + x.z")
    '2*rbf(0.5)+x.z'
    """
    return write(read(text))


__all__ = [
    "FUNCTIONS_OF_A_POINT",
    "MAX_CHARACTERS",
    "MAX_DEPTH",
    "MAX_NODES",
    "ExpressionError",
    "Formula",
    "Node",
    "ParsedPointFunction",
    "canonical",
    "kernel_of",
    "parse",
    "parse_point_function",
    "points_in",
    "read",
    "recognise",
    "text_of",
    "to_latex",
    "tree_of",
    "write",
]
