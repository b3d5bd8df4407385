"""Draw the menu *Present* of a page: the lecture view, embedding, *My lecture*."""

import streamlit as st

from features.lecture import embed, own_lecture
from lab.ui import hidden_controls
from lab.ui.shell import dialogs

_EMBED_COUNT = "embed-count"  # key in the session's state: the number of requests for the iframe


def is_shown() -> bool:
    """Return whether the page has the button.

    A page in a frame, in a lecture, or with a link that hides sharing has no button."""
    return not (
        hidden_controls.fills_screen()
        or hidden_controls.is_hidden("share")
        or st.context.is_embedded
    )


def draw_button(title: str) -> None:
    """Draw the button; `title` becomes the title of the iframe."""
    if not is_shown():
        return
    # A new key makes a new, closed popover.
    key = f"present-{st.session_state.get(_EMBED_COUNT, 0) + own_lecture.request_count()}"
    with st.popover("Present", key=key):
        st.button("Lecture view", on_click=_open_lecture_view, width="stretch", key="to-lecture",
                  help="The picture alone, in large type. ? lists the keys.")  # fmt: skip
        is_pressed = st.button("Embed", on_click=_count_embed, width="stretch", key="to-embed",
                               help="Copy an iframe of this page")  # fmt: skip
        own_lecture.draw_buttons()
    if is_pressed or dialogs.is_due("embed"):
        embed.dialog(title)


def _count_embed() -> None:
    st.session_state[_EMBED_COUNT] = st.session_state.get(_EMBED_COUNT, 0) + 1


def _open_lecture_view() -> None:
    st.query_params["view"] = "lecture"
