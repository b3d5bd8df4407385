"""The toolbar below a plane: by mouse, touch and keys, with its table."""

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
from tests.browser.challenges.gestures import quiet
from tests.browser.expected import sample
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap

WINDOW = sample(BANDWIDTH).window
STEP = np.array([0.3, -0.2])
CORNER, LOW = (2.3, -1.5), (1.5, -1.6)  # places in the plane without an example nearby

ROWS = """
(rows) => rows.map((row) => [...row.querySelectorAll("input, select")].map((e) => Number(e.value)))
"""

# Whether the page has stopped scrolling: it is at the same place in ten consecutive calls.
AT_REST = """() => {
  const { scrollTop } = document.querySelector("[data-testid=stMain]");
  [window.stood, window.still] = [scrollTop, window.stood === scrollTop ? window.still + 1 : 0];
  return window.still > 10;
}"""

SCROLLED = "(to) => document.querySelector('[data-testid=stMain]').scrollTop > to"


class PointEditor:
    """A page with one plane and its toolbar open, and the edits in its address."""

    def __init__(self, page, live):
        self.page, self.live = page, live
        self.canvas = live.locator(".kl-main .kl-is-plane canvas").first
        self.box = marks.plane_box(self.canvas, WINDOW)

    def press(self, name, role="button"):
        self.live.get_by_role(role, name=name, exact=role == "radio").click()

    def tool(self, name):
        self.press(name, "radio")

    def on_screen(self, place):
        return self.box.on_screen(*place)

    @property
    def text(self):
        search = self.page.evaluate("location.search.slice(1)")
        return dict(parse_qsl(search)).get("edits", "")

    @property
    def word(self):
        """The sentence on the picture, or ""."""
        return self.live.locator(".kl-picture-note").first.text_content()

    @property
    def edits(self):
        return point_edits.read(self.text)

    @property
    def scene(self):
        return replace(BANDWIDTH, edits=self.text)

    def wait_until(self, check, description):
        eyes.wait_until(self.page, lambda: check(self.edits), description)

    def expect_scene(self, scene):
        """Wait until the read-outs and the table show the scene."""
        s = sample_of(scene, empty=True)
        count = len(problem(scene).fit().support) if len(s.y) else 0
        text = f"{count} of {len(s.y)}"
        eyes.wait_until(self.page, lambda: eyes.readout(self.live, "support") == text, text)

    def red(self, place):
        """Return by how much the red channel exceeds the blue one beside a point."""
        image = eyes.read_canvas(self.canvas)
        px, py = self.box.pixel(place[0] - 0.15, place[1] + 0.1)
        red, _, blue = image[int(py), int(px), :3].astype(int)
        return red - blue

    def rows(self):
        """Return x, y and label of each row of the table."""
        return self.live.locator(".kl-points-table tbody tr").evaluate_all(ROWS)


@pytest.fixture
def editor(page, server):
    live = open_live(page, server + "/")
    editor = PointEditor(page, live)
    editor.press("Points")
    live.get_by_role("radio", name="Move").wait_for()
    return editor


