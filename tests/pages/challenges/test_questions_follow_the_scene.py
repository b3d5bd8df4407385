"""A question is asked only for a scene in which its goal can be met and one option is right.

A thorough run checks every page with every data set and two seeds; a quick run checks fewer data
sets and one seed.
"""

import os
from collections.abc import Iterator, Sequence

import pytest

from lab.scene.class_fields import CLASS_FIELDS
from pages.order import PAGES
from tests.examples import THOROUGH, seeds
from tests.pages.challenges.answers import check_promises, some_states
from tests.pages.challenges.judging import questions

ASKING_PAGES = [page for page in PAGES if page.challenges]
# For these pages `test_answers.py` makes the same checks, and compares the answers with other
# computations.
IN_ALL_DATA = ("is_it_a_kernel", "kernel_trick")
IN_EVERY_STATE = (
    *IN_ALL_DATA, "kernel_ridge", "multiclass", "regularisation", "representer_theorem"
)  # fmt: skip


def parametrize_pages(other_words: Sequence[str] = ()) -> pytest.MarkDecorator:
    pages = [page for page in ASKING_PAGES if page.name not in other_words]
    return pytest.mark.parametrize("page", pages, ids=[page.name for page in pages])


STRIDE = 1 if THOROUGH in os.environ else 5
OWN_DATA = "own"  # its address must contain points


def addresses(page) -> Iterator[dict[str, str]]:
    for source in (page.sources or CLASS_FIELDS["data"].choices)[::STRIDE]:
        if source != OWN_DATA:
            yield from ({"data": source, "seed": str(seed)} for seed in seeds())


@pytest.mark.thorough(keep_every=9)
@parametrize_pages()
def test_each_question_is_asked_in_the_default_scene(page):
    for question in questions(page, {}):
        assert question.state == "asked", str(question)


@pytest.mark.thorough(keep_every=9)
@parametrize_pages(IN_ALL_DATA)
def test_a_question_is_answerable_before_it_is_asked(page):
    for address in addresses(page):
        check_promises(page, address)


@pytest.mark.thorough(keep_every=3)
@parametrize_pages(IN_EVERY_STATE)
def test_every_asked_question_can_be_met_by_the_named_controls(page):
    count = sum(
        question.state == "asked"
        for address in some_states(page)
        for question in check_promises(page, address)
    )
    assert count > 0
