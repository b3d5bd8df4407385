"""A kernel is built by mouse, keys and touch: formula, tree, pictures and address change
together."""

from urllib.parse import quote

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.is_it_a_kernel.builder.kernel_report import report
from pages.is_it_a_kernel.default_scene import DEFAULT as BUILDER
from tests.browser import eyes, marks
from tests.browser.live import have_put_up, open_live

PAGE = "/is-it-a-kernel"
REFUSED_STATUS = r"status of 400"


def open_builder(page, server, formula=None):
    formula_query = f"&formula={quote(formula)}" if formula else ""
    live = open_live(page, f"{server}{PAGE}?hide=text&step=rules,fit{formula_query}", "builder")
    expect_formula(live, formula or BUILDER.formula)
    return live


def panel(live):
    return live.locator(".kl-builder")


def field(live):
    return live.locator("input[data-formula]")


def expect_formula(live, formula):
    panel(live).and_(live.locator(f'[data-shown="{formula}"]')).wait_for()


def press(live, name):
    live.get_by_role("button", name=name).click()


def choose(live, text):
    live.get_by_role("treeitem").filter(has_text=text).last.click()


def address_says(page, formula):
    page.wait_for_function(
        "(formula) => new URL(location.href).searchParams.get('formula') === formula", arg=formula
    )


def fitted(live):
    """Return the element with the fit of the built kernel."""
    return live.page.locator('[data-live="fit"]')


def support(live, formula, **options):
    """Wait until the read-outs show the fit with a kernel."""
    fit = problem(replace(BUILDER, formula=formula, **options)).fit()
    eyes.until_readout(fitted(live), "support", f"{len(fit.support)} of {len(fit.alpha)}")


def print_of(canvas):
    return eyes.read_canvas(canvas).tobytes()


def canvases(live):
    own_canvases = {name: live.locator(f".kl-is-{kind} canvas").first for name, kind in
           {"matrix": "matrix", "slice": "slices", "spectrum": "spectrum"}.items()}  # fmt: skip
    return own_canvases | {"plane": fitted(live).locator(".kl-is-plane canvas")}


def rules(live):
    return [text.strip() for text in live.locator(".kl-rule").all_text_contents()]


@pytest.mark.thorough
def test_a_kernel_is_built_by_mouse_without_a_new_page(page, server):
    live = open_builder(page, server)
    live.evaluate("(root) => { root.mine = true; window.mine = true; }")
    before = {name: print_of(canvas) for name, canvas in canvases(live).items()}
    choose(live, "0.3 · x·x′")
    live.locator("input[data-with]").fill("(x.z+1)^2")
    press(live, "Multiply the chosen step by the kernel")
    new_formula = "rbf(0.4)+0.3*x.z*poly(2,1)"
    expect_formula(live, new_formula)
    support(live, new_formula)
    address_says(page, new_formula)
    after = {name: print_of(canvas) for name, canvas in canvases(live).items()}
    assert all(before[name] != after[name] for name in before), "every picture follows"
    assert live.evaluate("(root) => root.mine && window.mine"), "the same page, the same element"
    assert rules(live) == [
        "✓ sum of kernels", "✓ limit", "✓ product", "✓ scaling by a ≥ 0", "✓ inner product",
        "✓ inner product of features",
    ]  # fmt: skip
    formula = fitted(live).locator(".kl-math")
    assert formula.locator("mfrac").count() == 1 and formula.locator("msup").count()
    choose(live, "rbf(0.4)")
    press(live, "replace")  # this replaces the text of the field, not the RBF kernel
    expect_formula(live, "poly(2,1)+0.3*x.z*poly(2,1)")
    press(live, "Undo")
    expect_formula(live, new_formula)
    choose(live, "poly(2, 1)")
    press(live, "Remove")
    expect_formula(live, BUILDER.formula)


@pytest.mark.thorough
def test_a_weight_dragged_below_zero_makes_the_sum_negative_in_every_panel(page, server, watch):
    watch.allow(REFUSED_STATUS)
    live = open_live(page, server + PAGE, "builder")
    expect_formula(live, BUILDER.formula)
    weight = live.get_by_role("slider")
    expect(weight).to_have_attribute("aria-valuetext", "a = 0.30")
    frame = weight.bounding_box()
    y = frame["y"] + frame["height"] / 2
    page.mouse.move(frame["x"] + 0.65 * frame["width"], y)
    page.mouse.down()
    page.mouse.move(frame["x"] + 0.3 * frame["width"], y, steps=12)
    page.mouse.up()
    live.locator('.kl-builder[data-state="broken"]').wait_for()
    eyes.wait_until(page, lambda: marks.address(page).get("formula") == field(live).input_value())
    formula = field(live).input_value()
    expect_formula(live, formula)
    least = report(replace(BUILDER, formula=formula))["sum"]
    assert least[0]["share"] > 0 > least[1]["share"] and least[-1]["share"] < 0
    bars = live.locator(".kl-sum-row")
    below = [row.get_attribute("data-below") for row in bars.all()]
    assert below == ["", "1", "1"]
    shares = [eyes.number(text) for text in bars.locator("b").all_text_contents()]
    assert np.allclose(shares, [row["share"] for row in least], rtol=6e-3)
    have_put_up(page, "rules")
    other_element = page.locator('[data-live="rules"]')
    expect_formula(other_element, formula)
    other_element.get_by_role("button", name="Undo").click()
    expect_formula(live, BUILDER.formula)  # one undo takes back the whole drag


