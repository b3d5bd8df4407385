"""Read and check a playlist: scenes in order, with notes for the lecturer.

Its file, such as `features/lecture/lectures/000.toml`:

    title = "Bandwidth in ten minutes"

    [[step]]
    page = ""                           # as in the page's address; "" is the home page
    scene = "data=moons&tau=0.1"        # the query of its address
    title = "Every point for itself"
    notes = "Ask first: what will the test error be?"
    cover = "numbers"                   # what is hidden at first: "numbers", "answer" or "none"
    step = ""                           # the step of the page, if not its first
    along = "tau"                       # the slider that the keys move
    question = "How large is the test error?"  # shown over the picture
    options = ["About 2 %", "About 20 %"]      # its answer options
    right = "About 20 %"                       # the right option, if there are no `answers`
    claims = [["test_error", ">=", 0.1]]       # what the notes claim; only a test reads it
    answers = [["test_error", "<=", 0.1], ["test_error", ">=", 0.1]]  # when each option is right
    ask = {kind = "slider", along = "tau"}     # a question about the picture, for phones

The cover "numbers" also hides the charts beside the picture, "answer" the picture too. A step with
a question and no cover begins with the answer hidden. A question about a slider hides only the
numbers, since the picture does not show its answer. A question for points hides nothing, since it
has no right answer.

Other kinds of `ask`: {kind = "place"}, where the boundary will be; {kind = "points"}, a point from
every phone; {kind = "support"}, which point is a support vector. Every `ask` can have `text`, the
wording of the question, and `why`, the reason that appears with the answer. With options, `ask`
needs no kind: {why = "The bumps are too narrow."}.

Only `page` is required. Faults are sentences; a fault in a line of a text names the line. Steps
with a fault are left out, and so are steps of pages that the course does not have. The other steps
are shown.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from features.lecture import playlist_check
from lab.course import course
from lab.course.page_declaration import HOME
from lab.course.toml_lines import describe_toml_error, line_of
from lab.scene.fields import count
from lab.scene.scene import escape_text

FOLDER = Path(__file__).resolve().parent / "lectures"
MAX_BYTES = 64 * 1024  # largest size of a lecture's text; a link holds much less
TOO_LONG = (
    f"This lecture has more than {MAX_BYTES // 1024} kB of text. Shorten its notes and comments, "
    "or split it into two lectures."
)
MAX_STEPS = 60
MAX_TITLE = 120
COURSE = "course"
_STEP = re.compile(r"\s*\[\[\s*step\s*\]\]")


class PlaylistError(ValueError):
    """A playlist that is missing, can't be read, is too long, has too many steps, has none that can
    be shown, or does not fit into a link. `faults`: the reasons, in sentences."""

    def __init__(self, *faults: str):
        super().__init__(" ".join(faults))
        self.faults = faults


@dataclass(frozen=True)
class PlaylistStep:
    """One entry of a playlist: a scene, with its title, notes and question.

    `claims`, which only a test reads, are left out when the playlist is packed into a link.
    """

    page: str
    scene: str = ""
    title: str = ""
    notes: str = ""
    cover: str = ""
    step: str = ""
    along: str = ""
    question: str = ""
    options: tuple[str, ...] = ()
    answers: tuple[tuple[str, str, Any], ...] = ()
    claims: tuple[tuple[str, str, Any], ...] = ()
    ask: tuple[tuple[str, str], ...] = ()
    right: str = ""

    def initial_cover(self) -> str:
        """Return what the step hides at first: "numbers", "answer" or "".

        Without a `cover`, the step hides what would show the answer to its question."""
        if self.cover:
            return "" if self.cover == "none" else self.cover
        by_kind = {"slider": "numbers", "points": ""}  # an added point has no right answer
        kind = dict(self.ask).get("kind", "")
        return by_kind.get(kind, "answer" if kind or self.question else "")


@dataclass(frozen=True)
class Playlist:
    """The steps that can be shown, at least one; `faults`: what is invalid or left out."""

    title: str
    steps: tuple[PlaylistStep, ...]
    faults: tuple[str, ...] = ()


def names() -> list[str]:
    """Return the names of the lectures that ship with the app."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_shipped(name: str, pages: Collection[str] | None = None) -> Playlist:
    """Read the lecture of this name; COURSE stands for the lecture that the course names.

    Raises PlaylistError if the lecture is missing, can't be read, or has no step that can be shown.
    """
    if name == COURSE and course_lecture():
        return _read_course_lecture(course_lecture(), pages)
    if name not in names():
        raise PlaylistError(
            f"There is no lecture “{escape_text(name)}”. Available: {', '.join(names())}."
        )
    return read((FOLDER / f"{name}.toml").read_text("utf-8"), pages)


def course_lecture() -> str:
    """Return the setting `playlist` of the course: the name of a shipped lecture, a path, or ""."""
    name: str = course.current().setting("playlist")
    return name


