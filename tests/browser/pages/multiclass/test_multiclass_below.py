"""The later steps of *Multiclass*, used by mouse and keys: arrows, steps of SGD, and trees."""

from urllib.parse import unquote

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene.class_learning_problem import solve_scene
from lab.scene.scene import replace
from pages.multiclass import default_scenes
from pages.multiclass.mathematics.linear_scores import EXAMPLE_WEIGHTS_004, scores
from pages.multiclass.softmax.softmax_sgd_endpoint import walk
from pages.multiclass.trees import tree_endpoint
from tests.browser import eyes, marks
from tests.browser.challenges.gestures import quiet
from tests.browser.live import have_put_up, until_the_address_holds
from tests.browser.pages.multiclass.hands import on_screen

PAGE = "/multiclass"
SMALL_PLANE = {"left": 24, "right": 1, "top": 1, "bottom": 20}


FOLDED = {  # the folded step that contains each element
    "walk": "sgd", "bill": "bill", "likelihood": "likelihood", "pair": "two-classes",
    "erring": "erring",
}  # fmt: skip


def section(page, url, name):
    """Open the page, and return an element once it shows a picture, scrolled to the middle of the
    window."""
    step = f"{'&' if '?' in url else '?'}step={FOLDED[name]}" if name in FOLDED else ""
    page.goto(url + step, wait_until="domcontentloaded")
    until_the_address_holds(page)
    have_put_up(page, name)
    live = page.locator(f'[data-live="{name}"][data-ready="1"]')
    live.wait_for()
    live.scroll_into_view_if_needed()
    live.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
    return live


# ---- scores ----


@pytest.mark.thorough
def test_an_arrow_follows_the_mouse_and_regions_and_scores_follow_the_arrow(page, server):
    live = section(page, server + PAGE, "scores")
    canvas, W = live.locator("canvas"), np.array(EXAMPLE_WEIGHTS_004)
    before = eyes.read_canvas(canvas)
    page.mouse.move(*on_screen(canvas, *W[2]))
    page.mouse.down()
    page.mouse.move(*on_screen(canvas, -0.8, 0.4), steps=12)
    row = live.locator('[data-score="2"]')
    page.wait_for_function(
        "() => /−0[.]8/.test(document.querySelector('[data-score=\"2\"]').textContent)"
    )
    page.mouse.up()
    page.wait_for_url(lambda url: "w=" in url)
    address = marks.address(page)
    weights = np.array([[float(v) for v in w.split(",")] for w in address["w"].split(";")])
    assert (
        weights[:2] == pytest.approx(W[:2], abs=1e-3)
        and np.abs(weights[2] - (-0.8, 0.4)).max() < 0.02
    )
    assert (eyes.read_canvas(canvas) != before).any(), "the regions follow"
    at_x = scores(weights, [(0.6, 0.5)])[0]
    score = row.locator("td").nth(1)
    eyes.wait_until(
        page, lambda: marks.close(eyes.number(score.text_content()), at_x[2]), score.text_content
    )
    expect(live.locator(".kl-verdict")).to_contain_text("1.5, 0.167")


@pytest.mark.thorough
def test_keys_move_one_arrow_or_all_three(page, server):
    live = section(page, server + PAGE, "scores")
    canvas = live.locator("canvas")
    canvas.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: "w=1.2" in url)
    live.get_by_role("radio", name="all three").click()
    rule = live.locator(".kl-verdict")
    expect(rule).to_contain_text("1.7, 0.167")
    canvas.focus()
    for _ in range(6):
        page.keyboard.press("ArrowUp")
    page.wait_for_url(lambda url: "w=1.2,-0.033" in unquote(url))
    expect(rule, "differences stay").to_contain_text("1.7, 0.167")
    expect(live.locator('[data-score="2"]')).to_contain_text("(0, 1.3)")
    live.get_by_role("button", name="Back to the notes’ arrows").click()
    page.wait_for_url(lambda url: "w=1,-0.333" in unquote(url))
    live.locator('[data-score="2"]').get_by_text("(0, 1)").wait_for()


# ---- single steps of SGD ----


