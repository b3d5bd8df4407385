"""Streamlit's own furniture, set once for every page so that the picture is above the fold and the
palette is at hand outside the live elements too."""

from functools import cache

import streamlit as st

from lab.endpoints import static_assets
from lab.ui.module_mount import add_style
from lab.ui.palette import DARK, LIGHT


@cache
def _style() -> str:
    return f"<style>{_tones()}\n{static_assets.read('assets/styles/streamlit/page.css')}</style>"


def _tones() -> str:
    """Return the palette as custom properties that follow Streamlit's theme."""
    pairs = ((name.replace("_", "-"), tone, DARK[name]) for name, tone in LIGHT.items())
    return ":root { " + " ".join(f"--kl-{n}: light-dark({a}, {b});" for n, a, b in pairs) + " }"


def furnish() -> None:
    """Put the shell's style on the page, with that of a frame in another page where it is in one.
    It is our own constant text, and nobody else's.
    """
    st.html(_style())
    if st.context.is_embedded:
        add_style("assets/styles/embed.css")
        add_style("assets/styles/streamlit/embed.css")
