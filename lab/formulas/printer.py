"""Write a tree as a compact text that parses to the same tree."""

from __future__ import annotations

from lab.formulas.syntax_tree import (
    PARAMETERS,
    Binary,
    Call,
    Coordinate,
    Distance,
    Dot,
    NamedKernel,
    Negative,
    Node,
    Norm,
    NumberLiteral,
    Parameter,
)

# Precedences of operators, from low to high.
SUM, PRODUCT, UNARY, POWER, ATOM = range(1, 6)
PRECEDENCE = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "^": POWER}
OPERAND_PRECEDENCE = {
    "+": (SUM, PRODUCT),
    "-": (SUM, PRODUCT),
    "*": (PRODUCT, UNARY),
    "/": (PRODUCT, UNARY),
    "^": (ATOM, UNARY),
}
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
PRETTY = {"*": " · ", "/": " / ", "+": " + ", "-": " − ", "^": "^"}


def write(node: Node, *, pretty: bool = False) -> str:
    """Write a tree as compact text that parses to the same tree.

    Parameters
    ----------
    node : Node
        The tree.
    pretty : bool
        Whether to use the notes' symbols, for display only.

    Returns
    -------
    str
        The formula.

    Notes
    -----
    A part is put in brackets where its precedence is below the precedence of its context. From low
    to high: sums, products, signs, powers, names. This text form is not
    in the lecture notes.

    References
    ----------
    A. V. Aho, R. Sethi and J. D. Ullman, Compilers: Principles, Techniques, and Tools, 1986.

    Examples
    --------
    >>> from lab import formulas
    >>> tree = formulas.read("exp(-dist^2)")
    >>> formulas.write(tree), formulas.write(tree, pretty=True)
    ('exp(-dist^2)', 'exp(−‖x−x′‖^2)')
    """
    return _write(node, SUM, pretty)


def number_text(value: float) -> str:
    """Write a number with the fewest digits that identify it: 0.4, 100, 1e-06."""
    return repr(float(value)).removesuffix(".0")


def _write(node: Node, precedence: int, pretty: bool) -> str:
    text, binds = _text(node, pretty)
    return text if binds >= precedence else f"({text})"


def _text(node: Node, pretty: bool) -> tuple[str, int]:
    match node:
        case NumberLiteral(value):
            return number_text(value), ATOM
        case Parameter(name):
            return PARAMETERS[name] if pretty else name, ATOM
        case Dot():
            return "x·x′" if pretty else "x.z", ATOM
        case Distance():
            return "‖x−x′‖" if pretty else "dist", ATOM
        case Coordinate(point, index):
            return _coordinate(point, index, pretty), ATOM
        case Norm(point):
            return f"‖{_coordinate(point, 0, True)}‖" if pretty else f"norm({point})", ATOM
        case Negative(body):
            return ("−" if pretty else "-") + _write(body, UNARY, pretty), UNARY
        case Binary(sign, left, right):
            before, after = OPERAND_PRECEDENCE[sign]
            middle = PRETTY[sign] if pretty else sign
            text = _write(left, before, pretty) + middle + _write(right, after, pretty)
            return text, PRECEDENCE[sign]
        case Call(name, arguments) | NamedKernel(name, arguments):
            inner = (", " if pretty else ",").join(_write(a, SUM, pretty) for a in arguments)
            return f"{name}({inner})" if arguments else name, ATOM
    raise TypeError(f"{node!r} is not part of a formula.")


def _coordinate(point: str, index: int, pretty: bool) -> str:
    if not pretty:
        return f"{point}{index or ''}"
    return "x" + (str(index).translate(SUBSCRIPTS) if index else "") + ("′" if point == "z" else "")
