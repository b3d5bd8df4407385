"""Compute the numbers in the reasons of a quiz that the question does not give. Each page's
`quiz_claims.py` registers its own."""

from collections.abc import Callable

from lab.ui.quiz import Question

CLAIMS: dict[str, Callable[[], set[float]]] = {}


def claim(question: Question):
    """Register a function that computes the numbers in a question's reasons which the question does
    not give."""

    def register(compute):
        CLAIMS[question.id] = compute
        return compute

    return register


def question_of(page, check: str) -> Question:
    return next(question for question in page.QUESTIONS if question.check == check)


def two(value: float) -> float:
    """Round to two digits after the point, as the text does."""
    return float(f"{value:.2f}")
