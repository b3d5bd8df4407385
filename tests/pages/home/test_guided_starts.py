"""The guided starts lead to existing steps."""

from urllib.parse import parse_qsl

import pytest

from lab.course.page_declaration import page
from pages.home.guided_starts import STARTS
from pages.order import GROUPS, PAGES


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.title)
def test_every_step_of_a_start_exists(start):
    order = [name for names in GROUPS.values() for name in names]
    assert [*start.steps] == sorted(start.steps, key=order.index), "in the order of the pages"
    for name, count in start.steps.items():
        declaration = page(name)
        assert declaration and (
            not declaration.steps or len(declaration.steps) - 2 >= (count or 1)
        ), name
    places = start.places()
    assert len({place["address"] for place in places}) == len(places)
    for place in places:
        path, _, query = place["address"].partition("?")
        names = {step.name for step in page(path).steps}
        assert {*dict(parse_qsl(query)).values()} <= names
        assert place["title"] and (place["id"] or not names)


def test_the_longest_start_has_every_page_with_steps():
    assert [*STARTS[-1].steps] == [page.name for page in PAGES if page.steps]
