"""Mount the lecture view: one picture over the whole screen, keys for all actions, and a playlist.

Faults of a playlist appear in the presenter's window, not on the projector. The picture is the
page's own live element; `lecture.js` enlarges it and hides the rest of the page.
"""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from features.lecture import playlist_link, prefetch
from features.lecture.companion import companions
from features.lecture.playlist import Playlist, PlaylistError, PlaylistStep
from lab.course import course, page_declaration
from lab.course.feature import shell_words
from lab.course.page_declaration import HOME
from lab.endpoints import static_assets
from lab.scene.fields import SYNTHETIC
from lab.scene.scene import words_of
from lab.ui import hidden_controls
from lab.ui.module_mount import mount_module
from lab.ui.page import DATA_NAMES
from lab.ui.steps.markdown import escape_markdown

STYLE = "features/lecture/lecture.css"


def mount_lecture(pages: Sequence[Any], current_page: Any) -> None:
    """Mount the lecture view, if the address asks for it, before the page runs. `pages` are the
    course's st.Page objects."""
    if not hidden_controls.fills_screen():
        return
    name = current_page.url_path or HOME
    declaration = page_declaration.page(name)
    course_companions = companions(course.current())
    data: dict[str, Any] = {
        "base": static_assets.public_path(""),
        "drop": shell_words(),
        "address_step": _step_of_address(declaration),
        "first": page_declaration.first_visible_step(current_page.url_path),
        "companions": [companion.page_data(name) for companion in course_companions],
    }
    data |= {"sources": {name: DATA_NAMES[name] for name in SYNTHETIC}, "list": None, "faults": []}
    if word := st.query_params.get("list", ""):
        try:
            playlist, at = playlist_link.resolve(word, [page.url_path for page in pages])
            _switch_page(playlist.steps[at], pages, current_page)
            data["faults"] = list(playlist.faults)
            data["list"] = _list_data(playlist, at, playlist_link.position(word)[0])
        except PlaylistError as error:
            data["faults"] = list(error.faults)
            st.warning(escape_markdown(str(error)))
    styles = (STYLE, *(style for companion in course_companions for style in companion.styles))
    mount_module("lecture", "features/lecture/lecture.js", data, styles)


def _step_of_address(declaration: page_declaration.PageDeclaration | None) -> str:
    """Return the step that the address names; "" if it names none, or one without a picture."""
    step_name = st.query_params.get("step", "")
    return step_name if declaration and step_name in declaration.frame_heights else ""


def _switch_page(step: PlaylistStep, pages: Sequence[Any], current_page: Any) -> None:
    """Switch to the page and scene of a step if the link names only the lecture."""
    if set(st.query_params) - set(shell_words()) or not (
        step.page != current_page.url_path or step.scene
    ):
        return
    target = next(page for page in pages if page.url_path == step.page)
    st.switch_page(target, query_params=st.query_params.to_dict() | words_of(step.scene))


def _list_data(playlist: Playlist, at: int, name: str) -> dict[str, Any]:
    steps = playlist.steps
    next_steps = steps[at + 1 : at + 2]
    return {
        "title": playlist.title, "name": name, "at": at,
        "steps": [_step_data(step) for step in steps],
        "ahead": [address for step in next_steps if (address := prefetch.request(step))],
    }  # fmt: skip


def _step_data(step: PlaylistStep) -> dict[str, Any]:
    names = ("page", "scene", "title", "notes", "along", "question", "options", "answers", "right")
    description = {name: getattr(step, name) for name in names}
    description["step"] = step.step or page_declaration.first_visible_step(step.page)
    return description | {"cover": step.initial_cover(), "ask": dict(step.ask)}
