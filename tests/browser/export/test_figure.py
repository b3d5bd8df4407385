"""One click opens the picture as a Plotly figure, and only then Plotly is loaded."""

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene.learning_problem import problem
from lab.scene.scene import Scene
from tests.browser import hand
from tests.browser.expected import sample
from tests.browser.live import open_live

DATA = """(chart) => chart.data.map(({ type, name, x, y, z, line, contours }) => {
  const plain = (a) => a && [...(a._inputArray ?? a)].map((v) => (v.length ? [...v] : v));
  return { type, name, x: plain(x), y: plain(y), z: plain(z), line, contours };
})"""


@pytest.mark.thorough
def test_the_figure_opens_by_one_click_with_the_same_state(page, server):
    scripts = []
    page.on("request", lambda request: scripts.append(request.url.lower()))
    open_live(page, server + "/rbf-bandwidth?m=80&lam=0.05&loss=logistic")
    hand.click_at(page, "tau", 36)
    page.wait_for_url(lambda url: "tau=0.8" in url)
    assert not any("plotly" in url for url in scripts), "no picture waits for Plotly"
    page.get_by_role("button", name="Open as a Plotly figure").click()
    dialog = page.get_by_role("dialog")
    chart = dialog.locator(".js-plotly-plot")
    chart.locator(".heatmaplayer image, .hm image").first.wait_for(state="attached")
    assert any("plotly" in url for url in scripts)
    scene = Scene(m=80, tau=0.8, lam=0.05, loss="logistic")
    assert scene.query() in dialog.text_content()
    traces = {trace["name"]: trace for trace in chart.evaluate(DATA)}
    heat = traces["f(x)"]
    field = problem(scene).fit().on_grid(heat["x"], heat["y"])
    np.testing.assert_allclose(np.reshape(heat["z"], field.shape), field, atol=1e-5)
    X, y = sample(scene).X, sample(scene).y
    np.testing.assert_allclose(traces["positive"]["x"], X[y > 0, 0])
    np.testing.assert_allclose(traces["negative"]["y"], X[y < 0, 1])
    # The live plane has not changed.
    page.keyboard.press("Escape")
    chart.wait_for(state="detached")
    expect(hand.slider(page, "tau")).to_have_attribute("aria-valuetext", "τ = 0.80")
