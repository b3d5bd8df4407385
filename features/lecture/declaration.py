"""The lecture: one picture over the whole screen, playlists of scenes, a frame to copy."""

from collections.abc import Callable, Sequence
from typing import Any

from features.lecture import lecture_library, lecture_view, own_lecture, present_button
from lab.course.feature import Feature, Setting


def _around_page(pages: Sequence[Any], shown: Any, run: Callable[[], None]) -> None:
    """The page with the lecture view over it, or with the panel of one's own lecture."""
    lecture_view.stage(pages, shown)
    own_lecture.panel(shown)
    run()


FEATURE = Feature(
    name="lecture",
    is_on=lambda _: True,
    # A path from the folder of course.toml, or a name; read when the lecture is opened.
    settings=(Setting("playlist", "", lambda reader, key: reader.words("", key, "")),),
    address_words=("list",),
    screen_words={"view": "lecture", "list": ""},
    styles=(lecture_view.STYLE, own_lecture.STYLE),
    beside_question=present_button.button,
    around_page=_around_page,
    front_page=lecture_library.shelf,
)
