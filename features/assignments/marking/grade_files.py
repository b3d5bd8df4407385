"""Marks as tables: the app's own table, and the tables that Moodle and Canvas import.

Moodle's grading worksheet has the columns Identifier, Grade and Last modified (grade), and a
feedback comment as HTML. The student reads the comment, so it must not mention other students. If
the roster is such a worksheet, the marks are filled in there.
Canvas matches students by ID, SIS User ID and SIS Login ID, and an assignment by the name of its
column; a row “Points Possible” has the maximum number of points.
"""

import csv
import html
import io
import re
from collections.abc import Iterable, Sequence

from features.assignments.assignment import Assignment
from features.assignments.marking.marks import LATE_REMARK, Mark
from features.assignments.marking.roster import Roster, Student
from lab.scene.fields import number_text

_MOODLE = ("Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade",
           "Grade can be changed", "Last modified (submission)", "Last modified (grade)",
           "Feedback comments")  # fmt: skip
_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
# The start of a comment that `_feedback` wrote.
_OWN_FEEDBACK = re.compile(rf"Task \d+: |{re.escape(LATE_REMARK)}$")
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")  # first characters of a formula


def _csv(rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([list(map(escape_cell, row)) for row in rows])
    return out.getvalue()


def escape_cell(cell: str) -> str:
    """Escape a cell that a spreadsheet would read as a formula."""
    return "'" + cell if cell.startswith(_FORMULA_SIGNS) and cell != "-" else cell


def remark(mark: Mark) -> str:
    """Describe the faults and remarks of a mark for the instructor, in one line."""
    if mark.unreadable_reason:
        return " ".join([f"Unreadable: {mark.unreadable_reason}", *mark.remarks])
    return " ".join([*_describe_faults(mark), *mark.remarks])


def _describe_faults(mark: Mark) -> list[str]:
    return [
        f"Task {k}: {task.fault or 'The goal is not met.'}"
        for k, task in enumerate(mark.tasks, 1)
        if task.fault or not task.is_met
    ]


def _feedback(mark: Mark) -> str:
    """Write the student's feedback as HTML. The only remark in it is LATE_REMARK, since the others
    may name other students."""
    notice = [LATE_REMARK] if mark.submission.is_late else []
    return html.escape(" ".join([*_describe_faults(mark), *notice]), quote=False)


def marks_csv(assignment: Assignment, marks: Sequence[Mark], roster: Roster | None = None) -> str:
    """Write the app's own table: a row for each submission, and for each student without a readable
    answer."""
    tasks = [f"task {k}" for k in range(1, len(assignment.tasks) + 1)]
    rows = [["code", "name", "file", *tasks, "points", "of", "counts", "remarks"]]
    total = number_text(assignment.points)
    for mark in marks:
        code = mark.answer.code if mark.answer else ""
        name = mark.student.name if mark.student else mark.submission.name
        task_points = [number_text(task.points) for task in mark.tasks] or [""] * len(tasks)
        points = number_text(mark.points) if mark.answer else ""
        rows.append([code, name, mark.submission.source, *task_points, points, total,
                     "yes" if mark.answer and mark.is_counted else "no", remark(mark)])  # fmt: skip
    for student in students_without_answer(marks, roster):
        rows.append([student.code, student.name, "", *[""] * len(tasks), "", total, "no",
                     "No readable answer."])  # fmt: skip
    return _csv(rows)


def students_without_answer(marks: Sequence[Mark], roster: Roster | None) -> list[Student]:
    """Return the students of the roster without a readable answer."""
    answered_codes = {mark.student.code for mark in marks if mark.student}
    return [
        student
        for student in (roster.students.values() if roster else ())
        if student.code not in answered_codes
    ]


def _counting_marks(marks: Sequence[Mark]) -> dict[str, Mark]:
    """Return the marks that count, by the code of the student in the roster."""
    return {mark.student.code: mark for mark in marks if mark.student and mark.is_counted}


def moodle_csv(assignment: Assignment, marks: Sequence[Mark], roster: Roster | None = None) -> str:
    """Fill in the roster if it is Moodle's grading worksheet. Otherwise write such a worksheet: a
    row for each counted answer whose folder or file name has Moodle's number of the student."""
    if roster and {"Identifier", "Grade", "Last modified (grade)"} <= {*roster.columns}:
        return _fill_in_worksheet(marks, roster)
    rows: list[Sequence[str]] = [_MOODLE]
    for mark in marks:
        submission = mark.submission
        if submission.platform == "moodle" and submission.id and mark.answer and mark.is_counted:
            name = mark.student.name if mark.student else submission.name
            rows.append([f"Participant {submission.id}", name, "", "Submitted for grading",
                         number_text(mark.points), number_text(assignment.points), "Yes", "-", "-",
                         _feedback(mark)])  # fmt: skip
    return _csv(rows)


def _fill_in_worksheet(marks: Sequence[Mark], roster: Roster) -> str:
    marks_by_code = _counting_marks(marks)
    columns = list(roster.columns)
    if "Feedback comments" not in columns:
        columns.append("Feedback comments")
    rows: list[Sequence[str]] = [columns]
    for student in roster.students.values():
        cells = dict(student.row)
        if mark := marks_by_code.get(student.code):
            comment = cells.get("Feedback comments", "")
            new_comment = _feedback(mark) or ("" if _OWN_FEEDBACK.match(comment) else comment)
            cells |= {"Grade": number_text(mark.points), "Feedback comments": new_comment}
        rows.append([cells.get(column, "") for column in columns])
    return _csv(rows)


def maximum_warning(assignment: Assignment, roster: Roster | None) -> str:
    """Return a warning if the platform's maximum points differ from the assignment's, else ""."""
    if not roster:
        return ""
    row = next(iter(roster.students.values())).row
    moodle = row.get("Maximum grade") or row.get("Maximum Grade", "")
    platform = "Moodle" if moodle else "Canvas"
    maximum_text = moodle or roster.possible_points.get(_canvas_column(assignment, roster), "")
    try:
        maximum = float(maximum_text.replace(",", "."))
    except ValueError:  # the platform has a scale of grades, or no maximum is known
        return ""
    points = number_text(assignment.points)
    if maximum == assignment.points:
        return ""
    maximum_points = f"{number_text(maximum)} point{'s' * (maximum != 1)}"
    return (
        f"{platform}’s maximum is {maximum_points}, but the assignment has {points}:"
        f" set {platform}’s maximum to {points} before you import the marks."
    )


def _canvas_column(assignment: Assignment, roster: Roster | None) -> str:
    """Return the name of the assignment's column, with Canvas's number if the roster has it."""
    pattern = re.compile(re.escape(assignment.title) + r" \(\d+\)")
    columns = [c for c in (roster.columns if roster else ()) if pattern.fullmatch(c)]
    return columns[0] if columns else assignment.title


def canvas_csv(assignment: Assignment, marks: Sequence[Mark], roster: Roster | None = None) -> str:
    """Write Canvas's gradebook: a row for each student of the roster or, without a roster from
    Canvas, for each counted answer in a file that Canvas named."""
    column = _canvas_column(assignment, roster)
    rows: list[Sequence[str]] = [
        [*_CANVAS, column],
        ["    Points Possible", "", "", "", "", number_text(assignment.points)],
    ]
    if roster and "SIS Login ID" in roster.columns:
        marks_by_code = _counting_marks(marks)
        for student in roster.students.values():
            mark = marks_by_code.get(student.code)
            # An empty cell would delete a mark that was entered by hand.
            points = number_text(mark.points) if mark else student.row.get(column, "")
            row = {"Student": student.name} | student.row
            rows.append([*(row.get(name, "") for name in _CANVAS), points])
        return _csv(rows)
    for mark in marks:
        submission = mark.submission
        if submission.platform == "canvas" and mark.answer and mark.is_counted:
            name = mark.student.name if mark.student else submission.name
            rows.append([name, submission.id, "", "", "", number_text(mark.points)])
    return _csv(rows)
