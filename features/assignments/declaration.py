"""Assignments: tasks beside a page, composed of what is on the screen, handed in, and marked."""

from collections.abc import Callable, Sequence
from typing import Any

from features.assignments import marking_page, task_composer, task_panel, task_shelf
from lab.course.feature import Feature, Setting


def _around_page(pages: Sequence[Any], shown: Any, run: Callable[[], None]) -> None:
    """The page beside a task, or the instructor's in its place."""
    draw = marking_page.show if marking_page.asked_for() else run
    task_panel.run_beside_task(pages, shown, draw)


FEATURE = Feature(
    name="assignments",
    is_on=lambda _: True,
    # A folder of their files, a path from the folder of course.toml.
    settings=(Setting("assignments", "", lambda reader, key: reader.words("", key, "")),),
    address_words=("task", "answer"),
    styles=(task_panel.STYLE,),
    around_page=_around_page,
    front_page=task_shelf.shelf,
    page_end=task_composer.button,
)