def test_points_are_added_dragged_relabelled_selected_and_reset_by_mouse(editor, page):
    tap, steps = WireTap(page), []

    def note_step(check, description):
        editor.wait_until(check, description)
        steps.append(editor.text)

    assert editor.live.get_by_role("button", name="Back to the data set").is_disabled()
    editor.tool("Add ○")
    page.mouse.click(*editor.on_screen(CORNER))
    note_step(lambda e: [label for label, _ in e.added] == [-1], "added")
    # During the drag the boundary follows frame by frame, and the address does not change.
    editor.tool("Move")
    asked_count, before = len(tap.requests), editor.red(LOW)
    page.mouse.move(*editor.on_screen(CORNER))
    page.mouse.down()
    page.mouse.move(*editor.on_screen(LOW), steps=12)
    eyes.wait_until(page, lambda: editor.red(LOW) > max(0, before + 30), "the boundary follows it")
    assert editor.text == steps[-1]
    of_the_hand = [
        u for u in tap.requests[asked_count:] if "edits=" in u and f"edits={editor.text}&" not in u
    ]
    assert of_the_hand and all("stops=1&" in url for url in of_the_hand)
    page.mouse.up()
    note_step(lambda e: np.allclose(e.added[0][1], LOW, atol=0.02), "dropped")
    page.mouse.dblclick(*editor.on_screen(LOW))
    note_step(lambda e: e.added[0][0] == 1, "a double-click gives it the other class")
    # Select by a box, and move the whole selection at once.
    editor.tool("Select")
    inside = (-1.12, -0.66, -1.33, -0.72)
    X = sample(BANDWIDTH).X
    chosen = set(np.flatnonzero((X[:, 0] > inside[0]) & (X[:, 0] < inside[1])
                                & (X[:, 1] > inside[2]) & (X[:, 1] < inside[3])))  # fmt: skip
    assert len(chosen) > 3
    page.mouse.move(*editor.on_screen((inside[0], inside[2])))
    page.mouse.down()
    page.mouse.move(*editor.on_screen((inside[1], inside[3])), steps=4)
    page.mouse.up()
    editor.live.get_by_role("button", name=f"Erase {len(chosen)} selected").wait_for()
    point = X[min(chosen)]
    page.mouse.move(*editor.on_screen(point))
    page.mouse.down()
    page.mouse.move(*editor.on_screen(point + STEP), steps=4)
    page.mouse.up()
    note_step(lambda e: set(e.moved) == chosen, "all that were in the box are moved")
    for i in chosen:
        assert np.allclose(editor.edits.moved[i], X[i] + STEP, atol=0.02)
    editor.press(f"Erase {len(chosen)} selected")
    note_step(lambda e: e.deleted == chosen, "all are erased")
    editor.press("Clear")
    note_step(lambda e: editor.text == "c", "an empty plane")
    eyes.wait_until(page, lambda: editor.word.startswith("No points:"), "the picture says so")
    editor.expect_scene(editor.scene)
    # Each of these changes is one step of undo and of redo.
    for text in [*reversed(steps[:-1]), ""]:
        editor.press("Undo")
        eyes.wait_until(page, lambda text=text: editor.text == text, f"undone to {text[:40]}")
    assert editor.live.get_by_role("button", name="Undo").is_disabled()
    for text in steps:
        editor.press("Redo")
        eyes.wait_until(page, lambda text=text: editor.text == text, f"done again to {text[:40]}")
    editor.press("Back to the data set")
    editor.wait_until(lambda e: editor.text == "", "back")
    editor.expect_scene(BANDWIDTH)


@pytest.mark.thorough
def test_keys_and_the_table_change_the_same_points(editor, page):
    editor.press("Clear")
    editor.wait_until(lambda e: e.cleared, "cleared")
    editor.canvas.focus()

    def keys(*names):
        for name in names:
            page.keyboard.press(name)

    keys("+")
    editor.wait_until(lambda e: len(e.added) == 1, "added in the middle")
    eyes.wait_until(
        page, lambda: editor.word.startswith("There is only one class"), "the picture says so"
    )
    keys(*["ArrowRight"] * 8, "-")
    editor.wait_until(
        lambda e: [label for label, _ in e.added] == [1, -1], "a negative one beside it"
    )
    first = editor.edits.added
    editor.expect_scene(editor.scene)
    # S begins a selection, Shift with arrows draws its box. Enter picks the selection up, arrows
    # move it, Enter puts it down.
    keys("ArrowRight", "ArrowUp", "s", *["Shift+ArrowLeft"] * 10, *["Shift+ArrowDown"] * 2)
    editor.live.get_by_role("button", name="Erase 2 selected").wait_for(state="attached")
    keys("ArrowUp", "Enter", *["ArrowDown"] * 5, "Enter")
    down = (WINDOW[3] - WINDOW[2]) / 50 * 5
    moved_places = [(x, y - down) for _, (x, y) in first]
    editor.wait_until(
        lambda e: np.allclose([place for _, place in e.added], moved_places, atol=0.02), "carried"
    )
    editor.expect_scene(editor.scene)
    # F is refused until the picture shows the points at their new places.
    eyes.wait_until(
        page, lambda: "is-busy" not in editor.live.get_attribute("class"), "the picture follows"
    )
    keys("f")
    editor.wait_until(lambda e: [label for label, _ in e.added] == [-1, 1], "both relabelled")
    keys("Control+z", "Control+z")
    editor.wait_until(lambda e: e.added == first, "undone twice")
    keys("Control+Shift+z")
    editor.wait_until(lambda e: e.added != first, "redone once")
    keys("Control+a", "Delete")
    editor.wait_until(lambda e: editor.text == "c", "all erased")
    keys("Control+z")
    editor.wait_until(lambda e: len(e.added) == 2, "undone")
    # The table shows both points; typed numbers move them.
    editor.press("Table")
    eyes.wait_until(page, lambda: len(editor.rows()) == 2, "the table")
    for (label, place), row in zip(editor.edits.added, editor.rows(), strict=True):
        assert row == [*place, label]
    field = editor.live.get_by_label("x₁ of example 2")
    field.fill("1.25")
    field.press("Enter")
    editor.wait_until(lambda e: e.added[1][1][0] == 1.25, "typed")
    field.fill("1.234")
    assert field.evaluate("(input) => input.checkValidity()"), "each rounded number is valid"
    field.press("ArrowUp")
    editor.wait_until(lambda e: e.added[1][1][0] == 1.284, "a step of an arrow key")
    editor.live.get_by_label("class of example 1").select_option("-1")
    editor.wait_until(lambda e: e.added[0][0] == -1, "chosen")
    editor.press("Add a point")
    editor.wait_until(lambda e: len(e.added) == 3, "one row more")
    eyes.wait_until(page, lambda: len(editor.rows()) == 3, "its row")
    editor.live.get_by_role("button", name="erase example 1").click()
    editor.wait_until(lambda e: len(e.added) == 2, "one row less")
    editor.wait_until(
        lambda e: [row[:2] for row in editor.rows()] == [list(p) for _, p in e.added], "same"
    )
    field.fill("1000")
    field.press("Enter")
    expect(editor.live.locator(".kl-points-table .kl-error")).to_contain_text("from −100 to 100")
    eyes.wait_until(
        page, lambda: float(field.input_value()) == editor.edits.added[1][1][0], "it stays"
    )


