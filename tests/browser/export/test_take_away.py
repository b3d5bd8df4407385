"""Take away, by a visitor's hand: a handout from disk, offline; PNG, SVG and CSV files."""

import io
import json
import re

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from lab.handout.build import PageText, handout
from lab.handout.default_picture import picture_of
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene
from tests.browser import hand
from tests.browser.conftest import PHONE
from tests.browser.live import open_live

SCENE = Scene(m=40, tau=0.4, lam=0.05)
WORDS = PageText("Title", "What does τ do?", "Drag τ.", SCENE.query())

# How far the picture in an SVG file is from the canvas that it was made of, both on the ground of
# the page: the mean difference of a pixel, and the share of pixels that are plainly others.
COMPARE = """async ([text, k, edge]) => {
  const root = document.querySelector("[data-live]"), ratio = devicePixelRatio;
  const drawn = (c) => c.clientWidth && Math.abs(c.width - c.clientWidth * ratio) <= 1;
  const canvas = [...root.querySelectorAll("canvas")].filter(drawn)[k], { width, height } = canvas;
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  await image.decode();
  const at = -edge * ratio, size = [image.width * ratio, image.height * ratio];
  const [a, b] = [[canvas, 0, 0], [image, at, at, ...size]].map((what) => {
    const pen = new OffscreenCanvas(width, height).getContext("2d");
    pen.fillStyle = getComputedStyle(root).backgroundColor;
    pen.fillRect(0, 0, width, height);
    pen.drawImage(...what);
    return pen.getImageData(0, 0, width, height).data;
  });
  let sum = 0, far = 0;
  for (let i = 0; i < a.length; i += 4) {
    const d = Math.max(...[0, 1, 2].map((c) => Math.abs(a[i + c] - b[i + c])));
    sum += d;
    far += d > 60;
  }
  return [sum / (width * height), far / (width * height)];
}"""
EDGE = 12  # of a sheet, as in assets/export/layout.js


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A handout on disk."""
    path = tmp_path_factory.mktemp("handout") / "handout.html"
    path.write_text(handout(picture_of(SCENE.query()), WORDS), encoding="utf-8")
    return path


def from_disk(make_page, watch, path, **options):
    """The handout as opened from disk, with the network off."""
    page = make_page(offline=True, **options)
    watch.allow(rf"request to another host: {re.escape(path.as_uri())}$")
    return page, open_live(page, path.as_uri())


def numbers(live):
    return {b.get_attribute("data-readout"): b.text_content()
            for b in live.locator("[data-readout]").all()}  # fmt: skip


def fit_of(page, live):
    """kernel_core's own fit of what the sliders say."""
    items = json.loads(page.locator("#element").text_content())["side"]
    stops = {item["along"]: item["stops"] for item in items if item["kind"] == "slider"}
    at = {along: stops[along][int(hand.slider(page, along).input_value())] for along in stops}
    return problem(Scene(m=40, **at)).fit()


@pytest.mark.thorough
def test_a_handout_moves_under_the_hand_from_disk_with_the_network_off(make_page, watch, file):
    page, live = from_disk(make_page, watch, file)
    hand.record(live)
    for along, stops in (("tau", (24, 3)), ("lam", (20, 2)), ("tau", (18,))):
        hand.drag(page, along, *stops, moves=12)
        page.mouse.up()
        fit = fit_of(page, live)
        told = numbers(live)
        assert told["support"] == f"{len(fit.support)} of 40"
        error = np.mean(fit.y * fit.decision(fit.X) <= 0)
        assert told["train_error"] == f"{100 * error:.1f} %"
    before, events = hand.recorded(live)
    assert len(events) > 15
    assert [e["painted"] for e in events] == [
        *range(before["painted"] + 1, len(events) + before["painted"] + 1)
    ]
    assert len({e["plane"] for e in events}) > len(events) // 2, "the picture itself moves"
    assert len({e["curve"] for e in events}) > len(events) // 2
    # What is imported only later runs from disk too; the other scripts are all in use by now.
    page.evaluate("() => import('kl/assets/furniture/navigation/last-place.js').then(() => true)")


def save(page, live, what, picture=None):
    """What "Save" gives: the file's name and its bytes."""
    live.locator(".kl-save-button").first.click()
    choices = live.locator(".kl-save-list")
    choices.wait_for()
    if picture is not None:
        choices.locator("select").select_option(str(picture))
    with page.expect_download() as download:
        choices.get_by_role("button", name=what).click()
    choices.wait_for(state="detached")
    return download.value.suggested_filename, download.value.path().read_bytes()


