"""What was handed in, as a platform gives it out: a folder, a zip, a table of links.

Moodle's folder has one for each student, `Ada Example_1234567_assignsubmission_file/answer.txt`
(onlinetext for what was typed), or the same as names of files; of a team it has the name and
number, of students without a team the name alone. Canvas names its files
`exampleada_LATE_1234_56789_answer.txt`, `exampleada_1234_text.html` and `…_link.html`, those of
an anonymous assignment `LATE_anon_x7Gk2_56789_answer.txt`. Any other file stands for itself.
Everything is read in memory, whole or not at all: sizes are known, and bounded one by one and in
sum, before anything is unpacked.
"""

import contextlib
import csv
import io
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
MAX_READ_BYTES = 64 * 1024 * 1024  # of all files together, as they are unpacked
_MOODLE = re.compile(r"(?P<name>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?:file|onlinetext)(?:_.*)?")
_CANVAS = re.compile(
    r"(?:(?P<late_anonymous>LATE_)?anon_(?P<code>[^\W_]+)|(?P<name>.+?)(?P<late>_LATE|_late)?_(?P<id>\d+))"
    r"_(?:\d+_.+|text\.html|link\.html)"
)
_SAID_UTF_8 = 0x800
_CANNOT_UNPACK = (
    zipfile.BadZipFile,
    OSError,
    RuntimeError,
    NotImplementedError,
    zlib.error,
    EOFError,
)
_TABLE_TOO_LARGE = f"the table is larger than {MAX_TABLE_BYTES // 2**20} MB."
_NOT_HANDED_IN = re.compile(r"(\..*|Thumbs\.db|desktop\.ini|__MACOSX)")


@dataclass(frozen=True)
class Submission:
    """One thing that was handed in. `platform` says whose number `id` is: moodle, canvas, or ""."""

    source: str  # the file's name, or the row of a table
    content: bytes
    name: str = ""
    platform: str = ""
    id: str = ""
    late: bool = False
    fault: str = ""  # why it was not read, in a sentence


@dataclass(frozen=True)
class _File:
    """A file that is there and not yet read; `size` in bytes, unpacked."""

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
        """So many of its first bytes, or all. Raises ValueError in a sentence."""
        try:
            with self.open() as opened:
                return opened.read(count)
        except _CANNOT_UNPACK as error:
            raise ValueError(f"{self.path} can't be unpacked: {error}") from None


def collect(path: Path) -> list[Submission]:
    """Everything below a folder, in a zip or in a table. Raises OSError, and ValueError in a
    sentence for what can't be read or is too much."""
    below = sorted(path.rglob("*")) if path.is_dir() else [path]
    root = path if path.is_dir() else path.parent
    return _read(_on_disk(file, root) for file in below if not file.is_dir())


def _on_disk(file: Path, root: Path) -> _File:
    name = file.relative_to(root).as_posix()
    return _File(name, file.stat().st_size, lambda: file.open("rb"))


def of_files(files: Iterable[tuple[str, bytes]]) -> list[Submission]:
    """What these files hold, given as (path, content); zips and tables are opened."""
    return _read(_File(path, len(content), partial(io.BytesIO, content)) for path, content in files)


def _read(given: Iterable[_File]) -> list[Submission]:
    """What these files hold. Sizes are looked at first, then contents."""
    with ExitStack() as archives:
        files: list[_File] = []
        for file in given:
            if not _is_strange(file.path):
                files += _entries(file, archives) if file.is_zip else [file]
            _check_count(files)
        faults = [_fault(file) for file in files]
        total = sum(file.size for file, fault in zip(files, faults, strict=True) if not fault)
        if total > MAX_READ_BYTES:
            raise ValueError(
                f"All files together have {total / 2**20:,.0f} MB, unpacked; at most "
                f"{MAX_READ_BYTES // 2**20} MB are read. Mark them in several parts."
            )
        found: list[Submission] = []
        for file, fault in zip(files, faults, strict=True):
            if fault:
                found.append(replace(_named(file.path, b""), fault=fault))
            elif file.is_table:
                found += _rows(file.path, file.start())
            else:
                found.append(_named(file.path, file.start()))
            _check_count(found)
        return found


