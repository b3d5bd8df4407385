"""The download button for the quiz and the predictions of a page."""

from dataclasses import replace
from functools import partial

import streamlit as st

from lab.course import course, open_parts, page_declaration
from lab.ui import quiz
from lab.ui.shell.take_away_section import ShownPage

SENTENCE = (
    "Moodle, Canvas, Ilias, OpenOLAT and Anki can import the quiz, with a reason for each option, "
    "and the predictions."
)


def sentence(page: ShownPage) -> str:
    """Describe the download; "" for a page without open quiz questions."""
    return SENTENCE if quiz.questions_of(page.name) else ""


def button(page: ShownPage) -> None:
    st.download_button(
        "Questions for Moodle, QTI, Anki", partial(make_zip, page.name),
        f"{page.name}_questions.zip", "application/zip", key="take-questions", on_click="ignore",
    )  # fmt: skip


def make_zip(name: str) -> bytes:
    """Return a zip file with the open quiz questions and predictions of a page; no bytes if there
    is no such page."""
    from features.questions.question_bank import questions_from_page  # only imported for a download
    from features.questions.question_files import zip_files

    declaration = page_declaration.page(name)
    if not declaration:
        return b""
    open_declaration = replace(
        declaration, quiz=open_parts.questions(name), steps=open_parts.open_steps(name)
    )
    return zip_files(questions_from_page(open_declaration), course.current().title)
