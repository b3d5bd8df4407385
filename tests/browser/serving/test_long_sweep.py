"""A sweep that takes long says how far it is, and single frames are shown until it is there."""

import re

import pytest
from playwright.sync_api import expect


@pytest.mark.thorough
def test_after_two_seconds_the_page_says_how_far_a_sweep_is(page, server):
    held, over = [], []
    page.route(
        re.compile(r"/frames\?.*stops=64"),
        lambda route: route.continue_() if over else held.append(route),
    )
    page.route(
        re.compile(r"/frames-progress\?.*stops=64"),
        lambda route: route.fulfill(json={"done": 12, "of": 64}),
    )
    # No picture of this scene comes with the page.
    page.goto(server + "/rbf-bandwidth?data=moons&m=37&seed=12345", wait_until="domcontentloaded")
    live = page.locator("[data-live]").first
    page.wait_for_function("document.querySelector('[data-live]')?.dataset.painted > 0")
    said = live.locator(".kl-wait")
    said.wait_for(state="visible")
    assert said.text_content().startswith("A long sweep: 12 of 64 stops are computed.")
    over.append(True)
    for route in held:
        route.continue_()
    said.wait_for(state="hidden")
    page.locator('[data-live][data-ready="1"]').first.wait_for()


@pytest.mark.thorough
def test_a_sweep_in_pieces_is_asked_for_until_it_is_there(page, server):
    """Meanwhile a drag shows single frames."""
    asked, over = [], []

    def piece(route):
        if over:
            return route.continue_()
        asked.append(route.request.url)
        told = {"message": "Ask again.", "done": len(asked), "of": 64}
        return route.fulfill(json=told, headers={"Cache-Control": "no-store"})

    page.route(re.compile(r"/frames\?.*stops=64"), piece)
    page.route(
        re.compile(r"/frames-progress\?.*stops=64"),
        lambda route: route.fulfill(json={"done": len(asked), "of": 64}),
    )
    page.goto(server + "/rbf-bandwidth?data=moons&m=37&seed=54321", wait_until="domcontentloaded")
    live = page.locator("[data-live]").first
    page.wait_for_function("document.querySelector('[data-live]')?.dataset.painted > 0")
    live.locator(".kl-wait").wait_for(state="visible")
    assert len(asked) >= 2 and len(set(asked)) == 1
    before = int(live.get_attribute("data-painted"))
    live.locator("input[type=range]").first.press("ArrowRight")
    page.wait_for_function(
        "(n) => document.querySelector('[data-live]').dataset.painted > n", arg=before
    )
    over.append(True)
    live.locator(".kl-wait").wait_for(state="hidden")
    page.locator('[data-live][data-ready="1"]').first.wait_for()
    expect(live.locator(".kl-strip:visible")).to_have_count(0)
