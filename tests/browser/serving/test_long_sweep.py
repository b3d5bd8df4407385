"""During a long sweep the page shows its progress and single frames."""

import json
import re

import pytest
from playwright.sync_api import expect


@pytest.mark.thorough
def test_after_two_seconds_the_page_shows_the_progress_of_a_sweep(page, server):
    held_routes, over = [], []
    page.route(
        re.compile(r"/frames\?.*stops=64"),
        lambda route: route.continue_() if over else held_routes.append(route),
    )
    page.route(
        re.compile(r"/frames-progress\?.*stops=64"),
        lambda route: route.fulfill(json={"done": 12, "of": 64}),
    )
    # The page itself contains no sweep of this scene.
    page.goto(server + "/rbf-bandwidth?data=moons&m=37&seed=12345", wait_until="domcontentloaded")
    live = page.locator("[data-live]").first
    page.wait_for_function("document.querySelector('[data-live]')?.dataset.painted > 0")
    wait_line = live.locator(".kl-wait")
    wait_line.wait_for(state="visible")
    assert wait_line.text_content().startswith("The pictures for 12 of 64 positions")
    over.append(True)
    for route in held_routes:
        route.continue_()
    wait_line.wait_for(state="hidden")
    page.locator('[data-live][data-ready="1"]').first.wait_for()


@pytest.mark.thorough
def test_a_sweep_of_fewer_stops_says_so_and_all_stops_come_at_a_press(page, server):
    patient = []

    def fewer(route):
        if route.request.headers.get("prefer"):
            patient.append(route.request.url)
            return route.continue_()
        answer = route.fetch(headers={**route.request.headers, "accept-encoding": "identity"})
        return route.fulfill(response=answer, body=with_word(answer.body(), "all_stops", "64"))

    page.route(re.compile(r"/frames\?.*stops=64"), fewer)
    page.goto(server + "/rbf-bandwidth?data=moons&m=37&seed=54321", wait_until="domcontentloaded")
    live = page.locator("[data-live]").first
    note = live.locator(".kl-stops-note")
    note.wait_for(state="visible")
    page.locator('[data-live][data-ready="1"]').first.wait_for()
    assert not patient
    note.get_by_role("button", name="Compute all 64 positions").click()
    note.wait_for(state="hidden")
    page.wait_for_function("document.querySelector('.is-busy') === null")
    assert len(patient) == 1
    expect(live.locator(".kl-strip:visible")).to_have_count(0)


def with_word(body, name, value):
    """Return the bytes of a sweep with one more entry in its header."""
    size = int.from_bytes(body[:8], "little")
    header = json.loads(body[8 : 8 + size])
    header["__metadata__"][name] = value
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + body[8 + size :]
