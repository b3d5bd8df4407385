"""Draw a page's header, with its question and data, and its link to the next page."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import streamlit as st

from lab.course import course, page_declaration
from lab.course.feature import features
from lab.course.page_declaration import HOME
from lab.scene.fields import FIELDS, OWN, SOURCES, Field
from lab.ui import hidden_controls, page
from lab.ui.module_mount import mount_module
from lab.ui.steps.rail import STYLES


def header(
    question: str,
    lead: str,
    scene: Any = None,
    names: Iterable[str] = (),
    *,
    sources: Collection[str] = SOURCES,
    fields: Mapping[str, Field] = FIELDS,
    data_note: str = "",
) -> None:
    """Write the page's question, the parts that features add, and, behind a button, the controls
    `names` of `scene` with the sentence `data_note`.

    A page on which visitors choose the data elsewhere passes no scene or no names. It has such a
    button only if the address selects the visitor's own points.
    """
    left, right = st.columns([5, 3], vertical_alignment="top")
    if not hidden_controls.is_hidden("question"):
        page.question(left, question, lead)
    buttons = right.container(horizontal=True, horizontal_alignment="right")
    active_features = features(course.current())
    with buttons:
        for feature in active_features:
            if feature.beside_question:
                feature.beside_question(question)
    if hidden_controls.is_hidden("data"):
        return
    names, menu = tuple(names), None
    if (scene is not None and names) or st.query_params.get("data") == OWN:
        menu = buttons.popover("Data", key="data-menu")
        with menu:
            if scene is not None:
                # The classes of a visitor's own points are chosen by name, in another control.
                is_own = scene.data == OWN
                shown_names = [name for name in names if not (is_own and name == "classes")]
                offered = [source for source in sources if is_own or source != OWN]
                page.controls(scene, shown_names, offered, fields)
                if data_note:
                    st.caption(data_note)
    with buttons:
        for feature in active_features:
            if feature.data_controls:
                feature.data_controls(scene, fields, sources, menu)


def closed_page(name: str, why: str) -> None:
    """Draw a closed page: its question, the sentence `why` with the reason, and the link to the
    next page.
    """
    declared = page_declaration.pages()[name]
    name_in_header(declared)
    st.title(declared.question, anchor=False)
    st.info(page.escape_markdown(why))
    next_page_link(declared.name)


def name_in_header(declared: page_declaration.PageDeclaration) -> None:
    """Write the page's title in the header on a phone, which has no rail of steps."""
    script = "assets/furniture/navigation/page-name.js"
    mount_module("page-name", script, {"page": declared.title}, STYLES)


def next_page_link(name: str) -> None:
    """Link from the page `name` to the next page on the map or, if there is none, to the front
    page."""
    following = course.current().next_page(name)
    if following:
        question = following.question[0].lower() + following.question[1:]
        page.link_next_page(following.file, f"Next: {question}")
    else:
        page.link_next_page(f"{HOME}/page.py", "Back to the start: what have you learned?")