@pytest.mark.thorough
def test_points_are_added_dragged_and_selected_by_touch(phone_page, server):
    page = phone_page
    live = open_live(page, server + "/")
    editor = PointEditor(page, live)
    marks.bring(editor.canvas)
    main = page.locator('[data-testid="stMain"]')
    X = sample(BANDWIDTH).X
    i = int(np.hypot(*(X[:, None] - X).transpose(2, 0, 1) + 9 * np.eye(len(X))).min(1).argmax())
    top = main.evaluate("(main) => main.scrollTop")
    x, y = editor.on_screen(X[i])
    hand.swipe(page, (x, y), (x, y - 120))
    page.wait_for_function(SCROLLED, arg=top + 50)  # with the toolbar folded the page scrolls
    assert editor.text == ""
    page.wait_for_function(AT_REST)
    live.get_by_role("button", name="Points", exact=True).tap()
    live.get_by_role("radio", name="Add ○").tap()
    marks.bring(editor.canvas)
    page.touchscreen.tap(*editor.on_screen(CORNER))
    editor.wait_until(lambda e: len(e.added) == 1 and e.added[0][0] == -1, "tapped")
    live.get_by_role("radio", name="Move").tap()
    marks.bring(editor.canvas)
    hand.swipe(page, editor.on_screen(CORNER), editor.on_screen(LOW), moves=8)
    editor.wait_until(lambda e: np.allclose(e.added[0][1], LOW, atol=0.1), "carried")
    live.get_by_role("radio", name="Select").tap()
    marks.bring(editor.canvas)
    hand.swipe(page, editor.on_screen((1.2, -1.2)), editor.on_screen((2.2, -1.9)), moves=8)
    live.get_by_role("button", name=re.compile("Erase [1-9]")).tap()
    editor.wait_until(lambda e: not e.added, "erased")
    live.get_by_role("button", name="Undo").tap()
    editor.wait_until(lambda e: len(e.added) == 1, "undone")


# ---- the planes of all pages, with both notations of edits ----

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
    voice = live.locator(".kl-voice[aria-live]")

    def read_numbers():
        page.keyboard.press("ArrowRight")
        return "x = " in voice.text_content() or "example" in voice.text_content()

    eyes.wait_until(page, read_numbers, "the keys reach the plane")
    page.keyboard.press("+")
    page.wait_for_url(lambda url: re.search("edits=[pa]", url))
    page.keyboard.press("Control+z")
    page.wait_for_url(lambda url: "edits=" not in url)
