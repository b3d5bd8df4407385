"""Draw the section *Export and share* of every page, from the parts of features.

The button that saves a picture or its numbers is under the picture, see assets/export/save-menu.js.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from lab.course import course
from lab.course.feature import features
from lab.ui import hidden_controls
from lab.ui.shell import dialogs

SAVE = (
    "The button “Save” under each picture downloads the picture as PNG or SVG, with its caption "
    "and link, or its numbers as CSV."
)
Scripts = Mapping[str, str]  # the code of each script, by the library that it uses


@dataclass(frozen=True)
class ShownPage:
    """The state of a page that an export needs.

    `scripts`: the page's own scripts; `scene`: the page's scene, if the page has no scripts of its
    own. `make_scripts`: a function that makes the scripts from the query of the page's first
    picture, if that picture can change without a run of the page; so a download has the picture's
    current state. `figure`: whether the scene can be opened as a Plotly figure.
    """

    name: str
    scene: Any = None
    scripts: Scripts | None = None
    make_scripts: Callable[[str], Scripts] | None = None
    figure: bool = False


def draw(page: ShownPage) -> None:
    """Draw the section *Export and share* of a page, unless the link hides it or one picture fills
    the screen."""
    if hidden_controls.is_hidden("take_away") or hidden_controls.fills_screen():
        return
    parts = (part.take_away for part in features(course.current()) if part.take_away)
    sentences = [(part, sentence) for part in parts if (sentence := part.sentence(page))]
    st.header("Export and share", anchor=False)
    st.markdown(" ".join([SAVE, *(sentence for _, sentence in sentences)]))
    with st.container(horizontal=True, vertical_alignment="bottom", key="take-away"):
        for part, _ in sentences:
            part.buttons(page)
        figures = [part.figure for part, _ in sentences if part.figure]
        if page.figure and figures:
            is_pressed = st.button("Open as a Plotly figure", help="Zoom, hover, download")
            if is_pressed or dialogs.is_due("figure"):
                for open_figure in figures:
                    open_figure(page.scene)
    for part, _ in sentences:
        if part.draw_below:
            part.draw_below(page)
