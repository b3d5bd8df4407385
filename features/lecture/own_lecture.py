"""Draw *My lecture*: a playlist that a visitor composes by clicking, stored on their device.

The browser stores the list (own-list.js). When a visitor saves or plays it, or wants a link, the
browser sends it to this module, which checks it and returns its TOML text and its link. When a
visitor opens a TOML text or a link, this module returns the list. The server keeps only its last
answer, in the session state.
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
_KEY = "own-lecture"  # key of the component
# Keys of the session state: for [number of requests, last request], and for the last answer.
_REQUEST = "own-lecture-request"
_ANSWER = "own-lecture-answer"
_LIST_WORD = re.compile(r"[?&]list=([^&#\s]+)")  # the list in a lecture's link, packed or by name
TOO_LONG = "This lecture is too long. Split it into two lectures."
LIMITS = {
    "steps": MAX_STEPS, "name": MAX_TITLE, "bytes": MAX_BYTES,
    **{name: playlist_check.MAX_LENGTHS[name] for name in ("title", "notes", "question")},
    "options": playlist_check.MAX_OPTIONS, "option": playlist_check.MAX_OPTION_LENGTH,
    **{name: playlist_check.MAX_ASK_LENGTHS[name] for name in ("text", "why")},
}  # fmt: skip


def draw_buttons() -> None:
    """Draw the two buttons that open the panel, in the menu *Present* of a page."""
    st.button("Add this scene to my lecture", on_click=_request_panel, args=("add",),
              width="stretch", key="add-to-lecture", help="A list of scenes, with notes and "
              "questions of your own, stored on this device.")  # fmt: skip
    st.button("My lecture", on_click=_request_panel, args=("open",), width="stretch",
              key="open-lecture",
              help="Reorder, play, save or open a lecture")  # fmt: skip


def _request_panel(request: str) -> None:
    st.session_state[_REQUEST] = [request_count() + 1, request]


def request_count() -> int:
    """Return how often the panel was requested."""
    return st.session_state.get(_REQUEST, [0, ""])[0]


def draw_panel(current_page: Any) -> None:
    """Draw the panel if it was ever requested, unless a single picture fills the screen."""
    if request_count() and not hidden_controls.fills_screen():
        add_style(STYLE)
        _panel(page.name_of(current_page))


@st.fragment
def _panel(name: str) -> None:
    mount_module(_KEY, "features/lecture/own-lecture.js", _data(name), on_ask_change=_answer)


def _data(name: str) -> dict[str, Any]:
    path = "" if name == HOME else name
    return {
        "base": public_path(""), "page": path, "first": page_declaration.first_visible_step(path),
        "pages": {"" if name == HOME else name: declaration.title
                  for name, declaration in page_declaration.pages().items()},
        "steps": [*playlist_check.pages_of_app()[path].frame_heights],
        "drop": shell_words(), "limits": LIMITS, "request": st.session_state[_REQUEST],
        "answer": st.session_state.get(_ANSWER),
    }  # fmt: skip


def _answer() -> None:
    """Store the answer to the panel's request in the session state."""
    st.session_state[_ANSWER] = answer(str(st.session_state[_KEY].get("ask") or ""))


def answer(text: str) -> dict[str, Any]:
    """Answer a JSON request of the panel; "press" identifies the request and its answer.

    A request with "title" and "step", a list of scenes, asks to write the list as a lecture. The
    answer has the TOML text, the number of scenes, the link ("" if it is too long) and the faults.
    A request with "text", a TOML text or a link, asks to read a lecture. The answer has the title,
    the steps and the faults. If nothing can be written or read, the answer has only the faults.
    A request with "scene", a step, asks for the sliders of its pictures."""
    if len(text) > 4 * MAX_BYTES:
        return {"faults": (TOO_LONG,)}
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        request = {}
    request = request if isinstance(request, dict) else {}
    reply = {"press": str(request.get("press", ""))[:40]}
    try:
        if isinstance(request.get("scene"), dict):
            return reply | {"sliders": _sliders(request["scene"])}
        if isinstance(request.get("text"), str):
            return reply | _open_text(request["text"])
        return reply | _write_list(
            {key: request[key] for key in ("title", "step") if key in request}
        )
    except PlaylistError as error:
        return reply | {"faults": error.faults}


def _sliders(place: dict[str, Any]) -> list[str]:
    path = str(place.get("page", ""))
    page = playlist_check.pages_of_app().get(path)
    name = str(place.get("step") or page_declaration.first_visible_step(path))
    return [*page.sliders_of(name)] if page else []


def _open_text(text: str) -> dict[str, Any]:
    link = None if "[[" in text else _LIST_WORD.search(text)
    lecture = playlist_link.resolve(link[1])[0] if link else playlist.read(text)
    return {"title": lecture.title, "faults": lecture.faults,
            "step": [playlist_text.step_table(step) for step in lecture.steps]}  # fmt: skip


def _write_list(table: dict[str, Any]) -> dict[str, Any]:
    if not table.get("step"):
        raise PlaylistError("Your lecture has no scenes. Add one first.")

    def where(step: int, key: str) -> str:
        return f"Scene {step}: " if step else ""

    lecture = playlist.build(table, playlist_check.pages_of_course(), where)
    result = {"toml": playlist_text.toml(lecture), "count": len(lecture.steps), "address": ""}
    faults = list(lecture.faults)
    try:
        word = playlist_link.pack(lecture)
        result["address"] = public_path(playlist_link.address(lecture, word))
    except PlaylistError as error:
        faults += error.faults
    return result | {"faults": faults}
