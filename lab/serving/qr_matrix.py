"""Encode a text as a QR code, for the app and for the static site."""

import segno

MAX_BYTES = 2000  # largest size of a text in UTF-8: a phone can't scan a larger code from a screen


def rows(text: str) -> list[str]:
    """Return the rows of a text's QR code as strings, with 1 for a dark module. Raises ValueError
    for an empty text, or one of more than MAX_BYTES."""
    if not text:
        raise ValueError("There is no text to encode.")
    if len(text.encode()) > MAX_BYTES:
        raise ValueError("This text is too long for a code that a camera can read.")
    return ["".join(map(str, row)) for row in segno.make(text, error="l", micro=False).matrix]
