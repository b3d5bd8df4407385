"""A playlist: scenes in order, each with notes for whoever lectures.

A file of its own (`lab/lectures/000.toml` is one to read):

    title = "Bandwidth in ten minutes"

    [[step]]
    page = "rbf-bandwidth"              # as in the page's address; "" is the front door
    scene = "data=moons&tau=0.1"        # as behind the ? of its address
    title = "Every point for itself"
    notes = "Ask first: what will the test error be?"
    cover = "numbers"                   # begin with the numbers hidden, or with the "answer" too
    element = "bandwidth"               # which live element, if not the page's first
    part = 1                            # which picture below it, if not the element's own
    along = "tau"                       # which slider the keys move
    claims = [["test_error", ">=", 0.2]]  # what the notes say, for a test to check

Only page is needed. What is wrong is told in a sentence that names the line.
"""

import os
import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from lab import course
from lab.page import SHELL_WORDS
from lab.scene import split, visible

FOLDER = Path(__file__).resolve().parent.parent / "lectures"
MOST_BYTES = 64 * 1024
MOST_STEPS = 60
COVERS = ("", "numbers", "answer")
COURSE = "course"
MOST = {
    "page": 40, "scene": 2000, "title": 120, "notes": 2000, "cover": 10, "element": 40, "along": 40,
}  # fmt: skip
_PAGE = re.compile(r"[a-z0-9-]{0,40}")
_WORD = re.compile(r"[A-Za-z0-9_-]{0,40}")


class Faulty(ValueError):
    """A playlist that can't be used: a sentence; `step` and `key` say where, as far as known."""

    def __init__(self, message: str, step: int = 0, key: str = ""):
        super().__init__(message)
        self.step, self.key = step, key


@dataclass(frozen=True)
class Step:
    """One scene of a playlist, see above. `claims` is not part of a link."""

    page: str
    scene: str = ""
    title: str = ""
    notes: str = ""
    cover: str = ""
    element: str = ""
    part: int = 0
    along: str = ""
    claims: tuple[tuple[str, str, Any], ...] = ()


@dataclass(frozen=True)
class Playlist:
    title: str
    steps: tuple[Step, ...]


def names() -> list[str]:
    """The lectures that ship with the app."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def shipped(name: str, pages: Collection[str] | None = None) -> Playlist:
    """The lecture of this name; COURSE is the one that the course names. Raises Faulty where there
    is none."""
    if name == COURSE and course.current().playlist:
        return _of_course(course.current().playlist, pages)
    if name not in names():
        raise Faulty(f"There is no lecture “{visible(name)}”. There are {', '.join(names())}.")
    return read((FOLDER / f"{name}.toml").read_text("utf-8"), pages)


def _of_course(name: str, pages: Collection[str] | None) -> Playlist:
    """The lecture that whoever hosts the app has chosen: one of ours, or a file beside theirs."""
    if name in names():
        return shipped(name, pages)
    folder = Path(os.environ.get("COURSE") or course.ROOT / "course.toml").resolve().parent
    path = folder / name
    try:
        text = (path if path.suffix else path.with_suffix(".toml")).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise Faulty(f"The course’s own lecture “{visible(name)}” can’t be read.") from None
    return read(text, pages)


def read(text: str, pages: Collection[str] | None = None) -> Playlist:
    """The playlist of a TOML text; `pages`, where given, are those that there are.

    Raises Faulty with a sentence that names the line.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise Faulty(f"This file is longer than {MOST_BYTES // 1024} kB. Make two lectures of it.")
    try:
        table = tomllib.loads(text.replace("\r\n", "\n"))
    except RecursionError:
        raise Faulty("This file has brackets within brackets, too deep to be read.") from None
    except tomllib.TOMLDecodeError as error:
        message = visible(str(error))
        raise Faulty(f"This is not TOML yet: {message}.") from None
    try:
        return build(table, pages)
    except Faulty as error:
        line = _line(text, error.step, error.key)
        raise Faulty(f"Line {line}: {error}" if line else str(error)) from None


