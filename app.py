"""The front door: the server and its routes.

streamlit run app.py        or        uvicorn app:app
"""

import os

# Small systems are solved faster on one thread; this must be said before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

import streamlit as st

from lab.course import course
from lab.endpoints import (
    asset_route,
    benchmark_stream,
    json_endpoint,
    metrics,
    process_pool,
    sklearn_comparison,
)
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
from lab.hall import hall
from lab.hall import routes as hall_routes
from lab.scene.class_scene import ClassScene
from lab.scene.scene import Scene
from lab.serving import (
    access_log,
    health,
    idle_connection_timeout,
    middleware_stack,
    startup_tuning,
)
from lab.ui import weighted_vote
from lab.ui.shell import error_page
from pages.order import PAGES

SWEEPS = {"frames": SWEEP_ENDPOINT, "class-frames": CLASS_SWEEP_ENDPOINT}
SWEEPS |= {name: sweeps for page in PAGES for name, sweeps in page.sweeps.items()}
SHELL = Path(__file__).resolve().parent / "pages" / "shell.py"

try:
    COURSE = course.current()
except course.CourseError as error:  # the host's to put right, before anybody sees a page
    raise SystemExit(str(error)) from None
middleware_stack.tell_streamlit(COURSE)
idle_connection_timeout.bound()
HALL = hall.of_course(COURSE)
if COURSE.log:
    access_log.to_standard_output()


@asynccontextmanager
async def lifespan(app: st.App):
    """While the server is up: each page's first picture is solved before anybody asks."""
    startup_tuning.send_at_once()
    startup_tuning.take_short_turns()
    startup_tuning.import_early()
    for frames in SWEEPS.values():
        frames.compute(process_pool.PROCESS_POOL)
    for frames, kind in ((SWEEP_ENDPOINT, Scene), (CLASS_SWEEP_ENDPOINT, ClassScene)):
        shipped = [one for page in PAGES for one in page.solved_early if isinstance(one, kind)]
        frames.warm([*COURSE.opening(kind), *shipped])
    async with hall_routes.serving(HALL) if COURSE.hall else nullcontext():
        health.HEALTH.state = "ok"
        yield
        health.HEALTH.state = "stopping"
    for frames in SWEEPS.values():
        frames.close()
    process_pool.PROCESS_POOL.close()


ENDPOINTS = [
    sklearn_comparison.ENDPOINT,
    weighted_vote.ENDPOINT,
    *(endpoint for page in PAGES for endpoint in page.endpoints),
]
ROUTES = [
    *SWEEP_ENDPOINT.routes(),
    *CLASS_SWEEP_ENDPOINT.routes(),
    *asset_route.routes(),
    benchmark_stream.ROUTE,
    *(json_endpoint.route(one) for one in ENDPOINTS),
    *(route for page in PAGES for route in page.routes),
    *(hall_routes.routes(HALL) if COURSE.hall else ()),
    *health.HEALTH.routes(),
    *metrics.routes(),
]

for name, frames in SWEEPS.items():
    metrics.watch(name, frames.state)

app = st.App(
    SHELL,
    routes=ROUTES,
    middleware=middleware_stack.middleware(COURSE, ROUTES, course.page_names()),
    exception_handlers={Exception: middleware_stack.on_fault()},
    lifespan=lifespan,
    on_script_error=error_page.tell,
)
