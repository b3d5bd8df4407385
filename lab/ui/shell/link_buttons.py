"""What features offer beside a link: a shorter one, where the course has them."""

from lab.course import course
from lab.course.feature import features


def draw(name: str, target: str = "") -> None:
    """Draw the buttons beside the link of the element `name`.

    `target` is its path and query if the browser's address shows others.
    """
    for feature in features(course.current()):
        if feature.link_button:
            feature.link_button(name, target)
