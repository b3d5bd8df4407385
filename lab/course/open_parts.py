"""Find the open and closed steps of a page, and its open quiz questions, by the course's dates."""

from typing import Any

from lab.course import course, page_declaration

QUIZ = "quiz"  # the quiz step's name


def closed_steps(name: str) -> dict[str, str]:
    """Return the closed steps of a page by name, each with the reason in a sentence.

    The first step is never among them: it opens and closes with its page.
    """
    page, dates = page_declaration.page(name), course.current().dates
    if page is None:
        return {}
    reasons = {
        step.name: dates.closed_reason(f"{page.path}/{step.name}") for step in page.steps[1:]
    }
    return {step: reason for step, reason in reasons.items() if reason}


def open_steps(name: str) -> tuple[Any, ...]:
    """Return the open steps of a page."""
    page, closed = page_declaration.page(name), closed_steps(name)
    return tuple(step for step in page.steps if step.name not in closed) if page else ()


def questions(name: str) -> tuple[Any, ...]:
    """Return the quiz questions of a page that are not about closed steps; none while the quiz is
    closed."""
    page, closed_names = page_declaration.page(name), closed_steps(name)
    if page is None or QUIZ in closed_names:
        return ()
    closed_titles = {step.title for step in page.steps if step.name in closed_names}
    return tuple(question for question in page.quiz if question.section not in closed_titles)
