"""Quiz questions and challenges of the pages as questions of the hall."""

import pytest

from features.hall.on_screen import as_hall_question
from features.hall.questions import read_question
from pages.order import PAGES
from tests.features.hall.visitors import Lecturer, open_hall, site_of


@pytest.mark.parametrize("page", [page for page in PAGES if page.quiz], ids=lambda page: page.name)
def test_the_hall_accepts_every_quiz_question(page):
    hall = open_hall()
    lecturer = Lecturer(site_of(hall))
    for question in page.quiz:
        hall_question = as_hall_question(question)
        assert lecturer.put_question({"kind": "choice", **hall_question}).status == 200, (
            question.text
        )
        (k,) = hall_question["right"]
        assert hall_question["options"][k] == question.right
    hall.store.close()


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.challenges], ids=lambda page: page.name
)
def test_the_hall_accepts_the_texts_of_every_challenge(page):
    for challenge in page.challenges:
        question = {
            "kind": "choice",
            "text": challenge.question,
            "options": [option.label for option in challenge.options],
            "why": challenge.reason_anywhere,
        }
        assert read_question(question).text == challenge.question
