"""Streamlit's own furniture, set once for every page so that the picture is above the fold."""

import streamlit as st

_STYLE = """
<style>
[data-testid="stMainBlockContainer"] { padding: 4.1rem clamp(1rem, 3.8vw, 5rem) 4rem; max-width: 120rem; }
[data-testid="stMain"] h1 { font-size: clamp(1.45rem, 2.1vw, 2.6rem); padding: 0; font-weight: 700; }
[data-testid="stMain"] h2 { font-size: clamp(1.25rem, 1.6vw, 2rem); padding: 1.2rem 0 0; font-weight: 650; }
.st-key-lead p { font-size: clamp(1rem, 1.15vw, 1.4rem); opacity: 0.75; }
[data-testid="stMain"] [data-testid="stVerticalBlock"] { gap: 0.65rem; }
[data-testid="stElementContainer"]:has(> [data-testid="stHtml"] style) { display: none; }
</style>
"""


def furnish() -> None:
    st.html(_STYLE)
