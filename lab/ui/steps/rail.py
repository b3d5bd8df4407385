"""The rail beside a page's steps: their names, which is shown, which are done.

What it shows of the learner's own is this device's alone (assets/furniture/progress/progress.js).
"""

from collections.abc import Mapping, Sequence

from lab.course import course, feature, page_declaration
from lab.course.open_parts import QUIZ
from lab.ui import hidden_controls, quiz
from lab.ui.module_mount import mount_module
from lab.ui.steps.step import Step

# The rail, and where Streamlit puts it and the steps.
STYLES = ("assets/styles/steps.css", "assets/styles/streamlit/steps.css")


def rail(page: str, steps: Sequence[Step], closed: Mapping[str, str]) -> None:
    """Put the rail of a page on it, unless the link leaves out what leads through pages. `closed`:
    why steps can't be used now, by their names."""
    if hidden_controls.is_hidden("navigation"):
        return
    links = [step.link(page) | {"closed": closed.get(step.name, "")} for step in steps]
    for link in links:
        if link["name"] == QUIZ:
            link["quiz"] = [question.id for question in quiz.questions_of(page)]
    declared = page_declaration.page(page)
    screens = feature.screen_words(course.current())
    screen_words = [word for word, value in screens.items() if not value]
    data = {
        "page": declared.title if declared else page,
        "steps": links,
        "screen_words": screen_words,
    }
    mount_module("steps", "assets/furniture/navigation/step-rail.js", data, STYLES)
