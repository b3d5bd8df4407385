"""The rail beside a page's steps: their names, which is shown, which are done.

What it shows of the learner's own is this device's alone (assets/furniture/progress/progress.js).
"""

from collections.abc import Mapping, Sequence

import streamlit as st

from lab.course import page_declaration
from lab.course.open_parts import QUIZ
from lab.endpoints import static_assets
from lab.ui import hidden_controls, quiz
from lab.ui.live_element import MOUNT_SCRIPT
from lab.ui.steps.step import Step


def rail(page: str, steps: Sequence[Step], closed: Mapping[str, str]) -> None:
    """Put the rail of a page on it, unless the link leaves out what leads through pages. `closed`:
    why steps can't be used now, by their names."""
    if hidden_controls.hidden("navigation"):
        return
    links = [step.link(page) | {"closed": closed.get(step.name, "")} for step in steps]
    for link in links:
        if link["name"] == QUIZ:
            link["quiz"] = [question.id for question in quiz.of(page)]
    declared = page_declaration.page(page)
    draw = st.components.v2.component(
        "kernel_steps",
        css=static_assets.read("assets/styles/steps.css"),
        js=MOUNT_SCRIPT,
        isolate_styles=False,
    )
    data = {
        "module": static_assets.url("assets/furniture/navigation/step-rail.js"),
        "page": declared.title if declared else page,
        "steps": links,
    }
    draw(key="steps", data=data)
