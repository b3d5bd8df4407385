"""Short links: made for this site's own pages, kept, ended; and whatever else they are asked."""

import json

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from features.short_links import links
from features.short_links.links import LIFE, MAX_TARGET, TABLES, BadTarget, read_target
from features.short_links.routes import LinkRoutes
from lab.store.store import Store, StoreFull, sqlite_url
from tests.examples import more
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
    found = Store(url, [TABLES], clock)
    yield found
    found.close()


def make(visitor, target):
    return visitor.post("/s", json.dumps({"target": target}).encode(), origin=ORIGIN)


def test_a_link_leads_to_its_page_from_any_browser(site):
    made = make(Visitor(site), SCENE)
    assert made.status == 201 and made.json()["address"] == ORIGIN + made.json()["path"]
    assert len(made.json()["path"]) == len("/s/") + 7
    for path in (made.json()["path"], made.json()["path"].upper().replace("/S/", "/s/")):
        reply = Visitor(site, BROWSER, client="10.0.0.2").get(path)
        assert (reply.status, reply.headers["location"]) == (303, SCENE)
        assert reply.headers["cache-control"] == "no-store"
    assert make(Visitor(site), SCENE).json()["path"] == made.json()["path"], "one for one target"
    assert make(Visitor(site), "/").status == 201, "the front door"


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example/walk", "/\\evil.example", "javascript:alert(1)",
     "/s/abcdefg", "/hall/XXXXXX", "/metrics", "/../walk", "/walk/../x", "/home", " /walk", "/WALK",
     "/walk\r\nSet-Cookie: a=b", "walk@evil.example", "/%2e%2e/walk", "/nothing?tau=1", "x" * 9999,
     "/walk?" + "é" * 4000, 7, None, ["/walk"]],
)  # fmt: skip
def test_nothing_but_a_page_of_this_site_gets_a_link(site, target):
    reply = make(Visitor(site), target)
    assert reply.status == 422 and len(reply.json()["message"]) > 20


@more(60, suppress_health_check=list(HealthCheck), database=None)
@given(st.text(max_size=30) | st.text("/:\\?#@.%\r\n walk", max_size=14).map("/walk{}".format))
def test_whatever_the_target_the_way_there_stays_on_this_site(given_):
    try:
        target = read_target(given_)
    except BadTarget:
        return
    page, _, query = target.partition("?")
    assert page in ("", "walk") and len(target) <= MAX_TARGET
    assert query.isascii() and query.isprintable() and not {*query} & {*' <>"\\\r\n#'}


def test_a_page_that_the_course_leaves_out_gets_none(site, monkeypatch):
    class WithoutThePage:
        def has(self, page):
            return page != "walk"

    monkeypatch.setattr(links.course, "current", WithoutThePage)
    assert make(Visitor(site), SCENE).status == 422
    assert make(Visitor(site), "/plane").status == 201


def test_an_ended_or_unknown_link_is_told_in_a_sentence(site):
    for path in ("/s/ccccccc", "/s/short", "/s/" + "x" * 400, "/s/%00%ff", "/s/''''''';"):
        reply = Visitor(site).get(path)
        assert reply.status == 404 and "has ended, or it was never made" in reply.json()["message"]
        page = Visitor(site, BROWSER).get(path)
        assert page.status == 404 and b'role="alert">This short link leads nowhere' in page.body
        assert b"front door" in page.body


def test_a_link_ends_and_is_deleted_and_asking_again_renews_it(store, clock):
    slug, ends = links.create(store, SCENE)
    assert ends == clock.now + LIFE and links.find(store, slug) == SCENE
    clock.now += LIFE - 1
    assert links.create(store, SCENE) == (slug, clock.now + LIFE)
    other, _ = links.create(store, "plane")
    clock.now += LIFE - 1
    assert links.find(store, slug) == SCENE and other != slug
    clock.now += 2
    assert links.find(store, slug) is None
    assert links.delete_ended(store) == 2 and links.delete_ended(store) == 0


def test_there_is_an_end_to_the_links_that_are_kept(store, monkeypatch):
    monkeypatch.setattr(links, "MAX_LINKS", 1)
    slug, _ = links.create(store, "walk")
    with pytest.raises(StoreFull):
        links.create(store, "plane")
    assert links.create(store, "walk")[0] == slug
    monkeypatch.setattr(links, "MAX_LINKS", 2)
    assert links.create(store, "plane")[0] != slug, "what was refused is not kept"


def test_a_replica_follows_what_another_has_made(tmp_path):
    stores = [Store(sqlite_url(tmp_path / "hall.sqlite"), [TABLES]) for _ in range(2)]
    one, other = (Visitor(site_with(LinkRoutes(store).routes())) for store in stores)
    assert other.get(make(one, SCENE).json()["path"]).headers["location"] == SCENE
    for store in stores:
        store.close()


def test_who_makes_links_without_end_is_asked_to_wait_and_a_right_one_is_always_opened(site):
    greedy = Visitor(site)
    made = [make(greedy, f"/walk?seed={k}") for k in range(70)]
    assert [made[0].status, made[-1].status] == [201, 429] and made[-1].json()["message"]
    path = made[0].json()["path"]
    guesser = [greedy.get("/s/ccccccc").status for _ in range(310)]
    assert (guesser[0], guesser[-1]) == (404, 429) and greedy.get(path).status == 303


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"to": "/walk"}', b"[" * 9000, b"\xff", b"1"])
def test_a_body_that_asks_for_nothing_is_told_so(site, body):
    reply = Visitor(site).post("/s", body)
    assert reply.status == 422 and "JSON" in reply.json()["message"]
    assert Visitor(site).post("/s", b"x" * 99_999).status == 413
