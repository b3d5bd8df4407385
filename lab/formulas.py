"""A kernel's formula as the scene has it: read, bounded, and forgiving where an address was typed.

The language is kernel_core's own: parsed into a tree, never run. A sign + that was typed raw into
an address arrives as a space; between two terms nothing else can be meant by one.
"""

from functools import lru_cache

from kernel_core import Kernel
from kernel_core.expression import ExpressionError, parse, write
from kernel_core.expression import read as tree

MOST_STEPS = 60  # of a kernel written out: (k^12)^12 is short, and has 287

_NO_SIGN = ("An operator or the end was expected", "“)” was expected")


@lru_cache(maxsize=256)  # every scene is checked again and again, and most have the usual formula
def canonical(text: str, *, lost_plus: bool = True) -> str:
    """The text in its shortest form. Raises ExpressionError, which points at a column.

    lost_plus: a space between two terms stands for the + that an address has lost.
    """
    text = with_lost_plus(text) if lost_plus else text
    build(text)
    return write(tree(text))


def build(text: str) -> Kernel:
    """The kernel, or the candidate, that a text describes. Raises ExpressionError."""
    kernel = parse(text)
    check_steps(kernel)
    return kernel


def check_steps(kernel: Kernel) -> None:
    """ExpressionError where the kernel has more steps than can be drawn and computed in time."""
    if (count := steps(kernel)) > MOST_STEPS:
        raise ExpressionError(
            f"Written out, this has {count} steps; there may be {MOST_STEPS}. Powers multiply them:"
            " make one smaller.",
            1,
        )


def steps(kernel: Kernel) -> int:
    """How many steps the kernel's tree has; each part is counted once, however often it stands."""
    counted: dict[int, int] = {}

    def count(part: Kernel) -> int:
        if id(part) not in counted:
            counted[id(part)] = 1 + sum(map(count, part.parts))
        return counted[id(part)]

    return count(kernel)


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
