"""Gestures that meet goals of this page which no slider or switch alone reaches."""

from playwright.sync_api import expect

from pages.multiclass import challenges as classes
from tests.browser import hand
from tests.browser.challenges.gestures import challenge_hands, drag, quiet

REACH = 1.5
SQUARE = {"left": 30, "right": 14, "top": 10, "bottom": 26}  # margins in px of the arrows' picture


def place_on(canvas, x, y):
    """Return the position of a point (x, y) of the arrows' picture in its canvas, in CSS pixels."""
    box = canvas.bounding_box()
    w = box["width"] - SQUARE["left"] - SQUARE["right"]
    h = box["height"] - SQUARE["top"] - SQUARE["bottom"]
    return (
        SQUARE["left"] + w * (x + REACH) / (2 * REACH),
        SQUARE["top"] + h * (REACH - y) / (2 * REACH),
    )


def on_screen(canvas, x, y):
    box, (px, py) = canvas.bounding_box(), place_on(canvas, x, y)
    return box["x"] + px, box["y"] + py


@challenge_hands(classes.SCORES[0])
def shrink_an_arrow(root):
    canvas = root.locator("canvas")
    drag(root, on_screen(canvas, 0, 1), on_screen(canvas, 0.02, 0.03))


@challenge_hands(classes.SCORES[1])
def move_all_arrows(root):
    root.get_by_role("button", name="Back to the notes’ arrows").click()
    root.get_by_role("radio", name="all three").click()
    canvas = root.locator("canvas")
    drag(root, on_screen(canvas, 0, 1), on_screen(canvas, -0.5, 1))


@challenge_hands(classes.STEP[0])
def step_on_one_example(root):
    card = root.locator(".kl-challenge")
    step = root.get_by_role("button", name="Take a step on this")
    for count in range(1, 40):
        if card.get_attribute("data-state") == "done":
            return
        step.click()
        root.locator(".kl-numbers", has_text=f"Steps so far: {count}.").wait_for()


@challenge_hands(classes.BILL[0])
def most_classes(root):
    ovo = root.locator('tr[data-way="ovo"]')
    expect(ovo).to_contain_text("1,792", timeout=90_000)  # its evaluations at C = 8
    hand.slider(root, "count").press("End")


@challenge_hands(classes.TREES[0])
def separate_neighbours_at_the_top(root):
    quiet(root)
    first, second = (root.locator(f'[data-leaf="{k}"]').bounding_box() for k in (1, 3))
    drag(root, (first["x"] + first["width"] / 2, first["y"] + first["height"] / 2),
         (second["x"] + second["width"] / 2, second["y"] + 10))  # fmt: skip
