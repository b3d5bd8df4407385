"""Write a formula as LaTeX in the notes' notation: with x and x′, most named kernels expanded."""

from __future__ import annotations

from kernel_core import Kernel
from lab.formulas import syntax_tree as n
from lab.formulas.from_kernel import tree_of
from lab.formulas.kernel_names import KERNELS_BY_NAME
from lab.formulas.parser import read
from lab.formulas.point_functions import ParsedPointFunction
from lab.formulas.printer import (
    ATOM,
    OPERAND_PRECEDENCE,
    POWER,
    PRECEDENCE,
    PRODUCT,
    SUM,
    UNARY,
    number_text,
)
from lab.formulas.syntax_tree import ExpressionError, Node
from lab.looks.kernels import look_of, parameters

DISTANCE = r"\lVert x-x'\rVert"
DELTA = r"(x_j-x'_j)"
SYMBOLS = {"tau": r"\tau", "theta": r"\theta", "sigma": r"\sigma", "gamma": r"\gamma", "pi": r"\pi"}


def to_latex(formula: str | Node | Kernel) -> str:
    r"""Write a formula as LaTeX, in the notation of the notes.

    Parameters
    ----------
    formula : str, Node or Kernel
        A formula's text, its tree, or a kernel.

    Returns
    -------
    str
        The LaTeX, without dollar signs.

    Raises
    ------
    ValueError
        If the text is not a formula, or if no formula describes the kernel.

    Notes
    -----
    The notation is that of note 001, "Kernel functions" and "Popular kernels": x and x', xᵀx',
    ‖x - x'‖; the bandwidth τ is that of note 000, eq. (4).

    Examples
    --------
    >>> from lab import formulas
    >>> print(formulas.to_latex("(x.z + 1)^2"))
    \left(x^\top x'+1\right)^{2}
    """
    if isinstance(formula, Kernel):
        formula = tree_of(formula)
    return _latex(read(formula) if isinstance(formula, str) else formula, SUM)


def _latex(node: Node, precedence: int) -> str:
    text, binds = _typeset(node)
    return text if binds >= precedence else rf"\left({text}\right)"


def _typeset(node: Node) -> tuple[str, int]:
    """Return the LaTeX of a node and its precedence."""
    match node:
        case n.NumberLiteral(value):
            return _number(value)
        case n.Parameter(name):
            return SYMBOLS.get(name, name), ATOM
        case n.Dot():
            return r"x^\top x'", UNARY
        case n.Distance():
            return DISTANCE, ATOM
        case n.Coordinate(point, index):
            prime = "'" * (point == "z")
            return f"x{prime}" + (f"_{{{index}}}" if index else ""), ATOM
        case n.Norm(point):
            return rf"\lVert x{chr(39) * (point == 'z')}\rVert", ATOM
        case n.Negative(body):
            return f"-{_latex(body, UNARY)}", UNARY
        case n.Binary("/", left, right):
            return rf"\frac{{{_latex(left, SUM)}}}{{{_latex(right, SUM)}}}", UNARY
        case n.Binary("^", base, exponent):
            return f"{_latex(base, ATOM)}^{{{_latex(exponent, SUM)}}}", POWER
        case n.Binary(sign, left, right):
            before, after = OPERAND_PRECEDENCE[sign]
            needs_brackets = isinstance(right, n.Negative) and sign != "+"
            last = _latex(right, ATOM if needs_brackets else after)
            if sign == "+" and last.startswith("-"):  # a + -b is printed as a - b
                return _latex(left, before) + last, PRECEDENCE[sign]
            times = r"\cdot " if last[0].isdigit() else r"\,"
            return _latex(left, before) + (times if sign == "*" else sign) + last, PRECEDENCE[sign]
        case n.Call("sqrt", (argument,)):
            return rf"\sqrt{{{_latex(argument, SUM)}}}", ATOM
        case n.Call("abs", (argument,)):
            return rf"\left|{_latex(argument, SUM)}\right|", ATOM
        case n.Call(name, arguments):
            inner = ",\\,".join(_latex(argument, SUM) for argument in arguments)
            return rf"\{name}\left({inner}\right)", UNARY
        case n.NamedKernel(name, arguments):
            return _typeset_named_kernel(name, arguments)
    raise TypeError(f"{node!r} is not part of a formula.")


