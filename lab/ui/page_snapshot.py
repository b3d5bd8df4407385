"""A page's words and first picture, as they were given to the browser, for what is taken along."""

from typing import Any

KEY, WORDS = "first-picture", "words-over-the-page"
_WANTED = ("query", "view", "frames", "grid", "stops", "wide", "sweeps", "alone")
_PLACES = ("main", "side", "below")


def keep(name: str, data: dict[str, Any]) -> None:
    """Called for each live element: the first that is a page's own picture is kept, always as it
    is now."""
    if not data.get("leads", bool(data["frames"])):
        return
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    context = get_script_run_ctx(suppress_warning=True)
    page = context.page_script_hash if context else ""
    held = picture()
    if held.get("page") == page and held.get("name") != name:
        return
    held.clear()
    held.update({key: data[key] for key in (*_WANTED, *_PLACES) if key in data})
    held.update(page=page, name=name)


def keep_words(question: str, lead: str) -> None:
    """The words that stand over the page."""
    words().update(question=question, lead=lead)


def words() -> dict[str, str]:
    """The words over the page; the same dict for the whole session."""
    return _of_session(WORDS)


def picture() -> dict[str, Any]:
    """What is kept: the same dict for the whole session, always the newest; empty before any."""
    return _of_session(KEY)


def _of_session(name: str) -> dict[str, Any]:
    import streamlit as st

    return st.session_state.setdefault(name, {})
