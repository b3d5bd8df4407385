"""What a page declares of itself. The shell hands the declarations in; lab names no page.

`pages/<page>/declaration.py` holds a page's own; `pages/order.py` lists them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.routing import BaseRoute

from lab.scene.fields import SOURCES

HOME = "home"


@dataclass(frozen=True)
class PageDeclaration:
    """One page. `name`: its folder."""

    name: str
    title: str
    scene: Any  # what it opens with
    question: str = ""
    summary: str = ""  # a line on it, for the map
    sources: tuple[str, ...] = SOURCES  # the data that it can show
    solved_early: tuple[Any, ...] = ()  # scenes to solve when the server starts
    sliders: tuple[str, ...] = ()  # of its first picture, where sweeps come from the server
    always: Mapping[str, Any] = field(default_factory=dict)  # fields that its first picture sets
    elements: Mapping[str, Any] = field(default_factory=dict)  # name: its sliders and parts
    words: Mapping[str, list[Any]] = field(default_factory=dict)  # of the address, beside fields
    routes: tuple[BaseRoute, ...] = ()
    sweeps: Mapping[str, Any] = field(default_factory=dict)  # endpoints of its own, by name
    adapters: Mapping[str, Any] = field(default_factory=dict)  # how a handout reads their scenes
    challenges: tuple[Any, ...] = ()
    quiz: tuple[Any, ...] = ()
    equation: str = ""  # for the notebook

    @property
    def path(self) -> str:
        """Its name in the address; the home page has that name in files and settings alone."""
        return self.name.replace("_", "-")

    @property
    def file(self) -> str:
        """Its script, from the folder of the pages."""
        return f"{self.name}/page.py"


_PAGES: dict[str, PageDeclaration] = {}
_GROUPS: dict[str, tuple[str, ...]] = {}


def declare(pages: Iterable[PageDeclaration], groups: Mapping[str, Sequence[str]]) -> None:
    """Make these all the pages that there are, in this order. `groups`: titles of the map, with
    the names of pages, of which some may not be there."""
    _PAGES.clear()
    _PAGES.update({page.path: page for page in pages})
    _GROUPS.clear()
    _GROUPS.update({title: tuple(names) for title, names in groups.items()})


def pages() -> Mapping[str, PageDeclaration]:
    """All pages, by their names in the address."""
    return _PAGES


def page(name: str) -> PageDeclaration | None:
    """The page of this folder, or of this name in the address."""
    return _PAGES.get(name.replace("_", "-"))


def groups() -> dict[str, list[PageDeclaration]]:
    """The pages of the map, by the titles over them."""
    shown = {title: [page(name) for name in names] for title, names in _GROUPS.items()}
    return {title: [one for one in found if one] for title, found in shown.items() if any(found)}


def after(name: str) -> PageDeclaration | None:
    """The page after this one on the way through the map; none after the last."""
    way = [one for found in groups().values() for one in found]
    names = [one.name for one in way]
    place = names.index(name) + 1 if name in names else len(way)
    return way[place] if place < len(way) else None
