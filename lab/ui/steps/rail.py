"""The rail beside a page's steps: their names, which is shown, which are done.

What it shows of the learner's own is this device's alone (assets/furniture/progress.js).
"""

from collections.abc import Sequence

import streamlit as st

from lab.course import page_declaration
from lab.endpoints import static_assets
from lab.ui import hidden_controls, quiz
from lab.ui.steps.step import QUIZ, Step

# The newline matters: Streamlit takes a script without one for the name of a file.
_SCRIPT = """
export default function (component) {
  let gone = false, module;
  import(new URL(component.data.module, document.baseURI)).then((loaded) => {
    module = loaded;
    if (!gone) module.mount(component);
  });
  return () => { gone = true; module?.unmount(component.parentElement); };
}
"""


def rail(page: str, steps: Sequence[Step]) -> None:
    """Put the rail of a page on it, unless the link leaves out what leads through pages."""
    if hidden_controls.hidden("navigation"):
        return
    links = [step.link(page) for step in steps]
    for link in links:
        if link["name"] == QUIZ:
            link["quiz"] = [question.id for question in quiz.of(page)]
    declared = page_declaration.page(page)
    draw = st.components.v2.component(
        "kernel_steps",
        css=static_assets.read("assets/styles/steps.css"),
        js=_SCRIPT,
        isolate_styles=False,
    )
    data = {
        "module": static_assets.url("assets/furniture/step-rail.js"),
        "page": declared.title if declared else page,
        "steps": links,
    }
    draw(key="steps", data=data)