@pytest.mark.thorough
def test_png_svg_and_csv_are_saved_and_are_what_is_shown(page, server):
    live = open_live(page, f"{server}/rbf-bandwidth?m=40&lam=0.05&edits=m3_0.5_-0.25&hide=text")
    name, data = save(page, live, "PNG", 0)
    canvas = live.locator("canvas").first.bounding_box()
    image = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    assert name == "bandwidth.png" and image.shape[1] >= 2.9 * canvas["width"]
    box = image[36 : 36 + int(2.9 * canvas["height"]), 120 : 36 + int(2.9 * canvas["width"])]
    assert box.reshape(-1, 3).std(axis=0).min() > 8, "the field is in it"
    caption = image[int(3 * canvas["height"]) + 60 :]
    assert (caption.max(axis=2) < 90).sum() > 500, "words stand under it"

    name, data = save(page, live, "SVG", 0)
    text = data.decode()
    assert name == "bandwidth.svg"
    for word in ("mixture, 40 points", "τ = 0.40", "λ = 0.050", "Training error", "edits=m3_0.5"):
        assert word in text.replace("&#38;", "&"), word
    assert text.count("<path") >= 15 and text.count("<image") == 1, "only the field is an image"
    mean, far = page.evaluate(COMPARE, [text, 0, EDGE])
    assert mean < 2 and far < 0.02
    other_mean, other_far = page.evaluate(COMPARE, [text, 0, EDGE + 9])
    assert other_mean > 3 * mean and other_far > 3 * far, "the comparison can tell two pictures"

    _, data = save(page, live, "CSV the numbers of what is shown")
    lines = data.decode().splitlines()
    assert any("edits=m3_0.5" in line for line in lines if line.startswith("# http"))
    head, *rows = [line.split(",") for line in lines if not line.startswith("#")]
    fit = problem(Scene(m=40, lam=0.05, edits="m3_0.5_-0.25")).fit()
    assert head[:5] == ["x1", "x2", "label", "alpha", "f"]
    np.testing.assert_allclose(np.array(rows, float)[:, :2], fit.X, atol=1e-6)
    _, data = save(page, live, "CSV one row for each stop of τ")
    head, *rows = [line.split(",") for line in data.decode().splitlines() if line[0] != "#"]
    assert head[0] == "tau" and len(rows) == 64


PAGES = (
    "losses", "rbf-bandwidth", "svm", "kernel-trick", "is-it-a-kernel", "representer-theorem",
    "multiclass", "regularisation", "stochastic-gradient",
)  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("path", PAGES)
def test_every_canvas_view_is_the_same_as_svg(page, server, path):
    live = open_live(page, f"{server}/{path}")
    live.locator(".kl-save-button").first.click()
    live.locator(".kl-save-list").wait_for()
    options = live.locator(".kl-save-which option").count()
    page.keyboard.press("Escape")
    for k in range(max(1, options - 1)):
        _, data = save(page, live, "SVG", k if options else None)
        mean, far = page.evaluate(COMPARE, [data.decode(), k, EDGE])
        # Letters have other edges in the two, and a small chart is full of them.
        assert mean < 5 and far < 0.03, (path, k)


@pytest.mark.thorough
def test_the_handout_made_on_the_page_is_of_the_picture_as_it_is(
    make_page, watch, page, server, tmp_path
):
    live = open_live(page, f"{server}/?m=40")
    hand.click_at(page, "tau", 54)
    page.wait_for_url(lambda url: "tau=3.2" in url)
    with page.expect_download() as download:
        page.get_by_role("button", name="Handout").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "home.html" and live.is_visible()
    own, again = from_disk(make_page, watch, path)
    expect(hand.slider(own, "tau")).to_have_attribute("aria-valuetext", "τ = 3.20")
    assert numbers(again)["support"] == numbers(live)["support"]
    assert (
        own.get_by_role("link", name="Open it in the app").get_attribute("href").startswith(server)
    )


@pytest.mark.thorough
def test_a_handout_in_both_themes_on_a_phone_and_by_keys(make_page, watch, file):
    page, live = from_disk(make_page, watch, file, **PHONE, color_scheme="dark")
    expect(live).to_have_attribute("data-theme", "dark")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"
    page.get_by_role("button", name="Change to light colours").tap()
    page.wait_for_function("document.querySelector('[data-live]').dataset.theme === 'light'")
    hand.slider(page, "tau").focus()
    stop = live.get_attribute("data-stop")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "(was) => document.querySelector('[data-live]').dataset.stop !== was", arg=stop
    )
    page.wait_for_function("document.querySelector('[data-live]').live.player.resting")
    expect(hand.slider(page, "tau"), "and stays where it is").to_have_value(str(int(stop) + 1))
    _, data = save(page, live, "PNG", 0)
    assert Image.open(io.BytesIO(data)).width > 1000
