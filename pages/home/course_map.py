"""The map of the course: the pages in their order, each with its question and its steps.

The progress beside each page is stored in the browser (assets/furniture/progress/progress.js).
"""

from itertools import groupby
from typing import Any

import streamlit as st

from lab.course import course, open_parts
from lab.course.feature import cleared_keys, shell_words
from lab.course.page_declaration import PageDeclaration, groups
from lab.scene.scene import split
from lab.ui import live_element
from lab.ui.steps.rail import step_links
from pages.home.items import CourseMap, MapEntry, MapGroup, Resume

FOLLOWED_PRESS = "press-followed"  # key of the session state: the last press that was handled


def element() -> Any:
    """Draw the map of the course's pages in their order and return its triggers, for `follow_link`.

    Neighbouring pages share a heading if their groups have the same title.
    """
    titles = {entry.name: title for title, group in groups().items() for entry in group}
    entries: list[MapGroup] = [
        {"title": title, "ways": [_item(way) for way in group]}
        for title, group in groupby(course.current().ordered_pages(), lambda way: titles[way.name])
    ]
    return live_element.mount_static("map", CourseMap(groups=entries, cleared_keys=cleared_keys()))


def resume() -> Resume:
    """Return the item that links to the place where the learner stopped.

    The browser hides the item unless it has stored a place on a page of the map.
    """
    titles = {way.path: way.title for way in course.current().ordered_pages()}
    return Resume(pages=titles, drop=shell_words())


def follow_link(triggers: Any) -> None:
    """Open the page whose link was clicked: on the map, in a guided start or in the picture.

    An ordinary link would start a new session and reload the page.
    """
    press, _, address = str(getattr(triggers, "go", None) or "").partition(" ")
    if not press or press == st.session_state.get(FOLLOWED_PRESS):
        return  # Streamlit may report a press again when the visitor returns to the page
    st.session_state[FOLLOWED_PRESS] = press
    path, _, query = address.partition("?")
    for way in course.current().ordered_pages():
        if way.path == path:
            st.switch_page(way.file, query_params=split(query)[0])


def _item(way: PageDeclaration) -> MapEntry:
    closed_reason = course.current().dates.closed_reason(way.path)
    return {
        "title": way.title, "path": way.path, "question": way.question, "line": way.summary,
        "closed": closed_reason,
        "steps": [] if closed_reason else [
            {"id": link["id"], "challenges": link["challenges"], "quiz": link.get("quiz", ())}
            for link in step_links(way.name, open_parts.open_steps(way.name), {})
        ],
    }  # fmt: skip
