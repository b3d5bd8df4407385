"""The tags in a page's HTML that replace Streamlit's own script tags."""

import gzip
import json
import re
from html import unescape
from pathlib import Path

import streamlit
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route

from lab.course import course, first_sweep
from lab.endpoints.static_assets import url
from lab.endpoints.workers.cpu_time_limit import CpuTimeExceeded
from lab.serving.security_headers import SecurityHeaders, inline_hashes
from lab.serving.streamlit_files.module_pack import CONNECTION, page_pack, streamlit_pack
from lab.serving.streamlit_files.page_head import PageHead
from tests.lab.asgi import get

STREAMLIT = Path(streamlit.__file__).with_name("static").joinpath("index.html").read_text("utf-8")


def page(request):
    if "if-none-match" in request.headers:
        return PlainTextResponse("", 304)
    if "accept-encoding" in request.headers:
        return HTMLResponse(b"packed", headers={"Content-Encoding": "gzip"})
    return HTMLResponse(STREAMLIT + "é", headers={"ETag": "streamlits-own", "Set-Cookie": "a=b"})


HANDOUT = "<p>τ = 3.2".encode()
PACKED = HTMLResponse(gzip.compress(HANDOUT), headers={"Content-Encoding": "gzip"})
ROUTES = [
    Route("/anywhere", page),
    Route("/handout", lambda _: PACKED),
    Route("/privacy", lambda _: HTMLResponse("<p>é")),
    Route("/frames", lambda request: PlainTextResponse(request.headers.get("if-none-match", ""))),
]
SITE = 'https://static.example.edu/"k'
APP = Starlette(
    routes=ROUTES,
    middleware=[
        Middleware(SecurityHeaders),
        Middleware(PageHead, site=SITE, host_origins=["https://moodle.example.edu"]),
    ],
)


def open_head():
    file_names = {
        "accept": "text/html,*/*",
        "accept_encoding": "gzip",
        "if_none_match": "streamlits-own",
    }
    return get(APP, "/anywhere", **file_names)


def early_data(html: str) -> dict[str, str]:
    """Return the data attributes of our script."""
    (tag,) = re.findall(r"<script nonce=[^>]*>", html)
    return {name: unescape(value) for name, value in re.findall(r'data-(\w+)="([^"]*)"', tag)}


def test_a_page_has_our_script_in_place_of_streamlits_and_is_what_it_says():
    reply = open_head()
    html = reply.body.decode()
    assert int(reply.headers["content-length"]) == len(reply.body) and html.endswith("é")
    assert "etag" not in reply.headers, "it is that of Streamlit's file"
    assert reply.headers["set-cookie"].startswith("_streamlit_xsrf=")
    words = early_data(html)
    (entry,) = re.findall(r'<script type="module"[^>]*src="([^"]*)"', STREAMLIT)
    assert json.loads(words["start"]) == [url(CONNECTION), entry], "ours says where the server is"
    assert words["connection"] == SITE
    assert json.loads(words["host"])["allowedOrigins"] == ["https://moodle.example.edu"]


def test_a_page_has_the_language_that_the_course_sets(request):
    assert '<html lang="en">' in open_head().body.decode()
    assert request.getfixturevalue("language_tag") in open_head().body.decode()


def test_a_page_has_the_title_of_the_course_before_streamlit_runs():
    html = open_head().body.decode()
    assert f"<title>{course.current().title}</title>" in html
    assert html.count("<title>") == 1


def test_packed_html_that_is_no_page_arrives_as_it_was_sent():
    """A handout is requested with any Accept header, and the server compresses it."""
    reply = get(APP, "/handout", accept="*/*", accept_encoding="gzip")
    assert reply.status == 200 and gzip.decompress(reply.body) == HANDOUT
    assert reply.headers["content-encoding"] == "gzip"


def test_no_module_is_under_way_before_the_import_map_and_all_come_in_two_answers():
    """Some browsers ignore an import map after a module has begun to load; fewer answers need fewer
    round trips."""
    html = open_head().body.decode()
    assert 'type="module"' not in html and "modulepreload" not in html
    assert not re.findall(r'<link[^>]*as="font"', html), "fonts can wait for the scripts"
    assert json.loads(early_data(html)["packs"]) == [streamlit_pack().url, page_pack().url]


def test_the_script_has_a_nonce_of_its_own_in_each_answer():
    head_fields = []
    for reply in (open_head(), open_head()):
        (nonce,) = re.findall(r'<script nonce="([^"]+)"', reply.body.decode())
        policy = reply.headers["content-security-policy"]
        assert (
            f"script-src 'nonce-{nonce}' 'self'" in policy
            and "unsafe-inline" not in (policy.split("script-src")[1].split(";")[0])
        )
        assert "script-nonce" not in reply.headers
        head_fields.append(nonce)
    assert head_fields[0] != head_fields[1] and min(map(len, head_fields)) >= 20


def test_a_formula_that_takes_too_long_to_read_only_costs_the_early_frame(monkeypatch):
    def compute_endlessly(*_):
        raise CpuTimeExceeded

    monkeypatch.setattr(first_sweep, "frame_of_page", compute_endlessly)
    assert early_data(open_head().body.decode())["frame"] == ""


def test_other_requests_are_passed_through():
    other_page = get(APP, "/privacy", accept="text/html")
    assert other_page.body.decode() == "<p>é"
    assert "nonce" not in other_page.headers["content-security-policy"]
    assert get(APP, "/frames", accept="*/*", if_none_match="x").body == b"x"


def test_streamlits_page_is_known_by_what_it_consists_of():
    """If a new version of Streamlit changes this page, a person must check it."""
    assert STREAMLIT.count('rel="modulepreload"') > 40
    assert len(re.findall(r'as="font"', STREAMLIT)) == 1
    assert early_data(open_head().body.decode())["font"].endswith(".woff2")
    assert len(inline_hashes()) == 1