@pytest.mark.thorough
def test_steps_on_a_chosen_example_are_the_matrix_of_the_notes(page, server):
    live = section(page, server + PAGE + "?example=7", "walk")
    canvas = live.locator("canvas")
    step = live.get_by_role("button", name="Take a step on this example")
    before = eyes.read_canvas(canvas)
    for count in (1, 2):
        step.click()
        live.locator(".kl-numbers", has_text=f"Steps so far: {count}.").wait_for()
    walk_answer = walk(default_scenes.FIRST, 0.5, [7, 7], 7)
    rows = live.locator("tbody tr")
    expect(rows).to_have_count(default_scenes.FIRST.classes)
    for k in range(default_scenes.FIRST.classes):
        cells = [
            eyes.number(text.lstrip("+")) for text in rows.nth(k).locator("td").all_inner_texts()
        ]
        expected = [
            walk_answer["P"][k],
            walk_answer["pull"][k],
            *walk_answer["change"][k],
            *walk_answer["W"][k],
        ]
        assert all(
            abs(a - b) <= 0.006 * abs(b) + 6e-4 for a, b in zip(cells, expected, strict=True)
        )
    page.wait_for_url(lambda url: "walk=7.7" in url)
    assert (np.abs(eyes.read_canvas(canvas) - before).max(axis=-1) > 40).mean() > 0.3, (
        "regions appear"
    )
    canvas.focus()
    page.keyboard.press("ArrowRight")
    live.locator("text=Example 9:").wait_for()
    live.get_by_role("button", name="Back to W = 0").click()
    live.locator(".kl-numbers", has_text="Steps so far: 0.").wait_for()


# ---- trees ----


@pytest.mark.thorough
def test_dragging_a_class_in_the_tree_changes_the_error(page, server):
    live = section(page, server + PAGE, "trees")
    caption = live.locator(".kl-classtree .kl-caption")
    page.wait_for_function(
        "() => /Test error 7.8/.test(document.querySelector('.kl-classtree').textContent)"
    )
    first, second = (live.locator(f'[data-leaf="{k}"]').bounding_box() for k in (1, 3))
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(second["x"] + second["width"] / 2, second["y"] + 10, steps=10)
    page.mouse.up()
    tree = "(((0,3),2),(1,4))"
    page.wait_for_url(lambda url: "shape=" in url)
    assert marks.address(page)["shape"] == tree
    row = next(
        row
        for row in tree_endpoint.shapes(replace(default_scenes.NEAR_ROW, tree=tree))
        if row["tree"] == tree
    )
    assert row["test_error"] > 0.3
    caption.get_by_text(f"Test error {eyes.percent(row['test_error'])}").wait_for()
    every_tree_is_compared(live)
    live.locator('[data-leaf="3"]').focus()
    page.keyboard.press("ArrowUp")  # the leaves are in a row, so this moves nothing
    page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: "(((0,2),3),(1,4))" in unquote(url))
    live.get_by_role("button", name="Chain").click()
    page.wait_for_url(lambda url: "shape=chain" in url)
    leaf_boxes = live.locator(".kl-leaf")
    names = "(all) => all.map((leaf) => leaf.dataset.leaf).join('')"
    eyes.wait_until(
        page, lambda: leaf_boxes.evaluate_all(names) == "01234", "another order of the leaves"
    )
    every_tree_is_compared(live)


@pytest.mark.thorough
def test_a_point_descends_the_tree_and_shows_each_line(page, server):
    tree = "((0,2),((1,3),4))"
    live = section(page, f"{server}{PAGE}?shape={tree}", "trees")
    scene = replace(default_scenes.NEAR_ROW, tree=tree)
    row = next(row for row in tree_endpoint.shapes(scene) if row["tree"] == tree)
    errors = [eyes.percent(fork["wrong"] / fork["examples"]) for fork in row["forks"]]
    forks = live.locator(".kl-fork")
    expect(forks).to_have_text(errors)
    plane = live.locator(".kl-forkplane canvas")
    before = eyes.read_canvas(plane).tobytes()
    forks.nth(2).click()
    expect(forks.nth(2)).to_have_attribute("aria-pressed", "true")
    expect(live.locator(".kl-forkplane .kl-caption")).to_contain_text("Question 3 of 4: 2, 4 or 5?")
    assert eyes.read_canvas(plane).tobytes() != before, "another line"
    page.wait_for_url(lambda url: "fork=2" in url)
    sample = scene.sample
    n = 7
    page.mouse.click(*marks.Box(plane, sample.window, SMALL_PLANE).on_screen(*sample.X[n]))
    page.wait_for_url(lambda url: "fall=" in url)
    chosen = int(marks.address(page)["fall"])
    assert sample.y[chosen] == sample.y[n]
    landed = solve_scene(scene, "tree").predict(sample.X[chosen : chosen + 1])[0]
    expect(live.locator(".kl-leaf.is-reached")).to_have_attribute("data-leaf", str(landed))
    assert live.locator(".kl-tree-room path.is-on-path").count() >= 2
    expect(live.locator(".kl-tree-dot")).to_be_visible()


def every_tree_is_compared(live):
    """Wait until the page has answered the drag; check that the table has the numbers of all
    trees."""
    quiet(live)
    table = live.locator(".kl-class-table tbody")
    expect(table).not_to_contain_text("–")
    assert table.locator("tr").count() >= 3