def _check_count(found: list) -> None:
    if len(found) > MAX_FILES:
        raise ValueError(f"There are more than {MAX_FILES:,} files.")


def _is_strange(path: str) -> bool:
    """Whether a file is an operating system's own."""
    return any(_NOT_HANDED_IN.fullmatch(part) for part in PurePosixPath(path).parts)


def _fault(file: _File) -> str:
    """Why a file is not read: a sentence; empty where it is."""
    if file.is_table:
        return _TABLE_TOO_LARGE if file.size > MAX_TABLE_BYTES else ""
    return answers.why_unreadable(file.start(answers.KIND_BYTES), file.size)


def _entries(file: _File, archives: ExitStack) -> list[_File]:
    """The files in a zip, not yet unpacked. A zip among them stays packed, and is named as one."""
    try:
        archive = archives.enter_context(zipfile.ZipFile(archives.enter_context(file.open())))
    except _CANNOT_UNPACK as error:
        raise ValueError(f"{file.path} can't be unpacked: {error}") from None
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    for entry in entries:  # other ways to pack can't be unpacked a piece at a time
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError(
                f"{file.path} can't be unpacked: pack it again as an ordinary zip (deflate)."
            )
    named = ((_filename(entry), entry) for entry in entries)
    return [
        _File(name, entry.file_size, partial(archive.open, entry))
        for name, entry in named
        if not _is_strange(name)
    ]


def _filename(info: zipfile.ZipInfo) -> str:
    """The name as it was meant: many write UTF-8 and don't say so, macOS among them."""
    if not info.flag_bits & _SAID_UTF_8:
        with contextlib.suppress(UnicodeError):
            return info.filename.encode("cp437").decode("utf-8")
    return info.filename


def _named(path: str, content: bytes) -> Submission:
    """The submission of a file, with what its name says of whose it is."""
    plain = Submission(path, content)
    for part in reversed(PurePosixPath(path).parts):
        if match := _MOODLE.fullmatch(part):
            id = match["id"] or ""
            return replace(plain, name=match["name"].strip(), platform="moodle", id=id)
    if match := _CANVAS.fullmatch(PurePosixPath(path).name):
        late, id = bool(match["late"] or match["late_anonymous"]), match["code"] or match["id"]
        return replace(plain, name=match["name"] or "", platform="canvas", id=id, late=late)
    return plain


def table(content: bytes) -> list[list[str]]:
    """The rows of a CSV, however it separates its cells. Raises ValueError in a sentence."""
    if len(content) > MAX_TABLE_BYTES:
        raise ValueError(_TABLE_TOO_LARGE.capitalize())
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        raise ValueError("The table is no text in UTF-8; save it as CSV UTF-8.") from None
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    rows = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            if any(cells := [cell.strip() for cell in row]):
                rows.append(cells)
            if len(rows) > MAX_TABLE_ROWS:
                raise ValueError(f"The table has more than {MAX_TABLE_ROWS:,} rows.")
    except csv.Error as error:
        raise ValueError(f"The table can't be read: {error}.") from None
    return rows


def _rows(path: str, content: bytes) -> list[Submission]:
    """The links of a table, each with the first other cell of its row as a name."""
    try:
        rows = table(content)
    except ValueError as error:
        return [replace(_named(path, b""), fault=str(error))]
    if not rows:
        return []
    linked = [any("answer=" in cell for cell in row) for row in rows]
    body = list(enumerate(rows, 1))[0 if linked[0] else 1 :]
    found = []
    for number, row in body:
        links = [cell for cell in row if "answer=" in cell or "://" in cell]
        names = [cell for cell in row if cell and cell not in links]
        text = " ".join(links or row[1:])
        found.append(Submission(f"{path}, row {number}", text.encode(), names[0] if names else ""))
    return found
