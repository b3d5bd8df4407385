"""The download of a page's questions contains all of its open questions."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest

from features.questions.download import make_zip
from lab.course import course, page_declaration
from lab.course.course import Course
from lab.course.dates import Dates
from lab.ui import quiz
from tests.lab.ui.visit import open_page, view_page
from tests.pages.live_elements import LISTED_FILES
from tests.pages.questions import platform_readers

LABEL = "Questions for Moodle, QTI, Anki"


def test_a_page_hands_out_its_own_questions():
    archive = ZipFile(BytesIO(make_zip("svm")))
    export = platform_readers.moodle(archive.read("moodle.xml"))
    page = page_declaration.page("svm")
    questions = [*page.quiz, *page.challenges]
    assert [item.id for item in export] == [item.id for item in questions]


@pytest.mark.parametrize("name", LISTED_FILES)
def test_every_page_with_a_quiz_offers_its_questions(name):
    labels = [button.proto.label for button in view_page(name).get("download_button")]
    assert (LABEL in labels) == bool(quiz.questions_of(name.partition("/")[0]))


def test_a_file_of_questions_has_none_of_a_closed_step(monkeypatch):
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    (step,) = (item for item in page_declaration.pages()["svm"].steps if item.name == "who-holds")
    questions_of_step = [*step.challenges, page_declaration.pages()["svm"].quiz[1]]

    def export() -> bytes:
        with ZipFile(BytesIO(make_zip("svm"))) as file:
            return file.read("gift.txt")

    words = [
        getattr(item, "question", getattr(item, "text", "")).split() for item in questions_of_step
    ]
    texts = [
        " ".join(first_words[:4]).rstrip(".") for first_words in words
    ]  # the words before any formula or sign
    open_export = export().decode()
    assert all(text in open_export for text in texts), texts
    own_course = Course(dates=Dates(opens={"svm/who-holds": tomorrow}))
    monkeypatch.setattr(course, "current", lambda: own_course)
    assert not [text for text in texts if text in export().decode()]
    own_course = Course(dates=Dates(opens={"svm/quiz": tomorrow}))
    monkeypatch.setattr(course, "current", lambda: own_course)
    page = open_page("svm/page.py")
    assert "Questions for Moodle" not in str([item.label for item in page.get("download_button")])
