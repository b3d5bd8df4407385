"""Parse tokens into a tree by recursive descent; no text is executed.

sum     = product  (("+" | "-") product)*
product = unary    (("*" | "/") unary)*
unary   = ("-" | "+") unary | power
power   = atom ["^" unary | superscript]
atom    = number | name ["(" sum ("," sum)* ")"] | "(" sum ")" | x.z | ‖x-z‖ | x1 | ‖x‖ | …
"""

from __future__ import annotations

import re
from math import isfinite

from lab.formulas import syntax_tree as n
from lab.formulas.kernel_names import ARGUMENTS
from lab.formulas.limits import MAX_COORDINATE, MAX_DEPTH, MAX_NODES
from lab.formulas.syntax_tree import FUNCTIONS, PARAMETERS, ExpressionError, Node
from lab.formulas.tokenizer import Token, tokens

# Notations that this grammar does not have, with hints for the error messages.
HINTS = {
    r"[xz]\s*(['′’]|\^\s*[T⊤']|⊤|@)\s*[xz]|[⟨〈<]\s*[xz]": "For the inner product write x.z.",
    r"\be\s*(\^|\*\*|[⁻⁰-⁹])|ℯ|\bexp\s*\[": "For a power of e write exp(…).",
    r"[‖|]\s*x\s*,|\bd\s*\(": "For the distance write ‖x-z‖.",
    "=": "Write only the part after the =.",
}


def read(text: str) -> Node:
    """Parse a formula into its tree. No part of the text is executed.

    Parameters
    ----------
    text : str
        A formula, such as "rbf(0.5)*x.z + 2".

    Returns
    -------
    Node
        Its tree, in which parameters such as tau keep their names.

    Raises
    ------
    ExpressionError
        If the text is not a formula, or has more than 300 characters, 100 parts or 29 nested
        brackets; the message names the column.

    Notes
    -----
    Recursive descent by the grammar sum = product ((+|-) product)*, product = unary ((*|/) unary)*,
    unary = (-|+) unary | power, power = atom [^ unary]. The grammar is not in the
    lecture notes.

    References
    ----------
    A. V. Aho, R. Sethi and J. D. Ullman, Compilers: Principles, Techniques, and Tools, 1986.

    Examples
    --------
    >>> from lab import formulas
    >>> formulas.read("x.z + 2")
    Binary(sign='+', left=Dot(), right=NumberLiteral(value=2.0))
    """
    try:
        parser = _Parser(text)
        tree = parser.sum()
        parser.expect("end")
    except ExpressionError as error:
        hints = [hint for sign, hint in HINTS.items() if re.search(sign, str(text))]
        raise ExpressionError(" ".join([error.message, *hints]), error.column) from None
    return tree


