"""A handout in Firefox and WebKit: opened from disk, and by a blob address of another page."""

import json

import pytest

from features.site.handout.build import PageText, handout
from features.site.handout.default_picture import picture_of
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene
from tests.engines.drags import VALUE, element_text, every_event_of_a_drag_is_painted
from tests.engines.windows import FAULTS, LOAD, READY

# For the reason given in tests/engines/test_pages.py.
pytestmark = pytest.mark.flaky(reruns=2, only_rerun="a page at .*: not within")

HANDOUT = Scene(m=40, tau=0.4, lam=0.05)


@pytest.fixture
def text_of_a_handout():
    words = PageText("Title", "What does τ do?", "Drag τ.", HANDOUT.query())
    return handout(picture_of(HANDOUT.query()), words)


@pytest.mark.thorough
def test_a_handout_opened_from_disk_can_be_dragged(window, tmp_path, text_of_a_handout):
    path = tmp_path / "handout.html"
    path.write_text(text_of_a_handout, encoding="utf-8")
    window.open(path.as_uri())
    for along in ("tau", "lam"):
        every_event_of_a_drag_is_painted(window, along)
    items = json.loads(window.run("return document.getElementById('element').textContent"))["side"]
    stops = {item["along"]: item["stops"] for item in items if item["kind"] == "slider"}
    fit = problem(Scene(m=40, **{a: s[int(window.run(VALUE, a))] for a, s in stops.items()})).fit()
    assert element_text(window, "support") == f"{len(fit.support)} of 40"


@pytest.mark.thorough
def test_a_handout_works_as_a_blob(window, tmp_path, text_of_a_handout):
    """A course platform opens a file at a blob address, which has no path. The handout has the
    restrictions of the page that makes the blob; here that page has none."""
    page = tmp_path / "platform.html"
    page.write_text("<!doctype html><title>A platform</title>", encoding="utf-8")
    window.driver.goto(page.as_uri())
    html = text_of_a_handout.replace("<head>", f"<head><script>{FAULTS}</script>")
    window.follow(
        "location.href = URL.createObjectURL(new Blob([arguments[0]], { type: 'text/html' }))",
        html,
        until_it_says="return location.protocol === 'blob:'",
    )
    window.wait(READY, LOAD)
    every_event_of_a_drag_is_painted(window, "tau")
    window.driver.release_pointer()
    window.wait("return document.querySelector('[data-live]').live.player.isResting")