@pytest.mark.thorough
def test_a_kernel_is_built_by_keyboard(page, server):
    live = open_builder(page, server)
    field(live).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "treeitem"
    for key, text in (("ArrowDown", "rbf(0.4)"), ("End", "x·x′"), ("ArrowLeft", "0.3 · x·x′"),
                      ("Home", "rbf(0.4) + 0.3 · x·x′"), ("ArrowRight", "rbf(0.4)")):  # fmt: skip
        page.keyboard.press(key)
        focused = page.evaluate("document.activeElement.querySelector('.kl-step').textContent")
        assert focused == text
        assert page.evaluate("document.activeElement.getAttribute('aria-selected')") == "true"
    page.keyboard.press("Tab")  # the focus goes to the menu
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.value") == "x.z"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the focus was on ×
    expect_formula(live, "rbf(0.4)*x.z+0.3*x.z")
    support(live, "rbf(0.4)*x.z+0.3*x.z")
    live.get_by_role("treeitem").nth(2).focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    expect_formula(live, "rbf(0.4)*x.z+x.z")
    address_says(page, "rbf(0.4)*x.z+x.z")


@pytest.mark.thorough
def test_a_syntax_error_points_at_its_column_while_typing(page, server, watch):
    live = open_builder(page, server)
    plane = print_of(canvases(live)["plane"])
    field(live).fill("rbf(0.4)+*x.z")
    message_line = live.locator("p.kl-error").filter(has_text="Column 10")
    message_line.wait_for()
    expect(message_line.locator("mark")).to_have_text("*")
    expect(message_line.locator("code")).to_have_text("rbf(0.4)+*x.z")
    expect(field(live)).to_have_attribute("aria-invalid", "true")
    assert print_of(canvases(live)["plane"]) == plane, "the picture stays"
    verdict = live.locator(".kl-builder-verdict")
    expect(verdict, "no “proven” for an invalid formula").to_have_attribute("data-state", "unread")
    message = f"not readable The pictures still show {BUILDER.formula}."
    expect(verdict).to_have_text(message)
    field(live).press("End")
    field(live).fill("rbf(0.4)+2*x.z")
    expect_formula(live, "rbf(0.4)+2*x.z")
    expect(field(live)).to_have_attribute("aria-invalid", "false")
    expect(message_line).to_have_count(0)
    expect(verdict).to_have_attribute("data-state", "proven")
    support(live, "rbf(0.4)+2*x.z")
    live.locator("input[data-with]").fill("rbf(0.4")
    press(live, "Add the kernel to the chosen step")
    live.locator("p.kl-error").filter(has_text="Column 8").wait_for()
    expect(field(live)).to_have_value("rbf(0.4)+2*x.z")
    # A fault in a tool does not change the message about the formula.
    field(live).fill("rbf(0.4)+")
    live.locator("p.kl-error").filter(has_text="Column 10").wait_for()
    live.locator("input[data-with]").fill("rbf(0.45")
    press(live, "Add the kernel to the chosen step")
    live.locator("p.kl-error").filter(has_text="Column 9").wait_for()
    expect(field(live)).to_have_attribute("aria-invalid", "true")
    expect(verdict).to_have_attribute("data-state", "unread")
    expect(live.locator("p.kl-error").filter(has_text="Column 10")).to_be_visible()
    # The matrix, the slice and the eigenvalues disappear with a kernel that has none, and return
    # with one that has.
    watch.allow(REFUSED_STATUS)
    below = [live.locator(f".kl-is-{kind}") for kind in ("matrix", "slices", "spectrum")]
    for formula, is_there in (("exp(exp(99*x.z))", False), ("exp(-dist^2)", True)):
        field(live).fill(formula)
        expect_formula(live, formula)
        for view in below:
            expect(view.locator("canvas")).to_be_visible(visible=is_there)


MARKUP = "<img src=x onerror=window.hacked=1>"


@pytest.mark.thorough
def test_a_typed_formula_is_shown_as_text(page, server):
    query = f"hide=text&step=rules,fit&formula={quote(MARKUP)}"
    live = open_live(page, f"{server}{PAGE}?{query}", "builder")
    expect_formula(live, BUILDER.formula)
    assert MARKUP in page.get_by_test_id("stAlert").first.text_content()
    field(live).fill(MARKUP)
    live.locator("p.kl-error").filter(has_text="Column 1").wait_for()
    live.locator("input[data-with]").fill(MARKUP)
    press(live, "Add the kernel to the chosen step")
    live.locator(".kl-builder > p.kl-error").last.filter(has_text="Column 1").wait_for()
    assert not live.locator("img").count() and not page.locator("[data-testid=stAlert] img").count()
    assert page.evaluate("window.hacked") is None
