"""Show a message where a page fails. The traceback is in the server's log."""

import logging

import streamlit as st

log = logging.getLogger(__name__)


def show_error(error: Exception) -> bool:
    """Log an error and show a message instead of it, for `st.App(on_script_error=...)`.

    Return True, so that Streamlit does not show the error.
    """
    log.error("A page failed", exc_info=error)
    st.error(
        "Something went wrong on the server, and this part of the page is missing. Your "
        "settings are in the address: reload the page, or go back to the previous one."
    )
    return True
