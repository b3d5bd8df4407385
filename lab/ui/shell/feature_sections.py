"""Draw the sections of the front page that features define."""

from lab.course import course
from lab.course.feature import features


def draw() -> None:
    """Draw the sections of the features, in their order."""
    for feature in features(course.current()):
        if feature.front_page:
            feature.front_page()
