"""Submissions as exported by a platform: a folder, a zip or a table of links; or single files.

Moodle's export has one folder for each student, `Ada Example_1234567_assignsubmission_file/`
(onlinetext for typed text), or files with these names. A team's folder has the team's name and
number; the folder of the students without a team has only a name. Canvas names its files
`exampleada_LATE_1234_56789_answer.txt`, `exampleada_1234_text.html` and `…_link.html`, those of
an anonymous assignment `LATE_anon_x7Gk2_56789_answer.txt`. Each row of a table below its header is
one submission, and so is any other file.
Files are read into memory. The size of each file and the sum of the sizes are checked before more
than the first bytes of a file are unpacked.
"""

import contextlib
import csv
import io
import math
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from features.assignments import answer as answers

MAX_FILES = 5000
MAX_TABLE_BYTES = 4 * 1024 * 1024
MAX_TABLE_ROWS = 10_000
MAX_READ_BYTES = 64 * 1024 * 1024  # size of all files together, unpacked
_MOODLE = re.compile(r"(?P<name>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?:file|onlinetext)(?:_.*)?")
_CANVAS = re.compile(
    r"(?:(?P<late_anonymous>LATE_)?anon_(?P<code>[^\W_]+)|(?P<name>.+?)(?P<late>_LATE|_late)?_(?P<id>\d+))"
    r"_(?:\d+_.+|text\.html|link\.html)"
)
_UTF_8_FLAG = 0x800
_UNPACK_ERRORS = (
    zipfile.BadZipFile,
    OSError,
    RuntimeError,
    NotImplementedError,
    zlib.error,
    EOFError,
)
_TABLE_TOO_LARGE = f"the table is larger than {MAX_TABLE_BYTES // 2**20} MB."
_SYSTEM_FILE = re.compile(r"(\..*|Thumbs\.db|desktop\.ini|__MACOSX)")


@dataclass(frozen=True)
class Submission:
    """One submission. `platform` is "moodle", "canvas", or "" if it is unknown. `id` is the number
    or anonymous code of the sender or team on the platform, "" if it is unknown."""

    source: str  # the file's name, or the row of a table
    content: bytes
    name: str = ""
    platform: str = ""
    id: str = ""
    is_late: bool = False
    fault: str = ""  # the reason why the submission was not read


@dataclass(frozen=True)
class _File:
    """A file that is not read yet. `size` is in bytes, unpacked."""

    path: str
    size: int
    open: Callable[[], IO[bytes]]

    @property
    def is_zip(self) -> bool:
        return self.path.lower().endswith(".zip")

    @property
    def is_table(self) -> bool:
        return self.path.lower().endswith((".csv", ".tsv"))

    def start(self, count: int = -1) -> bytes:
        """Read the first `count` bytes, or all. Raises ValueError if they can't be unpacked."""
        try:
            with self.open() as stream:
                return stream.read(count)
        except _UNPACK_ERRORS as error:
            raise ValueError(f"{self.path} can’t be unpacked: {error}") from None


def collect(path: Path) -> list[Submission]:
    """Collect all submissions below a folder, in a zip, in a table or in another file.

    Raises OSError. Raises ValueError with a message for the instructor if files can't be unpacked,
    or if there are too many, or if they are too large together.
    """
    paths = sorted(path.rglob("*")) if path.is_dir() else [path]
    root = path if path.is_dir() else path.parent
    return _read(_on_disk(file, root) for file in paths if not file.is_dir())


def _on_disk(file: Path, root: Path) -> _File:
    name = file.relative_to(root).as_posix()
    return _File(name, file.stat().st_size, lambda: file.open("rb"))


def from_files(files: Iterable[tuple[str, bytes]]) -> list[Submission]:
    """Collect the submissions in files given as (path, content). Zips and tables are opened."""
    return _read(_File(path, len(content), partial(io.BytesIO, content)) for path, content in files)


def _read(files: Iterable[_File]) -> list[Submission]:
    """Read the submissions in files. All sizes are checked before a file is read completely."""
    with ExitStack() as archives:
        unpacked_files: list[_File] = []
        for file in files:
            if not _is_system_file(file.path):
                unpacked_files += _entries(file, archives) if file.is_zip else [file]
            _check_count(unpacked_files)
        faults = [_fault(file) for file in unpacked_files]
        total = sum(
            file.size for file, fault in zip(unpacked_files, faults, strict=True) if not fault
        )
        if total > MAX_READ_BYTES:
            raise ValueError(
                f"Unpacked, all files together are {math.ceil(total / 2**20):,} MB; the limit is "
                f"{MAX_READ_BYTES // 2**20} MB. Mark them in several parts."
            )
        submissions: list[Submission] = []
        for file, fault in zip(unpacked_files, faults, strict=True):
            if fault:
                submissions.append(replace(_name_submission(file.path, b""), fault=fault))
            elif file.is_table:
                submissions += _rows(file.path, file.start())
            else:
                submissions.append(_name_submission(file.path, file.start()))
            _check_count(submissions)
        return submissions


