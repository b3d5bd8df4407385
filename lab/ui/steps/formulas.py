"""Find formulas in a sentence, in the notation of the pages, and convert them to LaTeX.

Pages write τ², ‖w‖ and αᵀKα in Unicode. A platform that typesets formulas needs LaTeX between
\\( and \\), or MathML. `parts` only splits a text: its parts, when joined, are the text again.
"""

import re
from dataclasses import dataclass

_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵀᶻᴺᵈ", "0123456789+-()niTzNd", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ᵢₙₜ", "0123456789+-int", strict=True))
_LETTERS = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "η": "eta",
    "θ": "theta", "λ": "lambda", "μ": "mu", "ξ": "xi", "π": "pi", "σ": "sigma", "τ": "tau",
    "φ": "varphi", "Φ": "Phi", "ω": "omega", "ℓ": "ell",
}  # fmt: skip
_SIGNS = {
    "−": "-", "·": r"\cdot ", "×": r"\times ", "≤": r"\le ", "≥": r"\ge ", "≠": r"\ne ",
    "→": r"\to ", "∞": r"\infty ", "∇": r"\nabla ", "Σ": r"\sum ", "∫": r"\int ",
    "‖": r"\Vert ", "′": "'", "…": r"\ldots ", "{": r"\{", "}": r"\}",
}  # fmt: skip
_FRACTIONS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3"}
_FUNCTIONS = ("exp", "cos", "sin", "log", "ln", "min", "max")
_HATS = {"ŵ": r"\hat{w}"}

_ROOT = re.compile(r"√(\d+|[A-Za-zα-ω])")
# Short words of a sentence that are not products of letters.
_WORDS = {
    *("an", "as", "at", "be", "by", "do", "go", "he", "if", "in", "is", "it", "me", "my", "no"),
    *("of", "on", "or", "so", "to", "up", "us", "we"),
}

_SIGN = "".join(map(re.escape, _SIGNS))
_STRONG = "".join({*_RAISED, *_LOWERED, *_LETTERS, *_FRACTIONS, *_HATS, *"‖Σ√∇∫≤≥≠′"})
_SCRIPTS = {*_RAISED, *_LOWERED, "′"}
# This matches two superscripts or two subscripts on the same letter, an error in TeX.
_DOUBLE_SCRIPT = re.compile(
    r"\^\{[^{}]*\}(?:_\{[^{}]*\})?['^]|'_\{[^{}]*\}['^]|_\{[^{}]*\}(?:\^\{[^{}]*\}|'+)?_"
    r"|_[a-z](?:\^\{[^{}]*\}|'+)?_"
)
_ATOM = re.compile(
    rf"(?:{'|'.join(_FUNCTIONS)})(?![A-Za-z])|[A-Za-z](?![a-z]{{2}})|\d[\d,]*(?:\.\d+)?"
    rf"|[{_STRONG}]|[{_SIGN}]|_(?=[a-z])|[-+*/=<>()\[\]|!.,]"
)
_LINKS = {*"·×=≤≥≠<>/→*"}  # operators between two operands
_OPERATORS = {*"+−·×=≤≥≠<>/→"}
_OPEN, _CLOSE = "([{", ")]}"
_ENDING = re.compile(r"[.,:;?!”]+$")


@dataclass(frozen=True)
class InlineFormula:
    """A formula in the notation of a page."""

    plain: str

    @property
    def latex(self) -> str:
        return latex(self.plain)


Part = str | InlineFormula


def parts(text: str) -> list[Part]:
    """Split a sentence into prose and formulas; these parts, when joined, are the sentence
    again."""
    words = re.split(r"([ “])", text)
    pieces: list[Part] = []
    k = 0
    while k < len(words):
        end = _formula_end(words, k)
        if end == k:
            pieces.append(words[k])
            k += 1
            continue
        formula, ending = _without_ending("".join(words[k:end]))
        if len(pieces) > 1 and pieces[-1] == " " and isinstance(pieces[-2], InlineFormula):
            product = f"{pieces[-2].plain} {formula}"
            if not _DOUBLE_SCRIPT.search(latex(product)):
                formula = product
                del pieces[-2:]
        pieces += [InlineFormula(formula), ending] if ending else [InlineFormula(formula)]
        k = end
    return _join_prose(pieces)


def markdown(text: str) -> str:
    """Typeset the formulas of a text, for the Markdown of a page."""
    pieces = parts(text.replace("\u00a0", " "))
    return "".join(
        f"${piece.latex}$" if isinstance(piece, InlineFormula) else piece for piece in pieces
    )


