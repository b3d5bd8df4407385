"""The front door: the server and its routes.

streamlit run app.py        or        uvicorn app:app
"""

import os

# Small systems are solved faster on one thread; this must be said before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st

from lab.course import course
from lab.endpoints import benchmark_stream, process_pool, sklearn_comparison, static_assets
from lab.endpoints.class_sweep_endpoint import CLASS_FRAMES
from lab.endpoints.sweep_endpoint import FRAMES
from lab.scene.class_default_scenes import SCENES as CLASS_SCENES
from lab.scene.class_scene import ClassScene
from lab.scene.default_scenes import SCENES
from lab.scene.scene import Scene
from lab.serving import (
    access_log,
    health,
    idle_connection_timeout,
    metrics,
    middleware_stack,
    startup_tuning,
)
from lab.ui import error_page, weighted_vote
from pages.is_it_a_kernel import builder_endpoint, counterexample_stream, gram_eigenvalues
from pages.kernel_trick import feature_timing, gallery, inner_product
from pages.multiclass.routes import ROUTES as CLASS_ROUTES
from pages.regularisation import norm_ball, pac, sparse_recovery
from pages.representer_theorem import gram_editor
from pages.stochastic_gradient import endpoint as sgd
from pages.svm import certificate_endpoint, margin_by_hand

SWEEPS = {"frames": FRAMES, "class-frames": CLASS_FRAMES, "sgd": sgd.SGD_FRAMES}
SHELL = Path(__file__).resolve().parent / "pages" / "shell.py"

try:
    COURSE = course.current()
except course.CourseError as error:  # the host's to put right, before anybody sees a page
    raise SystemExit(str(error)) from None
middleware_stack.tell_streamlit(COURSE)
idle_connection_timeout.bound()
if COURSE.log:
    access_log.to_standard_output()


@asynccontextmanager
async def lifespan(app: st.App):
    """While the server is up: each page's first picture is solved before anybody asks."""
    startup_tuning.send_at_once()
    startup_tuning.take_short_turns()
    startup_tuning.import_early()
    for frames in SWEEPS.values():
        frames.compute(process_pool.APART)
    FRAMES.warm([*COURSE.opening(Scene), *SCENES])
    CLASS_FRAMES.warm([*COURSE.opening(ClassScene), *CLASS_SCENES])
    health.HEALTH.state = "ok"
    yield
    health.HEALTH.state = "stopping"
    for frames in SWEEPS.values():
        frames.close()
    process_pool.APART.close()


ROUTES = [
    *FRAMES.routes(),
    *static_assets.routes(),
    *CLASS_ROUTES,
    *sgd.ROUTES,
    margin_by_hand.ROUTE,
    certificate_endpoint.ROUTE,
    weighted_vote.ROUTE,
    gram_editor.ROUTE,
    gallery.ROUTE,
    benchmark_stream.ROUTE,
    builder_endpoint.ROUTE,
    inner_product.ROUTE,
    feature_timing.ROUTE,
    norm_ball.ROUTE,
    sparse_recovery.ROUTE,
    pac.ROUTE,
    counterexample_stream.ROUTE,
    gram_eigenvalues.ROUTE,
    sklearn_comparison.ROUTE,
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
