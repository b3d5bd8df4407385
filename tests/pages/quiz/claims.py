"""Compute the numbers in the reasons of a quiz that its question does not give. The
`quiz_claims.py` of each page's tests registers its own."""

from collections.abc import Callable

from lab.ui.quiz import Question

CLAIMS: dict[str, Callable[[], set[float]]] = {}


def claim(question: Question):
    """Compute the numbers that a question's reasons name in addition to the given ones."""

    def register(compute):
        CLAIMS[question.id] = compute
        return compute

    return register


def question_of(page, check: str) -> Question:
    return next(question for question in page.QUESTIONS if question.check == check)


def two(value: float) -> float:
    """Round to two digits after the point, as the text does."""
    return float(f"{value:.2f}")
