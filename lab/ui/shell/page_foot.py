"""Draw the end of every page: the parts of features, and the note about stored data."""

import streamlit as st

from lab.course import course
from lab.course.computer import is_server
from lab.course.feature import features
from lab.course.page_declaration import HOME
from lab.endpoints.static_assets import public_path
from lab.ui import hidden_controls

PRIVACY_LINK_LABEL = "What is stored"


def page_end(name: str) -> None:
    """Draw the parts of features at the end of the page `name`, unless one picture fills the
    screen."""
    for feature in features(course.current()):
        if feature.page_end and not hidden_controls.fills_screen():
            feature.page_end(name)


def draw(name: str) -> None:
    """Draw the notices about stored data below the page `name`, and the link to the privacy page.

    Without notices the link is drawn on the front page only. Nothing is drawn if no server runs the
    app, if navigation is hidden, or while one picture fills the screen.
    """
    if hidden_controls.fills_screen() or not is_server():
        return
    active_features = features(course.current())
    notices = [
        feature.privacy.notice
        for feature in active_features
        if feature.privacy and feature.privacy.notice
    ]
    if (notices or name == HOME) and not hidden_controls.is_hidden("navigation"):
        st.caption(" ".join([*notices, f"[{PRIVACY_LINK_LABEL}]({public_path('privacy')})"]))
