"""Let another feature declare a further way to hand in answers, besides a file and a link."""

from dataclasses import dataclass

from lab.course.course import Course
from lab.course.feature import features
from lab.endpoints import static_assets


@dataclass(frozen=True)
class Collector:
    """A script that exports `collect`, see collection.js."""

    script: str


def collector_scripts(course: Course) -> list[str]:
    """Return the addresses of the scripts with which the course's features collect answers."""
    collectors = (
        feature.extends["assignments"]
        for feature in features(course)
        if "assignments" in feature.extends
    )
    return [static_assets.url(collector.script) for collector in collectors]
