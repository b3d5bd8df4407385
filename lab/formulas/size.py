"""Measure the size of an expanded formula, in which powers are written as products."""

from __future__ import annotations

from kernel_core import Kernel
from lab.formulas.limits import MAX_STEPS
from lab.formulas.syntax_tree import ExpressionError

_MAX_EXACT_COUNT = 1e6  # a larger number of steps is shown as "more than a million"


def steps(kernel: Kernel) -> int:
    """Count the steps of an expanded kernel: one for the kernel, and the steps of its parts. A part
    that occurs several times counts each time."""
    counts: dict[int, int] = {}

    def count(part: Kernel) -> int:
        if id(part) not in counts:
            counts[id(part)] = 1 + sum(map(count, part.parts))
        return counts[id(part)]

    return count(kernel)


def check_steps(kernel: Kernel, factors: float = 1, at: int = 1) -> None:
    """Raise ExpressionError if a product of `factors` copies of a kernel has too many steps.

    The product itself is not built. The limit keeps formulas fast to draw and compute.
    """
    count = steps(kernel) * factors + factors - 1
    if count > MAX_STEPS:
        count_text = f"{count:,.0f}" if count < _MAX_EXACT_COUNT else "more than a million"
        raise ExpressionError(
            f"With powers written as products, this formula takes {count_text} steps to compute; "
            f"at most {MAX_STEPS} are allowed. Shorten it.",
            at,
        )
