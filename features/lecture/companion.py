"""Declare what another feature shows in the lecture view, beside the picture or over it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lab.course.course import Course
from lab.course.feature import features
from lab.endpoints import static_assets


@dataclass(frozen=True)
class Companion:
    """A script that exports `join`, see companion.js, and its style sheets.

    `data` takes the name of a page and returns the script's data for it.
    """

    script: str
    data: Callable[[str], dict[str, Any]]
    styles: tuple[str, ...] = ()

    def page_data(self, page: str) -> dict[str, Any]:
        """Return the script's address and its data for a page."""
        return self.data(page) | {"module": static_assets.url(self.script)}


def companions(course: Course) -> list[Companion]:
    """Return the companions that the course's features declare for the lecture."""
    return [
        feature.extends["lecture"] for feature in features(course) if "lecture" in feature.extends
    ]
