"""Texts as the Markdown of a page and its steps."""

import re

_AFTER_FORMULA = re.compile(r"(?<![\\$])\$([^$\n]+)\$([,.;:!?)])")


def prose(text: str) -> str:
    """Markdown in which no line begins with what follows a formula, a comma or a point: it stands
    in the formula, for Chromium breaks a line after one whatever follows."""
    return _AFTER_FORMULA.sub(r"$\1\\text{\2}$", text)


def escape_markdown(text: str) -> str:
    """Markdown that shows `text` as it stands: what a visitor wrote is never formatted."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text).replace("\n", " ")
