"""The shell of every page: the navigation, and the parts that the course and features add."""

from functools import partial
from typing import Any

import streamlit as st

import features.order  # noqa: F401  (the features declare themselves)
from lab.course import course, page_declaration
from lab.course.feature import features as features_of
from lab.course.glossary.terms import set_first_mentions, set_label_terms
from lab.course.page_declaration import HOME
from lab.serving.page_run_limiter import RUN_LIMITER
from lab.ui import hidden_controls, live_element, page, page_header_footer
from lab.ui.module_mount import mount_module
from lab.ui.shell import page_foot, term_marks, theme_css
from pages.order import PAGES
from pages.readout_terms import TERM_OF_LABEL
from pages.terms_by_step import FIRST_SAID

COURSE = course.current()
set_first_mentions(FIRST_SAID)
set_label_terms(TERM_OF_LABEL)


@st.fragment(key=live_element.END)
def end_of_page(name: str) -> None:
    """Draw what features add at the end of a page, and mark the terms of the page."""
    page_foot.page_end(name)
    term_marks.mark("glossary")


def run_page(selected: Any, is_alone: bool | None) -> None:
    """Run a page, or show why it is closed.

    The header gets the name of a page without steps, unless the page is shown without navigation.
    """
    name = page.name_of(selected)
    if closed_reason := COURSE.dates.closed_reason(name):
        page_header_footer.closed_page(name, closed_reason)
        return
    selected.run()
    declaration = page_declaration.pages()[name]
    if not (is_alone or declaration.steps) and live_element.should_draw_rest():
        page_header_footer.name_in_header(declaration)


def document_title(name: str) -> str:
    """Return the title of the browser's window: that of the page and that of the course, on the
    front page only that of the course.
    """
    own_title = page_declaration.pages()[name].title
    return COURSE.title if name == HOME else f"{own_title} – {COURSE.title}"


with RUN_LIMITER.admit():
    st.session_state[live_element.PARTS] = []
    theme_css.add_page_style()
    NUMBERS = {listed_page.path: f"{k} " for k, listed_page in enumerate(COURSE.ordered_pages(), 1)}
    ENTRIES = [
        st.Page(listed_page.file, title=listed_page.title, default=True)
        if listed_page.name == HOME
        else st.Page(
            listed_page.file,
            title=NUMBERS.get(listed_page.path, "") + listed_page.title,
            url_path=listed_page.path,
        )
        for listed_page in PAGES
    ]
    LISTED = COURSE.order(ENTRIES, page.name_of)
    is_only_page = (
        hidden_controls.fills_screen()
        or hidden_controls.is_hidden("navigation")
        or st.context.is_embedded
    )
    selected = st.navigation(LISTED, position="hidden" if is_only_page else "top")
    st.session_state[page.PAGE_KEY] = page.name_of(selected)
    st.set_page_config(page_title=document_title(page.name_of(selected)), layout="wide")
    if message := hidden_controls.trouble():
        st.warning(page.escape_markdown(message))
    run = partial(run_page, selected, is_only_page)
    for feature in features_of(COURSE):
        if feature.around_page:
            run = partial(feature.around_page, LISTED, selected, run)
    run()
    end_of_page(page.name_of(selected))
    page.links_home(COURSE.links)
    for feature in features_of(COURSE):
        for script in feature.picture_scripts:  # scripts must not delay the first picture
            mount_module(feature.name, script, {"after_picture": True}, feature.styles)
    page_foot.draw(page.name_of(selected))
