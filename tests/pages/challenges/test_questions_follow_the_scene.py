"""A question is asked only of a scene for which its goal can be met and one option is right.

Every page, every data set, several seeds."""

import os
from collections.abc import Iterator

import pytest

from lab.scene.class_fields import CLASS_FIELDS
from pages.order import PAGES
from tests.examples import THOROUGH
from tests.pages.challenges.judging import questions

ASKING = [page for page in PAGES if page.challenges]
SEEDS = range(6) if THOROUGH in os.environ else range(2)
OWN = "own"  # wants points in the address


def addresses(page) -> Iterator[dict[str, str]]:
    for source in page.sources or CLASS_FIELDS["data"].choices:
        if source != OWN:
            yield from ({"data": source, "seed": str(seed)} for seed in SEEDS)


@pytest.mark.parametrize("page", ASKING, ids=[page.name for page in ASKING])
def test_each_question_is_asked_where_its_page_begins(page):
    for question in questions(page, {}):
        assert question.state == "asked", str(question)


@pytest.mark.parametrize("page", ASKING, ids=[page.name for page in ASKING])
def test_a_question_of_any_data_is_decided_before_it_is_asked(page):
    for address in addresses(page):
        for question in questions(page, address):
            assert question.state in ("asked", "elsewhere", "unreachable", "undecided")
            if question.asked["by"] and question.state == "asked":
                assert question.answer >= 0, str(question)
