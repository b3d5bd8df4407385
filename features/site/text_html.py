"""Words with formulas as HTML: Markdown by markdown-it, formulas as MathML by latex2mathml.

HTML inside Markdown stays text, as in the app.
"""

import re
from functools import cache, lru_cache
from html import escape

_FORMULA = re.compile(
    r"(?P<code>`+)[\s\S]*?(?P=code)|(?P<sign>\\.)|\$\$(?P<block>[\s\S]+?)\$\$"
    r"|\$(?P<inline>[^$\n](?:[^$]*?[^$\\])?)\$"
)
_MARK = "\ue000{}\ue001"  # stands for a formula while the words around it are formatted
_MARKED = re.compile("(<p>)?\ue000(\\d+)\ue001(?(1)(</p>)?)")
# What these formulas use and the converter does not know.
_WRITTEN = {
    r"\tfrac": r"\frac", r"\dfrac": r"\frac", r"\bigl": "", r"\bigr": "", r"\Bigl": "",
    r"\Bigr": "", r"\begin{aligned}": r"\begin{align*}", r"\end{aligned}": r"\end{align*}",
    r"\lVert": r"\|", r"\rVert": r"\|", r"\lvert": "|", r"\rvert": "|",
}  # fmt: skip
_COMMAND = re.compile(r"\\(?:begin|end)\{\w+\}|\\[A-Za-z]+")


@cache
def _formatter():
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


@lru_cache(maxsize=4096)
def formula(latex: str, block: bool) -> str:
    """A formula as MathML; as it is written where it can't be converted."""
    from latex2mathml.converter import convert

    known = _COMMAND.sub(lambda found: _WRITTEN.get(found[0], found[0]), latex.strip())
    try:
        return convert(known, display="block" if block else "inline")
    except Exception:  # the converter has many kinds of faults, and none is worth a page
        return f"<code>{escape(latex)}</code>"


@lru_cache(maxsize=1024)
def markdown(text: str, *, line: bool = False) -> str:
    """Markdown as HTML; a `line` without a paragraph around it."""
    formulas: list[str] = []

    def mark(found: re.Match[str]) -> str:
        if found["code"] or found["sign"]:
            return found[0]
        block = found["block"] is not None
        formulas.append(formula(found["block"] or found["inline"], block))
        number = _MARK.format(len(formulas) - 1)
        return f"\n\n{number}\n\n" if block else number

    def put_back(found: re.Match[str]) -> str:
        made = formulas[int(found[2])]
        if found[1] and found[3] and 'display="block"' in made:
            return f'<div class="formula">{made}</div>'
        return f"{found[1] or ''}{made}{found[3] or ''}"

    marked = _FORMULA.sub(mark, text.strip())
    html = _formatter().renderInline(marked) if line else _formatter().render(marked)
    return _MARKED.sub(put_back, html)
