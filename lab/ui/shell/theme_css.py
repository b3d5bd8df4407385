"""Style Streamlit's own elements on every page.

The first picture is then visible without scrolling, and the palette is available outside the live
elements too.
"""

from functools import cache

import streamlit as st

from lab.endpoints import static_assets
from lab.ui.module_mount import add_style
from lab.ui.palette import DARK, FORCED, LIGHT


@cache
def _style() -> str:
    return f"<style>{_tones()}\n{static_assets.read('assets/styles/streamlit/page.css')}</style>"


def _tones() -> str:
    """Return the palette as CSS variables that follow Streamlit's theme, or forced colours."""
    tones = {name: f"light-dark({tone}, {DARK[name]})" for name, tone in LIGHT.items()}
    ordinary, forced = (
        " ".join(f"--kl-{name.replace('_', '-')}: {tone};" for name, tone in theme.items())
        for theme in (tones, FORCED)
    )
    return f":root {{ {ordinary} }}\n@media (forced-colors: active) {{ :root {{ {forced} }} }}"


def add_page_style() -> None:
    """Add the shell's style to the page, and the style for frames if the page is in a frame. Both
    are constant texts, without visitors' text.
    """
    st.html(_style())
    if st.context.is_embedded:
        add_style("assets/styles/embed.css")
        add_style("assets/styles/streamlit/embed.css")
