"""Format texts with formulas as HTML: Markdown by markdown-it, formulas as MathML by latex2mathml.

HTML inside Markdown stays text, as in the app.
"""

import re
from functools import cache, lru_cache
from html import escape

_FORMULA = re.compile(
    r"(?P<code>`+)[\s\S]*?(?P=code)|(?P<sign>\\.)|\$\$(?P<block>[\s\S]+?)\$\$"
    r"|\$(?P<inline>[^$\n](?:[^$]*?[^$\\])?)\$"
)
_MARK = "\ue000{}\ue001"  # stands for a formula while the text around it is formatted
_MARKED_FORMULA = re.compile("(<p>)?\ue000(\\d+)\ue001(?(1)(</p>)?)")
# Commands that the converter does not support, with replacements that it supports.
_COMMAND_REPLACEMENTS = {
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
    """Convert a formula to MathML; return its LaTeX as code if the conversion fails."""
    from latex2mathml.converter import convert

    supported_latex = _COMMAND.sub(
        lambda match: _COMMAND_REPLACEMENTS.get(match[0], match[0]), latex.strip()
    )
    try:
        mathml = convert(supported_latex, display="block" if block else "inline")
        return mathml.replace("<math ", '<math translate="no" ', 1)
    except Exception:  # many kinds of errors; the page must still be shown
        return f'<code translate="no">{escape(latex)}</code>'


@lru_cache(maxsize=1024)
def markdown(text: str, *, line: bool = False) -> str:
    """Format Markdown as HTML. With `line`, put no paragraph around it."""
    formulas: list[str] = []

    def mark(match: re.Match[str]) -> str:
        if match["code"] or match["sign"]:
            return match[0]
        block = match["block"] is not None
        formulas.append(formula(match["block"] or match["inline"], block))
        number = _MARK.format(len(formulas) - 1)
        return f"\n\n{number}\n\n" if block else number

    def put_back(match: re.Match[str]) -> str:
        mathml = formulas[int(match[2])]
        if match[1] and match[3] and 'display="block"' in mathml:
            return f'<div class="formula">{mathml}</div>'
        return f"{match[1] or ''}{mathml}{match[3] or ''}"

    marked_text = _FORMULA.sub(mark, text.strip())
    html = _formatter().renderInline(marked_text) if line else _formatter().render(marked_text)
    html = html.replace("<code", '<code translate="no"')  # HTML in the text is escaped
    return _MARKED_FORMULA.sub(put_back, html)
