"""Prepare texts for the Markdown of a page and its steps."""

import re

_AFTER_FORMULA = re.compile(r"(?<![\\$])\$([^$\n]+)\$([,.;:!?)])")


def prose(text: str) -> str:
    """Keep punctuation after a formula on its line by moving it into the formula, since Chromium
    breaks a line after a formula.
    """
    return _AFTER_FORMULA.sub(r"$\1\\text{\2}$", text)


def escape_markdown(text: str) -> str:
    """Escape Markdown, so that a visitor's text is never formatted."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text).replace("\n", " ")
