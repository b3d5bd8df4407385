"""What a page's HTML brings that needs no web socket."""

import re

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route

from lab.endpoints.static_assets import url
from lab.serving.security_headers import inline_hashes
from lab.serving.streamlit_files.page_head import SCRIPT, PageHead
from tests.lab.asgi import get

STREAMLIT = '<html><head><script type="module" src="./x.js"></script></head><body>é<div id="root">'
STREAMLIT += "</div></body></html>"


def streamlit(request):
    if "if-none-match" in request.headers:
        return PlainTextResponse("", 304)
    if "accept-encoding" in request.headers:
        return HTMLResponse(b"packed", headers={"Content-Encoding": "gzip"})
    return HTMLResponse(STREAMLIT, headers={"ETag": "streamlits-own", "Set-Cookie": "a=b"})


ROUTES = [
    Route("/svm", streamlit),
    Route("/privacy", lambda _: HTMLResponse("<p>é")),
    Route("/frames", lambda request: PlainTextResponse(request.headers.get("if-none-match", ""))),
]
APP = Starlette(
    routes=ROUTES, middleware=[Middleware(PageHead, site='https://static.example.edu/"k')]
)


def test_a_page_has_our_script_before_streamlits_and_is_what_it_says():
    asked = {
        "accept": "text/html,*/*",
        "accept_encoding": "gzip",
        "if_none_match": "streamlits-own",
    }
    reply = get(APP, "/svm", **asked)
    html = reply.body.decode()
    ours, theirs = (html.index(part) for part in (url(SCRIPT), "./x.js"))
    assert ours < theirs
    assert int(reply.headers["content-length"]) == len(reply.body)
    assert "etag" not in reply.headers, "it is that of Streamlit's file"
    assert reply.headers["set-cookie"] == "a=b"
    assert 'data-connection="https://static.example.edu/&quot;k"' in html
    assert re.sub(r'<script type="module" src="/assets.*?</script>', "", html) == STREAMLIT


def test_everything_else_is_left_alone():
    assert get(APP, "/privacy", accept="text/html").body.decode() == "<p>é"
    assert get(APP, "/frames", accept="*/*", if_none_match="x").body == b"x"


def test_streamlits_page_is_known_by_what_it_consists_of():
    """A new version of Streamlit whose page is another one has to be looked at."""
    from pathlib import Path

    import streamlit

    page = Path(streamlit.__file__).with_name("static").joinpath("index.html").read_bytes()
    whole = Starlette(
        routes=[Route("/", lambda _: HTMLResponse(page))], middleware=[Middleware(PageHead)]
    )
    assert url(SCRIPT).encode() in get(whole, "/", accept="text/html").body
    assert len(inline_hashes()) == 1
