"""Read course.toml, which sets a course's title, pages, first scenes, links and limits.

The environment variable COURSE has the path of the file. Without it the file is course.toml beside
app.py; if there is no such file, all settings have their defaults. If the file has faults, the
server does not start, and lists them with their lines. It does not start either if the file can't
be read.
"""

import os
import runpy
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from lab.course import feature, page_declaration, page_scenes
from lab.course.course_parser import (
    MAX_CHARACTERS,
    FieldReader,
    is_host,
    is_network,
    is_origin,
    write_toml_error,
)
from lab.course.dates import Dates
from lab.course.limits import Limits
from lab.course.page_declaration import HOME as HOME
from lab.course.page_declaration import PageDeclaration

ROOT = Path(__file__).resolve().parents[2]
TITLE = "Kernel methods, live"
P = TypeVar("P")


class CourseError(ValueError):
    """The faults of a course file, as sentences with line numbers, or of the course's store."""

    def __init__(self, faults: Sequence[str]):
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True)
class Course:
    """The settings of a course. `pages`: the names of its pages in the address, in order, or None
    for all pages."""

    title: str = TITLE
    language: str = "en"  # language tag of the pages, for the attribute `lang` in HTML
    pages: tuple[str, ...] | None = None
    hosts: tuple[str, ...] = ()  # the host names of this site; empty: any
    frame_ancestors: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    log: bool = False
    data_folder: str = ""  # the store's folder, relative to the folder of course.toml
    database: str = ""  # the URL of a PostgreSQL database, which several servers can share
    links: tuple[tuple[str, str], ...] = ()  # the course's own links, as pairs (label, address)
    # Query strings of the pages' first scenes, by page.
    scenes: Mapping[str, str] = field(default_factory=dict)
    dates: Dates = field(default_factory=Dates)
    limits: Limits = field(default_factory=Limits)
    settings: Mapping[str, Any] = field(default_factory=dict)  # the features' settings, by key

    def setting(self, key: str) -> Any:
        """Return the value of a feature's setting."""
        return self.settings[key] if key in self.settings else feature.settings()[key].default

    def has(self, page: str) -> bool:
        """Return whether the course shows a page. `page`: its name in the address, or its file."""
        name = page.removesuffix("/page.py").replace("_", "-")
        return self.pages is None or name in (HOME, *self.pages)

    def order(self, pages: Sequence[P], name: Callable[[P], str]) -> list[P]:
        """Return the `pages` that the course shows: the front page first, then the others in the
        course's order. A course without a list of pages shows all of them in their given order.

        `name`: returns a page's name in the address.
        """
        if self.pages is None:
            return list(pages)
        by_name = {name(page): page for page in pages}
        return [by_name[page_name] for page_name in (HOME, *self.pages) if page_name in by_name]

    def ordered_pages(self) -> list[PageDeclaration]:
        """Return the pages on the course's map, in the order of the course. Only these
        are numbered and linked in a sequence.
        """
        pages = [page for group in page_declaration.groups().values() for page in group]
        return self.order(pages, lambda page: page.path)

    def next_page(self, name: str) -> PageDeclaration | None:
        """Return the page after `name` on the map; None after the last page, and for pages that are
        not on the map."""
        ordered = self.ordered_pages()
        names = [page.name for page in ordered]
        following = ordered[names.index(name) + 1 :] if name in names else []
        return following[0] if following else None

    def first_scene(self, page: str, default: Any) -> Any:
        """Return the first scene of a page: `default` with the changes that the course makes."""
        query = self.scenes.get(page)
        return page_scenes.read(query, default) if query else default

    def folder_of_data(self) -> Path | None:
        """Return the folder of the stored data; None if the course has no such folder."""
        return folder() / self.data_folder if self.data_folder else None

    def opening_scenes(self, kind: type) -> list[Any]:
        """Return the scenes of type `kind` with which the course makes its pages open. The server
        solves them when it starts."""
        scenes = (
            page_scenes.read(q, page_declaration.pages()[p].scene) for p, q in self.scenes.items()
        )
        return [scene for scene in scenes if isinstance(scene, kind)]


def page_names() -> tuple[str, ...]:
    """Return the names of all pages, as in the address."""
    return tuple(sorted(page_declaration.pages()))


def folder() -> Path:
    """Return the folder of the course's file; paths in the file are relative to this folder."""
    return Path(os.environ.get("COURSE") or ROOT / "course.toml").resolve().parent


def import_declarations() -> None:
    """Import the declarations of all pages and features, for a command-line program."""
    for room in ("pages", "features"):
        runpy.run_path(str(ROOT / room / "order.py"))


@lru_cache(maxsize=1)
def current() -> Course:
    """Return the course of this process. Raises CourseError if its file has faults or can't be
    read."""
    file_name = os.environ.get("COURSE", "")
    path = Path(file_name) if file_name else ROOT / "course.toml"
    if not file_name and not path.is_file():
        return Course()
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAX_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError([f"{path.name} can't be read: {error}."]) from None
    return read(text, path.name)


def read(text: str, file: str = "course.toml", pages: Sequence[str] | None = None) -> Course:
    """Read a course from the text of a file. Raises CourseError with the faults of the text."""
    text = text.removeprefix("\ufeff")  # the byte order mark that some editors write
    if len(text) > MAX_CHARACTERS:
        raise CourseError([f"{file} is larger than {MAX_CHARACTERS // 1024} kB."])
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # int() raises ValueError for a long number
        raise CourseError([write_toml_error(file, text, error)]) from None
    reader = FieldReader(text, file, table, pages or page_names())
    course = Course(
        title=reader.words("", "title", TITLE),
        language=reader.language(),
        pages=reader.pages(),
        hosts=reader.texts("hosts", is_host, "a host's name, such as kernels.example.edu"),
        frame_ancestors=reader.texts(
            "frame_ancestors",
            is_origin,
            "https:// and a host's name, or http://localhost:8000 for a test",
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
    """Return the settings of features for which the file has a value other than the default."""
    read = {
        key: (setting.read(reader, key), setting.default)
        for key, setting in feature.settings().items()
    }
    return {key: value for key, (value, default) in read.items() if value != default}
