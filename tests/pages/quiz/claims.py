"""Register functions that compute numbers for a quiz: those that appear in the reasons of a
question but not in the question itself. Each page's `quiz_claims.py` registers the functions for
its quiz."""

from collections.abc import Callable

from lab.ui.quiz import Question

CLAIMS: dict[str, Callable[[], set[float]]] = {}


def claim(question: Question):
    """Register a function that computes the numbers that appear in the reasons of a question but
    not in the question itself."""

    def register(compute):
        CLAIMS[question.id] = compute
        return compute

    return register


def question_of(page, check: str) -> Question:
    return next(question for question in page.QUESTIONS if question.check == check)


def two(value: float) -> float:
    """Round to two digits after the point, as the text does."""
    return float(f"{value:.2f}")
