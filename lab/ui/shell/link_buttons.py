"""What features offer beside a link: a shorter one, where the course has them."""

from lab.course import course
from lab.course.feature import features


def draw(name: str, target: str = "") -> None:
    """The buttons beside the link of the element `name`. `target`: its path and query, where it is
    not what the browser's address shows."""
    for feature in features(course.current()):
        if feature.link_button:
            feature.link_button(name, target)
