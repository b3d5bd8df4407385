"""Where the claims of all pages are kept: what computes the numbers of which sentence."""

from collections.abc import Callable

Compute = Callable[[], set[float] | list[float]]
CLAIMS: dict[tuple[str, str], Compute] = {}


def claim(page: str, *parts: str):
    """What computes the numbers of the sentences of a page that have one of these parts: where two
    claims have parts of a sentence, that with the longer one. A list has them in their order."""

    def register(compute: Compute) -> Compute:
        for part in parts:
            CLAIMS[page, part] = compute
        return compute

    return register
