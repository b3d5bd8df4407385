"""Check that a text is one line of printable characters."""

import unicodedata


def is_one_line(text: str) -> bool:
    """Return whether a text has only printable characters and spaces, no-break spaces included."""
    return all(letter.isprintable() or unicodedata.category(letter) == "Zs" for letter in text)
