"""The guided starts on the front page: lists of steps across pages, with what of them is done."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lab.course import course, page_declaration
from lab.ui import live_element


@dataclass(frozen=True)
class GuidedStart:
    """One way. `steps`: by the pages' folders, how many of their first steps belong to it."""

    title: str
    line: str
    steps: Mapping[str, int]

    def places(self) -> list[dict[str, Any]]:
        """Its steps as the rail knows them, each with its address; a page that has no steps is one
        place."""
        return [place for name, count in self.steps.items() for place in _of_page(name, count)]


def _of_page(name: str, count: int) -> list[dict[str, Any]]:
    page = page_declaration.page(name)
    if page is None or not course.current().has(name):
        return []
    if not page.steps:
        ids = [one.id for one in page.challenges]
        return [
            {"address": page.path, "title": page.title, "page": "", "id": "", "challenges": ids}
        ]
    links = [step.link(page.name) for step in page.steps[:count]]
    return [
        {
            "address": page.path + (f"?step={link['name']}" if k else ""),
            "title": link["title"],
            "page": page.title,
            "id": link["id"],
            "challenges": link["challenges"],
        }
        for k, link in enumerate(links)
    ]


def element(starts: Iterable[GuidedStart]) -> Any:
    """The starts; returns the element's triggers, for `course_map.follow_link`."""
    listed = [
        {"title": one.title, "line": one.line, "places": places}
        for one in starts
        if (places := one.places())
    ]
    return live_element.mount_static("starts", {"kind": "starts", "starts": listed, "asks": "go"})
