"""Numbers in the reasons of the quizzes, in digits and in words: given in the question, named by
the answer itself, or computed here. Which answer is right is computed by `quiz_checks.py`
of each page."""

import pytest

from lab.ui import quiz
from lab.ui.quiz import Answer, Question
from pages.order import PAGES
from tests.of_pages import modules_of_pages
from tests.pages.challenge_claims import NOTATION, numbers, words
from tests.pages.quiz.claims import CLAIMS

modules_of_pages("pages", "quiz_claims")  # they enter what they compute into CLAIMS

WITH_QUIZ = [page.name for page in PAGES if page.quiz]

ALL = [question for name in WITH_QUIZ for question in quiz.questions_of(name)]


def known(question: Question, answer: Answer) -> set[float]:
    given = f"{question.text} {answer.text}"
    computed = CLAIMS.get(question.id, set)()
    return {*numbers(given), *words(given), *NOTATION, *computed}


@pytest.mark.parametrize("question", ALL, ids=[one.id for one in ALL])
def test_every_number_of_a_reason_is_given_or_computed(question):
    for answer in question.answers:
        for number in numbers(answer.why) + words(answer.why):
            near = [one for one in known(question, answer) if abs(number - one) <= 1e-9]
            assert near, (number, answer.why)


def test_a_claim_is_needed_by_a_question_that_there_is():
    by_id = {question.id: question for question in ALL}
    assert set(CLAIMS) <= set(by_id)
    for name, compute in CLAIMS.items():
        told = [n for a in by_id[name].answers for n in numbers(a.why) + words(a.why)]
        assert any(abs(n - c) <= 1e-9 for n in told for c in compute()), compute.__name__
