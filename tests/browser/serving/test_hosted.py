"""The app as a course hosts it: below /kernels/, behind nginx, with replicas that may die."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.live import open_live, settle
from tests.browser.serving.page_parts import opened as opened_whole
from tests.browser.serving.page_parts import until_whole
from tests.browser.watch import SERVER_GONE
from tests.hosting.replicas import Site, site

PAGES = ("losses", "rbf-bandwidth", "svm", "kernel-trick", "is-it-a-kernel", "representer-theorem",
         "multiclass", "regularisation", "stochastic-gradient")  # fmt: skip


def open_pages(here: Site) -> list[float]:
    return here.count("kernels_sockets")


def until(true, seconds=30):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.1)


@pytest.mark.thorough
def test_a_learner_keeps_the_scene_when_the_replica_dies(make_page, watch):
    """Two learners on two replicas. One replica is killed: its learner's page connects again, with
    its scene, and can be worked with; the other's socket stays open."""
    watch.allow(*SERVER_GONE, r"status of 50[24]")
    with site() as here:
        pages, sockets, whole = {}, [], {}
        while len(pages) < 2:  # until there is one on each
            page, before = make_page(bypass_csp=False), open_pages(here)
            opened = []
            page.on("websocket", lambda socket, opened=opened: opened.append(socket.url))
            parts = opened_whole(page, f"{here.url}/rbf-bandwidth?data=moons&m=60&seed=3&tau=0.8")
            after = open_pages(here)
            where = next(k for k in range(2) if after[k] > before[k])
            if where in pages:
                page.close()
            else:
                pages[where], whole[where] = page, parts
                sockets.append((where, opened))
        assert len(sockets) == 2
        lost, kept = pages[0], pages[1]
        stop = lost.locator("[data-live]").first.get_attribute("data-stop")
        here.replicas[0].kill()
        until(lambda: open_pages(here) == [2])
        until_whole(lost, whole[0])
        slider = lost.locator('input[type="range"][data-along="tau"]').first
        expect(slider).to_be_enabled()
        assert lost.locator("[data-live]").first.get_attribute("data-stop") == stop
        assert "data=moons" in lost.url and "tau=0.8" in lost.url
        slider.focus()
        for _ in range(4):
            lost.keyboard.press("ArrowRight")
        lost.wait_for_url(lambda url: "tau=0.8&" not in url and not url.endswith("tau=0.8"))
        assert "data=moons" in lost.url and "seed=3" in lost.url
        assert len(dict(sockets)[1]) == 1, "the other learner's socket was never opened again"
        expect(kept.locator("[data-live]").first).to_have_attribute("data-ready", "1")


@pytest.mark.thorough
def test_every_page_works_below_its_path(make_page, watch):
    """No request leaves the path, no link does, and nothing is refused by the page's policy: the
    watch fails on every complaint in the console."""
    watch.allow(r"status of 404 .*_stcore/(health|host-config)")
    with site(1) as here:
        page = make_page(bypass_csp=False)
        outside = []
        page.on("request", lambda request: outside.append(request.url)
                if request.url.startswith("http") and not request.url.startswith(f"{here.url}/")
                else None)  # fmt: skip
        for name in ("", *PAGES):
            open_live(page, f"{here.url}/{name}")
            settle(page)
            links = page.evaluate("[...document.querySelectorAll('a[href]')].map((a) => a.href)")
            ours = [link for link in links if re.match(rf"http://127\.0\.0\.1:{here.port}", link)]
            assert all(link.startswith(f"{here.url}") for link in ours), name
            assert ours, name
        assert outside == []
        page.goto("about:blank")  # before the site ends
