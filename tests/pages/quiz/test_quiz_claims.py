"""Each number in a quiz's reasons, in digits or in words, is given in the question, part of the
answer, or computed here. The pages' `quiz_checks.py` compute the right answers."""

import pytest

from lab.ui import quiz
from lab.ui.quiz import Answer, Question
from pages.order import PAGES
from tests.page_modules import modules_of_pages
from tests.pages.quiz.claims import CLAIMS
from tests.pages.quiz.numbers_in_text import NOTATION, numbers, words

modules_of_pages("pages", "quiz_claims")  # these modules add their computations to CLAIMS

WITH_QUIZ = [page.name for page in PAGES if page.quiz]

ALL = [question for name in WITH_QUIZ for question in quiz.questions_of(name)]


def known_numbers(question: Question, answer: Answer) -> set[float]:
    text = f"{question.text} {answer.text}"
    computed = CLAIMS.get(question.id, set)()
    return {*numbers(text), *words(text), *NOTATION, *computed}


@pytest.mark.parametrize("question", ALL, ids=[question.id for question in ALL])
def test_every_number_of_a_reason_is_given_or_computed(question):
    for answer in question.answers:
        for number in numbers(answer.why) + words(answer.why):
            near = [
                known_number
                for known_number in known_numbers(question, answer)
                if abs(number - known_number) <= 1e-9
            ]
            assert near, (number, answer.why)


def test_every_claim_belongs_to_a_question_that_needs_it():
    by_id = {question.id: question for question in ALL}
    assert set(CLAIMS) <= set(by_id)
    for name, compute in CLAIMS.items():
        claim_numbers = [n for a in by_id[name].answers for n in numbers(a.why) + words(a.why)]
        assert any(abs(n - c) <= 1e-9 for n in claim_numbers for c in compute()), compute.__name__


def test_numbers_are_read_in_digits_and_in_words():
    assert numbers("within 1.5 percentage points, −0.08, 20 %, 2π and 1,000") == [
        0.015, -0.08, 0.2, 1000,
    ]  # fmt: skip
    assert words("Half, a tenth, one in twenty, one example in ten, three points in ten") == [
        0.5, 0.1, 0.05, 0.1, 0.3]  # fmt: skip
    assert words("Four fifths, one and a half, twice, fourfold, ten billion, eight") == [
        0.8, 1.5, 2, 4, 1e10, 8]  # fmt: skip
    assert words("Two hundred points, a hundred, one million, three hundred") == [
        200, 100, 1e6, 300]  # fmt: skip
    assert words("the two of them, one way, a constant makes a third") == []
