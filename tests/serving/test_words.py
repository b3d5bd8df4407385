"""A script in every text field, on every page, in every question: it comes back as plain text."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.applications import Starlette
from streamlit.testing.v1 import AppTest

import app
from lab import course, live, page
from lab.classes.fields import CLASS_FIELDS
from lab.fields import FIELDS
from tests.lab.asgi import get

SHELL = Path(app.SHELL)
EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "[here](javascript:alert(1)) ![x](https://evil.example/x.png) **bold** $\\href{x}{y}$",
)
WORDS = (
    "show", "point", "line", "at", "walk", "inside", "step", "view", "list", "hide", "draws", "phi",
    "candidate", "beta", "hat", "shape", "w", "spot", "order", "tool", "points",
)  # fmt: skip
FILES = sorted(file.name for file in SHELL.parent.glob("*.py") if file.name != "shell.py")


class Tags(HTMLParser):
    """Which elements and attributes a piece of HTML has."""

    def __init__(self, text: str):
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found += [tag, *(f"{name}={value}" for name, value in attributes)]


def opened(name: str, words: dict[str, str]) -> AppTest:
    shown = AppTest.from_file(str(SHELL), default_timeout=30)
    shown.session_state[live.SEEN] = True
    shown.run()
    if name != "home.py":
        shown.switch_page(name)
    for word, text in words.items():
        shown.query_params[word] = text
    return shown.run()


@pytest.mark.thorough("image", "markdown")
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("evil", EVIL, ids=("script", "image", "markdown"))
def test_no_text_of_a_visitor_is_formatted_on_a_page(name, evil):
    shown = opened(name, dict.fromkeys({*FIELDS, *CLASS_FIELDS, *WORDS}, evil))
    assert not shown.exception
    assert shown.warning, "what can't be used is told, with the words that were given"
    for part in shown.main:
        if part.type in ("markdown", "warning", "error", "info", "success", "caption", "title"):
            text = str(part.value)
            plain = re.sub(r"\\([!-/:-@\[-`{-~])", "", text)  # what is escaped is no markup
            assert "alert" not in Tags(plain).found and "<script" not in plain, text
            assert "](javascript" not in plain and "onerror=" not in plain, text
            assert "evil.example/x.png)" not in plain, text
        elif part.type == "html":
            assert "alert(1)" not in str(part.proto), "no HTML is made from an address"
        elif part.type == "bidi_component":
            data = json.loads(part.proto.json)  # data only: the scripts are the app's own
            assert "alert(1)" not in part.proto.html_content
            assert "alert(1)" not in part.proto.js_content and data


# Streams of events go on for seconds; health and numbers read no words.
OTHERS = {"/assets/{version}/{name:path}", "/timing", "/cost", "/recovery", "/healthz", "/metrics"}
QUESTIONS = sorted({route.path for route in app.ROUTES} - OTHERS)


@pytest.mark.parametrize("path", QUESTIONS)
@pytest.mark.parametrize("evil", EVIL, ids=("script", "image", "markdown"))
def test_an_answer_that_repeats_a_visitors_words_is_no_page(path, evil):
    site = Starlette(routes=app.ROUTES)
    words = "&".join(f"{word}={quote(evil)}" for word in (*FIELDS, "along", *WORDS))
    reply = get(site, path, words)
    kind = reply.headers["content-type"].partition(";")[0]
    assert kind in ("application/json", "application/octet-stream")
    assert reply.status in (200, 400, 405), reply.body[:200]
    if reply.status == 400:
        assert json.loads(reply.body)["message"]


MALFORMED = (
    b"\xff\xfe\x00", b"%", b"%zz=%zz", b"a=1&a=2&a=3", b"&&&&=&=", b"=", b"m=", b"m=1e999999",
    b"m=" + b"9" * 5000, b"tau=nan&lam=inf", b"seed=-1", b"tau=0x10", "m=٣٣".encode(), b"m=1_000",
    b"formula=" + b"(" * 400, b"formula=" + b"rbf(1)*" * 50 + b"rbf(1)", b"edits=" + b";" * 3000,
    b"tree=" + b"(" * 500, b"\0" * 100, b"along=tau&stops=1e9&grid=99999", b";".join([b"x"] * 900),
)  # fmt: skip


@pytest.mark.parametrize("path", QUESTIONS)
def test_a_malformed_question_is_refused_in_words(path):
    site = Starlette(routes=app.ROUTES)
    for query in MALFORMED:
        reply = get(site, path, query)
        assert reply.status in (200, 400), (path, query, reply.body[:200])


def test_a_courses_links_are_plain_text_and_https():
    given = '[[links]]\nlabel = "**A** <b>"\nhref = "https://a.example"'
    links = course.read(given).links
    assert links == (("**A** <b>", "https://a.example"),)
    assert page.plain(links[0][0]) == "\\*\\*A\\*\\* \\<b\\>"
