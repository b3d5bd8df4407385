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
    """Draw the parts of features at the end of the page `name`."""
    for feature in features(course.current()):
        if feature.page_end and not hidden_controls.fills_screen():
            feature.page_end(name)


def draw(name: str) -> None:
    """Draw the notices about stored data below the page `name`, if a server runs the app.

    The link to the privacy page follows the notices; on the front page the link is drawn even if
    there are no notices.
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
