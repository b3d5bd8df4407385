"""A sweep that takes long says how far it is, and single frames are shown until it is there."""

import re

import pytest
from playwright.sync_api import expect


@pytest.mark.thorough
def test_after_two_seconds_the_page_says_how_far_a_sweep_is(page, server):
    held_routes, over = [], []
    page.route(
        re.compile(r"/frames\?.*stops=64"),
        lambda route: route.continue_() if over else held_routes.append(route),
    )
    page.route(
        re.compile(r"/frames-progress\?.*stops=64"),
        lambda route: route.fulfill(json={"done": 12, "of": 64}),
    )
    # No picture of this scene comes with the page.
    page.goto(server + "/rbf-bandwidth?data=moons&m=37&seed=12345", wait_until="domcontentloaded")
    live = page.locator("[data-live]").first
    page.wait_for_function("document.querySelector('[data-live]')?.dataset.painted > 0")
    wait_line = live.locator(".kl-wait")
    wait_line.wait_for(state="visible")
    assert wait_line.text_content().startswith("A long sweep: 12 of 64 stops are computed.")
    over.append(True)
    for route in held_routes:
        route.continue_()
    wait_line.wait_for(state="hidden")
    page.locator('[data-live][data-ready="1"]').first.wait_for()


@pytest.mark.thorough
def test_a_sweep_in_pieces_is_requested_until_complete(page, server):
    """Meanwhile a drag shows single frames."""
    requests, over = [], []

    def piece(route):
        if over:
            return route.continue_()
        requests.append(route.request.url)
        progress = {"message": "Ask again.", "done": len(requests), "of": 64}
        return route.fulfill(json=progress, headers={"Cache-Control": "no-store"})

    page.route(re.compile(r"/frames\?.*stops=64"), piece)
    page.route(
        re.compile(r"/frames-progress\?.*stops=64"),
        lambda route: route.fulfill(json={"done": len(requests), "of": 64}),
    )
    page.goto(server + "/rbf-bandwidth?data=moons&m=37&seed=54321", wait_until="domcontentloaded")
    live = page.locator("[data-live]").first
    page.wait_for_function("document.querySelector('[data-live]')?.dataset.painted > 0")
    live.locator(".kl-wait").wait_for(state="visible")
    assert len(requests) >= 2 and len(set(requests)) == 1
    before = int(live.get_attribute("data-painted"))
    live.locator("input[type=range]").first.press("ArrowRight")
    page.wait_for_function(
        "(n) => document.querySelector('[data-live]').dataset.painted > n", arg=before
    )
    over.append(True)
    live.locator(".kl-wait").wait_for(state="hidden")
    page.locator('[data-live][data-ready="1"]').first.wait_for()
    expect(live.locator(".kl-strip:visible")).to_have_count(0)
