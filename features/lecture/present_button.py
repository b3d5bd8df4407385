"""A quiet button on every page: to the lecture view, and into other pages."""

import streamlit as st

from features.lecture import embed, own_lecture
from lab.ui import hidden_controls
from lab.ui.shell import dialogs

_ASKED = "embed-asked"  # in the session's state: how often the iframe was asked for


def is_shown() -> bool:
    """Not where the page is shown alone already, nor where the link leaves it out."""
    return not (
        hidden_controls.fills_screen()
        or hidden_controls.is_hidden("share")
        or st.context.is_embedded
    )


def button(title: str) -> None:
    """The button, for the page with this question."""
    if not is_shown():
        return
    # A new one is closed.
    key = f"present-{st.session_state.get(_ASKED, 0) + own_lecture.asked_for()}"
    with st.popover("Present", width="stretch", key=key):
        st.button("Lecture view", on_click=_to_lecture, width="stretch", key="to-lecture",
                  help="The picture alone, in large type. ? lists the keys.")  # fmt: skip
        asked = st.button("Embed", on_click=_ask, width="stretch", key="to-embed",
                          help="An iframe to copy")  # fmt: skip
        own_lecture.buttons()
    if asked or dialogs.is_due("embed"):
        embed.dialog(title)


def _ask() -> None:
    st.session_state[_ASKED] = st.session_state.get(_ASKED, 0) + 1


def _to_lecture() -> None:
    st.query_params["view"] = "lecture"
