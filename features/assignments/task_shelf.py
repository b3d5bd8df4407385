"""The assignments of a course on its front door: what is open until when, and what opens when."""

import streamlit as st

from features.assignments import library
from features.assignments.assignment import AssignmentError
from lab.course import course
from lab.course.dates import ASSIGNMENT
from lab.endpoints.static_assets import public_path
from lab.scene.fields import count
from lab.ui import hidden_controls
from lab.ui.page import escape_markdown


def shelf() -> None:
    """The section of the front door; nothing where the course has no assignments."""
    names = library.names()
    if not names or hidden_controls.is_hidden("navigation") or hidden_controls.fills_screen():
        return
    st.header("Assignments", anchor=False)
    with st.container(key="assignments"):
        for name in names:
            st.markdown(line(name))


def line(name: str) -> str:
    """One assignment as Markdown: a link while it is open, and its dates."""
    dates = course.current().dates
    closed = dates.closed(ASSIGNMENT + name)
    try:
        found = library.find_assignment(name)
    except AssignmentError:
        return (
            f"{escape_markdown(name)}: this assignment can’t be read. "
            "Tell whoever teaches the course."
        )
    if closed:
        return f"{escape_markdown(found.title)}. {escape_markdown(closed)}"
    told = count(len(found.tasks), "task")
    until = dates.until(ASSIGNMENT + name)
    link = f"[{escape_markdown(found.title)}]({public_path(f'?task={name}')})"
    return f"{link}, {told}. {escape_markdown(until)}".rstrip()
