"""Prepare texts for the Markdown of a page and its steps."""

import re

_AFTER_FORMULA = re.compile(r"(?<![\\$])\$([^$\n]+)\$([,.;:!?)])")


def prose(text: str) -> str:
    """Move punctuation after a formula into the formula, since Chromium may break the line between
    them.
    """
    return _AFTER_FORMULA.sub(r"$\1\\text{\2}$", text)


def escape_markdown(text: str) -> str:
    """Escape Markdown, so that a visitor's text is never formatted."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text).replace("\n", " ")
