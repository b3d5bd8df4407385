"""Short links: targets, expiry, limits, and invalid requests."""

import json

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from features.short_links import links, routes
from features.short_links.links import LINK_SECONDS, TABLES
from features.short_links.routes import LinkRoutes
from lab.course import page_target
from lab.course.page_target import MAX_TARGET, BadTarget, read_target
from lab.store.store import Store, StoreFull, sqlite_url
from tests.examples import with_examples
from tests.visitors import BROWSER, Visitor, site_with

SCENE = "/walk?data=own&points=0.5,1;2,3&tau=0.2"
ORIGIN = "https://kernels.example.edu"


@pytest.fixture
def site():
    store = Store("", [TABLES])
    yield site_with(LinkRoutes(store).routes())
    store.close()


@pytest.fixture
def store(url, clock):
    store = Store(url, [TABLES], clock)
    yield store
    store.close()


def make(visitor, target):
    return visitor.post("/s", json.dumps({"target": target}).encode(), origin=ORIGIN)


def test_a_link_leads_to_its_page_from_any_browser(site):
    link = make(Visitor(site), SCENE)
    path_of_link = link.json()["path"]
    assert link.status == 201 and link.json()["address"] == ORIGIN + path_of_link
    assert len(path_of_link) == len("/s/") + 7
    for path in (path_of_link, path_of_link.upper().replace("/S/", "/s/")):
        reply = Visitor(site, BROWSER, client="10.0.0.2").get(path)
        assert (reply.status, reply.headers["location"]) == (303, SCENE)
        assert reply.headers["cache-control"] == "no-store"
    assert make(Visitor(site), SCENE).json()["path"] == path_of_link, "one link for each target"
    assert make(Visitor(site), "/").status == 201, "the front page"


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example/walk", "/\\evil.example", "javascript:alert(1)",
     "/s/abcdefg", "/hall/XXXXXX", "/metrics", "/../walk", "/walk/../x", "/home", " /walk", "/WALK",
     "/walk\r\nSet-Cookie: a=b", "walk@evil.example", "/%2e%2e/walk", "/nothing?tau=1", "x" * 9999,
     "/walk?" + "é" * 4000, 7, None, ["/walk"]],
)  # fmt: skip
def test_only_pages_of_this_site_get_links(site, target):
    reply = make(Visitor(site), target)
    assert reply.status == 422 and len(reply.json()["message"]) > 20


@with_examples(60, suppress_health_check=list(HealthCheck), database=None)
@given(st.text(max_size=30) | st.text("/:\\?#@.%\r\n walk", max_size=14).map("/walk{}".format))
def test_any_target_stays_on_this_site(address):
    try:
        target = read_target(address)
    except BadTarget:
        return
    page, _, query = target.partition("?")
    assert page in ("", "walk") and len(target) <= MAX_TARGET
    assert query.isascii() and query.isprintable() and not {*query} & {*' <>"\\\r\n#'}


def test_a_page_outside_the_course_gets_no_link(site, monkeypatch):
    class WithoutThePage:
        def has(self, page):
            return page != "walk"

    monkeypatch.setattr(page_target.course, "current", WithoutThePage)
    assert make(Visitor(site), SCENE).status == 422
    assert make(Visitor(site), "/plane").status == 201


def test_an_unknown_link_is_refused_with_a_message(site):
    for path in ("/s/ccccccc", "/s/short", "/s/" + "x" * 400, "/s/%00%ff", "/s/''''''';"):
        reply = Visitor(site).get(path)
        assert reply.status == 404 and reply.json()["message"]
        page = Visitor(site, BROWSER).get(path)
        alert = b'<div role="alert"><h1>This short link does not exist'
        assert page.status == 404 and alert in page.body
        assert b"front page" in page.body


def test_a_link_ends_unless_it_is_requested_again(store, clock):
    slug, ends = links.create(store, SCENE)
    assert ends == clock.seconds + LINK_SECONDS and links.find_target(store, slug) == SCENE
    clock.seconds += LINK_SECONDS - 1
    assert links.create(store, SCENE) == (slug, clock.seconds + LINK_SECONDS)
    other_slug, _ = links.create(store, "plane")
    clock.seconds += LINK_SECONDS - 1
    assert links.find_target(store, slug) == SCENE and other_slug != slug
    clock.seconds += 2
    assert links.find_target(store, slug) is None
    assert links.delete_ended(store) == 2 and links.delete_ended(store) == 0


def test_the_number_of_links_is_bounded(store, monkeypatch):
    monkeypatch.setattr(links, "MAX_LINKS", 1)
    slug, _ = links.create(store, "walk")
    with pytest.raises(StoreFull):
        links.create(store, "plane")
    assert links.create(store, "walk")[0] == slug
    monkeypatch.setattr(links, "MAX_LINKS", 2)
    assert links.create(store, "plane")[0] != slug, "a refused link is not stored"


def test_replicas_share_links(tmp_path):
    stores = [Store(sqlite_url(tmp_path / "store.sqlite"), [TABLES]) for _ in range(2)]
    visitor, other_visitor = (Visitor(site_with(LinkRoutes(store).routes())) for store in stores)
    assert other_visitor.get(make(visitor, SCENE).json()["path"]).headers["location"] == SCENE
    for store in stores:
        store.close()


def test_new_links_and_guesses_are_limited_but_right_links_always_work(site):
    visitor = Visitor(site)
    replies = [make(visitor, f"/walk?seed={k}") for k in range(70)]
    assert [replies[0].status, replies[-1].status] == [201, 429] and replies[-1].json()["message"]
    path = replies[0].json()["path"]
    statuses = [visitor.get("/s/ccccccc").status for _ in range(310)]
    assert (statuses[0], statuses[-1]) == (404, 429) and visitor.get(path).status == 303


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"to": "/walk"}', b"[" * 9000, b"\xff", b"1"])
def test_an_invalid_body_is_refused_with_a_message(site, body):
    reply = Visitor(site).post("/s", body)
    assert reply.status == 422 and "JSON" in reply.json()["message"]
    assert Visitor(site).post("/s", b"x" * 99_999).status == 413


def test_the_page_of_a_missing_link_has_the_language_of_the_course(language_tag):
    assert language_tag in routes.missing_link_page("There is no such link.")
