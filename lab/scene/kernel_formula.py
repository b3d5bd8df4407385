"""Read a kernel's formula in a scene, also where it was typed into an address.

The language is kernel_core's own: parsed into a tree, never run. A sign + in a typed
address arrives as a space; a space between two terms can only stand for one.
"""

from functools import lru_cache

from lab.formulas import ExpressionError, kernel_of, write
from lab.formulas import read as tree

_NO_SIGN = ("An operator or the end was expected", "“)” was expected")


@lru_cache(maxsize=256)  # scenes are checked often, and most have the default formula
def canonical(text: str, *, lost_plus: bool = True) -> str:
    """The text in its shortest form. Raises ExpressionError, which points at a column.

    lost_plus: a space between two terms stands for the + that an address has lost.
    """
    text = with_lost_plus(text) if lost_plus else text
    node = tree(text)
    kernel_of(node)
    return write(node)


def with_lost_plus(text: str) -> str:
    """The text with a + for each space that stands between two terms."""
    if not isinstance(text, str):
        return text
    mended = text
    for _ in range(text.count(" ")):
        try:
            tree(mended)
            return mended
        except ExpressionError as error:
            before = mended[: error.column - 1]
            if not before.endswith(" ") or not error.message.startswith(_NO_SIGN):
                return text
            mended = f"{before.rstrip()} + {mended[error.column - 1 :]}"
    return mended
