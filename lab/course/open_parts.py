"""What of a page the course has open now: its steps, and the questions that belong to them."""

from typing import Any

from lab.course import course, page_declaration

QUIZ = "quiz"  # the name of the step


def closed_steps(name: str) -> dict[str, str]:
    """Which steps of a page are closed now, by their names, and why in a sentence. The first never
    is: its page is."""
    found, dates = page_declaration.page(name), course.current().dates
    if found is None:
        return {}
    why = {step.name: dates.closed(f"{found.path}/{step.name}") for step in found.steps[1:]}
    return {step: told for step, told in why.items() if told}


def open_steps(name: str) -> tuple[Any, ...]:
    """The steps of a page that are not closed now."""
    found, closed = page_declaration.page(name), closed_steps(name)
    return tuple(step for step in found.steps if step.name not in closed) if found else ()


def challenges(name: str) -> tuple[Any, ...]:
    """The challenges of a page that no closed step asks."""
    return tuple(one for step in open_steps(name) for one in step.challenges)


def questions(name: str) -> tuple[Any, ...]:
    """The questions of a page's quiz that no closed step shows; none while the quiz is closed."""
    found, closed = page_declaration.page(name), closed_steps(name)
    if found is None or QUIZ in closed:
        return ()
    shut = {step.title for step in found.steps if step.name in closed}
    return tuple(one for one in found.quiz if one.section not in shut)
