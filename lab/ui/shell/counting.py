"""What the foot of a page says of what is stored, and the script that counts for the course."""

import streamlit as st

from lab.course import course
from lab.course.computer import COMPUTER, Computer
from lab.course.page_declaration import HOME
from lab.endpoints.static_assets import public_path
from lab.ui import hidden_controls
from lab.ui.module_mount import mount_module

COUNTED = "This course counts what is opened, met and answered, and not by whom."
STORED = "What is stored"


def foot(name: str) -> None:
    """The foot of the page `name`, where there is a server that stores anything."""
    if hidden_controls.lecture() or COMPUTER.owner != Computer().owner:
        return
    counts = bool(course.current().report_secret)
    if counts:
        script = "assets/furniture/progress/course-counts.js"
        mount_module("counts", script, {"page": name, "base": public_path("")})
    if (counts or name == HOME) and not hidden_controls.is_hidden("navigation"):
        link = f"[{STORED}]({public_path('privacy')})"
        st.caption(f"{COUNTED} {link}" if counts else link)
