"""The way through the pages: their order, what each asks, and which challenges it has.

The numbers beside it are this device's own (assets/furniture/progress/progress.js): here is only
what there is to do.
"""

from itertools import groupby
from typing import Any

import streamlit as st

from lab.course import course, open_parts
from lab.course.feature import shell_words
from lab.course.page_declaration import PageDeclaration, groups
from lab.scene.scene import split
from lab.ui import live_element
from pages.home.items import CourseMap, MapEntry, MapGroup, Resume

FOLLOWED_PRESS = "press-followed"  # in the session's state: which press has led to another page


def element() -> Any:
    """Draw the map of the course's pages in their order and return its triggers, for `follow_link`.

    Neighbouring pages with the same title share a heading.
    """
    titles = {entry.name: title for title, group in groups().items() for entry in group}
    entries: list[MapGroup] = [
        {"title": title, "ways": [_item(way) for way in group]}
        for title, group in groupby(course.current().ordered_pages(), lambda way: titles[way.name])
    ]
    return live_element.mount_static("map", CourseMap(groups=entries))


def resume() -> Resume:
    """Return the item that links to where the learner stopped.

    It stays empty when that is unknown.
    """
    titles = {way.path: way.title for way in course.current().ordered_pages()}
    return Resume(pages=titles, drop=shell_words())


def follow_link(triggers: Any) -> None:
    """Go where a link of the map or of `resume` was pressed.

    The link would do it alone, but this way the visit goes on, and nothing is loaded anew.
    """
    press, _, address = str(getattr(triggers, "go", None) or "").partition(" ")
    if not press or press == st.session_state.get(FOLLOWED_PRESS):
        return  # Streamlit may tell of a press again when the page comes back
    st.session_state[FOLLOWED_PRESS] = press
    path, _, query = address.partition("?")
    for way in course.current().ordered_pages():
        if way.path == path:
            st.switch_page(way.file, query_params=split(query)[0])


def _item(way: PageDeclaration) -> MapEntry:
    closed_reason = course.current().dates.closed_reason(way.path)
    challenges = [] if closed_reason else open_parts.challenges(way.name)
    questions = [] if closed_reason else open_parts.questions(way.name)
    return {
        "title": way.title, "path": way.path, "question": way.question, "line": way.summary,
        "closed": closed_reason,
        "challenges": [challenge.id for challenge in challenges],
        "quiz": [question.id for question in questions],
    }  # fmt: skip
