"""What computes the numbers that the reasons of a quiz name beside those that are given. Each page
enters its own: `quiz_claims.py` among its tests."""

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
    """As it is written: with two digits after the point."""
    return float(f"{value:.2f}")
