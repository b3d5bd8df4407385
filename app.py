"""The front door: the server and its routes.

streamlit run app.py        or        uvicorn app:app
"""

import os

# Small systems are solved faster on one thread; this must be said before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st

from lab import (
    assets,
    builder,
    cost_clock,
    eigen,
    gallery,
    gram_editor,
    inner,
    kernel_search,
    prompt,
    proof,
    street,
    timing,
    trouble,
    vote,
)
from lab.classes.first import SCENES as CLASS_SCENES
from lab.classes.frames import CLASS_FRAMES
from lab.classes.routes import ROUTES as CLASS_ROUTES
from lab.first import SCENES
from lab.frames import FRAMES
from lab.regularisation import ball, pac, recovery
from lab.sgd import route as sgd

SHELL = Path(__file__).resolve().parent / "pages" / "shell.py"


@asynccontextmanager
async def lifespan(app: st.App):
    """While the server is up: each page's first picture is solved before anybody asks."""
    prompt.send_at_once()
    FRAMES.warm(SCENES)
    CLASS_FRAMES.warm(CLASS_SCENES)
    yield
    FRAMES.close()
    CLASS_FRAMES.close()


ROUTES = [
    *FRAMES.routes(),
    *assets.routes(),
    *CLASS_ROUTES,
    *sgd.ROUTES,
    street.ROUTE,
    proof.ROUTE,
    vote.ROUTE,
    gram_editor.ROUTE,
    gallery.ROUTE,
    timing.ROUTE,
    builder.ROUTE,
    inner.ROUTE,
    cost_clock.ROUTE,
    ball.ROUTE,
    recovery.ROUTE,
    pac.ROUTE,
    kernel_search.ROUTE,
    eigen.ROUTE,
]

app = st.App(SHELL, routes=ROUTES, lifespan=lifespan, on_script_error=trouble.tell)
