"""Dialogs that stay open when the page loses its server.

Streamlit shows a dialog only in the run after its button was pressed. After a restart the server
has no record of the press. So the browser names the dialog in the address
(assets/furniture/connection.js), and the first run opens it again, with the texts that the visitor
has written in it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import streamlit as st

from lab.course.page_declaration import OPEN_DIALOG


def dialog(name: str, title: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorate a function that draws the content of a large dialog.

    `name` identifies the dialog for `is_due`.
    """

    def decorate(show: Callable[..., None]) -> Callable[..., None]:
        @st.dialog(title, width="large")
        @wraps(show)
        def opened(*arguments: Any, **options: Any) -> None:
            with st.container(key=f"dialog-{name}"):
                show(*arguments, **options)

        return opened

    return decorate


def is_due(name: str) -> bool:
    """Return whether this dialog was open when the page lost its server; True only once."""
    if st.query_params.get(OPEN_DIALOG) != name:
        return False
    del st.query_params[OPEN_DIALOG]
    return True
