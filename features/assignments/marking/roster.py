"""The course roster: a table with codes, or a list exported from Moodle or Canvas.

Moodle's list is the grading worksheet (Identifier, Full name, ID number, …), Canvas's the gradebook
(Student or LastName and FirstName, ID, SIS User ID, SIS Login ID, Section). The codes are in the
first column of CODE_COLUMNS that the table has and that is not empty.
"""

from dataclasses import dataclass, field

from features.assignments import codes
from features.assignments.marking.submissions import table

CODE_COLUMNS = (
         "code", "id number", "idnumber", "student number", "matriculation number", "matriculation",
         "sis user id", "student id", "username", "sis login id", "email address", "email",
         "id", "identifier",
)  # fmt: skip
NAME_COLUMNS = ("name", "full name", "student", "student name")
MAX_STUDENTS = 5000


@dataclass(frozen=True)
class Student:
    """One row of a roster. `row` has all its cells, by column."""

    code: str
    name: str = ""
    row: dict[str, str] = field(default_factory=dict)

    @property
    def moodle(self) -> str:
        """The student's number in Moodle's folder names; "" if the roster has none."""
        return self.row.get("Identifier", "").removeprefix("Participant ").strip()

    @property
    def canvas(self) -> str:
        """The student's number in Canvas's file names; "" if the roster is not from Canvas."""
        return self.row.get("ID", "") if "SIS Login ID" in self.row else ""


@dataclass(frozen=True)
class Roster:
    """The students by code, and the columns of their table.

    `possible_points` is Canvas's row of possible points, by column.
    """

    students: dict[str, Student]  # students by their normalised codes
    columns: tuple[str, ...] = ()
    possible_points: dict[str, str] = field(default_factory=dict)

    def find(self, code: str) -> Student | None:
        return self.students.get(codes.normalise(code))

    def find_by_number(self, platform: str, number: str) -> Student | None:
        """Return the student with this number on a platform; None if there is none, as for the
        number of a team."""
        if platform not in ("moodle", "canvas") or not number:
            return None
        matches = (
            student for student in self.students.values() if getattr(student, platform) == number
        )
        return next(matches, None)


def read(content: bytes) -> Roster:
    """Read a roster from CSV. Raises ValueError with a message for the instructor."""
    rows = table(content)
    if len(rows) < 2:
        raise ValueError("The roster needs a first row with column names, and rows of students.")
    columns = rows[0]
    lower_columns = [column.lower() for column in columns]
    code = _column(lower_columns, rows[1:], CODE_COLUMNS)
    if code is None:
        raise ValueError(
            "The roster has no column of codes, or that column is empty. In its first row, give "
            f"the column with the codes one of these names: {', '.join(CODE_COLUMNS)}."
        )
    name = _column(lower_columns, rows[1:], NAME_COLUMNS)
    name_parts = ("first name", "firstname", "last name", "lastname")
    parts = [lower_columns.index(part) for part in name_parts if part in lower_columns]
    students: dict[str, Student] = {}
    possible_points: dict[str, str] = {}
    for cells in rows[1:]:
        cells += [""] * (len(columns) - len(cells))
        student_code, row = cells[code], dict(zip(columns, cells, strict=False))
        if cells[0].strip().lower() == "points possible":
            possible_points = row
            continue
        if not codes.normalise(student_code):
            continue
        if codes.normalise(student_code) in students:
            raise ValueError(f"Two rows of the roster have the same code: {student_code}.")
        student_name = cells[name] if name is not None else " ".join(cells[part] for part in parts)
        students[codes.normalise(student_code)] = Student(student_code, student_name, row)
        if len(students) > MAX_STUDENTS:
            raise ValueError(f"The roster has more than {MAX_STUDENTS:,} students.")
    if not students:
        raise ValueError("No student in the roster has a code.")
    return Roster(students, tuple(columns), possible_points)


def _column(lower_columns: list[str], rows: list[list[str]], names: tuple[str, ...]) -> int | None:
    """Return the index of the first of the columns `names` with a non-empty cell, else None."""
    for name in names:
        if name in lower_columns:
            k = lower_columns.index(name)
            if any(len(row) > k and row[k] for row in rows):
                return k
    return None
