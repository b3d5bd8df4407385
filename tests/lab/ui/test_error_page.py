"""When a page fails, its visitor sees a sentence, and the log has the details."""

import logging

from streamlit.testing.v1 import AppTest

from lab.ui.shell import error_page

SECRET = "the-inside-of-the-server"


def failing():
    import streamlit as st

    from lab.ui.shell import error_page

    st.title("A page")
    error_page.show_error(RuntimeError("the-inside-of-the-server"))


def test_an_error_page_shows_a_message_without_traceback(caplog):
    with caplog.at_level(logging.ERROR):
        page = AppTest.from_function(failing).run()
    (error,) = page.error
    assert error.value.startswith("Something went wrong on the server")
    assert "reload the page" in error.value and SECRET not in error.value
    assert not page.exception and page.title[0].value == "A page", "what was there stays"
    assert SECRET in caplog.text and "RuntimeError" in caplog.text


def test_an_error_is_reported_once():
    assert error_page.show_error(ValueError("x")) is True
