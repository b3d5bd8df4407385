"""The list of a course's assignments on the front page, with their dates."""

import streamlit as st

from features.assignments import library
from features.assignments.assignment import AssignmentError
from lab.course import course
from lab.endpoints.static_assets import public_path
from lab.scene.fields import count
from lab.ui import hidden_controls
from lab.ui.page import escape_markdown


def draw_list() -> None:
    """Draw the section of the front page, if the course has assignments and the address does not
    hide navigation."""
    names = library.names()
    if not names or hidden_controls.is_hidden("navigation") or hidden_controls.fills_screen():
        return
    st.header("Assignments", anchor=False)
    with st.container(key="assignments"):
        for name in names:
            st.markdown(line(name))


def line(name: str) -> str:
    """Write one assignment as Markdown: its title, as a link while it is open, and its dates; or a
    notice if it can't be read."""
    dates = course.current().dates
    closed_reason = dates.closed_reason(library.DATED_PREFIX + name)
    try:
        assignment = library.find_assignment(name)
    except AssignmentError:
        return f"{escape_markdown(name)}: this assignment can’t be read. Tell your teacher."
    if closed_reason:
        return f"{escape_markdown(assignment.title)}. {escape_markdown(closed_reason)}"
    task_count = count(len(assignment.tasks), "task")
    until = dates.open_until(library.DATED_PREFIX + name)
    link = f"[{escape_markdown(assignment.title)}]({public_path(f'?task={name}')})"
    return f"{link}, {task_count}. {escape_markdown(until)}".rstrip()
