"""Compute the right option of each `check` of a quiz with kernel_core. Each page's `quiz_checks.py`
registers its own."""

from collections.abc import Callable

import kernel_core as kc

CHECKS: dict[str, Callable[[], str]] = {}
X, Y = kc.datasets.blobs().sample(24, seed=3)
FAR, SIGNS = kc.datasets.mixture().sample(40, seed=0)


def check(answer: Callable[[], str]) -> Callable[[], str]:
    CHECKS[answer.__name__] = answer
    return answer


def only(options: dict[str, bool]) -> str:
    """Return the only option that holds."""
    (text,) = [text for text, is_right in options.items() if is_right]
    return text
