"""Sonification: every curve and every plane can be heard, at the press of a button or a key.

The values are those that are drawn (`assets/draw/drawn-data.js`); the browser's WebAudio plays
them. docs/accessibility.md says what is heard, and why Chart2Music is not used.
"""

from collections.abc import Callable, Sequence
from typing import Any

from lab.course.feature import Feature, Privacy

STYLE = "features/sound/sound.css"


def _around_page(_pages: Sequence[Any], _page: Any, run: Callable[[], None]) -> None:
    """Mount the script, then run the page: the site mounts what stands at its top at once."""
    from lab.ui.module_mount import mount_module

    mount_module("sound", "features/sound/sound.js", {}, (STYLE,))
    run()


FEATURE = Feature(
    name="sound",
    is_on=lambda _: True,
    styles=(STYLE,),
    around_page=_around_page,
    privacy=Privacy(
        "Whether you listen to pictures, how loud and how fast, is stored by your own browser."
    ),
)
