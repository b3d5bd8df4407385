"""Each quiz question has one right answer, which a computation confirms, and a reason for each
option."""

import re

import pytest

from lab.ui import quiz
from lab.ui.quiz import Answer, Question, right
from pages.order import PAGES
from tests.page_modules import modules_of_pages
from tests.pages.quiz.checks import CHECKS

modules_of_pages("pages", "quiz_checks")  # these modules add their computations to CHECKS

WITH_QUIZ = [page.name for page in PAGES if page.quiz]

ALL = [(name, question) for name in WITH_QUIZ for question in quiz.questions_of(name)]
CHECKED_QUESTIONS = [(name, question) for name, question in ALL if question.check]


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize(
    ("name", "question"), CHECKED_QUESTIONS, ids=[q.check for _, q in CHECKED_QUESTIONS]
)
def test_the_computed_answer_is_the_right_one(name, question):
    assert CHECKS[question.check]() == question.right


def test_every_check_belongs_to_one_question():
    assert sorted(CHECKS) == sorted(question.check for _, question in CHECKED_QUESTIONS)
    assert len(CHECKED_QUESTIONS) > 0.75 * len(ALL), "most are decided by numbers"


@pytest.mark.parametrize("page", [page for page in PAGES if page.quiz], ids=WITH_QUIZ)
def test_each_core_step_is_asked_about(page):
    core = {step.title for step in page.steps if step.depth == "core"}
    sections = [question.section for question in page.quiz]
    assert core <= set(sections)
    deeper = sum(section not in core for section in sections)
    assert 2 * deeper < len(sections), "most are about core steps"
    assert quiz.questions_of("home") == ()


@pytest.mark.parametrize(("name", "question"), ALL, ids=[q.id for _, q in ALL])
def test_each_answer_has_its_own_reason(name, question):
    reasons = [answer.why for answer in question.answers]
    assert len(set(reasons)) == len(reasons) and all(len(reason) > 20 for reason in reasons)
    assert len({answer.text for answer in question.answers}) == len(reasons)
    assert question.text.endswith("?") or question.text.endswith(".")
    assert not question.note or re.match(r"00[0-4]\b", question.note)
    plain = " ".join([question.text, *reasons, *(answer.text for answer in question.answers)])
    assert not set("$\\`") & set(plain), "text, no markup"


@pytest.mark.parametrize(
    "word", ["principal", "kernel PCA", "components", "pre-image", "k-means", "shuffles",
             "all other examples", "Nyström"],
)  # fmt: skip
def test_no_lecture_note_is_named_for_a_subject_outside_of_the_notes(word):
    matches = [(name, question) for name, question in ALL if word in question.text]
    assert matches
    for _, question in matches:
        assert not question.note, question.text


def test_questions_have_different_ids_by_their_words():
    ids = [question.id for _, question in ALL]
    assert len(set(ids)) == len(ids)
    first = Question("Why?", (right("a", "so"), Answer("b", "no"), Answer("c", "no")), "Why", "000")
    second = Question(
        "Why?", (right("a", "so"), Answer("b", "no"), Answer("d", "no")), "Why", "000"
    )
    assert first.id != second.id, "other answers make another question"


@pytest.mark.parametrize("rights", [(), ("a", "b")])
def test_a_question_without_exactly_one_right_answer_is_refused(rights):
    answers = tuple(Answer(text, "why", text in rights) for text in "abc")
    with pytest.raises(ValueError, match="one of them right"):
        Question("Which?", answers, "Why", "000")
