"""A script in a text field is shown as plain text, on every page and in every answer."""

import json
import re
from urllib.parse import quote

import pytest
from starlette.applications import Starlette

import app
from lab.course import course
from lab.scene.class_fields import CLASS_FIELDS
from lab.scene.fields import FIELDS
from lab.ui import page
from tests.lab.asgi import get
from tests.lab.ui.visit import SHELL, open_page
from tests.serving.hostile_words import IDS, MARKUP_TEXTS, nothing_is_formatted

WORDS = (
    "show", "point", "line", "at", "walk", "inside", "step", "view", "list", "hide", "draws", "phi",
    "candidate", "beta", "hat", "shape", "w", "spot", "order", "tool", "points",
)  # fmt: skip
FILES = sorted(f"{file.parent.name}/page.py" for file in SHELL.parent.glob("*/page.py"))


@pytest.mark.thorough("image", "markdown")
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("hostile", MARKUP_TEXTS, ids=IDS)
def test_no_text_of_a_visitor_is_formatted_on_a_page(name, hostile):
    page = open_page(name, dict.fromkeys({*FIELDS, *CLASS_FIELDS, *WORDS}, hostile))
    assert page.warning, "a warning names the values that can't be used"
    nothing_is_formatted(page)


@pytest.mark.parametrize("hostile", MARKUP_TEXTS, ids=IDS)
def test_no_text_of_the_course_is_formatted(hostile, monkeypatch):
    quoted = json.dumps(hostile)
    own_course = course.read(
        f'title = {quoted}\n[[links]]\nlabel = {quoted}\nhref = "https://a.example/ml"'
    )
    monkeypatch.setattr(course, "current", lambda: own_course)
    page = open_page("home/page.py")
    assert [
        part for part in page.main if part.type == "page_link" and "a.example" in part.proto.page
    ]
    nothing_is_formatted(page)


# Event streams last for seconds; health and numbers contain no words.
OTHER_ROUTES = {
    "/assets/{version}/{name:path}",
    "/timing",
    "/cost",
    "/recovery",
    "/healthz",
    "/metrics",
}
QUESTIONS = sorted(
    {
        route.path
        for route in app.ROUTES
        if "GET" in (route.methods or ["GET"]) and "{" not in route.path
    }
    - OTHER_ROUTES
)


@pytest.mark.parametrize("path", QUESTIONS)
@pytest.mark.parametrize("hostile", MARKUP_TEXTS, ids=IDS)
def test_an_answer_with_visitor_text_is_not_html(path, hostile):
    site = Starlette(routes=app.ROUTES)
    words = "&".join(f"{word}={quote(hostile)}" for word in (*FIELDS, "along", *WORDS))
    reply = get(site, path, words)
    kind = reply.headers["content-type"].partition(";")[0]
    if kind == "text/html":  # a page of the hall, for clients that do not ask for JSON
        assert hostile.encode() not in reply.body
        return
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


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("path", QUESTIONS)
def test_a_malformed_request_is_refused_with_a_message(path):
    site = Starlette(routes=app.ROUTES)
    for query in MALFORMED:
        reply = get(site, path, query)
        assert reply.status in (200, 400), (path, query, reply.body[:200])


def test_a_courses_links_are_plain_text_and_https():
    settings = '[[links]]\nlabel = "**A** <b>"\nhref = "https://a.example"'
    links = course.read(settings).links
    assert links == (("**A** <b>", "https://a.example"),)
    assert page.escape_markdown(links[0][0]) == "\\*\\*A\\*\\* \\<b\\>"


HTML_OF = re.compile(r"(?:innerHTML|outerHTML)\s*[=:]\s*(\S+)|(insertAdjacentHTML|document\.write)")
OWN_SIGNS = ('"";', "SVG;", "`<svg", "sign(name)", "sign(label);")  # constants in the scripts
# A page of the static site, written by Python: tests/features/site checks that texts are escaped.
OWN_PAGES = {("page.js", "html;")}


def test_no_script_makes_html_of_a_text():
    """Visitor text is assigned to textContent; HTML is made of constants only."""
    calls = [
        (file.name, match[1] or match[2])
        for folder in ("assets", "features", "pages")
        for file in sorted((SHELL.parents[1] / folder).rglob("*.js"))
        for match in HTML_OF.finditer(file.read_text("utf-8"))
    ]
    assert calls, "the pattern finds the existing calls"
    assert {call for call in calls if not call[1].startswith(OWN_SIGNS)} == OWN_PAGES