def _read_course_lecture(name: str, pages: Collection[str] | None) -> Playlist:
    """Read the lecture that the course names: a shipped one, or a file in its folder."""
    if name in names():
        return read_shipped(name, pages)
    path = course.folder() / name
    try:
        text = (path if path.suffix else path.with_suffix(".toml")).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise PlaylistError(
            f"The course’s lecture “{escape_text(name)}” can’t be read. In course.toml, playlist "
            "must name a lecture of the app, or a UTF-8 file in the folder of course.toml."
        ) from None
    return read(text, pages)


def read(text: str, pages: Collection[str] | None = None) -> Playlist:
    """Read a playlist from a TOML text; `pages` are the names of the available pages, by
    default the course's.

    Raises PlaylistError if the text is too long, has more than MAX_STEPS steps, or has no step that
    can be shown.
    """
    return _read(text, tuple(playlist_check.pages_of_course() if pages is None else pages))


@lru_cache(maxsize=32)
def _read(text: str, pages: tuple[str, ...]) -> Playlist:
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise PlaylistError(TOO_LONG)
    text = text.replace("\r\n", "\n")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError):
        return _read_by_steps(text, pages)
    return build(table, pages, lambda step, key: f"Line {_line(text, step, key)}: ")


def _line(text: str, step: int, key: str) -> int:
    return line_of(text, "step" if step else "", key, nth=max(0, step - 1))


def _read_by_steps(text: str, pages: tuple[str, ...]) -> Playlist:
    """Read the valid steps of a text that is not valid TOML, each step by itself."""
    lines = text.split("\n")
    starts = [0, *(k for k, line in enumerate(lines) if _STEP.match(line)), len(lines)]
    table: dict[str, Any] = {"step": []}
    faults, numbers = [], []
    for start, end in pairwise(starts):
        block = "\n" * start + "\n".join(lines[start:end])  # keeps the line numbers of the text
        try:
            part = tomllib.loads(block)
        except (ValueError, RecursionError) as error:
            line, sentence = describe_toml_error(block, error)
            faults.append(f"Line {line}: {sentence}")
            continue
        steps = part.pop("step", [])
        if isinstance(steps, list):
            table["step"] += steps
            numbers += [start + 1] * len(steps)
        table |= part if not start else {}

    def where(step: int, key: str) -> str:
        start = numbers[step - 1] - 1 if step else 0
        block = "\n" * start + "\n".join(lines[start:])
        return f"Line {_line(block, min(step, 1), key)}: "

    if not table["step"]:
        raise PlaylistError(*faults)
    return build(table, pages, where, faults)


def build(
    table: Any,
    pages: Collection[str],
    where: Callable[[int, str], str],
    known_faults: Sequence[str] = (),
) -> Playlist:
    """Check every part of a table {"title", "step": [...]}, and return its playlist.

    `where(number, key)` returns the words in front of a fault in a step; the number 0 stands for
    the table itself. The faults of the playlist begin with `known_faults`. Raises PlaylistError if
    there is no step to show, or if there are more than MAX_STEPS.
    """
    faults, steps = list(known_faults), []
    for key in sorted(set(table) - {"title", "step"}):
        faults.append(
            f"{where(0, key)}a lecture has a title and [[step]]s, but no “{escape_text(key)}”."
        )
    title, tables = table.get("title", ""), table.get("step", [])
    if not isinstance(title, str) or len(title) > MAX_TITLE:
        faults.append(f"{where(0, 'title')}title must be a text of at most {MAX_TITLE} characters.")
        title = ""
    if not isinstance(tables, list) or not 1 <= len(tables) <= MAX_STEPS:
        raise PlaylistError(
            *faults, f"A lecture has from 1 to {MAX_STEPS} steps, each under [[step]]."
        )
    absent_pages: list[str] = []
    for number, step in enumerate(tables, 1):
        if playlist_check.is_absent(step, pages):
            absent_pages.append(step["page"])
            continue
        step = playlist_check.name_step(step)
        step_faults = playlist_check.faults(step, pages)
        faults += [f"{where(number, key)}{sentence}" for key, sentence in step_faults]
        steps += [] if step_faults else [_step(step)]
    if absent_pages:
        names = ", ".join(dict.fromkeys(page or HOME for page in absent_pages))
        scenes = count(len(absent_pages), "scene")
        faults.append(f"Left out: {scenes} of pages that this course does not have ({names}).")
    if not steps:
        raise PlaylistError(*faults)
    return Playlist(title, tuple(steps), tuple(faults))


def _step(table: dict[str, Any]) -> PlaylistStep:
    claims = {
        key: tuple(
            (c[0], c[1], tuple(c[2]) if isinstance(c[2], list) else c[2]) for c in table[key]
        )
        for key in ("claims", "answers")
        if key in table
    }
    lists = {"options": tuple(table.get("options", ())), "ask": tuple(table.get("ask", {}).items())}
    return PlaylistStep(**table | claims | lists)
