"""The instructor's page: answers are dropped in, marked in memory, and forgotten with the visit."""

import hashlib
from collections.abc import Sequence
from typing import Any

import streamlit as st

from features.assignments import assignment as assignments
from features.assignments import library
from features.assignments.assignment import Assignment, AssignmentError
from features.assignments.marking import grade_files, report, roster, submissions
from features.assignments.marking import marks as marking
from features.assignments.marking.marks import Mark
from lab.course import course
from lab.scene.fields import count, number_text
from lab.ui import page
from lab.ui.shell import upload_notice
from lab.ui.steps.markdown import escape_markdown

VIEW = "marking"  # of the address: ?view=marking
_MARKED = "marked"  # in the session's state: what was handed in last, and its marks
_MAX_SHOWN = 500  # rows of the table on the page; the files hold all
_MAX_SOLVED = 6000  # tasks, of all answers together: 600 students' with ten each
_OWN = "A file of my own"


def asked_for() -> bool:
    return st.query_params.get("view") == VIEW


def show() -> None:
    """The page, from top to bottom."""
    st.title("Mark what was handed in", anchor=False)
    st.markdown(
        "Each answer is solved again here, with the same functions as on your students' screens. "
        "What you drop in is read in memory and kept nowhere; when you leave, it is gone."
    )
    upload_notice.draw("Without uploads, mark with python -m features.assignments check")
    try:
        assignment = _assignment()
        students = _roster()
        handed_in = _handed_in()
        _check_work(assignment, handed_in)
    except (AssignmentError, ValueError) as error:
        faults = error.faults if isinstance(error, AssignmentError) else (str(error),)
        st.error("  \n".join(map(escape_markdown, faults)))
        return
    if assignment is None or not handed_in:
        return
    marks = _marks(assignment, handed_in, students)
    _files(assignment, marks, students)
    _table(assignment, marks)


def _assignment() -> Assignment | None:
    names = library.names()
    chosen = st.selectbox("The assignment", [*names, _OWN], key="mark-name") if names else _OWN
    if chosen != _OWN:
        return library.find_assignment(chosen)
    left, right = st.columns(2)
    given = left.file_uploader("The assignment, a TOML file", type=["toml"], key="mark-file")
    link = right.text_input("or its link", key="mark-link", placeholder="…?task=z.eNq…")
    if given:
        return assignments.read(_text(given.getvalue()))
    if link:
        return library.find_assignment(
            link.rpartition("task=")[2].partition("&")[0].partition("~")[0]
        )
    return None


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AssignmentError("The assignment is no text in UTF-8.") from None


def _roster() -> roster.Roster | None:
    given = st.file_uploader(
        "The roster, a CSV with everybody's code (you may leave it out). Moodle's grading "
        "worksheet and Canvas's gradebook do as they are.",
        type=["csv", "tsv"], key="mark-roster",
    )  # fmt: skip
    return roster.read(given.getvalue()) if given else None


def _handed_in() -> list[submissions.Submission]:
    most = course.current().limits.upload_megabytes
    left, right = st.columns(2)
    folder = left.file_uploader(
        "The folder, unpacked: Moodle's or Canvas's download as it is",
        accept_multiple_files="directory", key="mark-folder",
    )  # fmt: skip
    single = right.file_uploader(
        f"or its zip (up to {most} MB), a CSV of links, or single files",
        accept_multiple_files=True, key="mark-answers",
    )  # fmt: skip
    files = [*(folder or []), *(single or [])]
    return submissions.of_files((file.name, file.getvalue()) for file in files)


def _check_work(assignment: Assignment | None, handed_in: Sequence[submissions.Submission]) -> None:
    """Raises ValueError where there is more to solve than anybody may ask of this server."""
    if assignment and len(assignment.tasks) * len(handed_in) > _MAX_SOLVED:
        raise ValueError(
            f"{count(len(handed_in), 'answer')} with {count(len(assignment.tasks), 'task')} each: "
            f"this page solves at most {_MAX_SOLVED:,} tasks. Mark them in several parts, or with "
            "python -m features.assignments check, which has no such limit."
        )


def _marks(
    assignment: Assignment,
    handed_in: Sequence[submissions.Submission],
    students: roster.Roster | None,
) -> list[Mark]:
    """The marks, made once for the same files."""
    digest = hashlib.sha256(repr((assignment, students)).encode())
    for one in handed_in:
        digest.update(f"{one.source}\0{one.fault}\0".encode("utf-8", "replace") + one.content)
    key = digest.hexdigest()
    kept: tuple[str, list[Mark]] | None = st.session_state.get(_MARKED)
    if kept and kept[0] == key:
        return kept[1]
    with st.spinner("Solving every answer again …"):
        marks = marking.mark_all(assignment, handed_in, students)
    st.session_state[_MARKED] = (key, marks)
    return marks


def _files(assignment: Assignment, marks: Sequence[Mark], students: roster.Roster | None) -> None:
    unread = sum(bool(mark.unreadable) for mark in marks)
    read = len(marks) - unread
    told = f"{count(read, 'answer')} {'is' if read == 1 else 'are'} marked"
    st.success(f"{told}, {unread:,} could not be read." if unread else f"{told}.")
    if other := grade_files.other_maximum(assignment, students):
        st.warning(other)
    app = page.full_address("")
    made: dict[str, tuple[str, str, str]] = {
        "Every answer with its picture": (
            "answers.html", report.page(assignment, marks, students, app), "text/html"),
        "Marks": ("marks.csv", grade_files.marks_csv(assignment, marks, students), "text/csv"),
        "For Moodle": ("moodle.csv", grade_files.moodle_csv(assignment, marks, students),
                       "text/csv"),
        "For Canvas": ("canvas.csv", grade_files.canvas_csv(assignment, marks, students),
                       "text/csv"),
    }  # fmt: skip
    with st.container(horizontal=True):
        for label, (name, text, kind) in made.items():
            st.download_button(label, text, name, kind, key=f"mark-{name}", on_click="ignore")


def _table(assignment: Assignment, marks: Sequence[Mark]) -> None:
    """The marks in a grid drawn on a canvas: all in it stays plain text."""
    import pandas as pd

    count = len(assignment.tasks)
    rows = [_row(mark, count) for mark in marks[:_MAX_SHOWN]]
    st.dataframe(pd.DataFrame(rows, dtype="str"), hide_index=True, width="stretch")
    most = assignments.points_text(assignment.points)
    st.caption(
        f"All tasks together are worth {most}. The files for Moodle and Canvas have a row for each "
        "answer from a folder of theirs; with a roster of theirs, one for each student."
    )


def _row(mark: Mark, count: int) -> dict[str, Any]:
    name = mark.student.name if mark.student else mark.submission.name
    each = [number_text(task.points) for task in mark.tasks] or [""] * count
    tasks = {f"task {k}": points for k, points in enumerate(each, 1)}
    return {
        "file": mark.submission.source, "code": mark.answer.code if mark.answer else "",
        "name": name, "points": number_text(mark.points) if mark.answer else "",
        **tasks, "remarks": grade_files.remark(mark),
    }  # fmt: skip
