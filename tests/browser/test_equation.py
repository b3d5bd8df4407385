"""A symbol of a formula lights up what it stands for, and the other way round; τ can be dragged."""

import re

from tests.browser import eyes
from tests.browser.live import open_live


def lit(page):
    return page.locator(".kl-equation .kl-sign.kl-lit").evaluate_all(
        "(all) => all.map((e) => e.dataset.symbol)"
    )


def test_symbols_light_up_what_they_stand_for(page, server):
    live = open_live(page, f"{server}/rbf-bandwidth")
    tau = live.locator('.kl-equation math [data-symbol="tau"]')
    plane = eyes.plane(live)
    before = plane.screenshot()
    tau.hover()
    assert lit(page) == ["tau"]
    assert live.locator(".kl-slider.kl-lit input[data-along='tau']").count() == 1
    assert plane.screenshot() != before, "a length of τ in the picture"
    page.mouse.move(5, 5)
    page.wait_for_function("() => !document.querySelector('.kl-equation .kl-lit')")
    live.locator("input[data-along='tau']").hover()
    assert lit(page) == ["tau"], "pointing at the slider lights the symbol"
    alpha = live.locator('.kl-sign[data-symbol="alpha"]')
    alpha.focus()
    assert lit(page) == ["alpha"]
    assert re.search(r"how loudly example i speaks −?\d", alpha.inner_text())
    numbers = live.get_by_role("button", name="Numbers").first
    numbers.click()
    told = alpha.locator("b").inner_text()
    assert live.locator('math [data-symbol="alpha"] mn').text_content() == told
    numbers.click()
    assert live.locator('math [data-symbol="alpha"]').text_content() == "αi"


def test_a_symbol_is_dragged_like_its_slider(page, server):
    live = open_live(page, f"{server}/rbf-bandwidth")
    slider = live.locator("input[data-along='tau']")
    box, before = live.locator('math [data-symbol="tau"]').bounding_box(), slider.input_value()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y, steps=5)
    assert int(slider.input_value()) == int(before) + 10
    assert "tau" not in page.url
    page.mouse.up()
    page.wait_for_url(lambda url: "tau=" in url)
    live.locator('.kl-sign[data-symbol="tau"]').focus()
    page.keyboard.press("ArrowLeft")
    assert int(slider.input_value()) == int(before) + 9