def _check_count(items: list) -> None:
    if len(items) > MAX_FILES:
        raise ValueError(
            f"There are more than {MAX_FILES:,} files or table rows. Mark them in several parts."
        )


def _is_system_file(path: str) -> bool:
    """Return whether a file is hidden or belongs to the operating system."""
    return any(_SYSTEM_FILE.fullmatch(part) for part in PurePosixPath(path).parts)


def _fault(file: _File) -> str:
    """Return the reason why a file is not read; "" if it is read."""
    if file.is_table:
        return _TABLE_TOO_LARGE if file.size > MAX_TABLE_BYTES else ""
    return answers.why_unreadable(file.start(answers.KIND_BYTES), file.size)


def _entries(file: _File, archives: ExitStack) -> list[_File]:
    """List the files in a zip without unpacking them. A zip inside the zip stays packed."""
    try:
        archive = archives.enter_context(zipfile.ZipFile(archives.enter_context(file.open())))
    except _UNPACK_ERRORS as error:
        raise ValueError(f"{file.path} can’t be unpacked: {error}") from None
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    for entry in entries:  # other compression methods can't be unpacked in pieces
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError(
                f"{file.path} can’t be unpacked: pack it again as an ordinary zip (deflate)."
            )
    names = ((_filename(entry), entry) for entry in entries)
    return [
        _File(name, entry.file_size, partial(archive.open, entry))
        for name, entry in names
        if not _is_system_file(name)
    ]


def _filename(info: zipfile.ZipInfo) -> str:
    """Decode a file name. Many programs, such as those of macOS, write UTF-8 names without setting
    the flag for them."""
    if not info.flag_bits & _UTF_8_FLAG:
        with contextlib.suppress(UnicodeError):
            return info.filename.encode("cp437").decode("utf-8")
    return info.filename


def _name_submission(path: str, content: bytes) -> Submission:
    """Create the submission of a file, with the name and number of its owner from its path."""
    submission = Submission(path, content)
    for part in reversed(PurePosixPath(path).parts):
        if match := _MOODLE.fullmatch(part):
            id = match["id"] or ""
            return replace(submission, name=match["name"].strip(), platform="moodle", id=id)
    if match := _CANVAS.fullmatch(PurePosixPath(path).name):
        is_late, id = bool(match["late"] or match["late_anonymous"]), match["code"] or match["id"]
        return replace(
            submission, name=match["name"] or "", platform="canvas", id=id, is_late=is_late
        )
    return submission


def table(content: bytes) -> list[list[str]]:
    """Read the rows of a CSV with commas, semicolons or tabs, except empty rows.

    Raises ValueError with a message for the instructor.
    """
    return [cells for _, cells in _numbered_rows(content)]


def _numbered_rows(content: bytes) -> list[tuple[int, list[str]]]:
    """Read the same rows as `table`, each with its number in a spreadsheet, which also counts empty
    rows.

    Raises ValueError with a message for the instructor.
    """
    if len(content) > MAX_TABLE_BYTES:
        raise ValueError(_TABLE_TOO_LARGE[0].upper() + _TABLE_TOO_LARGE[1:])
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        raise ValueError("The table is not UTF-8 text. Save it as CSV UTF-8.") from None
    first_line = text.partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)
    rows = []
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        for number, row in enumerate(reader, 1):
            if any(cells := [cell.strip() for cell in row]):
                rows.append((number, cells))
            if len(rows) > MAX_TABLE_ROWS:
                raise ValueError(f"The table has more than {MAX_TABLE_ROWS:,} rows.")
    except csv.Error as error:
        raise ValueError(f"The table can’t be read: {error}.") from None
    return rows


def _rows(path: str, content: bytes) -> list[Submission]:
    """Create a submission from each row of a table except a header: the row's links or, without
    links, all cells after the first, and the first other cell as the name. A table that can't be
    read becomes one submission with a fault."""
    try:
        rows = _numbered_rows(content)
    except ValueError as error:
        return [replace(_name_submission(path, b""), fault=str(error))]
    if not rows:
        return []
    has_header = not any("answer=" in cell for cell in rows[0][1])
    submissions = []
    for number, row in rows[int(has_header) :]:
        links = [cell for cell in row if "answer=" in cell or "://" in cell]
        names = [cell for cell in row if cell and cell not in links]
        text = " ".join(links or row[1:])
        submissions.append(
            Submission(f"{path}, row {number}", text.encode(), names[0] if names else "")
        )
    return submissions
