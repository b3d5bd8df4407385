"""A browser stores the upload cookie also in a frame of another site."""

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from streamlit.web.server.starlette.starlette_server_config import XSRF_COOKIE_NAME

import app
from lab.course.course import Course
from lab.serving import middleware_stack
from lab.ui.shell import upload_notice
from tests.lab.asgi import get

FRAMED = Course(frame_ancestors=("https://moodle.example.edu",))
TOKEN = f"{upload_notice.COOKIE}=2|ab|cd|17"


OTHER_COOKIE = "hall-owner=a; Path=/hall/1; HttpOnly; SameSite=strict"


def send_cookie(course: Course, cookie: str, **headers: str) -> str:
    """Send a cookie through the app's middleware; return it as the browser receives it."""
    layers = middleware_stack.middleware(course, app.ROUTES, ["svm"])
    reply = Response(headers={"set-cookie": cookie})
    site = Starlette(routes=[Route("/x", lambda _: reply)], middleware=layers)
    return get(site, "/x", **headers).headers["set-cookie"]


@pytest.mark.parametrize("reach", ["SameSite=Lax", "SameSite=None; Secure", "SameSite=Lax; Secure"])
def test_streamlits_cookie_is_partitioned_where_another_site_may_frame_the_app(reach):
    cookie = send_cookie(FRAMED, f"{TOKEN}; Path=/; {reach}", x_forwarded_proto="https")
    assert cookie == f"{TOKEN}; Path=/; SameSite=None; Secure; Partitioned"


@pytest.mark.parametrize(
    ("course", "scheme"), [(FRAMED, "http"), (Course(), "https"), (FRAMED, "")]
)
def test_the_cookie_is_unchanged_without_tls_or_without_frames(course, scheme):
    headers = {"x_forwarded_proto": scheme} if scheme else {}
    cookie = f"{TOKEN}; Path=/; SameSite=Lax"
    assert send_cookie(course, cookie, **headers) == cookie


def test_the_owner_of_a_room_is_known_to_this_site_alone():
    assert send_cookie(FRAMED, OTHER_COOKIE, x_forwarded_proto="https") == OTHER_COOKIE


def test_the_cookie_has_the_name_that_streamlit_gives_it():
    assert upload_notice.COOKIE == XSRF_COOKIE_NAME
