"""Texts as the Markdown of a page and its steps."""

import re


def plain(text: str) -> str:
    """Markdown that shows `text` as it stands: what a visitor wrote is never formatted."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text).replace("\n", " ")
