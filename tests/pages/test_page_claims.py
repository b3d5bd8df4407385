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
from tests.pages.claims.sentences import named, sentences

FILES = [module.name for module in iter_modules(claims.__path__)]
NAMES = sorted({page.file.split("/")[0] for page in PAGES} & set(FILES))
for name in NAMES:
    import_module(f"{claims.__name__}.{name}")


@pytest.mark.parametrize("name", NAMES)
def test_every_number_in_the_text_of_a_page_is_computed(name):
    own = {part: compute for (page, part), compute in CLAIMS.items() if page == name}
    used, wrong = set(), []
    for sentence in sentences(name):
        told = named(sentence) - NOTATION
        parts = [part for part in own if part in sentence]
        used |= set(parts)
        known = set().union(*(own[part]() for part in parts))
        same = {n for n in told for k in known if np.isclose(n, k, rtol=1e-12, atol=0)}
        if left := told - same:
            wrong.append(f"{sorted(left)}: {sentence}")
    assert not wrong, "\n".join(wrong)
    assert used == set(own), f"said no more: {set(own) - used}"
