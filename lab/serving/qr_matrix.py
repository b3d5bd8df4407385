"""A text as the modules of a QR code, for the app and for the course without a server."""

import segno

LONGEST = 2000  # bytes: what a phone still reads off a screen


def rows(text: str) -> list[str]:
    """The code, a row a string: 1 is dark. Raises ValueError for what is too long."""
    if not text:
        raise ValueError("No text was sent to draw a code of.")
    if len(text.encode()) > LONGEST:
        raise ValueError("This is too long for a code that a camera can read.")
    return ["".join(map(str, row)) for row in segno.make(text, error="l", micro=False).matrix]
