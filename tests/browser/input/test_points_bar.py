"""The bar of tools beneath a plane: by mouse, by finger and by keys, with its table beside."""

import re
from urllib.parse import parse_qsl

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene import point_edits
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import DEFAULT as BANDWIDTH
from lab.scene.scene import replace
from tests.browser import eyes, hand, marks
from tests.browser.challenges.by_hand import quiet
from tests.browser.expected import sample
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap

WINDOW = sample(BANDWIDTH).window
STEP = np.array([0.3, -0.2])
CORNER, LOW = (2.3, -1.5), (1.5, -1.6)  # places with no point nearby

ROWS = """
(rows) => rows.map((row) => [...row.querySelectorAll("input, select")].map((e) => Number(e.value)))
"""

# Whether the page has come to rest after a scroll: it is asked frame by frame.
AT_REST = """() => {
  const { scrollTop } = document.querySelector("[data-testid=stMain]");
  [window.stood, window.still] = [scrollTop, window.stood === scrollTop ? window.still + 1 : 0];
  return window.still > 10;
}"""

SCROLLED = "(to) => document.querySelector('[data-testid=stMain]').scrollTop > to"


class Desk:
    """A page with one plane, its bar open, and what the address says of the points."""

    def __init__(self, page, live):
        self.page, self.live = page, live
        self.canvas = live.locator(".kl-main .kl-is-plane canvas").first
        self.box = marks.plane_box(self.canvas, WINDOW)

    def press(self, name, role="button"):
        self.live.get_by_role(role, name=name, exact=role == "radio").click()

    def tool(self, name):
        self.press(name, "radio")

    def at(self, place):
        return self.box.on_screen(*place)

    @property
    def text(self):
        search = self.page.evaluate("location.search.slice(1)")
        return dict(parse_qsl(search)).get("edits", "")

    @property
    def word(self):
        """The sentence on the picture, if any."""
        return self.live.locator(".kl-onpicture").first.text_content()

    @property
    def edits(self):
        return point_edits.read(self.text)

    @property
    def scene(self):
        return replace(BANDWIDTH, edits=self.text)

    def until(self, check, what):
        eyes.until(self.page, lambda: check(self.edits), what)

    def shows(self, scene):
        """Wait until the read-outs and the table are those of the scene."""
        s = sample_of(scene, empty=True)
        count = len(problem(scene).fit().support) if len(s.y) else 0
        told = f"{count} of {len(s.y)}"
        eyes.until(self.page, lambda: eyes.readout(self.live, "support") == told, told)

    def red(self, place):
        """How much more red than blue the field beside a place is."""
        image = eyes.drawn(self.canvas)
        px, py = self.box.pixel(place[0] - 0.15, place[1] + 0.1)
        red, _, blue = image[int(py), int(px), :3].astype(int)
        return red - blue

    def rows(self):
        """x, y and label of each row of the table."""
        return self.live.locator(".kl-points-table tbody tr").evaluate_all(ROWS)


@pytest.fixture
def desk(page, server):
    live = open_live(page, server + "/")
    found = Desk(page, live)
    found.press("Points")
    live.get_by_role("radio", name="Move").wait_for()
    return found


