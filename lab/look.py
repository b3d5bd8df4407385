"""Streamlit's own furniture, set once for every page so that the picture is above the fold."""

from functools import cache

import streamlit as st

from lab import assets


@cache
def _style() -> str:
    return f"<style>{assets.find('shell.css').read_text('utf-8')}</style>"


def furnish() -> None:
    """Put the shell's style on the page. It is our own constant text, and nobody else's."""
    st.html(_style())
