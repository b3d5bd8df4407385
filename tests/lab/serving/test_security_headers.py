"""Every answer has security headers, and a page's policy allows only what the page needs."""

import base64
import hashlib

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

import app
from lab.course.course import Course
from lab.endpoints.static_assets import ELEMENT, url
from lab.serving import middleware_stack
from lab.serving.allowed_hosts import AllowedHosts
from lab.serving.security_headers import SecurityHeaders, inline_hashes, page_headers, policy
from tests.lab.asgi import get
from tests.lab.serving.apps import call, hello

EVERYWHERE = ("content-security-policy", "x-content-type-options", "referrer-policy",
              "cross-origin-resource-policy")  # fmt: skip


def page(_):
    return HTMLResponse("<p>", headers={"Content-Security-Policy": "script-src *"})


def build_app(course: Course = Course()) -> Starlette:  # noqa: B008
    """Return the app's own routes behind its own middleware, without Streamlit's parts."""
    layers = middleware_stack.middleware(course, app.ROUTES, ["svm"], app.POLICIES)
    return Starlette(routes=[*app.ROUTES, Route("/svm", page)], middleware=layers)


WHOLE_APP = build_app()
# Event streams last for seconds and have tests of their own; an asset's address is added below.
OTHER_ROUTES = {"/assets/{version}/{name:path}", "/timing", "/cost", "/recovery"}
PATHS = sorted({route.path for route in app.ROUTES} - OTHER_ROUTES)


def test_the_policy_has_no_word_that_a_browser_does_not_know():
    """WebKit complains about manifest-src on every page, and the pages have no manifest."""
    assert "manifest-src" not in policy()


@pytest.mark.parametrize("path", [*PATHS, url(ELEMENT), "/nowhere", "/svm"])
def test_every_answer_has_the_headers(path):
    reply = get(WHOLE_APP, path, "nonsense=%3Cscript%3E")
    for name in EVERYWHERE:
        assert reply.headers.get(name), name
    assert reply.headers["x-content-type-options"] == "nosniff"
    if reply.status >= 400:
        assert not reply.headers["content-type"].startswith("text/html")


def test_a_page_has_one_policy_and_it_is_ours():
    policy_text = get(WHOLE_APP, "/svm").headers["content-security-policy"]
    assert policy_text == page_headers()["content-security-policy"]


def test_the_policy_is_tight():
    directives = policy(scripts=inline_hashes())
    words = {word for sources in directives.values() for word in sources}
    assert not words & {"'unsafe-eval'", "*", "https:", "http:", "'unsafe-hashes'"}
    assert "'unsafe-inline'" not in directives["script-src"]
    assert directives["default-src"] == directives["object-src"] == ("'none'",)
    assert [word for word in words if word.startswith("'sha256-")], "Streamlit's one line of script"


def test_frame_ancestors_come_from_the_course():
    default_headers = page_headers()
    assert "frame-ancestors 'self';" in default_headers["content-security-policy"]
    assert default_headers["x-frame-options"] == "SAMEORIGIN"
    headers = get(
        build_app(Course(frame_ancestors=("https://moodle.example.edu",))), "/svm"
    ).headers
    assert (
        "frame-ancestors 'self' https://moodle.example.edu;" in headers["content-security-policy"]
    )
    assert "x-frame-options" not in headers


@pytest.mark.parametrize("name", app.POLICIES)
def test_plain_pages_may_do_less_than_the_apps(name):
    """The policy allows one style by its hash, scripts of this site, and no framing."""
    site = build_app(Course(frame_ancestors=("https://moodle.example.edu",)))
    replies = [get(site, path, accept="text/html") for path in (f"/{name}", f"/{name}/ccccccc")]
    page_reply = next(
        reply for reply in replies if reply.headers["content-type"].startswith("text/html")
    )
    policy_text = page_reply.headers["content-security-policy"]
    assert (
        "unsafe" not in policy_text and "blob:" not in policy_text and "moodle" not in policy_text
    )
    assert policy_text.startswith("default-src 'none'; style-src 'sha256-")
    assert (
        "frame-ancestors 'none'" in policy_text and page_reply.headers["x-frame-options"] == "DENY"
    )
    style = page_reply.body.decode().partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in policy_text
    near = get(WHOLE_APP, f"/{name}way").headers["content-security-policy"]
    assert near != policy_text, "only what is below these paths"


def test_non_page_answers_have_a_closed_policy():
    reply = get(WHOLE_APP, url(ELEMENT))
    assert reply.headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("host", "status"),
    [("kernels.example.edu", 200), ("KERNELS.example.edu:443", 200), ("evil.example", 421),
     ("", 421), ("kernels.example.edu.evil.example", 421), ("[::1]:80", 200), ("[::2]", 421)],
)  # fmt: skip
def test_other_host_names_are_refused(host, status):
    layers = [Middleware(AllowedHosts, hosts=("kernels.example.edu", "[::1]"))]
    site = Starlette(routes=[Route("/", hello), Route("/healthz", hello)], middleware=layers)
    assert call(site, headers={"host": host}).status == status
    assert call(site, "/healthz", headers={"host": host}).status == 200


def test_headers_pass_other_kinds_of_answers_unchanged():
    layers = [Middleware(SecurityHeaders)]
    site = Starlette(routes=[Route("/", lambda _: Response(status_code=204))], middleware=layers)
    assert get(site, "/").status == 204


def test_a_page_that_has_not_changed_keeps_the_policy_it_came_with():
    """A browser merges the headers of a 304 into the stored page: another policy would make it
    empty."""
    layers = [Middleware(SecurityHeaders)]
    routes = [Route("/", lambda _: Response(status_code=304, headers={"ETag": '"1"'}))]
    reply = get(Starlette(routes=routes, middleware=layers), "/")
    assert reply.status == 304 and "content-security-policy" not in reply.headers
