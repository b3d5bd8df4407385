"""The app as a course hosts it: below /kernels/, behind nginx, with replicas that may crash."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.live import open_live, settle
from tests.browser.serving.page_parts import open_parts as opened_whole
from tests.browser.serving.page_parts import until_whole
from tests.browser.watch import SERVER_GONE
from tests.hosting.replicas import Site, site
from tests.page_paths import PATHS


def open_pages(hosted: Site) -> list[float]:
    return hosted.count("kernels_sockets")


def wait_until(true, seconds=30):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.1)


@pytest.mark.thorough
def test_a_learner_keeps_the_scene_when_the_replica_dies(make_page, watch):
    """Two learners use two replicas, and one replica is killed. The page of its learner reconnects,
    has its scene and works; the socket of the other learner stays open."""
    watch.allow(*SERVER_GONE, r"status of 50[24]")
    with site() as hosted:
        pages, sockets, whole_scenes = {}, [], {}
        while len(pages) < 2:  # open pages until each replica has one
            page, before = make_page(bypass_csp=False), open_pages(hosted)
            socket_urls = []
            page.on(
                "websocket", lambda socket, socket_urls=socket_urls: socket_urls.append(socket.url)
            )
            parts = opened_whole(page, f"{hosted.url}/rbf-bandwidth?data=moons&m=60&seed=3&tau=0.8")
            after = open_pages(hosted)
            survivor = next(k for k in range(2) if after[k] > before[k])
            if survivor in pages:
                page.close()
            else:
                pages[survivor], whole_scenes[survivor] = page, parts
                sockets.append((survivor, socket_urls))
        assert len(sockets) == 2
        lost_page, kept_page = pages[0], pages[1]
        stop = lost_page.locator("[data-live]").first.get_attribute("data-stop")
        hosted.replicas[0].kill()
        wait_until(lambda: open_pages(hosted) == [2])
        until_whole(lost_page, whole_scenes[0])
        slider = lost_page.locator('input[type="range"][data-along="tau"]').first
        expect(slider).to_be_enabled()
        assert lost_page.locator("[data-live]").first.get_attribute("data-stop") == stop
        assert "data=moons" in lost_page.url and "tau=0.8" in lost_page.url
        slider.focus()
        for _ in range(4):
            lost_page.keyboard.press("ArrowRight")
        lost_page.wait_for_url(lambda url: "tau=0.8&" not in url and not url.endswith("tau=0.8"))
        assert "data=moons" in lost_page.url and "seed=3" in lost_page.url
        assert len(dict(sockets)[1]) == 1, "the other learner's socket was never opened again"
        expect(kept_page.locator("[data-live]").first).to_have_attribute("data-ready", "1")


@pytest.mark.thorough
def test_every_page_works_below_a_base_path(make_page, watch):
    """No request and no link leaves the path. The page's policy refuses nothing: the watch fails on
    every complaint in the console."""
    watch.allow(r"status of 404 .*_stcore/(health|host-config)")
    with site(1) as hosted:
        page = make_page(bypass_csp=False)
        outside_links = []
        page.on("request", lambda request: outside_links.append(request.url)
                if request.url.startswith("http") and not request.url.startswith(f"{hosted.url}/")
                else None)  # fmt: skip
        for name in PATHS:
            open_live(page, f"{hosted.url}/{name}")
            settle(page)
            links = page.evaluate("[...document.querySelectorAll('a[href]')].map((a) => a.href)")
            own_links = [
                link for link in links if re.match(rf"http://127\.0\.0\.1:{hosted.port}", link)
            ]
            assert all(link.startswith(f"{hosted.url}") for link in own_links), name
            assert own_links, name
        assert outside_links == []
        page.goto("about:blank")  # close the page before the site ends