def build(table: Any, pages: Collection[str] | None = None) -> Playlist:
    """The playlist of a table {"title", "step": [...]}, every part of it checked."""
    strange = sorted(set(table) - {"title", "step"})
    if strange:
        raise Faulty(
            f"a lecture has a title and [[step]]s, but no “{visible(strange[0])}”.", 0, strange[0]
        )
    title, steps = table.get("title", ""), table.get("step", [])
    if not isinstance(title, str) or len(title) > MOST["title"]:
        raise Faulty(f"title must be a text of at most {MOST['title']} characters.", 0, "title")
    if not isinstance(steps, list) or not 1 <= len(steps) <= MOST_STEPS:
        raise Faulty(f"a lecture has from 1 to {MOST_STEPS} steps, each under its own [[step]].")
    return Playlist(title, tuple(_step(given, k + 1, pages) for k, given in enumerate(steps)))


def _step(given: Any, number: int, pages: Collection[str] | None) -> Step:
    known = [field.name for field in fields(Step)]
    if not isinstance(given, dict):
        raise Faulty(f"step {number} must be a table with page and scene.", number)
    for key in given:
        if key not in known:
            words = ", ".join(known)
            raise Faulty(f"a step has no “{visible(key)}”; it has {words}.", number, key)
    if "page" not in given:
        raise Faulty(f"step {number} does not say which page it is on.", number)
    for key, most in MOST.items():
        value = given.get(key, "")
        if not isinstance(value, str) or len(value) > most:
            raise Faulty(f"{key} must be a text of at most {most} characters.", number, key)
    step = Step(**{key: given[key] for key in MOST if key in given}, part=_part(given, number),
                claims=_claims(given, number))  # fmt: skip
    _check(step, number, pages)
    return step


def _part(given: dict[str, Any], number: int) -> int:
    part = given.get("part", 0)
    if type(part) is not int or not 0 <= part <= 20:
        raise Faulty("part must be a whole number from 0 to 20.", number, "part")
    return part


def _claims(given: dict[str, Any], number: int) -> tuple[tuple[str, str, Any], ...]:
    claims = given.get("claims", [])
    good = isinstance(claims, list) and all(
        isinstance(c, list) and len(c) == 3 and isinstance(c[0], str) and c[1] in ("<=", ">=", "==")
        for c in claims
    )
    if not good:
        raise Faulty('claims must be a list such as [["test_error", "<=", 0.1]].', number, "claims")
    return tuple((c[0], c[1], tuple(c[2]) if isinstance(c[2], list) else c[2]) for c in claims)


def _check(step: Step, number: int, pages: Collection[str] | None) -> None:
    if not _PAGE.fullmatch(step.page):
        raise Faulty("page must be as in its address, such as rbf-bandwidth.", number, "page")
    if pages is not None and step.page not in pages:
        there = ", ".join(page for page in pages if page)
        raise Faulty(f"there is no page “{step.page}”. There are {there}.", number, "page")
    for key in ("element", "along"):
        if not _WORD.fullmatch(getattr(step, key)):
            raise Faulty(f"{key} must be a single word.", number, key)
    if step.cover not in COVERS:
        raise Faulty("cover must be numbers or answer, or be left out.", number, "cover")
    told, trouble = split(step.scene)
    if trouble:
        raise Faulty(trouble.message, number, "scene")
    own = next((word for word in told if word in SHELL_WORDS), None)
    if own and own != "step":  # a page has a slider of this name
        raise Faulty(f"scene can't have {own}=: that is the lecture's own.", number, "scene")


def _line(text: str, step: int, key: str) -> int:
    """The line of a key of the k-th step, or of the step; 0 where it is not found."""
    count, start = 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*\[\[\s*step\s*\]\]", line):
            count += 1
            if count == step:
                start = number
            if step and count > step:
                break
        elif count == step and key and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*=""", line):
            return number
    return start
