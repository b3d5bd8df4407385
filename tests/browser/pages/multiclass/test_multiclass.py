"""Many classes: four planes that move as one, hatched where the tensors say; a point is asked."""

from itertools import pairwise

import numpy as np
import pytest
from playwright.sync_api import Page

from lab.endpoints.class_sweep_endpoint import make_request
from lab.scene.class_scene import ClassScene
from lab.scene.scene import replace
from lab.ui.palette import LIGHT
from lab.wire import safetensors_format
from lab.wire.class_tensors import pack
from pages.multiclass import default_scenes
from pages.multiclass.method import decision_endpoint
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live

SCENE = replace(default_scenes.FIRST, tau=1.6)
METHODS = ("ova", "ovo", "tree", "softmax")
MARGINS = {"left": 24, "right": 1, "top": 1, "bottom": 20}
EDGE = 4  # nodes away from the rim and from any other region

# Around every input event of a slider: its value, and what each of the planes shows after it.
WATCH = """
(root) => {
  const print = (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let hash = 0;
    for (const word of new Uint32Array(data.buffer)) hash = (Math.imul(hash, 31) + word) | 0;
    return hash;
  };
  root.seen = [];
  document.addEventListener("input", (event) => {
    if (root.contains(event.target)) root.seen.push({
      stop: Number(event.target.value), shown: Number(root.dataset.stop),
      planes: [...root.querySelectorAll('[data-view="classplane"] canvas')].map(print),
    });
  });
}
"""


def opened(page: Page, server: str, scene: ClassScene = SCENE, **more: str):
    words = "".join(f"&{name}={text}" for name, text in more.items())
    return open_live(page, f"{server}/multiclass?{scene.query()}{words}")


def canvas(live, method):
    return live.locator(f'[data-view="classplane"][data-method="{method}"] canvas')


def sent(scene, along="tau"):
    """The tensors of the scene's own stop, as the page has them."""
    request = make_request(scene, along)
    packed = pack(scene, along, request.stops, 81)
    tensors, _ = safetensors_format.decode(packed.plain(packed.head(scene, request.stop)))
    stop, S = request.stop, len(request.stops)
    return {
        n: t[stop] if t.ndim and len(t) == S and n != "stops" else t for n, t in tensors.items()
    }


def box_of(live, method, tensors):
    window = tuple(float(tensors[axis][end]) for axis in "xy" for end in (0, -1))
    return marks.Box(canvas(live, method), window, MARGINS)


def on_screen(live, method, tensors, x, y):
    """Where a place of a plane is in the window, for a hand."""
    return tuple(map(float, box_of(live, method, tensors).on_screen(x, y)))


def test_a_drag_of_tau_paints_all_four_planes_at_every_input_event(page, server):
    live = opened(page, server)
    live.evaluate(WATCH)
    page.mouse.move(*hand.place(live, "tau", int(hand.slider(live, "tau").input_value())))
    page.mouse.down()
    for stop in (2, 28):
        page.mouse.move(*hand.place(live, "tau", stop), steps=40)
    page.mouse.up()
    seen = live.evaluate("(root) => root.seen")
    assert len(seen) >= 20
    assert all(event["stop"] == event["shown"] for event in seen)
    for before, after in pairwise(seen):
        moved = before["stop"] != after["stop"]
        same = [a == b for a, b in zip(before["planes"], after["planes"], strict=True)]
        assert len(same) == 4 and any(same) != moved, (before["stop"], after["stop"], same)


@pytest.mark.thorough
def test_hovering_an_example_marks_it_in_all_four(page, server):
    live, tensors = opened(page, server), sent(SCENE)
    plane = box_of(live, "tree", tensors)
    i = marks.loneliest(*plane.pixel(*tensors["points"].T))
    x, y = tensors["points"][i]
    before = {m: eyes.drawn(canvas(live, m)) for m in METHODS}
    page.mouse.move(*on_screen(live, "tree", tensors, x, y))
    tip = live.locator('[data-method="tree"] .kl-tip')
    tip.wait_for()
    assert f"example {i + 1}, class {tensors['labels'][i] + 1}" in tip.text_content()
    for method in METHODS:
        px, py = box_of(live, method, tensors).pixel(x, y)
        size = max(2.6, min(5.5, (canvas(live, method).bounding_box()["width"] - 25) / 72))
        image = eyes.drawn(canvas(live, method))
        assert marks.ringed(image, LIGHT["accent"], px, py, 2.6 * size) > 0.8, method
        assert marks.ringed(before[method], LIGHT["accent"], px, py, 2.6 * size) < 0.1, method


@pytest.mark.thorough
def test_hovering_a_place_tells_what_all_four_say(page, server):
    live, tensors = opened(page, server), sent(SCENE)
    nobody = inner(tensors["map_ova"] >> 4 == 1)
    j, i = np.argwhere(nobody)[0]
    page.mouse.move(*on_screen(live, "ova", tensors, tensors["x"][i], tensors["y"][j]))
    text = live.locator('[data-method="ova"] .kl-tip').text_content()
    assert "one-versus-all: no taker: at random" in text
    assert f"softmax: class {(tensors['map_softmax'][j, i] & 15) + 1}" in text


