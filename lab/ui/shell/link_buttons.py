"""Draw the buttons that the features (packages in `features/`) show beside a link."""

from lab.course import course
from lab.course.feature import features


def draw(name: str, target: str = "") -> None:
    """Draw the features' buttons beside a link; `name` identifies the link on its page.

    `target` is the path and query of the link, if they differ from the browser's address.
    """
    for feature in features(course.current()):
        if feature.link_button:
            feature.link_button(name, target)
