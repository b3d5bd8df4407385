"""Declare the lecture: the full-screen view of a picture, playlists, and iframes to copy."""

from collections.abc import Callable, Sequence
from typing import Any

from features.lecture import lecture_library, lecture_view, own_lecture, present_button
from lab.course.feature import Feature, Setting


def _around_page(pages: Sequence[Any], page: Any, run: Callable[[], None]) -> None:
    """Run the page, and draw the lecture view or the panel *My lecture* over it if one is open."""
    lecture_view.mount_lecture(pages, page)
    own_lecture.draw_panel(page)
    run()


FEATURE = Feature(
    name="lecture",
    is_on=lambda _: True,
    # The name of a shipped lecture, or a path relative to the folder of course.toml.
    settings=(Setting("playlist", "", lambda reader, key: reader.words("", key, "")),),
    address_words=("view", "list"),
    screen_words={"view": "lecture", "list": ""},
    styles=(lecture_view.STYLE, own_lecture.STYLE),
    beside_question=present_button.draw_button,
    around_page=_around_page,
    front_page=lecture_library.draw_library,
)