def inner(mask, by=2):
    """The nodes that are `by` nodes away from where the mask ends, and from the picture's rim."""
    kept = mask.copy()
    for _ in range(by):
        kept[1:-1, 1:-1] &= kept[:-2, 1:-1] & kept[2:, 1:-1] & kept[1:-1, :-2] & kept[1:-1, 2:]
        kept[[0, -1]] = kept[:, [0, -1]] = False
    return kept


def strokes(image, box, tensors, mask, by=2):
    """How much the brightness varies in small patches around the nodes of a mask: lines do that."""
    grey, points = image[..., :3].mean(axis=-1), tensors["points"]
    px, py = box.pixel(*np.meshgrid(tensors["x"], tensors["y"]))
    qx, qy = box.pixel(*points.T)
    told = []
    for j, i in np.argwhere(inner(mask, by)):
        if ((qx - px[j, i]) ** 2 + (qy - py[j, i]) ** 2).min() < 15**2:
            continue  # a point's mark is there
        row, column = int(py[j, i]), int(px[j, i])
        told.append(grey[row - 4 : row + 5, column - 4 : column + 5].std())
    return np.array(told)


LINEAR = ClassScene(data="pinwheel", classes=4, m=60, noise=1.5, kernel="linear", intercept=1)
WIDE = ClassScene(data="pinwheel", classes=4, m=60, noise=1.5, kernel="rbf", tau=3.2, lam=0.5)


@pytest.mark.parametrize(("scene", "method", "how"), [
    (LINEAR, "ova", 2), (WIDE, "ova", 1), (SCENE, "ovo", 3),
])  # fmt: skip
@pytest.mark.thorough("ova")
def test_hatching_is_where_the_tensors_say_and_nowhere_else(page, server, scene, method, how):
    live, tensors = opened(page, server, scene), sent(scene, "lam")
    image, box = eyes.drawn(canvas(live, method)), box_of(live, method, tensors)
    fell = tensors[f"map_{method}"] >> 4
    hatched = strokes(image, box, tensors, fell == how)
    plain = [
        strokes(image, box, tensors, tensors[f"map_{method}"] == k, EDGE)
        for k in range(scene.classes)
    ]
    assert len(hatched) >= 5 and hatched.min() > 12, (len(hatched), hatched.min(initial=99))
    assert np.concatenate(plain).max() < 4, np.sort(np.concatenate(plain))[-5:]


@pytest.mark.thorough
def test_a_dragged_point_is_solved_again_in_all_four(page, server):
    live, tensors = opened(page, server), sent(SCENE)
    plane = box_of(live, "softmax", tensors)
    i = marks.loneliest(*plane.pixel(*tensors["points"].T))
    before = {m: eyes.drawn(canvas(live, m)) for m in METHODS}
    page.mouse.move(*on_screen(live, "softmax", tensors, *tensors["points"][i]))
    page.mouse.down()
    page.mouse.move(*on_screen(live, "softmax", tensors, 2.5, -2.3), steps=8)
    page.mouse.up()
    page.wait_for_function(f"() => location.search.includes('edits=m{i}')")
    page.wait_for_function("(root) => root.dataset.ready === '1'", arg=live.element_handle())
    after = {m: eyes.drawn(canvas(live, m)) for m in METHODS}
    for method in METHODS:
        assert (before[method] != after[method]).any(axis=-1).mean() > 0.01, method


def at_ask(page, server, **more):
    opened(page, server, **more)
    live = page.locator('[data-live="ask"]')
    live.wait_for()
    live.locator(".kl-main").evaluate("(node) => node.scrollIntoView({ block: 'center' })")
    page.wait_for_function("() => document.querySelector('[data-live=ask]').dataset.ready === '1'")
    return live


def says(live, method):
    return live.locator(f'.kl-askpoint[data-method="{method}"]')


def until_answered(page, place):
    told = decision_endpoint.answer(SCENE, place)["methods"]
    page.wait_for_function(
        """([choices]) => Object.entries(choices).every(([method, choice]) => document
          .querySelector(`.kl-askpoint[data-method="${method}"]`).dataset.choice === choice)""",
        arg=[{method: str(told[method]["choice"]) for method in METHODS}],
    )
    return told


@pytest.mark.thorough
def test_a_press_asks_a_point_and_each_method_tells_how_it_decided(page, server):
    live, tensors = at_ask(page, server), sent(SCENE)
    marks.bring(canvas(live, "ovo"))
    j, i = np.argwhere(inner(tensors["map_ovo"] >> 4 == 3))[0]
    page.mouse.click(*on_screen(live, "ovo", tensors, tensors["x"][i], tensors["y"][j]))
    page.wait_for_function("() => new URL(location.href).searchParams.get('at')")
    place = tuple(float(v) for v in marks.address(page)["at"].split(","))
    told = until_answered(page, place)
    assert told["ovo"]["how"] == 3 and "votes each" in says(live, "ovo").inner_text()
    rows = says(live, "ova").locator("tbody tr")
    assert rows.count() == SCENE.classes
    for k, said in enumerate(told["ova"]["asked"]):
        assert marks.close(eyes.number(rows.nth(k).locator("td").first.inner_text()), said["f"])
    votes = says(live, "ovo").locator(".kl-votes").all_inner_texts()
    assert [int(v) for v in votes] == told["ovo"]["standing"]
    assert says(live, "tree").locator("li").count() == len(told["tree"]["asked"]) + 1
    shares = says(live, "softmax").locator("tbody td:last-child").all_inner_texts()
    assert shares == [eyes.percent(p) for p in told["softmax"]["standing"]]
