"""Convert LaTeX of formulas to MathML, which browsers typeset.

Only the commands that the app's formulas use are supported. The result is a nested list, [tag,
attributes, *children], with texts as leaves. The page's script builds an element from each node, so
texts can't become markup.
"""

import re
from functools import lru_cache
from typing import Any

Node = list[Any]

_WORD = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\S", re.DOTALL)
_LETTERS = {
    "alpha": "α", "beta": "β", "delta": "δ", "ell": "ℓ", "eta": "η", "gamma": "γ", "infty": "∞",
    "lambda": "λ", "mu": "μ", "nabla": "∇", "nu": "ν", "omega": "ω", "Phi": "Φ", "pi": "π",
    "sigma": "σ", "tau": "τ", "theta": "θ", "top": "⊤", "varepsilon": "ε", "varphi": "φ", "xi": "ξ",
}  # fmt: skip
_SIGNS = {
    "cdot": "·", "ge": "≥", "int": "∫", "ldots": "…", "le": "≤", "leftarrow": "←", "lVert": "‖",
    "ne": "≠", "rVert": "‖", "times": "×", "to": "→", "Vert": "‖", "{": "{", "}": "}",
}  # fmt: skip
_SPACES = {",": "0.17em"}
_FUNCTIONS = {"exp", "cos", "sin", "tanh", "ln", "log", "min", "max", "lim"}
_TALL = {"mfrac", "msqrt", "munder", "mover", "munderover"}
_OPERATOR_SIGNS = {"-": "−", "'": "′", "*": "∗"}


@lru_cache(maxsize=512)
def mathml(latex: str) -> Node:
    """Convert LaTeX to a <math> element as nested lists.

    Raises ValueError for an unknown command, an unclosed group or a mark without a name.
    """
    reader = _Reader(latex)
    content = reader.sequence("")
    return ["math", {"display": "block", "translate": "no"}, *content]


def _is_tall(nodes: list[Node]) -> bool:
    """Return whether one of the nodes is taller than a line, such as a fraction or a root."""
    return any(node[0] in _TALL or _is_tall(_children(node)) for node in nodes)


def _children(node: Node) -> list[Node]:
    return [child for child in node[2:] if not isinstance(child, str)]


class _Reader:
    def __init__(self, latex: str) -> None:
        self.words = _WORD.findall(latex)
        self.place = 0

    @property
    def word(self) -> str:
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self) -> str:
        word = self.word
        self.place += 1
        return word

    def sequence(self, end: str) -> list[Node]:
        """Parse all items before `end`, and skip `end`."""
        atoms = []
        while self.word != end:
            if not self.word:
                raise ValueError(f"“{end}” is missing.")
            atoms.append(self.item())
        self.place += 1
        return atoms

    def item(self) -> Node:
        """Parse an atom with its sub- and superscripts."""
        base = self.atom()
        low = high = None
        while self.word in ("_", "^", "'"):
            sign = self.take()
            if sign == "_":
                low = self.atom()
            else:
                more = ["mo", {}, "′"] if sign == "'" else self.atom()
                high = more if high is None else ["mrow", {}, high, more]
        if low is None and high is None:
            return base
        sides = [part for part in (low, high) if part is not None]
        name = "underover" if base[0] == "mo" and base[2] == "∑" else "subsup"
        tags = {"underover": ("munder", "mover"), "subsup": ("msub", "msup")}[name]
        tag = f"m{name}" if len(sides) == 2 else tags[low is None]
        return [tag, {}, base, *sides]

    def atom(self) -> Node:
        word = self.take()
        if word == "{":
            return ["mrow", {}, *self.sequence("}")]
        if word.startswith("\\"):
            return self.command(word[1:])
        if word[0].isdigit():
            return ["mn", {}, word]
        # Without \left and \right, brackets are not stretched.
        sides = {"stretchy": "false"} if word in "()" else {}
        return ["mi" if word.isalpha() else "mo", sides, _OPERATOR_SIGNS.get(word, word)]

    def name(self) -> str:
        """Parse a word in braces."""
        if self.take() != "{":
            raise ValueError("A name must be in braces.")
        letters = []
        while (word := self.take()) != "}":
            if not word.isalpha():
                raise ValueError("A name can contain only letters.")
            letters.append(word)
        return "".join(letters)

    def command(self, name: str) -> Node:
        match name:
            case "frac" | "tfrac":
                return ["mfrac", {}, self.atom(), self.atom()]
            case "sqrt":
                return ["msqrt", {}, self.atom()]
            case "hat":
                return ["mover", {}, self.atom(), ["mo", {}, "^"]]
            case "mathrm":
                return ["mi", {}, self.name()]
            case "mark":  # a symbol that is linked to the picture
                return ["mrow", {"data-symbol": self.name()}, self.atom()]
            case "sum":
                return ["mo", {}, "∑"]
            case "left":
                left, inner = self.take(), self.sequence("\\right")
                # Brackets are stretched only around tall contents: around a power, fonts would
                # stretch them differently.
                sides = {} if _is_tall(inner) else {"stretchy": "false"}
                return ["mrow", {}, ["mo", sides, left], *inner, ["mo", sides, self.take()]]
        if name in _LETTERS:
            return ["mi", {}, _LETTERS[name]]
        if name in _SIGNS:
            return ["mo", {"stretchy": "false"}, _SIGNS[name]]
        if name in _SPACES:
            return ["mspace", {"width": _SPACES[name]}]
        if name in _FUNCTIONS:
            return ["mi", {}, name]
        raise ValueError(f"“\\{name}” is not a known command.")
