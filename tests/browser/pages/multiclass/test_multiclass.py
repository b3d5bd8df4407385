"""Many classes: four planes move together, and show at a point how each method decides."""

from itertools import pairwise

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from lab.endpoints.class_sweep_endpoint import make_request
from lab.scene.class_scene import ClassScene
from lab.scene.scene import replace
from lab.wire import safetensors_format
from lab.wire.class_tensors import pack
from pages.multiclass import default_scenes
from pages.multiclass.method import decision_endpoint
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live

SCENE = replace(default_scenes.FIRST, tau=1.6)
METHODS = ("ova", "ovo", "tree", "softmax")
MARGINS = {"left": 24, "right": 1, "top": 1, "bottom": 20}

# For each input event of a slider: its value, and what each plane shows after it.
WATCH = (
    f"(root) => {{{hand.PRINT}"
    + """
  root.seen = [];
  document.addEventListener("input", (event) => {
    if (root.contains(event.target)) root.seen.push({
      stop: Number(event.target.value), shown: Number(root.dataset.stop),
      planes: [...root.querySelectorAll('[data-view="classplane"] canvas')].map(print),
    });
  });
}
"""
)


def open_page(page: Page, server: str, scene: ClassScene = SCENE, **options: str):
    words = "".join(f"&{name}={text}" for name, text in options.items())
    return open_live(page, f"{server}/multiclass?{scene.query()}{words}")


def canvas(live, method):
    return live.locator(f'[data-view="classplane"][data-method="{method}"] canvas')


def sweep_tensors(scene, along="tau"):
    """Return the tensors at the scene's own stop, as the page receives them."""
    request = make_request(scene, along)
    packed = pack(scene, along, request.stops, 81)
    tensors, _ = safetensors_format.decode(packed.to_bytes(packed.head(scene, request.stop)))
    stop, S = request.stop, len(request.stops)
    return {
        n: t[stop] if t.ndim and len(t) == S and n != "stops" else t for n, t in tensors.items()
    }


def box_of(live, method, tensors):
    window = tuple(float(tensors[axis][end]) for axis in "xy" for end in (0, -1))
    return marks.Box(canvas(live, method), window, MARGINS)


def on_screen(live, method, tensors, x, y):
    """Return the position of a plane's point in the window."""
    return tuple(map(float, box_of(live, method, tensors).on_screen(x, y)))


@pytest.mark.thorough
def test_a_drag_of_tau_paints_all_four_planes_at_every_input_event(page, server):
    open_page(page, server, step="four")
    live = page.locator('[data-live="four"][data-ready="1"]')
    live.wait_for()
    live.evaluate(WATCH)
    page.mouse.move(*hand.place(live, "tau", int(hand.slider(live, "tau").input_value())))
    page.mouse.down()
    for stop in (2, 28):
        page.mouse.move(*hand.place(live, "tau", stop), steps=16)
    page.mouse.up()
    record = live.evaluate("(root) => root.seen")
    assert len(record) >= 12
    assert all(event["stop"] == event["shown"] for event in record)
    for before, after in pairwise(record):
        has_moved = before["stop"] != after["stop"]
        is_same = [a == b for a, b in zip(before["planes"], after["planes"], strict=True)]
        assert len(is_same) == 4 and any(is_same) != has_moved, (
            before["stop"],
            after["stop"],
            is_same,
        )


def inner(mask, margin=2):
    """Return the nodes of a mask that are more than `margin` nodes away from its boundary and from
    the picture's edge."""
    inner_mask = mask.copy()
    for _ in range(margin):
        inner_mask[1:-1, 1:-1] &= (
            inner_mask[:-2, 1:-1]
            & inner_mask[2:, 1:-1]
            & inner_mask[1:-1, :-2]
            & inner_mask[1:-1, 2:]
        )
        inner_mask[[0, -1]] = inner_mask[:, [0, -1]] = False
    return inner_mask


def at_ask(page, server, **words):
    open_page(page, server, **words)
    live = page.locator('[data-live="ask"]')
    live.wait_for()
    live.locator(".kl-main").evaluate("(node) => node.scrollIntoView({ block: 'center' })")
    page.wait_for_function("() => document.querySelector('[data-live=ask]').dataset.ready === '1'")
    return live


def answer_text(live, method):
    return live.locator(f'.kl-askpoint[data-method="{method}"]')


def until_answered(page, place):
    answers = decision_endpoint.answer(SCENE, place)["methods"]
    page.wait_for_function(
        """([choices]) => Object.entries(choices).every(([method, choice]) => document
          .querySelector(`.kl-askpoint[data-method="${method}"]`).dataset.choice === choice)""",
        arg=[{method: str(answers[method]["choice"]) for method in METHODS}],
    )
    return answers


@pytest.mark.thorough
def test_a_press_shows_how_each_method_decides(page, server):
    live, tensors = at_ask(page, server), sweep_tensors(SCENE)
    marks.bring(canvas(live, "ovo"))
    j, i = np.argwhere(inner(tensors["map_ovo"] >> 4 == 3))[0]
    page.mouse.click(*on_screen(live, "ovo", tensors, tensors["x"][i], tensors["y"][j]))
    page.wait_for_function("() => new URL(location.href).searchParams.get('at')")
    place = tuple(float(v) for v in marks.address(page)["at"].split(","))
    answers = until_answered(page, place)
    assert answers["ovo"]["status"] == 3 and "votes each" in answer_text(live, "ovo").inner_text()
    rows = answer_text(live, "ova").locator("tbody tr")
    expect(rows).to_have_count(SCENE.classes)
    for k, output in enumerate(answers["ova"]["outputs"]):
        assert marks.close(eyes.number(rows.nth(k).locator("td").first.inner_text()), output["f"])
    votes = answer_text(live, "ovo").locator(".kl-votes").all_inner_texts()
    assert [int(v) for v in votes] == answers["ovo"]["class_scores"]
    expect(answer_text(live, "tree").locator("li")).to_have_count(
        len(answers["tree"]["outputs"]) + 1
    )
    shares = answer_text(live, "softmax").locator("tbody td:last-child").all_inner_texts()
    assert shares == [eyes.percent(p) for p in answers["softmax"]["class_scores"]]
