"""*My lecture*: a playlist composed by clicking, on the device of whoever composes it.

The list lies in the browser's own storage (own-list.js). What is taken along, or
opened again, is checked and written here, as any playlist is; nothing of it is kept.
"""

import json
import re
from typing import Any

import streamlit as st

from features.lecture import playlist, playlist_check, playlist_link, playlist_text
from features.lecture.playlist import MAX_BYTES, MAX_STEPS, MAX_TITLE, PlaylistError
from lab.course import page_declaration
from lab.course.feature import shell_words
from lab.course.page_declaration import HOME
from lab.endpoints.static_assets import public_path
from lab.ui import hidden_controls, page
from lab.ui.module_mount import add_style, mount_module

STYLE = "features/lecture/own-lecture.css"
_KEY = "own-lecture"  # of the component
_ASKED = "own-lecture-asked"  # in the session's state: how often the panel was, and for what
_TOLD = "own-lecture-told"  # there: what was answered last
_LIST = re.compile(r"[?&]list=([^&#\s]+)")  # of a lecture's link
TOO_LONG = "This lecture is too long. Make two lectures of it."
LIMITS = {
    "steps": MAX_STEPS, "name": MAX_TITLE, "bytes": MAX_BYTES,
    **{name: playlist_check.MAX_LENGTHS[name] for name in ("title", "notes", "question")},
    "options": playlist_check.MAX_OPTIONS, "option": playlist_check.LONGEST_OPTION,
    **{name: playlist_check.MAX_ASK[name] for name in ("text", "why")},
}  # fmt: skip


def buttons() -> None:
    """The ways to the panel, for the menu of every page."""
    st.button("Add this scene to my lecture", on_click=_ask, args=("add",), width="stretch",
              key="add-to-lecture", help="A list of scenes, with notes and questions of your own. "
              "It stays on this device.")  # fmt: skip
    st.button("My lecture", on_click=_ask, args=("open",), width="stretch", key="open-lecture",
              help="Put it in order, play it, take it along, or open one")  # fmt: skip


def _ask(what: str) -> None:
    st.session_state[_ASKED] = [asked_for() + 1, what]


def asked_for() -> int:
    """How often the panel was asked for."""
    return st.session_state.get(_ASKED, [0, ""])[0]


def panel(shown: Any) -> None:
    """The panel of the page that is `shown`, once somebody has asked for it."""
    if asked_for() and not hidden_controls.fills_screen():
        add_style(STYLE)
        _panel(page.name_of(shown))


@st.fragment
def _panel(name: str) -> None:
    mount_module(_KEY, "features/lecture/own-lecture.js", _data(name), on_ask_change=_answer)


def _data(name: str) -> dict[str, Any]:
    own = "" if name == HOME else name
    return {
        "base": public_path(""), "page": own, "first": page_declaration.first_shown(own),
        "pages": {"" if one == HOME else one: found.title
                  for one, found in page_declaration.pages().items()},
        "sliders": {page: {step: list(sliders) for step, sliders in here["pictures"].items()}
                    for page, here in playlist_check.contents().items()},
        "firsts": {page: page_declaration.first_shown(page) for page in playlist_check.contents()},
        "drop": shell_words(), "limits": LIMITS, "asked": st.session_state[_ASKED],
        "told": st.session_state.get(_TOLD),
    }  # fmt: skip


def _answer() -> None:
    """What the panel asks: a list to be written, or a text to be read."""
    st.session_state[_TOLD] = answer(str(st.session_state[_KEY].get("ask") or ""))


def answer(text: str) -> dict[str, Any]:
    """The answer to JSON {"press", "title", "step"}, a list to take along, or {"press", "text"}, a
    TOML text or a link to open. Of a list its TOML, its link where that is not too long, and what
    is wrong with it; of a text its steps."""
    if len(text) > 4 * MAX_BYTES:
        return {"faults": (TOO_LONG,)}
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = {}
    given = given if isinstance(given, dict) else {}
    told = {"press": str(given.get("press", ""))[:40]}
    try:
        if isinstance(given.get("text"), str):
            return told | _opened(given["text"])
        return told | _written({key: given[key] for key in ("title", "step") if key in given})
    except PlaylistError as error:
        return told | {"faults": error.faults}


def _opened(text: str) -> dict[str, Any]:
    link = None if "[[" in text else _LIST.search(text)
    found = playlist_link.resolve(link[1])[0] if link else playlist.read(text)
    return {"title": found.title, "faults": found.faults,
            "step": [playlist_text.step_table(step) for step in found.steps]}  # fmt: skip


def _written(table: dict[str, Any]) -> dict[str, Any]:
    if not table.get("step"):
        raise PlaylistError("Your lecture has no scene yet.")

    def where(step: int, key: str) -> str:
        return f"Scene {step}: " if step else ""

    made = playlist.build(table, playlist_check.pages_of_course(), where)
    told = {"toml": playlist_text.toml(made), "count": len(made.steps), "address": ""}
    faults = list(made.faults)
    try:
        word = playlist_link.pack(made)
        told["address"] = public_path(playlist_link.address(made, word))
    except PlaylistError as error:
        faults += error.faults
    return told | {"faults": faults}
