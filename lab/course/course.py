"""course.toml: what a course changes. Its title, pages, first scenes, links home, limits.

The file is the one that COURSE names, or course.toml beside app.py; without one everything is as
shipped. What is wrong in it is told with its line, all of it at once, and the server does not
start.
"""

import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from lab.course import feature, page_declaration, page_scenes
from lab.course.course_parser import LARGEST, FieldReader, is_host, is_network, is_origin, not_toml
from lab.course.dates import Dates
from lab.course.limits import Limits
from lab.course.page_declaration import HOME as HOME
from lab.course.page_declaration import PageDeclaration

ROOT = Path(__file__).resolve().parents[2]
TITLE = "Kernel methods, live"
P = TypeVar("P")


class CourseError(ValueError):
    """What is wrong in a course file: `faults` are sentences, each with its line."""

    def __init__(self, faults: Sequence[str]):
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True)
class Course:
    """A course as it was read. `pages`: names as in the address, in order; None for all."""

    title: str = TITLE
    pages: tuple[str, ...] | None = None
    hosts: tuple[str, ...] = ()  # by which this site is called; empty: by any
    frame_ancestors: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    log: bool = False
    data_folder: str = ""  # a path from the file's folder; what is kept, is kept there
    database: str = ""  # of PostgreSQL, where many hosts share the rooms
    links: tuple[tuple[str, str], ...] = ()  # (label, address)
    scenes: Mapping[str, str] = field(default_factory=dict)  # page: query string
    dates: Dates = field(default_factory=Dates)
    limits: Limits = field(default_factory=Limits)
    settings: Mapping[str, Any] = field(default_factory=dict)  # of features, by their keys

    def setting(self, key: str) -> Any:
        """What a feature's setting is."""
        return self.settings[key] if key in self.settings else feature.settings()[key].default

    def has(self, page: str) -> bool:
        """Whether the course shows a page, by its name in the address or its file's."""
        name = page.removesuffix("/page.py").replace("_", "-")
        return self.pages is None or name in (HOME, *self.pages)

    def order(self, pages: Sequence[P], name: Callable[[P], str]) -> list[P]:
        """Those of `pages` that the course shows, in its order, the front door first."""
        if self.pages is None:
            return list(pages)
        by_name = {name(page): page for page in pages}
        return [by_name[wanted] for wanted in (HOME, *self.pages) if wanted in by_name]

    def ordered_pages(self) -> list[PageDeclaration]:
        """The pages of the map that the course shows, in its order: what is numbered, and what
        *Next* follows.
        """
        listed = [one for found in page_declaration.groups().values() for one in found]
        return self.order(listed, lambda one: one.path)

    def after(self, name: str) -> PageDeclaration | None:
        """The page after this one on the way; none after the last, and beside the way."""
        way = self.ordered_pages()
        names = [one.name for one in way]
        following = way[names.index(name) + 1 :] if name in names else []
        return following[0] if following else None

    def first_scene(self, page: str, default: Any) -> Any:
        """What a page opens with: `default`, with what the course says over it."""
        query = self.scenes.get(page)
        return page_scenes.read(query, default) if query else default

    def folder_of_data(self) -> Path | None:
        """Where what is kept is kept; None where nothing is."""
        return folder() / self.data_folder if self.data_folder else None

    def opening_scenes(self, kind: type) -> list[Any]:
        """The scenes of one kind that the course sets: what to solve before anybody asks."""
        scenes = (
            page_scenes.read(q, page_declaration.pages()[p].scene) for p, q in self.scenes.items()
        )
        return [scene for scene in scenes if isinstance(scene, kind)]


def page_names() -> tuple[str, ...]:
    """The names of all pages that there are, as in the address."""
    return tuple(sorted(page_declaration.pages()))


def folder() -> Path:
    """The folder of the course's file, from which its paths go."""
    return Path(os.environ.get("COURSE") or ROOT / "course.toml").resolve().parent


@lru_cache(maxsize=1)
def current() -> Course:
    """The course of this process. Raises CourseError."""
    named = os.environ.get("COURSE", "")
    path = Path(named) if named else ROOT / "course.toml"
    if not named and not path.is_file():
        return Course()
    try:
        text = path.read_bytes()[: LARGEST + 1].decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError([f"{path.name} can't be read: {error}."]) from None
    return read(text, path.name)


def read(text: str, file: str = "course.toml", pages: Sequence[str] | None = None) -> Course:
    """The course that a file's text describes. Raises CourseError with everything wrong in it."""
    text = text.removeprefix("\ufeff")  # which some editors put in front of every file
    if len(text) > LARGEST:
        raise CourseError([f"{file} is larger than {LARGEST // 1024} kB."])
    try:
        given = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of tomllib, or of what it reads numbers with
        raise CourseError([not_toml(file, text, error)]) from None
    reader = FieldReader(text, file, given, pages or page_names())
    course = Course(
        title=reader.words("", "title", TITLE),
        pages=reader.pages(),
        hosts=reader.texts("hosts", is_host, "a host's name, such as kernels.example.edu"),
        frame_ancestors=reader.texts(
            "frame_ancestors",
            is_origin,
            "https:// and a host's name, or http://localhost:8000 to try it",
        ),
        proxies=reader.texts("proxies", is_network, "an address or network, such as 10.0.0.0/8"),
        log=reader.flag("log"),
        data_folder=reader.words("", "data_folder", ""),
        database=reader.database(),
        links=reader.links(),
        scenes=reader.scenes(),
        dates=reader.dates(),
        limits=reader.limits(),
        settings=_changed_settings(reader),
    )
    reader.report_unknown()
    if reader.faults:
        raise CourseError([sentence for _, sentence in sorted(reader.faults)])
    return course


def _changed_settings(reader: FieldReader) -> dict[str, Any]:
    """The settings of features that a file changes."""
    read = {key: (one.read(reader, key), one.default) for key, one in feature.settings().items()}
    return {key: value for key, (value, default) in read.items() if value != default}
