"""Marks as tables: our own, and what Moodle and Canvas take in.

Moodle's grading worksheet is told by its columns Identifier, Grade and Last modified (grade), and
takes a feedback comment beside them, as HTML, which the student reads: nothing of anybody else may
stand in it. A roster that is such a worksheet is filled in as it is.
Canvas matches students by ID, SIS User ID and SIS Login ID, and an assignment by the name of its
column; a row “Points Possible” says how many points there are.
"""

import csv
import html
import io
import re
from collections.abc import Iterable, Sequence

from features.assignments.assignment import Assignment
from features.assignments.marking.marks import LATE, Mark
from features.assignments.marking.roster import Roster, Student
from lab.scene.fields import number_text

_MOODLE = ("Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade",
           "Grade can be changed", "Last modified (submission)", "Last modified (grade)",
           "Feedback comments")  # fmt: skip
_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_OWN_FEEDBACK = re.compile(rf"Task \d+: |{re.escape(LATE)}$")  # of an earlier answer
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # which a spreadsheet would carry out


def _csv(rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([list(map(escape_cell, row)) for row in rows])
    return out.getvalue()


def escape_cell(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return "'" + cell if cell.startswith(_FORMULA) and cell != "-" else cell


def remark(mark: Mark) -> str:
    """What is to be said of a mark to who marks, in one line."""
    if mark.unreadable:
        return " ".join([f"Not readable: {mark.unreadable}", *mark.remarks])
    return " ".join([*_faults(mark), *mark.remarks])


def _faults(mark: Mark) -> list[str]:
    return [
        f"Task {k}: {task.fault or 'The goal is not met.'}"
        for k, task in enumerate(mark.tasks, 1)
        if task.fault or not task.met
    ]


def _feedback(mark: Mark) -> str:
    """What is told to the student, as HTML: without the remarks, which name others."""
    late = [LATE] if mark.submission.late else []
    return html.escape(" ".join([*_faults(mark), *late]), quote=False)


def marks_csv(assignment: Assignment, marks: Sequence[Mark], roster: Roster | None = None) -> str:
    """One row for each student and each answer that belongs to none."""
    tasks = [f"task {k}" for k in range(1, len(assignment.tasks) + 1)]
    rows = [["code", "name", "file", *tasks, "points", "of", "counts", "remarks"]]
    total = number_text(assignment.points)
    for mark in marks:
        code = mark.answer.code if mark.answer else ""
        name = mark.student.name if mark.student else mark.submission.name
        each = [number_text(task.points) for task in mark.tasks] or [""] * len(tasks)
        points = number_text(mark.points) if mark.answer else ""
        rows.append([code, name, mark.submission.source, *each, points, total,
                     "yes" if mark.answer and mark.counts else "no", remark(mark)])  # fmt: skip
    for student in students_without_answer(marks, roster):
        rows.append([student.code, student.name, "", *[""] * len(tasks), "", total, "no",
                     "Nothing handed in."])  # fmt: skip
    return _csv(rows)


def students_without_answer(marks: Sequence[Mark], roster: Roster | None) -> list[Student]:
    """The students of whom no answer was read."""
    answered = {mark.student.code for mark in marks if mark.student}
    return [one for one in (roster.students.values() if roster else ()) if one.code not in answered]


def _counting(marks: Sequence[Mark]) -> dict[str, Mark]:
    """The mark that counts of each student, by code."""
    return {mark.student.code: mark for mark in marks if mark.student and mark.counts}


def moodle_csv(assignment: Assignment, marks: Sequence[Mark], roster: Roster | None = None) -> str:
    """The grading worksheet: the roster filled in where it is one, else from the folders' names."""
    if roster and {"Identifier", "Grade", "Last modified (grade)"} <= {*roster.columns}:
        return _filled_in(marks, roster)
    rows: list[Sequence[str]] = [_MOODLE]
    for mark in marks:
        one = mark.submission
        if one.platform == "moodle" and one.id and mark.answer and mark.counts:
            name = mark.student.name if mark.student else one.name
            rows.append([f"Participant {one.id}", name, "", "Submitted for grading",
                         number_text(mark.points), number_text(assignment.points), "Yes", "-", "-",
                         _feedback(mark)])  # fmt: skip
    return _csv(rows)


def _filled_in(marks: Sequence[Mark], roster: Roster) -> str:
    found = _counting(marks)
    columns = list(roster.columns)
    if "Feedback comments" not in columns:
        columns.append("Feedback comments")
    rows: list[Sequence[str]] = [columns]
    for student in roster.students.values():
        cells = dict(student.row)
        if mark := found.get(student.code):
            there = cells.get("Feedback comments", "")
            told = _feedback(mark) or ("" if _OWN_FEEDBACK.match(there) else there)
            cells |= {"Grade": number_text(mark.points), "Feedback comments": told}
        rows.append([cells.get(column, "") for column in columns])
    return _csv(rows)


def other_maximum(assignment: Assignment, roster: Roster | None) -> str:
    """A sentence where a platform counts other points at most than the assignment does."""
    if not roster:
        return ""
    first = next(iter(roster.students.values())).row
    moodle = first.get("Maximum grade") or first.get("Maximum Grade", "")
    platform = "Moodle" if moodle else "Canvas"
    most = moodle or roster.possible.get(_canvas_column(assignment, roster), "")
    try:
        other = float(most.replace(",", "."))
    except ValueError:  # a scale, or none
        return ""
    points = number_text(assignment.points)
    if other == assignment.points:
        return ""
    counted = f"{number_text(other)} point{'s' * (other != 1)}"
    return (
        f"{platform} counts {counted} at most, and the assignment has {points}:"
        f" set {platform}'s maximum to {points} before you hand in the marks."
    )


def _canvas_column(assignment: Assignment, roster: Roster | None) -> str:
    """The column of the assignment; one that Canvas has keeps its number."""
    numbered = re.compile(re.escape(assignment.title) + r" \(\d+\)")
    own = [c for c in (roster.columns if roster else ()) if numbered.fullmatch(c)]
    return own[0] if own else assignment.title


def canvas_csv(assignment: Assignment, marks: Sequence[Mark], roster: Roster | None = None) -> str:
    """The gradebook: the students of the roster, or those whose numbers the files' names have."""
    column = _canvas_column(assignment, roster)
    rows: list[Sequence[str]] = [
        [*_CANVAS, column],
        ["    Points Possible", "", "", "", "", number_text(assignment.points)],
    ]
    if roster and "SIS Login ID" in roster.columns:
        found = _counting(marks)
        for student in roster.students.values():
            mark = found.get(student.code)
            # An empty cell would take a mark away that was given by hand.
            points = number_text(mark.points) if mark else student.row.get(column, "")
            row = {"Student": student.name} | student.row
            rows.append([*(row.get(name, "") for name in _CANVAS), points])
        return _csv(rows)
    for mark in marks:
        one = mark.submission
        if one.platform == "canvas" and mark.answer and mark.counts:
            name = mark.student.name if mark.student else one.name
            rows.append([name, one.id, "", "", "", number_text(mark.points)])
    return _csv(rows)
