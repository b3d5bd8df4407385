"""The rail of steps: keys, touch, scrolling, back and forward, and links to steps by their old
names."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import eyes, hand
from tests.browser.live import open_live

PAGES = {"svm": ("by-hand", "same-line", "hard-to-soft"),
         "losses": ("over-margin", "forgotten", "too-right")}  # fmt: skip
OLD = {
    "svm": ("?step=from-hard-to-soft", "#first-by-hand-then-by-proof", "?step=why-b", "intercept"),
    "losses": ("?step=the-outlier-lab", "#losses-over-the-margin",
               "#a-line-of-note-002-that-slips", "missing-log"),
}  # fmt: skip
# Whether the step's box begins just below the bar at the top, or the page is scrolled to its start.
IS_THERE = """(name) => {
  const main = document.querySelector('[data-testid="stMain"]');
  const { top } = document.querySelector(`[data-step="${name}"]`).getBoundingClientRect();
  return Math.abs(top - 66) < 40 || (main.scrollTop < 2 && top > 0);
}"""


def wait_for_step(page, name):
    """Wait until a step is in view, and is the current one in the rail and in the address."""
    page.locator(f'[data-step-link="{name}"][aria-current="step"]').wait_for(state="attached")
    page.wait_for_function(IS_THERE, arg=name)
    first = page.locator("[data-step-link]").first.get_attribute("data-step-link") == name
    page.wait_for_url(lambda url: (f"step={name}" in url) != first)


def whole_page(page, server, name, tail=""):
    """Open a page, and wait until it has all of its steps."""
    open_live(page, f"{server}/{name}{tail}")
    page.wait_for_function(
        """() => { const links = document.querySelectorAll('[data-step-link]').length;
          return links && document.querySelectorAll('[data-step]').length === links; }"""
    )


@pytest.mark.thorough
@pytest.mark.parametrize("name", PAGES)
def test_keys_move_between_steps_and_back_returns(warm_page, server, name):
    first, second, third = PAGES[name]
    page = warm_page(viewport={"width": 1280, "height": 1400}, reduced_motion="reduce")
    whole_page(page, server, name)
    wait_for_step(page, first)
    for key, step in [("PageDown", second), ("PageDown", third), ("PageUp", second)]:
        page.keyboard.press(key)
        wait_for_step(page, step)
        heading = page.locator(f'[data-step="{step}"] h2').first
        expect(heading).to_be_focused()
    for move, step in [(page.go_back, third), (page.go_back, second), (page.go_forward, third)]:
        move()
        wait_for_step(page, step)


@pytest.mark.thorough
def test_keys_stop_at_the_end_of_a_step_that_is_higher_than_the_window(warm_page, server):
    high, following = "hard-to-soft", "who-holds"
    page = warm_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    whole_page(page, server, "svm", f"?step={high}")
    wait_for_step(page, high)
    page.keyboard.press("PageDown")
    page.wait_for_function(
        """(name) => Math.abs(document.querySelector(`[data-step="${name}"]`)
          .getBoundingClientRect().bottom - innerHeight) < 3""",
        arg=high,
    )
    page.locator(f'[data-step-link="{high}"][aria-current="step"]').wait_for()
    for key, step in [("PageDown", following), ("PageUp", high)]:
        page.keyboard.press(key)
        wait_for_step(page, step)


@pytest.mark.thorough
@pytest.mark.parametrize("width", [800, 1100])
def test_the_bar_covers_no_page_of_the_navigation(warm_page, server, width):
    page = warm_page(viewport={"width": width, "height": 768})
    open_live(page, f"{server}/losses")
    bar = page.locator(".kl-rail-bar").bounding_box()
    page.wait_for_function(
        """(left) => {
          const all = document.querySelectorAll('[data-testid="stTopNav"] > *');
          const visible = [...all].filter((item) => getComputedStyle(item).opacity !== "0");
          const ends = visible.map((item) => item.getBoundingClientRect().right);
          return ends.length > 3 && Math.max(...ends) <= left;
        }""",
        arg=bar["x"],
    )


@pytest.mark.thorough
@pytest.mark.parametrize("name", PAGES)
def test_the_rail_follows_scrolling(warm_page, server, name):
    _, second, third = PAGES[name]
    page = warm_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    whole_page(page, server, name)
    before = page.evaluate("history.length")
    for step in (third, second):
        page.evaluate(
            """(name) => {
              const main = document.querySelector('[data-testid="stMain"]');
              const { top } = document.querySelector(`[data-step="${name}"]`)
                .getBoundingClientRect();
              main.scrollBy({ top: top - 66, behavior: "instant" });
            }""",
            step,
        )
        wait_for_step(page, step)
    assert page.evaluate("history.length") == before, "scrolling adds no history"


@pytest.mark.thorough
def test_scrolling_within_a_step_does_not_change_the_address(warm_page, server):
    """Writing to the page at every frame would make the browser recompute all styles."""
    page = warm_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    whole_page(page, server, "svm")
    wait_for_step(page, PAGES["svm"][0])
    writes = page.evaluate(
        """async () => {
          const main = document.querySelector('[data-testid="stMain"]'), written = [];
          const watcher = new MutationObserver((all) => written.push(...all));
          const whatever = { attributes: true, childList: true, characterData: true };
          watcher.observe(document.querySelector(".kl-rail"), { subtree: true, ...whatever });
          for (let k = 1; k < 20; k++) {
            main.scrollTop = 5 * k;
            await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
          }
          return written.map(({ attributeName }) => attributeName);
        }"""
    )
    assert page.evaluate("document.querySelector('[data-testid=\"stMain\"]').scrollTop") > 80
    assert [name for name in writes if name != "data-done"] == [], "it was seen meanwhile"


@pytest.mark.thorough
@pytest.mark.parametrize("name", PAGES)
def test_a_horizontal_swipe_changes_the_step(warm_page, server, name):
    first, second, _ = PAGES[name]
    page = warm_page(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True,
        reduced_motion="reduce",
    )  # fmt: skip
    whole_page(page, server, name)
    count = page.locator(".kl-rail-count")
    expect(count).to_contain_text("1 of ")
    touch = page.context.new_cdp_session(page)

    def swipe(step, right):
        """Swipe over the heading of a step, where nothing can be dragged."""
        heading = page.locator(f'[data-step="{step}"] :is(h1, h2), h1').first
        y = heading.bounding_box()["y"] + 8
        for kind, x in [("Start", 200 - right / 2), ("Move", 200), ("Move", 200 + right / 2)]:
            points = [{"x": x, "y": y}]
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(first, -40)  # this swipe is too short
    swipe(first, -200)
    wait_for_step(page, second)
    expect(count).to_contain_text("2 of ")
    swipe(second, 200)
    wait_for_step(page, first)


@pytest.mark.thorough
@pytest.mark.parametrize("name", PAGES)
def test_headings_of_older_pages_link_to_their_step(warm_page, server, name):
    *addresses, last = OLD[name]
    page = warm_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    whole_page(page, server, name, addresses[0])
    step = {"svm": "hard-to-soft", "losses": "outlier"}[name]
    wait_for_step(page, step)
    whole_page(page, server, name, addresses[-1])
    wait_for_step(page, last)
    fold = page.locator(f'[data-step="{last}"] details').first
    assert fold.evaluate("(node) => node.open"), "a folded step opens"


@pytest.mark.thorough
def test_a_link_scrolls_to_a_step_that_is_drawn_late(warm_page, server):
    """On a slow machine or from a busy server the further steps come long after the first."""
    page, messages, late_requests, streams = warm_page(), [], [], []
    waits = True

    def connect(socket):
        streams.append(socket.connect_to_server())
        socket.on_message(pass_on)

    def pass_on(message):
        """Pass on the page's first request, and hold the next, which is for the further steps."""
        if messages and waits:
            late_requests.append(message)
        else:
            messages.append(message)
            streams[-1].send(message)

    page.route_web_socket(re.compile("/_stcore/stream"), connect)
    page.add_init_script(f"({hand.HURRY})()")
    open_live(page, f"{server}/kernel-trick?step=gallery")
    eyes.wait_until(page, lambda: late_requests, "nothing more was requested")
    hand.let_pass(page, 12_000)
    expect(page.locator('[data-step="gallery"]')).to_have_count(0)
    waits = False
    for message in late_requests:
        streams[-1].send(message)
    wait_for_step(page, "gallery")
    fold = page.locator('[data-step="gallery"] details').first
    assert fold.evaluate("(node) => node.open")
