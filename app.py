"""The entry point: the server and its routes.

streamlit run app.py        or        uvicorn app:app
"""

import asyncio
import os

# Small linear systems are solved faster on one thread. OpenBLAS reads the value when NumPy loads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from threading import Thread

import streamlit as st
from streamlit import config

import features.order  # noqa: F401  (the import declares the features)
from lab.course import course
from lab.course.course_store import open_store
from lab.course.feature import features as features_of
from lab.endpoints import asset_route, json_endpoint, static_assets
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT
from lab.endpoints.endpoint import Endpoint, Stream
from lab.endpoints.server_sent_events import EventStream
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT, SweepEndpoint
from lab.endpoints.workers import process_pool
from lab.scene.class_scene import ClassScene
from lab.scene.scene import Scene
from lab.serving import (
    access_log,
    health,
    idle_connection_timeout,
    metrics,
    middleware_stack,
    plain_page,
    privacy,
    qr_code,
    startup_tuning,
)
from lab.serving.streamlit_files import module_pack
from lab.serving.sweep_server import SweepServer
from lab.ui.shell import error_page
from pages.order import PAGES
from pages.registry import ENDPOINTS

SHELL = Path(__file__).resolve().parent / "pages" / "shell.py"

try:
    COURSE = course.current()
    STORE = open_store(COURSE, features_of(COURSE))
except course.CourseError as error:  # course.toml has faults, or the store can't be opened
    raise SystemExit(str(error)) from None
middleware_stack.configure_streamlit(COURSE)
static_assets.set_base_path(config.get_option("server.baseUrlPath") or "")
idle_connection_timeout.limit_idle_connections()
if COURSE.log:
    access_log.log_to_standard_output()


@asynccontextmanager
async def lifespan(app: st.App):
    """Start the background work when the server starts, and clean up when it stops.

    The background work solves the first pictures of pages, packs scripts, deletes expired rows of
    the store, and runs what features declare.
    """
    startup_tuning.disable_nagle()
    startup_tuning.shorten_thread_switch()
    Thread(target=module_pack.make_packs, daemon=True).start()
    for sweeps in SWEEPS.values():
        sweeps.use_processes(process_pool.PROCESS_POOL)
    for endpoint, kind in ((SWEEP_ENDPOINT, Scene), (CLASS_SWEEP_ENDPOINT, ClassScene)):
        early_scenes = [scene for page in PAGES for scene in page.scenes_solved_at_start]
        shipped = [scene for scene in early_scenes if isinstance(scene, kind)]
        SWEEPS[endpoint.path].warm_cache([*COURSE.opening_scenes(kind), *shipped])
    async with STORE.clean_while_open() if STORE else nullcontext():
        work = [asyncio.ensure_future(run()) for run in BACKGROUND]
        health.HEALTH.state = "ok"
        yield
        health.HEALTH.state = "stopping"
        for task in work:
            task.cancel()
    for sweeps in SWEEPS.values():
        sweeps.close()
    process_pool.PROCESS_POOL.close()


ANSWERS = [feature.answers(COURSE, STORE) for feature in features_of(COURSE) if feature.answers]
BACKGROUND = [answer.background for answer in ANSWERS if answer.background]
POLICIES, WORKERS = {"privacy": plain_page.policy()}, dict[str, str]()
for answers in ANSWERS:
    POLICIES |= answers.policies
    WORKERS |= answers.workers
SWEEPS = {
    path: SweepServer(one, computes_in_browser=any(part.computes_in_browser for part in ANSWERS))
    for path, one in ENDPOINTS.items()
    if isinstance(one, SweepEndpoint)
}
ROUTES = [
    *(route for sweeps in SWEEPS.values() for route in sweeps.routes()),
    *(json_endpoint.route(answer) for answer in ENDPOINTS.values() if isinstance(answer, Endpoint)),
    *(EventStream(answer).route() for answer in ENDPOINTS.values() if isinstance(answer, Stream)),
    module_pack.route(),
    *asset_route.routes(),
    qr_code.route(),
    *(route for answers in ANSWERS for route in answers.routes),
    privacy.route(COURSE),
    *health.HEALTH.routes(),
    *metrics.routes(),
]

for name, sweeps in SWEEPS.items():
    metrics.watch(name, sweeps.state)

app = st.App(
    SHELL,
    routes=ROUTES,
    middleware=middleware_stack.middleware(
        COURSE,
        ROUTES,
        course.page_names(),
        POLICIES,
        WORKERS,
        site_address=next((answer.site_address for answer in ANSWERS if answer.site_address), ""),
        cross_site=[path for answer in ANSWERS for path in answer.cross_site],
    ),
    exception_handlers={Exception: middleware_stack.error_handler()},
    lifespan=lifespan,
    on_script_error=error_page.show_error,
)
