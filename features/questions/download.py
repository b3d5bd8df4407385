"""The quiz and the predictions of a page as a file for other platforms."""

from dataclasses import replace
from functools import partial

import streamlit as st

from lab.course import course, open_parts, page_declaration
from lab.ui import quiz
from lab.ui.shell.take_away_section import ShownPage

SENTENCE = (
    "Quiz and predictions come as files that Moodle, Canvas, Ilias, OpenOLAT and Anki import, with "
    "the reason of each option."
)


def sentence(shown: ShownPage) -> str:
    """What there is to download; "" for a page without a quiz."""
    return SENTENCE if quiz.questions_of(shown.name) else ""


def button(shown: ShownPage) -> None:
    st.download_button(
        "Questions for Moodle, QTI, Anki", partial(questions_of, shown.name),
        f"{shown.name}_questions.zip", "application/zip", key="take-questions", on_click="ignore",
    )  # fmt: skip


def questions_of(name: str) -> bytes:
    """The quiz and the predictions of a page, those that are open, as a zip."""
    from features.questions.question_bank import of_page  # not for the first picture
    from features.questions.question_files import zip_files

    declared = page_declaration.page(name)
    if not declared:
        return b""
    now = replace(declared, quiz=open_parts.questions(name), challenges=open_parts.challenges(name))
    return zip_files(of_page(now), course.current().title)
