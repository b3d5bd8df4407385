"""On the site without a server the page's first requests are solved in advance."""

import gzip
import json

import pytest

from tests.pages.site.site_pages import visit_data
from tests.site.host import without_engine


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return without_engine(tmp_path_factory.mktemp("site"), "svm")


@pytest.mark.thorough
def test_both_forms_of_a_machine_are_solved_beforehand(site):
    prepared = visit_data(site, "svm/index.html")["prepared"]
    forms = {
        name.endswith("&only=hard"): json.loads(gzip.decompress((site / file).read_bytes()))
        for name, file in prepared.items()
        if name.startswith("proof?")
    }
    assert len(forms[False]["rows"]) == 7 and "hard" in forms[True]


@pytest.mark.thorough
def test_what_a_line_by_hand_asks_is_solved_beforehand(site):
    prepared = visit_data(site, "svm/index.html")["prepared"]
    (question,) = (name for name in prepared if name.startswith("street?"))
    assert "&line=-0.34,-1.4,0.63,1.4" in question
    answer = json.loads(gzip.decompress((site / prepared[question]).read_bytes()))
    assert {"hand", "widest"} <= {*answer}
