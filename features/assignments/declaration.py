"""Assignments: compose tasks, show them beside a page, hand in answers and mark them."""

from collections.abc import Callable, Sequence
from typing import Any

from features.assignments import library, marking_page, task_composer, task_panel, task_shelf
from lab.course.feature import Feature, Privacy, Setting


def _around_page(pages: Sequence[Any], page: Any, run: Callable[[], None]) -> None:
    """Draw the page, or the instructor's page if it is requested. If the address names a task, draw
    its panel beside the page."""
    draw = marking_page.show if marking_page.is_requested() else run
    task_panel.run_beside_task(pages, page, draw)


FEATURE = Feature(
    name="assignments",
    is_on=lambda _: True,
    # The folder of assignments, relative to the folder of course.toml.
    settings=(Setting("assignments", "", lambda reader, key: reader.words("", key, "")),),
    address_words=("view", "task", "answer"),
    step_words=("task",),
    dated_prefix=library.DATED_PREFIX,
    styles=(task_panel.STYLE,),
    around_page=_around_page,
    front_page=task_shelf.draw_list,
    page_end=task_composer.button,
    cleared_keys={"kernel-methods-live-1-homework": "your homework on this device"},
    privacy=Privacy(
        "Your homework, your code and assignments that you compose are stored in your own browser."
        " Your code and your explanations leave it only in an answer that you hand in or show as a"
        " QR code. Answers uploaded for marking are held in memory only, and never stored."
    ),
)
