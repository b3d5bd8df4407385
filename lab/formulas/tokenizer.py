"""Split a formula into tokens, each with its column."""

from __future__ import annotations

import re
from typing import NamedTuple

from lab.formulas.limits import MAX_CHARACTERS
from lab.formulas.syntax_tree import ExpressionError

SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
SIGNS = {"−": "-", "×": "*", "·": "*", "⋅": "*", "÷": "/", "**": "^"}
GREEK = {"τ": "tau", "θ": "theta", "σ": "sigma", "γ": "gamma", "π": "pi"}

PRIME = "['′’]"
Z = rf"(?:z|x{PRIME})"
DIGITS = r"(?:\d+|[₀-₉]+)"
NORM_BAR = r"‖|\|\||\|"
KINDS = {
    "distance": rf"(?P<bar>{NORM_BAR})\s*x\s*[-−]\s*{Z}\s*(?P=bar)",
    "norm": rf"(?P<wall>{NORM_BAR})\s*(?:{Z}|x)\s*(?P=wall)",
    "dot": rf"x\s*[.·⋅]\s*{Z}(?!\w)|{Z}\s*[.·⋅]\s*x(?![\w'′’₀-₉])|xᵀ\s*{Z}(?!\w)",
    "number": r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?",
    "coordinate": rf"[xz](?:{DIGITS}{PRIME}?|{PRIME}(?:{DIGITS})?)?(?![A-Za-z])",
    "name": r"[A-Za-z]+|[τθσγπ]",
    "power": r"[⁰¹²³⁴-⁹]+",
    "sign": r"\*\*|[-+*/^(),−×·⋅÷]",
}
PATTERN = re.compile("|".join(f"(?P<{kind}>{text})" for kind, text in KINDS.items()), re.ASCII)


class Token(NamedTuple):
    """A token of a formula: its kind, its text in canonical signs, and its column from 1."""

    kind: str
    text: str
    column: int


def tokens(text: str) -> list[Token]:
    """Split a formula into tokens, the last of kind "end". Raises ExpressionError."""
    if not isinstance(text, str):
        raise ExpressionError("A formula must be a string.", 1)
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(
            f"A formula can have at most {MAX_CHARACTERS} characters; this one has {len(text)}.",
            MAX_CHARACTERS + 1,
        )
    read, place = [], 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        match = PATTERN.match(text, place)
        if not match:
            raise ExpressionError(f"“{printable(text[place])}” has no meaning here.", place + 1)
        read.append(Token(match.lastgroup or "", _to_canonical(match), place + 1))
        place = match.end()
    return [*read, Token("end", "", len(text) + 1)]


def printable(character: str) -> str:
    """Return a character in printable form, for an error message."""
    return character if character.isprintable() else f"U+{ord(character):04X}"


def _to_canonical(match: re.Match[str]) -> str:
    """Return a token in canonical signs: x′₁ becomes z1, − becomes -, ² becomes 2."""
    word = match.group()
    match match.lastgroup:
        case "coordinate":
            point = "z" if word[0] == "z" or re.search(PRIME, word) else "x"
            return point + "".join(c for c in word.translate(SUBSCRIPTS) if c.isdigit())
        case "norm":
            return "z" if re.search(Z, word) else "x"
        case "power":
            return word.translate(SUPERSCRIPTS)
        case "name":
            return GREEK.get(word, word)
    return SIGNS.get(word, word)
