"""Streamlit's files, compressed once: the same bytes, the right headers, other answers
unchanged."""

import gzip

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lab.serving.streamlit_files.gzip_cache import GzipCache
from tests.lab.asgi import get

TEXT = "let x = 1;\n" * 1000
FOR_EVER = {"Cache-Control": "public, immutable, max-age=31536000"}


class CountingFile:
    """A site behind the cache that counts how often it builds one of its files."""

    def __init__(self, budget=10**6):
        self.build_count = 0
        self.site = Starlette(
            routes=[Route(f"/static/{name}", self.answer(reply)) for name, reply in self.files()]
            + [Route("/frames", self.answer(lambda: PlainTextResponse(TEXT, headers=FOR_EVER)))],
            middleware=[Middleware(GzipCache, budget=budget)],
        )

    def files(self):
        yield "a.js", lambda: Response(TEXT, media_type="text/javascript", headers=FOR_EVER)
        yield "page", lambda: PlainTextResponse(TEXT, headers={"Cache-Control": "no-cache"})
        yield "b.png", lambda: Response(TEXT, media_type="image/png", headers=FOR_EVER)
        yield "c.js", lambda: Response("x", media_type="text/javascript", headers=FOR_EVER)
        yield "gone.js", lambda: Response(TEXT, 404, FOR_EVER, "text/javascript")

    def answer(self, reply):
        async def serve(_):
            self.build_count += 1
            return reply()

        return serve


def test_a_file_is_packed_once_and_unpacks_to_itself():
    files = CountingFile()
    first, second = (get(files.site, "/static/a.js", accept_encoding="gzip, br") for _ in "12")
    assert files.build_count == 1
    assert first.body == second.body and gzip.decompress(second.body).decode() == TEXT
    assert second.headers["content-encoding"] == "gzip"
    assert int(second.headers["content-length"]) == len(second.body) < len(TEXT) / 10
    assert second.headers["vary"] == "Accept-Encoding"
    assert second.headers["cache-control"] == FOR_EVER["Cache-Control"]
    assert second.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    ("path", "headers"),
    [("/static/a.js", {}), ("/static/page", {"accept_encoding": "gzip"}),
     ("/static/b.png", {"accept_encoding": "gzip"}), ("/static/c.js", {"accept_encoding": "gzip"}),
     ("/static/gone.js", {"accept_encoding": "gzip"}), ("/frames", {"accept_encoding": "gzip"}),
     ("/static/a.js", {"accept_encoding": "gzip", "range": "bytes=0-9"}),
     ("/static/a.js", {"accept_encoding": "gzip", "if_none_match": '"x"'})],
)  # fmt: skip
def test_other_files_are_passed_through(path, headers):
    files = CountingFile()
    replies = [get(files.site, path, **headers) for _ in range(2)]
    assert files.build_count == 2
    assert all("content-encoding" not in reply.headers for reply in replies)


def test_what_is_kept_is_bounded_in_bytes():
    files = CountingFile(budget=10)
    for _ in range(2):
        reply = get(files.site, "/static/a.js", accept_encoding="gzip")
        assert gzip.decompress(reply.body).decode() == TEXT
    assert files.build_count == 2
