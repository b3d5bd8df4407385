"""Parse a kernel's formula in a scene, including a formula that was typed into an address.

Formulas are parsed into a tree and never executed. A + in a typed address arrives as a space. A
space between two terms has no other meaning, so it is read as +.
"""

from functools import lru_cache

from lab.formulas import ExpressionError, kernel_of, write
from lab.formulas import read as tree

_MISSING_SIGN_ERRORS = ("An operator or the end of the formula was expected", "“)” was expected")


# Every scene's formula is checked; most scenes have the default formula, so results are cached.
@lru_cache(maxsize=256)
def canonical(text: str, *, lost_plus: bool = True) -> str:
    """Return the canonical text of a formula. Raises ExpressionError, which names a column.

    `lost_plus`: whether a space between two terms is read as a + that the address has lost.
    """
    text = with_lost_plus(text) if lost_plus else text
    node = tree(text)
    kernel_of(node)
    return write(node)


def with_lost_plus(text: str) -> str:
    """Write + in place of each space that was a + before the address was read. A text with other
    errors is returned unchanged."""
    if not isinstance(text, str):
        return text
    mended = text
    for _ in range(text.count(" ")):
        try:
            tree(mended)
            return mended
        except ExpressionError as error:
            before = mended[: error.column - 1]
            if not before.endswith(" ") or not error.message.startswith(_MISSING_SIGN_ERRORS):
                return text
            mended = f"{before.rstrip()} + {mended[error.column - 1 :]}"
    return mended