def _join_prose(pieces: list[Part]) -> list[Part]:
    """Join neighbouring prose, and drop empty parts."""
    joined_pieces: list[Part] = []
    for part in pieces:
        if isinstance(part, str) and joined_pieces and isinstance(joined_pieces[-1], str):
            joined_pieces[-1] += part
        elif part != "":
            joined_pieces.append(part)
    return joined_pieces


def _without_ending(formula: str) -> tuple[str, str]:
    ending = _ENDING.search(formula)
    return (formula[: ending.start()], ending.group()) if ending else (formula, "")


def _formula_end(words: list[str], start: int) -> int:
    """Return the index after the formula that begins at `start`, or `start` if no formula begins
    there."""
    best = end = start
    if words[start] in ("", " ") or words[start][0] in _SCRIPTS | _LINKS:
        return start
    while end < len(words):
        word = words[end]
        if word != " ":
            body = _without_ending(word)[0] or word
            if not _is_mathematical(body) or (word in ("a", "A", "I") and end == start):
                break
            so_far = "".join(words[start : end + 1])
            if _is_balanced(so_far) and body[-1] not in _OPERATORS:
                best = end + 1
                if body != word:
                    break  # a comma or a full stop ends the formula
        elif best == end and not _continues_after(words, end):
            break
        end += 1
    return best if best > start and _is_typeset("".join(words[start:best])) else start


def _continues_after(words: list[str], space: int) -> bool:
    """Return whether the formula continues after this space: whether an operator is beside it."""
    before = words[space - 1] if space else ""
    after = words[space + 1] if space + 1 < len(words) else ""
    return before[-1:] in {*_OPERATORS, "Σ"} or after[:1] in {*_OPERATORS, "Σ"}


def _is_balanced(text: str) -> bool:
    depth = sum((c in _OPEN) - (c in _CLOSE) for c in text)
    return depth == 0 and text.count("‖") % 2 == 0


def _is_mathematical(word: str) -> bool:
    place = 0
    if word in _WORDS:
        return False
    while place < len(word):
        atom = _ATOM.match(word, place)
        if not atom:
            return False
        place = atom.end()
    return bool(word)


def _is_typeset(formula: str) -> bool:
    """Return whether a formula should be typeset: whether it has a mathematical character, a
    relation or a function's argument, and no double superscript or subscript."""
    body = _without_ending(formula)[0]
    relation = any(sign in body for sign in "=<>") and any(c.isalpha() for c in body)
    call = re.search(r"[A-Za-z]\(", body)
    found = re.search(rf"[{_STRONG}]", body) or relation or call
    return bool(found) and not _DOUBLE_SCRIPT.search(latex(body))


def latex(text: str) -> str:
    """Convert a formula of a page to LaTeX."""
    written, place = [], 0
    while place < len(text):
        letter = text[place]
        if root := _ROOT.match(text, place):
            written.append(rf"\sqrt{{{latex(root[1])}}}")
            place = root.end()
            continue
        run = _run(text, place)
        if run:
            mark = "^" if letter in _RAISED else "_"
            table = _RAISED if letter in _RAISED else _LOWERED
            inner = "".join(r"\top " if c == "ᵀ" else table[c] for c in run)
            written.append(f"{mark}{{{inner.strip()}}}")
            place += len(run)
            continue
        name = next((f for f in _FUNCTIONS if text.startswith(f, place)), "")
        if name and not text[place + len(name) : place + len(name) + 1].isalpha():
            written.append(rf"\{name} ")
            place += len(name)
            continue
        written.append(_symbol(letter))
        place += 1
    return re.sub(r" +", " ", "".join(written)).strip()


def _run(text: str, place: int) -> str:
    """Return the run of super- or subscript characters that begins at `place`."""
    for table in (_RAISED, _LOWERED):
        end = place
        while end < len(text) and text[end] in table:
            end += 1
        if end > place:
            return text[place:end]
    return ""


def _symbol(letter: str) -> str:
    if letter in _LETTERS:
        return rf"\{_LETTERS[letter]} "
    if letter in _FRACTIONS:
        above, below = _FRACTIONS[letter].split("/")
        return rf"\tfrac{{{above}}}{{{below}}}"
    if letter in _HATS:
        return _HATS[letter]
    return _SIGNS.get(letter, letter)
