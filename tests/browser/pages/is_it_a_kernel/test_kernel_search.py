"""The search for a counterexample: it is started, watched and stopped, its points are moved by
mouse and keys, and after a failed search the page offers points."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.endpoints.server_sent_events import write_event
from pages.is_it_a_kernel.similarity_functions import read, read_points, write_points
from tests.browser import eyes, marks
from tests.browser.live import open_live
from tests.browser.pages.is_it_a_kernel.hands import box, canvas

PAGE = "/is-it-a-kernel"


@pytest.fixture
def live(page, server):
    return open_live(page, server + PAGE, "hunt")


def choose(live, name):
    live.locator(f'[data-look="candidate"][data-value="{name}"]').click()


def status_line(live):
    return live.locator(".kl-search [role=status]")


def verdict(live):
    return live.locator(".kl-verdict")


def table(live, title):
    """Return the entries of a matrix as the page shows them."""
    tables = live.locator(".kl-entries table").filter(has=live.page.get_by_text(title, exact=True))
    return [[eyes.number(td) for td in row.locator("td").all_text_contents()]
            for row in tables.locator("tr").all()]  # fmt: skip


def drag(page, start, *ends):
    page.mouse.move(*start)
    page.mouse.down()
    for end in ends:
        page.mouse.move(*end, steps=10)
    page.mouse.up()


@pytest.mark.thorough
def test_the_search_finds_points_and_shows_the_proof(page, live):
    choose(live, "difference")
    expect(verdict(live)).to_contain_text("No eigenvalue is below 0")
    live.get_by_role("button", name="Search").click()
    expect(status_line(live)).to_contain_text("Found after")
    page.wait_for_url(lambda url: "candidate=difference" in url and "spots=" in url)
    similarity = read("difference", "")
    points = read_points(marks.address(page)["spots"], similarity)
    K = similarity.K(points, points)
    values, vectors = np.linalg.eigh(K)
    assert values[0] < 0
    np.testing.assert_allclose(table(live, "K"), K, atol=2e-3)
    c = np.array(table(live, "c"))[:, 0]
    assert c @ K @ c < 0 and abs(c @ vectors[:, 0]) == pytest.approx(np.linalg.norm(c), rel=1e-3)
    expect(verdict(live)).to_contain_text("is not a kernel")
    assert marks.close(eyes.number(eyes.readout(live, "lowest")), values[0])


@pytest.mark.thorough
def test_progress_is_shown_and_stop_ends_the_search(page, live):
    choose(live, "hidden")
    expect(verdict(live)).to_contain_text("No eigenvalue")
    reported_counts = []
    page.on("request", lambda request: reported_counts.append(request.url))
    live.get_by_role("button", name="Search").click()
    counts = set()

    def read_count(largest):
        match = re.search(r"Tried ([\d,]+) of 20,000", status_line(live).text_content())
        counts.update([int(match[1].replace(",", ""))] if match else [])
        return len(counts) >= largest

    eyes.wait_until(live.page, lambda: read_count(3), status_line(live).text_content)
    assert min(counts) >= 200
    bar = live.locator("progress")
    assert 0 < float(bar.evaluate("(bar) => bar.value / bar.max")) < 1
    stop = live.get_by_role("button", name="Stop")
    expect(stop).to_be_focused()
    page.keyboard.press("Enter")
    expect(status_line(live)).to_contain_text("Stopped after")
    expect(stop).to_be_hidden()
    expect(live.get_by_role("button", name="Search")).to_be_focused()
    text = status_line(live).text_content()
    eyes.let_paint(page)
    assert (
        status_line(live).text_content() == text
        and len([u for u in reported_counts if "search" in u]) <= 1
    )


@pytest.mark.thorough
def test_counterexample_points_are_shown_after_a_failed_search(page, live):
    choose(live, "hidden")
    expect(verdict(live)).to_contain_text("No eigenvalue")
    ending = {"done": True, "message": "None.", "breaks": write_points(read("hidden", "").breaks)}
    page.route("**/kernel-search?*", lambda route: route.fulfill(
        body=write_event(ending), content_type="text/event-stream"))  # fmt: skip
    live.get_by_role("button", name="Search").click()
    live.get_by_role("button", name="Show a counterexample with 49 points").click()
    expect(verdict(live)).to_contain_text("is not a kernel")
    points = read_points(marks.address(page)["spots"], read("hidden", ""))
    lowest = np.linalg.eigvalsh(read("hidden", "").K(points, points))[0]
    assert len(points) == 49 and marks.close(eyes.number(eyes.readout(live, "lowest")), lowest)


@pytest.mark.thorough
def test_dragging_a_point_or_changing_the_candidate_ends_a_search(page, live):
    choose(live, "hidden")
    expect(verdict(live)).to_contain_text("No eigenvalue")
    live.get_by_role("button", name="Search").click()
    expect(status_line(live)).to_contain_text("Tried")
    choose(live, "min")
    expect(live.get_by_role("button", name="Search")).to_be_visible()
    expect(live.locator(".kl-search")).to_contain_text("min of negative numbers")
    eyes.wait_until(
        live.page, lambda: table(live, "K") == [[0.5, 0.5], [0.5, 1.5]], lambda: table(live, "K")
    )
    # On a line points move only sideways. With a point below 0 the candidate is not a kernel.
    corner = box(live)
    drag(page, corner.on_screen(0.5, 0), corner.on_screen(-1, 1))
    expect(verdict(live)).to_contain_text("is not a kernel")
    page.wait_for_url(lambda url: "spots=" in url)
    x, z = map(float, marks.address(page)["spots"].split(";"))
    assert x == pytest.approx(-1, abs=0.03) and z == 1.5


@pytest.mark.thorough
def test_points_are_moved_added_and_removed_by_keys(page, live):
    canvas(live).focus()
    for key in ("PageDown", "PageUp", "ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    page.wait_for_url(lambda url: "spots=" in url)
    assert marks.address(page)["spots"] == "-0.4,-0.25;0.7,0.6"
    live.get_by_role("button", name="Add a point").click()
    eyes.wait_until(live.page, lambda: len(table(live, "K")) == 3)
    live.get_by_role("button", name="Remove the last").click()
    eyes.wait_until(live.page, lambda: len(table(live, "K")) == 2)

    def label():
        return canvas(live).get_attribute("aria-label")

    eyes.wait_until(live.page, lambda: "x1 = (-0.4, -0.25) with c = " in label(), label)
    assert "Smallest eigenvalue of K: −" in label()
