"""The lecture view: one picture over the whole screen, keys for all of it, and a playlist.

What is wrong with a playlist stands in the presenter's window, never on the screen.
What is drawn is the page's own live element; `lecture.js` puts it in front, makes it
large, and hides the rest of the page. The pages know nothing of it.
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


def stage(pages: Sequence[Any], shown: Any) -> None:
    """Call it before the page runs: `pages` are the st.Page that there are, `shown` one of them."""
    if not hidden_controls.fills_screen():
        return
    name = shown.url_path or HOME
    declared = page_declaration.page(name)
    beside = companions(course.current())
    data: dict[str, Any] = {
        "base": static_assets.public_path(""),
        "drop": shell_words(),
        "step": _step_of_address(declared),
        "first": page_declaration.first_shown(shown.url_path),
        "companions": [one.told(name) for one in beside],
    }
    data |= {"sources": {name: DATA_NAMES[name] for name in SYNTHETIC}, "list": None, "faults": []}
    if word := st.query_params.get("list", ""):
        try:
            playlist, at = playlist_link.resolve(word, [page.url_path for page in pages])
            _go_there(playlist.steps[at], pages, shown)
            data["faults"] = list(playlist.faults)
            data["list"] = _told(playlist, at, playlist_link.position(word)[0])
        except PlaylistError as error:
            data["faults"] = list(error.faults)
            st.warning(escape_markdown(str(error)))
    styles = (STYLE, *(style for one in beside for style in one.styles))
    mount_module("lecture", "features/lecture/lecture.js", data, styles)


def _step_of_address(declared: page_declaration.PageDeclaration | None) -> str:
    """The step that the address names, if the page has one of that name with a picture; else what
    it shows first."""
    named = st.query_params.get("step", "")
    if declared is None or named in declared.pictures:
        return named if declared else ""
    return page_declaration.first_shown("" if declared.name == HOME else declared.path)


def _go_there(step: PlaylistStep, pages: Sequence[Any], shown: Any) -> None:
    """A link may name the lecture alone: then it leads to the page and the scene of its step."""
    if set(st.query_params) - set(shell_words()) or not (step.page != shown.url_path or step.scene):
        return
    there = next(page for page in pages if page.url_path == step.page)
    st.switch_page(there, query_params=st.query_params.to_dict() | words_of(step.scene))


def _told(playlist: Playlist, at: int, name: str) -> dict[str, Any]:
    steps = playlist.steps
    following = steps[at + 1 : at + 2]
    return {
        "title": playlist.title, "name": name, "at": at,
        "steps": [_step(step) for step in steps],
        "ahead": [address for step in following if (address := prefetch.request(step))],
    }  # fmt: skip


def _step(step: PlaylistStep) -> dict[str, Any]:
    names = ("page", "scene", "title", "notes", "along", "question", "options", "answers", "right")
    told = {name: getattr(step, name) for name in names}
    told["step"] = step.step or page_declaration.first_shown(step.page)
    return told | {"cover": step.hidden(), "ask": dict(step.ask)}
