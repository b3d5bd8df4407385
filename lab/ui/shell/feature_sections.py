"""The sections of the front page that features bring."""

from lab.course import course
from lab.course.feature import features


def draw() -> None:
    """The sections, in the order of the features."""
    for feature in features(course.current()):
        if feature.front_page:
            feature.front_page()