def test_a_mouse_adds_drags_relabels_selects_and_goes_back(desk, page):
    tap, steps = WireTap(page), []

    def kept(check, what):
        desk.until(check, what)
        steps.append(desk.text)

    assert desk.live.get_by_role("button", name="Back to the data set").is_disabled()
    desk.tool("Add ○")
    page.mouse.click(*desk.at(CORNER))
    kept(lambda e: [label for label, _ in e.added] == [-1], "added")
    # In the hand: the boundary follows, one frame at a time, and the address waits.
    desk.tool("Move")
    asked, before = len(tap.asked), desk.red(LOW)
    page.mouse.move(*desk.at(CORNER))
    page.mouse.down()
    page.mouse.move(*desk.at(LOW), steps=12)
    eyes.until(page, lambda: desk.red(LOW) > max(0, before + 30), "the boundary follows it")
    assert desk.text == steps[-1]
    of_the_hand = [u for u in tap.asked[asked:] if "edits=" in u and f"edits={desk.text}&" not in u]
    assert of_the_hand and all("stops=1&" in url for url in of_the_hand)
    page.mouse.up()
    kept(lambda e: np.allclose(e.added[0][1], LOW, atol=0.02), "dropped")
    page.mouse.dblclick(*desk.at(LOW))
    kept(lambda e: e.added[0][0] == 1, "a double-click gives it the other class")
    # A box, and all of it is moved at once.
    desk.tool("Select")
    inside = (-1.12, -0.66, -1.33, -0.72)
    X = sample(BANDWIDTH).X
    chosen = set(np.flatnonzero((X[:, 0] > inside[0]) & (X[:, 0] < inside[1])
                                & (X[:, 1] > inside[2]) & (X[:, 1] < inside[3])))  # fmt: skip
    assert len(chosen) > 3
    page.mouse.move(*desk.at((inside[0], inside[2])))
    page.mouse.down()
    page.mouse.move(*desk.at((inside[1], inside[3])), steps=4)
    page.mouse.up()
    desk.live.get_by_role("button", name=f"Erase {len(chosen)} selected").wait_for()
    one = X[min(chosen)]
    page.mouse.move(*desk.at(one))
    page.mouse.down()
    page.mouse.move(*desk.at(one + STEP), steps=4)
    page.mouse.up()
    kept(lambda e: set(e.moved) == chosen, "all that were in the box are moved")
    for i in chosen:
        assert np.allclose(desk.edits.moved[i], X[i] + STEP, atol=0.02)
    desk.press(f"Erase {len(chosen)} selected")
    kept(lambda e: e.deleted == chosen, "all are erased")
    desk.press("Clear")
    kept(lambda e: desk.text == "c", "an empty plane")
    eyes.until(page, lambda: desk.word.startswith("No points yet"), "the picture says so")
    desk.shows(desk.scene)
    # One step for each of these, back and forth.
    for text in [*reversed(steps[:-1]), ""]:
        desk.press("Undo")
        eyes.until(page, lambda text=text: desk.text == text, f"undone to {text[:40]}")
    assert desk.live.get_by_role("button", name="Undo").is_disabled()
    for text in steps:
        desk.press("Redo")
        eyes.until(page, lambda text=text: desk.text == text, f"done again to {text[:40]}")
    desk.press("Back to the data set")
    desk.until(lambda e: desk.text == "", "back")
    desk.shows(BANDWIDTH)


@pytest.mark.thorough
def test_keys_and_the_table_change_the_same_points(desk, page):
    desk.press("Clear")
    desk.until(lambda e: e.cleared, "cleared")
    desk.canvas.focus()

    def keys(*names):
        for name in names:
            page.keyboard.press(name)

    keys("+")
    desk.until(lambda e: len(e.added) == 1, "added in the middle")
    eyes.until(page, lambda: desk.word.startswith("One class alone"), "the picture says so")
    keys(*["ArrowRight"] * 8, "-")
    desk.until(lambda e: [label for label, _ in e.added] == [1, -1], "a negative one beside it")
    first = desk.edits.added
    desk.shows(desk.scene)
    # S selects; Shift and arrows draw the box; Enter takes all of it, arrows carry, Enter puts.
    keys("ArrowRight", "ArrowUp", "s", *["Shift+ArrowLeft"] * 10, *["Shift+ArrowDown"] * 2)
    desk.live.get_by_role("button", name="Erase 2 selected").wait_for(state="attached")
    keys("ArrowUp", "Enter", *["ArrowDown"] * 5, "Enter")
    down = (WINDOW[3] - WINDOW[2]) / 50 * 5
    carried = [(x, y - down) for _, (x, y) in first]
    desk.until(
        lambda e: np.allclose([place for _, place in e.added], carried, atol=0.02), "carried"
    )
    keys("f")
    desk.until(lambda e: [label for label, _ in e.added] == [-1, 1], "both relabelled")
    keys("Control+z", "Control+z")
    desk.until(lambda e: e.added == first, "two steps back")
    keys("Control+Shift+z")
    desk.until(lambda e: e.added != first, "one forth")
    keys("Control+a", "Delete")
    desk.until(lambda e: desk.text == "c", "all erased")
    keys("Control+z")
    desk.until(lambda e: len(e.added) == 2, "and back")
    # The table shows these two, and what is typed there moves them.
    desk.press("Table")
    eyes.until(page, lambda: len(desk.rows()) == 2, "the table")
    for (label, place), row in zip(desk.edits.added, desk.rows(), strict=True):
        assert row == [*place, label]
    field = desk.live.get_by_label("x₁ of example 2")
    field.fill("1.25")
    field.press("Enter")
    desk.until(lambda e: e.added[1][1][0] == 1.25, "typed")
    desk.live.get_by_label("class of example 1").select_option("-1")
    desk.until(lambda e: e.added[0][0] == -1, "chosen")
    desk.press("Add a point")
    desk.until(lambda e: len(e.added) == 3, "a row more")
    eyes.until(page, lambda: len(desk.rows()) == 3, "its row")
    desk.live.get_by_role("button", name="erase example 1").click()
    desk.until(lambda e: len(e.added) == 2, "a row less")
    desk.until(lambda e: [row[:2] for row in desk.rows()] == [list(p) for _, p in e.added], "same")
    field.fill("1000")
    field.press("Enter")
    expect(desk.live.locator(".kl-points-table .kl-wrong")).to_contain_text("from −100 to 100")
    eyes.until(page, lambda: float(field.input_value()) == desk.edits.added[1][1][0], "it stays")


