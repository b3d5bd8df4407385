"""The section *Export and share*, the same on every page: what features bring of it.

Pictures and numbers are saved beside each picture itself, see assets/export/save-menu.js.
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
    "Save, under each picture, gives it as PNG or SVG with its caption and link, and its numbers "
    "as CSV."
)
Scripts = Mapping[str, str]  # code, by what it is written with


@dataclass(frozen=True)
class ShownPage:
    """A page as it is shown. `scene`: of its picture, where that has two classes or is a curve;
    `scripts`: those that the page has of its own. `again`: makes its scripts anew from the query
    of the page's first picture, where that moves without this section; so what is downloaded is
    of the picture as it is then. `figure`: whether the scene can be opened as a figure, too.
    """

    name: str
    scene: Any = None
    scripts: Scripts | None = None
    again: Callable[[str], Scripts] | None = None
    figure: bool = False


def draw(shown: ShownPage) -> None:
    """Draw the section of a page, unless the link hides it."""
    if hidden_controls.is_hidden("take_away") or hidden_controls.fills_screen():
        return
    every = (one.take_away for one in features(course.current()) if one.take_away)
    brought = [(one, said) for one in every if (said := one.sentence(shown))]
    st.header("Export and share", anchor=False)
    st.markdown(" ".join([SAVE, *(said for _, said in brought)]))
    with st.container(horizontal=True, key="take-away"):
        for one, _ in brought:
            one.buttons(shown)
        figures = [one.figure for one, _ in brought if one.figure]
        if shown.figure and figures:
            pressed = st.button("Open as a Plotly figure", help="Zoom, hover, download")
            if pressed or dialogs.is_due("figure"):
                for open_figure in figures:
                    open_figure(shown.scene)
    for one, _ in brought:
        if one.below:
            one.below(shown)
