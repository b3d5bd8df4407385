"""Who is in the course: a table with codes, or a list that Moodle or Canvas gives out.

Of Moodle that is the grading worksheet (Identifier, Full name, ID number, …), of Canvas the
gradebook (Student or LastName and FirstName, ID, SIS User ID, SIS Login ID, Section). The code is
the first of the columns in CODES that the table has.
"""

from dataclasses import dataclass, field

from features.assignments import codes
from features.assignments.marking.submissions import table

CODES = ("code", "id number", "idnumber", "student number", "matriculation number", "matriculation",
         "sis user id", "student id", "username", "sis login id", "email address", "email",
         "id", "identifier")  # fmt: skip
NAMES = ("name", "full name", "student", "student name")
MAX_STUDENTS = 5000


@dataclass(frozen=True)
class Student:
    """One row of a roster; `row` is all of it, by the names of the columns."""

    code: str
    name: str = ""
    row: dict[str, str] = field(default_factory=dict)

    @property
    def moodle(self) -> str:
        """The number in Moodle's names of folders; empty where the roster has none."""
        return self.row.get("Identifier", "").removeprefix("Participant ").strip()

    @property
    def canvas(self) -> str:
        """The number in Canvas's names of files; empty where the roster is none of Canvas."""
        return self.row.get("ID", "") if "SIS Login ID" in self.row else ""


@dataclass(frozen=True)
class Roster:
    """The students by their codes, and the columns of the table that they come from. `possible`:
    Canvas's row of points that are to be had, by column."""

    students: dict[str, Student]  # by `codes.normal`
    columns: tuple[str, ...] = ()
    possible: dict[str, str] = field(default_factory=dict)

    def find(self, code: str) -> Student | None:
        return self.students.get(codes.normal(code))

    def find_by_number(self, platform: str, number: str) -> Student | None:
        """The student with this number of a platform; none for a team's."""
        if platform not in ("moodle", "canvas") or not number:
            return None
        own = (one for one in self.students.values() if getattr(one, platform) == number)
        return next(own, None)


def read(content: bytes) -> Roster:
    """The roster of a CSV. Raises ValueError in a sentence."""
    rows = table(content)
    if len(rows) < 2:
        raise ValueError("The roster needs a first row with names of columns, and students.")
    columns = rows[0]
    lower = [column.lower() for column in columns]
    code = _column(lower, rows[1:], CODES)
    if code is None:
        raise ValueError(f"The roster has no column of codes. It may be called {', '.join(CODES)}.")
    name = _column(lower, rows[1:], NAMES)
    name_parts = ("first name", "firstname", "last name", "lastname")
    parts = [lower.index(part) for part in name_parts if part in lower]
    students: dict[str, Student] = {}
    possible: dict[str, str] = {}
    for number, cells in enumerate(rows[1:], 2):
        cells += [""] * (len(columns) - len(cells))
        given, row = cells[code], dict(zip(columns, cells, strict=False))
        if cells[0].strip().lower() == "points possible":
            possible = row
            continue
        if not codes.normal(given):
            continue
        if codes.normal(given) in students:
            raise ValueError(f"Row {number} of the roster has the code of another row, {given}.")
        shown = cells[name] if name is not None else " ".join(cells[part] for part in parts)
        students[codes.normal(given)] = Student(given, shown, row)
        if len(students) > MAX_STUDENTS:
            raise ValueError(f"A roster may have {MAX_STUDENTS:,} students.")
    if not students:
        raise ValueError("No student in the roster has a code.")
    return Roster(students, tuple(columns), possible)


def _column(lower: list[str], rows: list[list[str]], names: tuple[str, ...]) -> int | None:
    """The first of these columns that the table has, with something in it."""
    for name in names:
        if name in lower:
            at = lower.index(name)
            if any(len(row) > at and row[at] for row in rows):
                return at
    return None
