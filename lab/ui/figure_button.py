"""The button for a figure of a scene, where a feature opens one."""

from collections.abc import Callable
from typing import Any

from lab.course import course
from lab.course.feature import features
from lab.ui import items

LABEL, HELP = "Open as a Plotly figure", "Zoom, hover, download"


def figure_button() -> list[items.Item]:
    """A picture's own button; the walk of its page then calls `open_figure`."""
    return [items.action("figure", LABEL, HELP)] if figures() else []


def figures() -> list[Callable[[Any], None]]:
    """What opens a figure of a scene."""
    brought = (one.take_away for one in features(course.current()) if one.take_away)
    return [one.figure for one in brought if one.figure]


def open_figure(scene: Any) -> None:
    """A figure of the scene, from each feature that has one."""
    for opens in figures():
        opens(scene)