@pytest.mark.thorough
def test_a_finger_adds_drags_and_selects_once_the_tools_are_open(phone_page, server):
    page = phone_page
    live = open_live(page, server + "/")
    desk = Desk(page, live)
    marks.bring(desk.canvas)
    main = page.locator('[data-testid="stMain"]')
    X = sample(BANDWIDTH).X
    i = int(np.hypot(*(X[:, None] - X).transpose(2, 0, 1) + 9 * np.eye(len(X))).min(1).argmax())
    top = main.evaluate("(main) => main.scrollTop")
    x, y = desk.at(X[i])
    hand.swipe(page, (x, y), (x, y - 120))
    page.wait_for_function(SCROLLED, arg=top + 50)  # folded, it scrolls
    assert desk.text == ""
    page.wait_for_function(AT_REST)
    live.get_by_role("button", name="Points", exact=True).tap()
    live.get_by_role("radio", name="Add ○").tap()
    marks.bring(desk.canvas)
    page.touchscreen.tap(*desk.at(CORNER))
    desk.until(lambda e: len(e.added) == 1 and e.added[0][0] == -1, "tapped")
    live.get_by_role("radio", name="Move").tap()
    marks.bring(desk.canvas)
    hand.swipe(page, desk.at(CORNER), desk.at(LOW), moves=8)
    desk.until(lambda e: np.allclose(e.added[0][1], LOW, atol=0.1), "carried")
    live.get_by_role("radio", name="Select").tap()
    marks.bring(desk.canvas)
    hand.swipe(page, desk.at((1.2, -1.2)), desk.at((2.2, -1.9)), moves=8)
    live.get_by_role("button", name=re.compile("Erase [1-9]")).tap()
    desk.until(lambda e: not e.added, "erased")
    live.get_by_role("button", name="Undo").tap()
    desk.until(lambda e: len(e.added) == 1, "undone")


# ---- every page, and both notations -----------------------------------------------------------

PLACES = [
    ("/losses", '[data-live="losses"] .kl-side .kl-is-plane canvas'),
    ("/losses?hide=text&step=outlier", '[data-live="losses"] .kl-small canvas'),
    ("/rbf-bandwidth", '[data-live="bandwidth"] .kl-main .kl-is-plane canvas'),
    ("/svm", '[data-live="svm"] .kl-is-street canvas'),
    ("/svm?hide=text&step=hard-to-soft", '[data-live="svm"] .kl-is-plane canvas'),
    ("/kernel-trick", '[data-live="learners"] .kl-is-plane canvas'),
    ("/kernel-trick", '[data-live="vote"] .kl-is-vote canvas'),
    ("/is-it-a-kernel", '[data-live="fit"] .kl-is-plane canvas'),
    ("/representer-theorem", '[data-live="bumps"] .kl-is-fitline canvas'),
    ("/multiclass", '[data-live="four"] .kl-is-classplane canvas'),
    ("/stochastic-gradient", '[data-live="sgd"] .kl-is-stepplane canvas'),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("path", "css"), PLACES, ids=[f"{p[1:]}-{c[12:20]}" for p, c in PLACES])
def test_points_of_every_live_plane_are_moved_and_undone(page, server, path, css):
    open_live(page, server + path)
    canvas = page.locator(css).first
    canvas.wait_for()
    live = page.locator(css.split()[0])
    page.wait_for_function("(e) => e.closest('[data-live]').dataset.ready === '1'",
                           arg=canvas.element_handle())  # fmt: skip
    canvas.scroll_into_view_if_needed()
    quiet(live)
    canvas.focus()
    if "vote" in css:
        live.get_by_role("button", name="Points", exact=True).first.click()
        live.get_by_role("radio", name="Add ×").click()
        canvas.focus()
    voice = live.locator(".kl-voice")

    def told():
        page.keyboard.press("ArrowRight")
        return "x = " in voice.text_content() or "example" in voice.text_content()

    eyes.until(page, told, "the keys are heard")
    page.keyboard.press("+")
    page.wait_for_url(lambda url: re.search("edits=[pa]", url))
    page.keyboard.press("Control+z")
    page.wait_for_url(lambda url: "edits=" not in url)
