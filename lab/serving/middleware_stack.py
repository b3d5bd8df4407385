"""Compose all middleware, and set the course's limits in Streamlit."""

import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute
from streamlit import config, runtime
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from lab.course.course import Course
from lab.endpoints.client_identity import ClientIdentity
from lab.endpoints.static_assets import public_path
from lab.endpoints.token_bucket import WORK
from lab.serving.access_log import AccessLog
from lab.serving.allowed_hosts import AllowedHosts
from lab.serving.client_limits import ClientLimits
from lab.serving.framed_cookie import FramedCookie
from lab.serving.metrics import METRICS
from lab.serving.origin_check import SameOrigin
from lab.serving.request_limits import RequestLimits
from lab.serving.security_headers import SecurityHeaders, file_headers
from lab.serving.streamlit_files.gzip_cache import GzipCache
from lab.serving.streamlit_files.page_head import PageHead


def middleware(
    course: Course,
    routes: Iterable[BaseRoute],
    pages: Iterable[str],
    policies: Mapping[str, str] = MappingProxyType({}),
    workers: Mapping[str, str] = MappingProxyType({}),
    site_address: str = "",
    cross_site: Iterable[str] = (),
) -> list:
    """Return all middleware, from the outside in.

    `routes` and `pages`: the routes and pages whose names the log may contain; `policies`: content
    security policies of pages without Streamlit, by name; `workers`: content security policies of
    worker scripts, by prefix of their paths; `site_address`: the address of the course's static
    site; `cross_site`: paths to which pages of other sites may send data.
    """
    base = public_path("")
    routes_served = {
        getattr(route, "path", "").removeprefix(base).split("/")[0] for route in routes
    }
    files = (public_path("static/"), public_path("assets/"), *workers)
    METRICS.gauge("kernels_work_seconds_total", "Processor time of answers that were computed.",
                  lambda: WORK.spent_seconds, "counter")  # fmt: skip
    WORK.rate, WORK.burst = course.limits.work_per_second, course.limits.work_at_once
    return [
        Middleware(AccessLog, routes={*routes_served, *pages} - {""}),
        Middleware(
            SecurityHeaders,
            frame_ancestors=course.frame_ancestors,
            policies={public_path(name): policy for name, policy in policies.items()},
            workers=workers,
        ),
        *([Middleware(FramedCookie)] if course.frame_ancestors else []),
        Middleware(AllowedHosts, hosts=course.hosts),
        Middleware(SameOrigin, hosts=course.hosts, cross_site=(*cross_site,)),
        Middleware(ClientIdentity, proxies=course.proxies),
        Middleware(RequestLimits, course.limits.upload_megabytes, uploaded_bytes),
        Middleware(ClientLimits, course.limits, files, nginx_counts=nginx_counts()),
        Middleware(GzipCache, prefix=files[0]),
        Middleware(
            PageHead,
            site=site_address,
            host_origins=config.get_option("client.allowedOrigins"),
        ),
    ]


def nginx_counts() -> bool:
    """Return whether nginx counts each client's requests and pages, as set by the files in deploy/
    that start the app behind nginx."""
    return os.environ.get("NGINX_COUNTS") == "1"


def uploaded_bytes(session: str) -> tuple[int, int]:
    """Return the number of bytes of uploaded files in memory, of a session and of all sessions."""
    if not runtime.exists():
        return 0, 0
    manager = runtime.get_instance().uploaded_file_mgr
    files_by_session: dict[str, dict[str, UploadedFileRec]] = getattr(manager, "file_storage", {})
    sums = {
        session_id: sum(len(file.data) for file in list(files.values()))
        for session_id, files in list(files_by_session.items())
    }
    return sums.get(session, 0), sum(sums.values())


def configure_streamlit(course: Course) -> None:
    """Set the course's upload limit and host names in Streamlit, which checks uploads and the web
    socket's host."""
    config.set_option("server.maxUploadSize", course.limits.upload_megabytes)
    config.set_option("server.allowedHosts", list(course.hosts))


def error_handler():
    """Return the error handler. The handler sets headers itself, since it runs outside of all
    middleware."""
    headers = file_headers()

    async def answer(request: Request, error: Exception) -> Response:
        message = "Something went wrong on the server. Reload the page, or try again in a moment."
        return PlainTextResponse(message, 500, headers)

    return answer
