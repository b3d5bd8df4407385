"""Draw the rail beside a page's steps: their names, the step shown, and the completed steps.

The progress that the rail shows is stored on the learner's device alone
(assets/furniture/progress/progress.js).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from lab.course import course, feature, page_declaration
from lab.course.open_parts import QUIZ
from lab.ui import hidden_controls, quiz
from lab.ui.module_mount import mount_module
from lab.ui.steps.step import Step

STYLES = ("assets/styles/steps.css", "assets/styles/streamlit/steps.css")


def step_links(
    page: str, steps: Sequence[Step], closing_reasons: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the links to a page's steps, each with the step's challenges or quiz questions, and
    with the reason why the step is closed, "" if it is open."""
    links = [step.link(page) | {"closed": closing_reasons.get(step.name, "")} for step in steps]
    for link in links:
        if link["name"] == QUIZ:
            link["quiz"] = [question.id for question in quiz.questions_of(page)]
    return links


def rail(page: str, steps: Sequence[Step], closing_reasons: Mapping[str, str]) -> None:
    """Draw the rail of a page, unless the link hides navigation. `closing_reasons`: the reasons why
    steps are closed, by their names."""
    if hidden_controls.is_hidden("navigation"):
        return
    declared = page_declaration.page(page)
    screens = feature.screen_words(course.current())
    screen_words = [word for word, value in screens.items() if not value]
    title, links = declared.title if declared else page, step_links(page, steps, closing_reasons)
    data = {
        "page": title,
        "steps": links,
        "screen_words": screen_words,
        "step_words": feature.step_words(),
    }
    mount_module("steps", "assets/furniture/navigation/step-rail.js", data, STYLES)
