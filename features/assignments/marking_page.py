"""The instructor's page: it marks uploaded answers in memory and stores none of them."""

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

VIEW = "marking"  # value of ?view= in the address
# Key in the session's state. Its value: a digest of assignment, roster and files, and the marks.
_CACHED_MARKS = "marked"
_MAX_ROWS = 500  # rows of the table on the page; the files have all rows
_MAX_TASKS = 6000  # tasks in all answers together: ten tasks of 600 students
_UPLOAD = "Upload a file"


def is_requested() -> bool:
    return st.query_params.get("view") == VIEW


def show() -> None:
    """Draw the instructor's page."""
    st.title("Mark answers", anchor=False)
    st.markdown(
        "The pictures of the answers are computed again here, with the same functions as on your "
        "students’ screens. "
        "Uploaded files are only held in memory, and deleted after you close or reload the page."
    )
    upload_notice.draw(
        "If you can’t upload files, mark them with python -m features.assignments check"
    )
    try:
        assignment = _assignment()
        students = _roster()
        uploads = _read_submissions()
        _check_work(assignment, uploads)
    except (AssignmentError, ValueError) as error:
        faults = error.faults if isinstance(error, AssignmentError) else (str(error),)
        st.error("  \n".join(map(escape_markdown, faults)))
        return
    if assignment is None or not uploads:
        return
    marks = _marks(assignment, uploads, students)
    _files(assignment, marks, students)
    _table(assignment, marks)


def _assignment() -> Assignment | None:
    names = library.names()
    selection = (
        st.selectbox("The assignment", [*names, _UPLOAD], key="mark-name") if names else _UPLOAD
    )
    if selection != _UPLOAD:
        return library.find_assignment(selection)
    left, right = st.columns(2)
    upload = left.file_uploader("The assignment, a TOML file", type=["toml"], key="mark-file")
    link = right.text_input(
        "Or the link of the assignment", key="mark-link", placeholder="…?task=z.eNq…"
    )
    if upload:
        return assignments.read(_text(upload.getvalue()))
    if link and "task=" not in link:
        raise AssignmentError(
            "This is not the whole link of an assignment, since it has no “task=”. Open the link, "
            "and paste the address that the browser then shows."
        )
    if link:
        return library.find_assignment(
            link.rpartition("task=")[2].partition("&")[0].partition("~")[0]
        )
    return None


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AssignmentError(
            "The assignment is not UTF-8 text. Save it as UTF-8, then upload it again."
        ) from None


def _roster() -> roster.Roster | None:
    upload = st.file_uploader(
        "The roster (optional): a CSV with the students’ codes, or Moodle’s grading worksheet, or "
        "Canvas’s gradebook",
        type=["csv", "tsv"], key="mark-roster",
    )  # fmt: skip
    return roster.read(upload.getvalue()) if upload else None


def _read_submissions() -> list[submissions.Submission]:
    max_megabytes = course.current().limits.upload_megabytes
    left, right = st.columns(2)
    folder = left.file_uploader(
        "The unpacked folder from Moodle or Canvas",
        accept_multiple_files="directory", key="mark-folder",
    )  # fmt: skip
    single_files = right.file_uploader(
        f"Or a zip (up to {max_megabytes} MB), a CSV of links, or single files",
        accept_multiple_files=True, key="mark-answers",
    )  # fmt: skip
    files = [*(folder or []), *(single_files or [])]
    return submissions.from_files((file.name, file.getvalue()) for file in files)


def _check_work(assignment: Assignment | None, uploads: Sequence[submissions.Submission]) -> None:
    """Raise ValueError if there are more tasks than this server may solve at once."""
    if assignment and len(assignment.tasks) * len(uploads) > _MAX_TASKS:
        raise ValueError(
            f"{count(len(uploads), 'answer')} with {count(len(assignment.tasks), 'task')} each: "
            f"this page marks at most {_MAX_TASKS:,} tasks. Mark the answers in several parts, or "
            "with python -m features.assignments check, which has no such limit."
        )


def _marks(
    assignment: Assignment,
    uploads: Sequence[submissions.Submission],
    students: roster.Roster | None,
) -> list[Mark]:
    """Mark the answers, or return the cached marks if assignment, roster and files are the same."""
    digest = hashlib.sha256(repr((assignment, students)).encode())
    for answer in uploads:
        digest.update(
            f"{answer.source}\0{answer.fault}\0".encode("utf-8", "replace") + answer.content
        )
    key = digest.hexdigest()
    cached_marks: tuple[str, list[Mark]] | None = st.session_state.get(_CACHED_MARKS)
    if cached_marks and cached_marks[0] == key:
        return cached_marks[1]
    with st.spinner("Computing every answer again …"):
        marks = marking.mark_all(assignment, uploads, students)
    st.session_state[_CACHED_MARKS] = (key, marks)
    return marks


def _files(assignment: Assignment, marks: Sequence[Mark], students: roster.Roster | None) -> None:
    unreadable_count = sum(bool(mark.unreadable_reason) for mark in marks)
    read_count = len(marks) - unreadable_count
    summary = f"{count(read_count, 'answer')} {'is' if read_count == 1 else 'are'} marked"
    st.success(
        f"{summary}, {unreadable_count:,} could not be read." if unreadable_count else f"{summary}."
    )
    if warning := grade_files.maximum_warning(assignment, students):
        st.warning(warning)
    app = page.full_address("")
    downloads: dict[str, tuple[str, str, str]] = {
        "Download answers with pictures": (
            "answers.html", report.page(assignment, marks, students, app), "text/html"),
        "Download marks": (
            "marks.csv", grade_files.marks_csv(assignment, marks, students), "text/csv"),
        "Download marks for Moodle": (
            "moodle.csv", grade_files.moodle_csv(assignment, marks, students), "text/csv"),
        "Download marks for Canvas": (
            "canvas.csv", grade_files.canvas_csv(assignment, marks, students), "text/csv"),
    }  # fmt: skip
    with st.container(horizontal=True):
        for label, (name, text, kind) in downloads.items():
            st.download_button(label, text, name, kind, key=f"mark-{name}", on_click="ignore")


def _table(assignment: Assignment, marks: Sequence[Mark]) -> None:
    """Draw the marks as a data frame: its cells are plain text, not Markdown."""
    import pandas as pd

    count = len(assignment.tasks)
    rows = [_row(mark, count) for mark in marks[:_MAX_ROWS]]
    st.dataframe(pd.DataFrame(rows, dtype="str"), hide_index=True, width="stretch")
    if len(marks) > _MAX_ROWS:
        st.caption(
            f"The table shows the first {_MAX_ROWS:,} of {len(marks):,} answers. The files contain "
            "all of them."
        )
    points = assignments.points_text(assignment.points)
    total = "The task is" if count == 1 else "All tasks together are"
    st.caption(
        f"{total} worth {points}. The file for Moodle or Canvas has one row for each answer that "
        "counts and was in that platform’s folder. If you upload that platform’s roster, the file "
        "has one row for each student with a code."
    )


def _row(mark: Mark, count: int) -> dict[str, Any]:
    name = mark.student.name if mark.student else mark.submission.name
    task_points = [number_text(task.points) for task in mark.tasks] or [""] * count
    tasks = {f"task {k}": points for k, points in enumerate(task_points, 1)}
    return {
        "file": mark.submission.source, "code": mark.answer.code if mark.answer else "",
        "name": name, "points": number_text(mark.points) if mark.answer else "",
        **tasks, "remarks": grade_files.remark(mark),
    }  # fmt: skip
