"""How every page opens and ends: its question with the data beside it; later, the way on."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import streamlit as st

from lab.lecture import present_button
from lab.scene.fields import FIELDS, OWN, SOURCES, Field
from lab.ui import hidden_controls, live_element, page, quiz
from lab.userdata.panel import panel, popover_key


def opening(
    question: str,
    lead: str,
    scene: Any = None,
    names: Iterable[str] = (),
    *,
    sources: Collection[str] = SOURCES,
    fields: Mapping[str, Field] = FIELDS,
) -> None:
    """The page's question and, behind a button at its right, the controls `names` of `scene`, and
    the way to own data. A page that chooses its data elsewhere gives no scene.
    """
    left, right = st.columns([5, 1], vertical_alignment="bottom")
    if not hidden_controls.hidden("question"):
        with left:
            page.question(question, lead)
    beside = right.container(horizontal=True)
    with beside:
        present_button.button(question)
    if hidden_controls.hidden("data"):
        return
    with beside, st.popover("Data", width="stretch", key=popover_key()):
        if scene is not None:
            mine = scene.data == OWN  # then its classes are chosen by name
            shown = [name for name in names if not (mine and name == "classes")]
            offered = [source for source in sources if mine or source != OWN]
            page.controls(scene, shown, offered, fields)
        panel(scene, fields, sources)


def ending(name: str, target: str, label: str) -> None:
    """The end of the page `name`: its quiz, then the way on to `target`, a page's file."""
    if live_element.rest_is_due() and not (
        hidden_controls.hidden("quiz") or hidden_controls.lecture()
    ):
        quiz.element(name)
    page.go_on(target, label)