def _number(value: float) -> tuple[str, int]:
    text = number_text(value)
    if "e" not in text:
        return text, ATOM
    digits, power = text.split("e")
    return rf"{digits}\cdot 10^{{{int(power)}}}", PRODUCT


def _typeset_named_kernel(name: str, arguments: tuple[Node, ...]) -> tuple[str, int]:
    """Typeset a named kernel. Return the LaTeX and its precedence.

    A kernel among the arguments is typeset only once. If each of thirty nested kernels typeset its
    argument twice, that would take 2^30 steps.
    """
    match name:
        case "linear":
            return r"x^\top x'", UNARY
        case "const":
            return _latex(arguments[0], ATOM), ATOM
        case "outer":
            return r"{}\,{}".format(*_sides(arguments[0])), PRODUCT
        case "conj":
            f, fz = _sides(arguments[0])
            return rf"{f}\,{_latex(arguments[1], PRODUCT)}\,{fz}", PRODUCT
        case "limit":
            return rf"\lim\,{_latex(arguments[0], PRODUCT)}", PRODUCT
    return _typeset_numeric_kernel(name, arguments)


def _sides(f: Node) -> tuple[str, str]:
    """Return the LaTeX of f(x) and of f(x'). Raises ExpressionError unless f depends on x alone."""
    f = ParsedPointFunction(f).node
    return _latex(f, PRODUCT), _latex(n.swap_points(f), PRODUCT)


def _typeset_numeric_kernel(name: str, arguments: tuple[Node, ...]) -> tuple[str, int]:
    """Typeset a kernel whose arguments are numbers. Return the LaTeX and its precedence."""
    for argument in arguments:
        if n.points_in(argument):
            raise ExpressionError("A number was expected here.", argument.at)
    a, b, *_ = [_latex(argument, SUM) for argument in arguments] + ["", ""]
    match name:
        case "poly":
            return rf"\left(x^\top x'+{b or 1}\right)^{{{a}}}", POWER
        case "rbf":
            tau = _latex(arguments[0], ATOM)
            return rf"\exp\left(-\frac{{{DISTANCE}^2}}{{2\cdot {tau}^2}}\right)", UNARY
        case "min":
            return r"\min\{x,\,x'\}", UNARY
        case "cosine":
            return rf"\sum_j\cos\left({_latex(arguments[0], PRODUCT)}{DELTA}\right)", SUM
        case "bank":
            times = rf"\tfrac{{2\pi}}{{{a}}}" if b not in ("", "0") else ""
            wave = rf"\cos\left(\tfrac{{2\pi\ell}}{{{a}}}{DELTA}\right)"
            return rf"{times}\sum_{{\ell=0}}^{{{a}}}\sum_j{wave}", SUM
        case "sinc":
            return r"\sum_j\frac{\sin\left(2\pi(x_j-x'_j)\right)}{x_j-x'_j}", SUM
        case "taylor":
            t = _latex(arguments[0], ATOM)
            bell = rf"e^{{-\frac{{\lVert x\rVert^2+\lVert x'\rVert^2}}{{2\cdot {t}^2}}}}"
            power = rf"\left(\frac{{x^\top x'}}{{{t}^2}}\right)^k"
            return rf"{bell}\sum_{{k<{b}}}\frac{{1}}{{k!}}{power}", SUM
        case "fourier":
            return rf"\frac{{1}}{{{b}}}\sum_{{d=1}}^{{{b}}}\cos\left(w_d^\top(x-x')\right)", SUM
    kind = KERNELS_BY_NAME[name]
    atoms = [_latex(argument, ATOM) for argument in arguments]
    latex = look_of(kind).latex
    if not latex:
        numbers = ",".join(atoms)
        return rf"k_{{{numbers}}}\left(x,\,x'\right)", ATOM
    return latex % dict(zip(parameters(kind), atoms, strict=False)), UNARY
