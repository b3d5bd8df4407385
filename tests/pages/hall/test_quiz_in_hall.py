"""The questions of the pages, asked in the hall."""

import pytest

from features.hall.on_screen import as_hall_question
from pages.order import PAGES
from tests.features.hall.visitors import Lecturer, open_hall, site_of


@pytest.mark.parametrize("page", [page for page in PAGES if page.quiz], ids=lambda page: page.name)
def test_the_hall_can_be_asked_every_question(page):
    hall = open_hall()
    lecturer = Lecturer(site_of(hall))
    for one in page.quiz:
        asked = as_hall_question(one)
        assert lecturer.put({"kind": "choice", **asked}).status == 200, one.text
        (place,) = asked["right"]
        assert asked["options"][place] == one.right
    hall.store.close()
