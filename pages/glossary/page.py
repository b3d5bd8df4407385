"""The glossary: each term with a short definition and a picture, each symbol and note in a line."""

from dataclasses import asdict

import streamlit as st

from lab.course.glossary.notes import ALL_ID, ALL_TEXT, NOTES
from lab.course.glossary.symbols import SYMBOLS
from lab.scene.scene import DEFAULT
from lab.scene.scripts import of_query
from lab.ui import live_element, page
from lab.ui.module_mount import mount_module
from lab.ui.page_header_footer import header
from lab.ui.shell import take_away_section, term_marks
from lab.ui.shell.take_away_section import ShownPage
from pages.glossary.declaration import PAGE, pictures


@st.fragment
def picture() -> None:
    scene = page.scene_of_address(DEFAULT, say=True)
    (classifier,) = pictures(scene, {})
    live_element.live("glossary", scene, live_element.Layout(classifier.main, classifier.side))


def write_entries() -> None:
    """Draw the lists of all terms, symbols and lecture notes."""
    data = {
        "terms": term_marks.entries(),
        "symbols": [asdict(symbol) for symbol in SYMBOLS],
        "notes": {
            "id": ALL_ID,
            "text": ALL_TEXT,
            "rows": [asdict(notes) | {"id": notes.id} for notes in NOTES],
        },
    }
    mount_module("glossary-list", "pages/glossary/list.js", data, [term_marks.STYLE])


header(
    PAGE.question,
    "The legend explains the marks of the picture. Press a word with a dotted underline, here or "
    "on any page, for its definition.",
)
picture()
if live_element.should_draw_rest():
    write_entries()
    take_away_section.draw(
        ShownPage("glossary", page.scene_of_address(DEFAULT), make_scripts=of_query)
    )
