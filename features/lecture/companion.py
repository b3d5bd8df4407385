"""What another feature has in the lecture view, beside the picture or over it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lab.course.course import Course
from lab.course.feature import features
from lab.endpoints import static_assets


@dataclass(frozen=True)
class Companion:
    """A script that exports `join`, see companion.js, and its style sheets. `data`: what it is told
    on the page of this name."""

    script: str
    data: Callable[[str], dict[str, Any]]
    styles: tuple[str, ...] = ()

    def told(self, page: str) -> dict[str, Any]:
        """What the lecture view is told of it."""
        return self.data(page) | {"module": static_assets.url(self.script)}


def companions(course: Course) -> list[Companion]:
    """Those of the features that a course has, which hand them to the lecture."""
    return [one.extends["lecture"] for one in features(course) if "lecture" in one.extends]
