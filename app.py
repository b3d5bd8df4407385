"""The front door: the server and its routes.

streamlit run app.py        or        uvicorn app:app
"""

import os

# Small systems are solved faster on one thread; this must be said before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st

from lab import assets, gallery, gram_editor, prompt, proof, street, timing, trouble, vote
from lab.first import SCENES
from lab.frames import FRAMES

SHELL = Path(__file__).resolve().parent / "pages" / "shell.py"


@asynccontextmanager
async def lifespan(app: st.App):
    """While the server is up: each page's first picture is solved before anybody asks."""
    prompt.send_at_once()
    FRAMES.warm(SCENES)
    yield
    FRAMES.close()


ROUTES = [
    *FRAMES.routes(),
    *assets.routes(),
    street.ROUTE,
    proof.ROUTE,
    vote.ROUTE,
    gram_editor.ROUTE,
    gallery.ROUTE,
    timing.ROUTE,
]

app = st.App(SHELL, routes=ROUTES, lifespan=lifespan, on_script_error=trouble.tell)