class _Parser:
    def __init__(self, text: str) -> None:
        self.words = tokens(text)
        self.place = self.depth = self.count = 0

    @property
    def word(self) -> Token:
        return self.words[self.place]

    def take(self, *texts: str) -> Token | None:
        """Return the next token and advance past it if it is one of `texts`; else return None."""
        word = self.word
        if word.kind != "sign" or word.text not in texts:
            return None
        self.place += 1
        return word

    def expect(self, sign: str) -> None:
        """Consume the token `sign`, or with "end" check that the text ends; else raise
        ExpressionError."""
        if sign == "end" and self.word.kind == "end":
            return
        if sign == "end" or not self.take(sign):
            expected = "An operator or the end of the formula" if sign == "end" else f"“{sign}”"
            raise ExpressionError(f"{expected} was expected, not {_name(self.word)}.", self.column)

    @property
    def column(self) -> int:
        return self.word.column

    def count_node(self, node: Node) -> Node:
        """Count a node and return it. Raises ExpressionError beyond MAX_NODES nodes."""
        self.count += 1
        if self.count > MAX_NODES:
            raise ExpressionError(f"A formula can have at most {MAX_NODES} parts.", node.at)
        return node

    def sum(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError("Brackets are nested too deeply here.", self.column)
        node = self.product()
        while sign := self.take("+", "-"):
            node = self.count_node(n.Binary(sign.text, node, self.product(), at=sign.column))
        self.depth -= 1
        return node

    def product(self) -> Node:
        node = self.unary()
        while sign := self.take("*", "/"):
            node = self.count_node(n.Binary(sign.text, node, self.unary(), at=sign.column))
        return node

    def unary(self) -> Node:
        signs = []
        while sign := self.take("-", "+"):
            signs.append(sign)
        node = self.power()
        for sign in reversed(signs):
            if sign.text == "-":
                node = self.count_node(n.Negative(node, at=sign.column))
        return node

    def power(self) -> Node:
        base, word = self.atom(), self.word
        if word.kind == "power":
            self.place += 1
            exponent = self.count_node(_number(word))
        elif self.take("^"):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise ExpressionError("Powers are nested too deeply here.", self.column)
            exponent = self.unary()
            self.depth -= 1
        else:
            return base
        return self.count_node(n.Binary("^", base, exponent, at=word.column))

    def atom(self) -> Node:
        word = self.word
        if self.take("("):
            node = self.sum()
            self.expect(")")
            return node
        if word.kind in ("end", "sign", "power"):
            raise ExpressionError(
                f"A number, a name or a bracket was expected, not {_name(word)}.", word.column
            )
        self.place += 1
        if word.kind == "name":
            return self.count_node(self.parse_named(word))
        return self.count_node(_leaf(word))

    def parse_named(self, word: Token) -> Node:
        """Parse a name and its arguments."""
        name, at = word.text, word.column
        has_arguments = self.word.text == "(" and self.word.kind == "sign"
        match name:
            case "dot" | "dist":
                if has_arguments:
                    self.both_points()
                return (n.Dot if name == "dot" else n.Distance)(at=at)
            case "norm":
                return n.Norm(self.one_point(), at=at)
        if name in PARAMETERS:
            return n.Parameter(name, at=at)
        if name in FUNCTIONS and (has_arguments or name not in ARGUMENTS):
            return n.Call(name, self.arguments(word, (FUNCTIONS[name],)), at=at)
        if name in ARGUMENTS:
            counts = ARGUMENTS[name]
            arguments = self.arguments(word, counts) if has_arguments or 0 not in counts else ()
            return n.NamedKernel(name, arguments, at=at)
        raise ExpressionError(
            f"“{name}” is not a known name; the names are {', '.join(known_names())}.", at
        )

    def arguments(self, word: Token, counts: tuple[int, ...]) -> tuple[Node, ...]:
        """Parse the arguments in brackets; `counts` has the allowed numbers of arguments."""
        self.expect("(")
        values = []
        if not self.take(")"):
            values.append(self.sum())
            while self.take(","):
                values.append(self.sum())
            self.expect(")")
        if len(values) not in counts:
            allowed = " or ".join(map(str, counts))
            raise ExpressionError(
                f"“{word.text}” takes {allowed} argument{'s' * (counts != (1,))}; "
                f"here it has {len(values)}.",
                word.column,
            )
        return tuple(values)

    def both_points(self) -> None:
        """Parse (x, z) after dot or dist."""
        self.expect("(")
        first = self.point()
        self.expect(",")
        if self.point() == first:
            raise ExpressionError("Both points are the same; write (x, z).", self.column)
        self.expect(")")

    def one_point(self) -> str:
        """Parse (x) or (z) after norm, and return the point."""
        self.expect("(")
        point = self.point()
        self.expect(")")
        return point

    def point(self) -> str:
        word = self.word
        if word.kind != "coordinate" or len(word.text) > 1:
            raise ExpressionError(f"x or z was expected, not {_name(word)}.", word.column)
        self.place += 1
        return word.text


def known_names() -> list[str]:
    """List the names that formulas may use, in alphabetical order."""
    return sorted({*ARGUMENTS, *FUNCTIONS, "dot", "dist", "norm", *PARAMETERS})


def _leaf(word: Token) -> Node:
    match word.kind:
        case "number":
            return _number(word)
        case "dot":
            return n.Dot(at=word.column)
        case "distance":
            return n.Distance(at=word.column)
        case "norm":
            return n.Norm(word.text, at=word.column)
    point, index = word.text[0], word.text[1:]
    if index and not 1 <= int(index) <= MAX_COORDINATE:
        raise ExpressionError(
            f"Coordinates are numbered from 1 to {MAX_COORDINATE}; this number is {index}.",
            word.column,
        )
    return n.Coordinate(point, int(index or 0), at=word.column)


def _number(word: Token) -> n.NumberLiteral:
    value = float(word.text)
    if not isfinite(value):
        raise ExpressionError("This number is too large.", word.column)
    return n.NumberLiteral(value, at=word.column)


def _name(word: Token) -> str:
    return "the end of the formula" if word.kind == "end" else f"“{word.text}”"
