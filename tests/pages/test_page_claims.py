"""Numbers in the text of pages, in digits and in words: every sentence that names one is held
against what computes it, see `claims`. Comparisons without a number: test_page_comparisons."""

from importlib import import_module
from pkgutil import iter_modules

import numpy as np
import pytest

from pages.order import PAGES
from tests.pages import claims
from tests.pages.challenge_claims import NOTATION
from tests.pages.claims.computed import CLAIMS
from tests.pages.claims.sentences import named, sentences, written

FILES = [module.name for module in iter_modules(claims.__path__)]
NAMES = sorted({page.file.split("/")[0] for page in PAGES} & set(FILES))
for name in NAMES:
    import_module(f"{claims.__name__}.{name}")


def are_close(told: list[float], computed: set[float] | list[float]) -> bool:
    """Whether what is told is what was computed: all of it in its order, or each of it."""
    if isinstance(computed, list):
        return len(told) == len(computed) and np.allclose(told, computed, rtol=1e-12, atol=0)
    return all(np.isclose(n, [*computed], rtol=1e-12, atol=0).any() for n in told)


@pytest.mark.parametrize("name", NAMES)
def test_every_number_in_the_text_of_a_page_is_computed(name):
    """By one claim alone, so that no two can cover for each other."""
    own = {part: compute for (page, part), compute in CLAIMS.items() if page == name}
    used, wrong, said = set(), [], {}
    for sentence in sentences(name):
        told = [n for n in named(sentence) if n not in NOTATION]
        part = max((part for part in own if part in sentence), key=len, default="")
        compute = own.get(part, set)
        if not are_close(told, compute()):
            wrong.append(f"{told}, by {compute.__name__} {compute()}: {sentence}")
        used.add(part)
        said.setdefault(compute, set()).update(written(sentence), NOTATION)
    idle = {compute.__name__: left for compute, known in said.items()
            if (left := [n for n in compute() if not are_close([n], known)])}  # fmt: skip
    assert not wrong, "\n".join(wrong)
    assert used - {""} == set(own), f"said no more: {set(own) - used}"
    assert not idle, f"computed, and not said: {idle}"


def test_an_order_that_is_wrong_is_found():
    assert named("From 2 to sixty, at $\\tau = 1.6$, twice as often: 5 %.") == [
        2, 60, 1.6, 2, 0.05]  # fmt: skip
    assert are_close([1.6, 0.05], [1.6, 0.05]) and not are_close([0.05, 1.6], [1.6, 0.05])
    assert are_close([0.05, 1.6], {1.6, 0.05, 3}) and not are_close([0.05], [0.05, 1.6])
    assert not are_close([2.0], set()) and are_close([], set())
