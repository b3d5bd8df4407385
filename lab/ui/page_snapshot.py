"""Store what exports need of a page: its question, the query of its first picture, and the data of
the picture to export, as they are sent to the browser."""

from collections.abc import Mapping
from typing import Any

# Keys in the session's state.
KEY, WORDS, FIRST = "picture-to-take", "words-over-the-page", "first-picture"
STEP, STEPS = "step-to-take", "steps-to-take"
_PICTURE_KEYS = ("query", "view", "frames", "grid", "stops", "wide", "sweeps", "main", "side")


def keep(name: str, data: Mapping[str, Any], words: Mapping[str, str] | None = None) -> None:
    """Store what exports need of a live element. Called each time the element is drawn.

    `words`: the question and the lead of the step to export, if this element belongs to it; without
    them only the first picture of a page is stored.
    """
    if data.get("leads", bool(data["frames"])):
        _hold(_of_session(FIRST), name, data, ("query",))
        if words is None:
            _hold(picture(), name, data, _PICTURE_KEYS)
    if words is not None:
        picture().clear()
        _hold(picture(), name, data, _PICTURE_KEYS)
        picture().update(words)


def _hold(store: dict[str, Any], name: str, data: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    """Copy these keys of the data into `store`, unless it already has data of another element of
    this page."""
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    context = get_script_run_ctx(suppress_warning=True)
    page = context.page_script_hash if context else ""
    if store.get("page") == page and store.get("name") != name:
        return
    store.clear()
    store.update({key: data[key] for key in keys if key in data}, page=page, name=name)


def keep_words(question: str, lead: str) -> None:
    """Store the question and the lead of the page."""
    words().update(question=question, lead=lead)


def keep_steps(titles: Mapping[str, str]) -> str:
    """Store the titles of the steps whose pictures can be exported, by their names.

    Return the name of the chosen step, by default of the first step; "" if there are no steps.
    """
    import streamlit as st

    st.session_state[STEPS] = dict(titles)
    chosen_step = st.session_state.get(STEP, "")
    return chosen_step if chosen_step in titles else next(iter(titles), "")


def steps() -> dict[str, str]:
    """Return the titles of the steps whose pictures can be exported, by their names."""
    return _of_session(STEPS)


def words() -> dict[str, str]:
    """Return the question and the lead of the page, in the same dict for the whole session."""
    return _of_session(WORDS)


def picture() -> dict[str, Any]:
    """Return the picture to export, with the question and lead of its step.

    It is the same dict for the whole session, always up to date, and empty before the first
    picture.
    """
    return _of_session(KEY)


def first_picture() -> dict[str, Any]:
    """Return the query of the page's first picture, in the same dict for the whole session."""
    return _of_session(FIRST)


def _of_session(name: str) -> dict[str, Any]:
    import streamlit as st

    return st.session_state.setdefault(name, {})
