"""What the page asks for is solved beforehand where there is no server."""

import gzip
import json

import pytest

from tests.pages.site.site_pages import given
from tests.site.host import without_engine


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return without_engine(tmp_path_factory.mktemp("site"), "svm")


@pytest.mark.thorough
def test_both_forms_of_a_machine_are_solved_beforehand(site):
    prepared = given(site, "svm/index.html")["prepared"]
    told = {
        name.endswith("&only=hard"): json.loads(gzip.decompress((site / file).read_bytes()))
        for name, file in prepared.items()
        if name.startswith("proof?")
    }
    assert len(told[False]["rows"]) == 7 and "hard" in told[True]


def test_what_a_line_by_hand_asks_is_solved_beforehand(site):
    prepared = given(site, "svm/index.html")["prepared"]
    (asked,) = (one for one in prepared if one.startswith("street?"))
    assert "&line=-0.34,-1.4,0.63,1.4" in asked
    solved = json.loads(gzip.decompress((site / prepared[asked]).read_bytes()))
    assert {"hand", "widest"} <= {*solved}
