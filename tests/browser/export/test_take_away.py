"""The PNG, SVG and CSV files that a visitor saves agree with the picture."""

import io

import numpy as np
import pytest
from PIL import Image

from lab.scene.learning_problem import problem
from lab.scene.scene import Scene
from pages.order import PAGES
from tests.browser.export.save_menu import save
from tests.browser.live import open_live

# Compare a picture in an SVG file with its canvas, both on the page's background. Return the mean
# difference of a pixel, and the share of pixels that differ clearly.
COMPARE = """async ([text, k, edge]) => {
  const root = document.querySelector("[data-live]"), ratio = devicePixelRatio;
  const isSharp = (c) => c.clientWidth && Math.abs(c.width - c.clientWidth * ratio) <= 1;
  const canvas = [...root.querySelectorAll("canvas")].filter(isSharp)[k];
  const { width, height } = canvas;
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
EDGE = 12  # margin of a saved picture in px, as in assets/export/layout.js


@pytest.mark.thorough
def test_saved_png_svg_and_csv_match_the_picture(page, server):
    query = "m=40&lam=0.05&edits=m3_0.5_-0.25&hide=text&step=best-there-is"
    live = open_live(page, f"{server}/rbf-bandwidth?{query}")
    name, data = save(page, live, "PNG", 0)
    canvas = live.locator("canvas").first.bounding_box()
    image = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    assert name == "bandwidth.png" and image.shape[1] >= 2.9 * canvas["width"]
    box = image[36 : 36 + int(2.9 * canvas["height"]), 120 : 36 + int(2.9 * canvas["width"])]
    assert box.reshape(-1, 3).std(axis=0).min() > 8, "the field is in it"
    caption = image[int(3 * canvas["height"]) + 60 :]
    assert (caption.max(axis=2) < 90).sum() > 500, "its caption is below it"

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

    _, data = save(page, live, "CSV the numbers of the current picture")
    lines = data.decode().splitlines()
    assert any("edits=m3_0.5" in line for line in lines if line.startswith("# http"))
    head, *rows = [line.split(",") for line in lines if not line.startswith("#")]
    fit = problem(Scene(m=40, lam=0.05, edits="m3_0.5_-0.25")).fit()
    assert head[:5] == ["x1", "x2", "label", "alpha", "f"]
    np.testing.assert_allclose(np.array(rows, float)[:, :2], fit.X, atol=1e-6)
    _, data = save(page, live, "CSV one row for each position of the slider τ")
    head, *rows = [line.split(",") for line in data.decode().splitlines() if line[0] != "#"]
    assert head[0] == "tau" and len(rows) == 64


@pytest.mark.thorough
@pytest.mark.parametrize("path", [page.path for page in PAGES if page.steps])
def test_every_canvas_view_is_the_same_as_svg(page, server, path):
    live = open_live(page, f"{server}/{path}")
    live.locator(".kl-save-button").first.click()
    live.locator(".kl-tool-menu").wait_for()
    options = live.locator(".kl-tool-choice option").count()
    page.keyboard.press("Escape")
    for k in range(max(1, options - 1)):
        _, data = save(page, live, "SVG", k if options else None)
        mean, far = page.evaluate(COMPARE, [data.decode(), k, EDGE])
        # Edges of letters differ, and a small chart has many letters.
        assert mean < 5 and far < 0.03, (path, k)
