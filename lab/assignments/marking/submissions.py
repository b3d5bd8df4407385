"""What was handed in, as a platform gives it out: a folder, a zip, a table of links.

Moodle's folder has one for each student, `Ada Example_1234567_assignsubmission_file/answer.txt`
(onlinetext for what was typed), or the same as names of files; of a team it has the name and
number, of students without a team the name alone. Canvas names its files
`exampleada_LATE_1234_56789_answer.txt`, `exampleada_1234_text.html` and `…_link.html`, those of
an anonymous assignment `LATE_anon_x7Gk2_56789_answer.txt`. Any other file stands for itself.
Everything is read in memory.
"""

import contextlib
import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from lab.assignments.answer import MAX_BYTES

MAX_FILES = 5000
MAX_TABLE_BYTES = 4 * 1024 * 1024
_MOODLE = re.compile(r"(?P<name>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?:file|onlinetext)(?:_.*)?")
_CANVAS = re.compile(
    r"(?:(?P<late_anonymous>LATE_)?anon_(?P<code>[^\W_]+)|(?P<name>.+?)(?P<late>_LATE|_late)?_(?P<id>\d+))"
    r"_(?:\d+_.+|text\.html|link\.html)"
)
_SAID_UTF_8 = 0x800
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


def collect(path: Path) -> list[Submission]:
    """Everything below a folder, in a zip or in a table. Raises OSError, and ValueError in a
    sentence for a zip or a table that can't be read."""
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.is_file())
        given = ((file.relative_to(path).as_posix(), _start(file)) for file in files)
        return of_files(given)
    return of_files([(path.name, path.read_bytes())])


def _start(file: Path) -> bytes:
    """As much of a file as may be an answer, and a byte that tells of more."""
    with file.open("rb") as opened:
        return opened.read(MAX_BYTES + 1)


def of_files(files: Iterable[tuple[str, bytes]]) -> list[Submission]:
    """What these files hold, given as (path, content); zips and tables are opened."""
    found: list[Submission] = []
    for path, content in files:
        if any(_NOT_HANDED_IN.fullmatch(part) for part in PurePosixPath(path).parts):
            continue
        if path.lower().endswith(".zip"):
            found += of_files(_zipped(path, content))
        elif path.lower().endswith((".csv", ".tsv")):
            found += _rows(path, content)
        else:
            found.append(_named(path, content))
        if len(found) > MAX_FILES:
            raise ValueError(f"There are more than {MAX_FILES:,} files.")
    return found


def _zipped(path: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for info in archive.infolist()[: MAX_FILES + 1]:
                if not info.is_dir() and not info.filename.lower().endswith(".zip"):
                    with archive.open(info) as opened:
                        yield _filename(info), opened.read(MAX_BYTES + 1)
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError) as error:
        raise ValueError(f"{path} can't be unpacked: {error}") from None


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
        raise ValueError(f"The table is larger than {MAX_TABLE_BYTES // 2**20} MB.")
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        raise ValueError("The table is no text in UTF-8; save it as CSV UTF-8.") from None
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise ValueError(f"The table can't be read: {error}.") from None
    return [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]


def _rows(path: str, content: bytes) -> list[Submission]:
    """The links of a table, each with the first other cell of its row as a name."""
    try:
        rows = table(content)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
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
