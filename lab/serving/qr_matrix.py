"""Encode a text as a QR code, for the app and for the static site."""

import segno

MAX_BYTES = 2000  # largest size of a text in UTF-8: a phone can't scan a larger code from a screen


def rows(text: str) -> list[str]:
    """Return the rows of the code as strings, 1 for dark. Raises ValueError for a long text."""
    if not text:
        raise ValueError("There is no text to encode.")
    if len(text.encode()) > MAX_BYTES:
        raise ValueError("This is too long for a code that a camera can read.")
    return ["".join(map(str, row)) for row in segno.make(text, error="l", micro=False).matrix]
