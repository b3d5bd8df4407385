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
    comparison,
    cost_clock,
    course,
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
from lab.classes.scene import ClassScene
from lab.first import SCENES
from lab.frames import FRAMES
from lab.regularisation import ball, pac, recovery
from lab.scene import Scene
from lab.serving import apart, health, logs, metrics, silent, stack
from lab.sgd import route as sgd

SWEEPS = {"frames": FRAMES, "class-frames": CLASS_FRAMES, "sgd": sgd.SGD_FRAMES}
SHELL = Path(__file__).resolve().parent / "pages" / "shell.py"

try:
    COURSE = course.current()
except course.CourseError as error:  # the host's to put right, before anybody sees a page
    raise SystemExit(str(error)) from None
stack.tell_streamlit(COURSE)
silent.bound()
if COURSE.log:
    logs.to_standard_output()


@asynccontextmanager
async def lifespan(app: st.App):
    """While the server is up: each page's first picture is solved before anybody asks."""
    prompt.send_at_once()
    prompt.take_short_turns()
    prompt.import_early()
    for frames in SWEEPS.values():
        frames.compute(apart.APART)
    FRAMES.warm([*COURSE.opening(Scene), *SCENES])
    CLASS_FRAMES.warm([*COURSE.opening(ClassScene), *CLASS_SCENES])
    health.HEALTH.state = "ok"
    yield
    health.HEALTH.state = "stopping"
    for frames in SWEEPS.values():
        frames.close()
    apart.APART.close()


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
    comparison.ROUTE,
    *health.HEALTH.routes(),
    *metrics.routes(),
]

for name, frames in SWEEPS.items():
    metrics.watch(name, frames.state)

app = st.App(
    SHELL,
    routes=ROUTES,
    middleware=stack.middleware(COURSE, ROUTES, course.page_names()),
    exception_handlers={Exception: stack.on_fault()},
    lifespan=lifespan,
    on_script_error=trouble.tell,
)
