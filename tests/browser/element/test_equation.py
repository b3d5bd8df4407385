"""Pointing at a formula's symbol highlights its quantity and vice versa, and τ can be dragged in a
formula."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import eyes
from tests.browser.challenges.gestures import quiet
from tests.browser.live import open_live


def lit(page):
    return page.locator(".kl-equation .kl-sign.is-highlighted").evaluate_all(
        "(all) => all.map((e) => e.dataset.symbol)"
    )


def until_lit(page, symbol):
    """Wait until only this symbol of the formula is highlighted."""
    eyes.wait_until(page, lambda: lit(page) == [symbol], symbol)


@pytest.mark.thorough
def test_symbols_highlight_and_drag_their_quantities(page, server):
    live = open_live(page, f"{server}/rbf-bandwidth")
    tau = live.locator('.kl-equation math [data-symbol="tau"]')
    plane = eyes.plane(live)
    before = plane.screenshot()
    tau.hover()
    until_lit(page, "tau")
    expect(live.locator(".kl-slider.is-highlighted input[data-along='tau']")).to_have_count(1)
    assert plane.screenshot() != before, "a length of τ in the picture"
    page.mouse.move(5, 5)
    page.wait_for_function("() => !document.querySelector('.kl-equation .is-highlighted')")
    live.locator("input[data-along='tau']").hover()
    until_lit(page, "tau")  # the pointer is on the slider
    alpha = live.locator('.kl-sign[data-symbol="alpha"]').first
    alpha.focus()
    until_lit(page, "alpha")
    expect(alpha).to_contain_text(re.compile(r"coefficient of example i \(i = \d+\) −?\d"))
    numbers = live.get_by_role("button", name="Numbers")
    expect(numbers, "one αᵢ is not the number of all examples in the sum").to_have_count(1)
    numbers.click()
    kernel = live.locator('math:has([data-symbol="tau"])')
    expect(kernel, "not 20.40").to_contain_text("2·0.40")
    numbers.click()
    expect(kernel.locator('[data-symbol="tau"]')).to_have_text("τ")
    # τ in the formula can be dragged like its slider.
    slider = live.locator("input[data-along='tau']")
    tau.scroll_into_view_if_needed()
    box, before = live.locator('math [data-symbol="tau"]').bounding_box(), slider.input_value()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y, steps=5)
    expect(slider).to_have_value(str(int(before) + 10))
    assert "tau" not in page.url
    page.mouse.up()
    page.wait_for_url(lambda url: "tau=" in url)
    live.locator('.kl-sign[data-symbol="tau"]').focus()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(int(before) + 9))


def step(page, server, path, name):
    """Open a step, and return its element once its pictures and formulas are drawn."""
    open_live(page, f"{server}/{path}?step={name}")
    live = page.locator(f'[data-step="{name}"] [data-live][data-ready="1"]').first
    live.locator(".kl-equation math").first.wait_for()
    return live


def sign(live, name):
    return live.locator(f'.kl-sign[data-symbol="{name}"]:visible')


def value(live, name):
    return sign(live, name).locator("b").inner_text()


# Return a checksum of a canvas's pixels.
PIXELS = """(canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Uint32Array(data.buffer).reduce((hash, word) => (Math.imul(hash, 31) + word) | 0, 0);
}"""


def lights(page, live, name, canvas):
    """Check that pointing at a symbol highlights its quantity in the picture."""
    page.mouse.move(2, 2)
    sign(live, name).scroll_into_view_if_needed()
    quiet(live)
    before = canvas.evaluate(PIXELS)
    sign(live, name).hover()
    eyes.wait_until(page, lambda: lit(page) == [name] and canvas.evaluate(PIXELS) != before, name)
    page.mouse.move(2, 2)
    eyes.wait_until(page, lambda: not lit(page) and canvas.evaluate(PIXELS) == before, name)


@pytest.mark.thorough
def test_the_formula_of_figure_1_shows_the_numbers_of_a_step(page, server):
    live = step(page, server, "stochastic-gradient", "one-example")
    steps = live.locator('input[data-along="step"]')
    of_drawn = [sign(live, name) for name in ("slope", "own", "column")]
    for drawn_item in of_drawn:
        expect(drawn_item).to_contain_text("(none yet)")
    live.get_by_role("button", name="Numbers").click()
    expect(live.locator(".kl-equation math"), "no number for a slope yet").to_contain_text("L′")
    live.get_by_role("button", name="Numbers").click()
    steps.focus()
    for _ in range(3):
        steps.press("ArrowRight")
    expect(live.locator('.kl-sign[data-symbol="t"] b')).to_have_text("3")
    bars = live.locator(".kl-stepbars canvas")
    for name, picture in (("alpha", bars), ("column", bars), ("column", eyes.plane(live))):
        lights(page, live, name, picture)
    for name, k in (("c", 0), ("t", 0), ("slope", 1), ("lam", 2), ("own", 2)):
        number = live.locator("[data-stands-for]").nth(k)
        sign(live, name).hover()
        expect(number).to_have_class("is-highlighted")
        page.mouse.move(2, 2)
        expect(number).not_to_have_class("is-highlighted")
    live.locator("[data-stands-for]").nth(1).hover()
    until_lit(page, "slope")  # the pointer is on the number
    live.get_by_role("button", name="Numbers").click()
    numbers = live.locator("math mn").all_text_contents()
    assert {value(live, name) for name in ("c", "t", "slope", "lam", "own")} <= {*numbers}
    for drawn_item in of_drawn:
        expect(drawn_item).not_to_contain_text("(none yet)")
    filled_formula = live.locator(".kl-formula-values").inner_text()
    eta = float(re.search(r"\d+\.\d+", filled_formula)[0])
    assert abs(eta - 1 / 3**0.5) < 0.01, "η₃ = c/√3"
    before = value(live, "c")
    sign(live, "c").focus()
    page.keyboard.press("ArrowRight")
    assert value(live, "c") != before, "the step size changes by drags and by keys"
    page.wait_for_url("**eta=*")
    steps.focus()
    for _ in range(30):  # go on until the chosen example has a negative weight
        if value(live, "own").startswith("−"):
            break
        steps.press("ArrowRight")
    own_value, formula_text = value(live, "own"), live.locator(".kl-equation math").text_content()
    assert own_value.startswith("−") and f"·({own_value})" in formula_text, formula_text
