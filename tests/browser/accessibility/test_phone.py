"""On a phone, 390 x 844, the picture comes first, its slider is near the thumb, and nothing leaves
the window."""

import pytest
from playwright.sync_api import expect

from tests.browser import eyes
from tests.browser.conftest import PHONE
from tests.browser.live import open_live
from tests.browser.whole_page import (
    open_whole,
)


@pytest.mark.thorough
def test_tooltips_open_by_a_tap(phone_page, server):
    live = open_live(phone_page, server + "/rbf-bandwidth")
    box = eyes.plane(live).bounding_box()
    phone_page.touchscreen.tap(box["x"] + 0.5 * box["width"], box["y"] + 0.4 * box["height"])
    tip = live.locator(".kl-tip").first
    tip.wait_for()
    expect(tip).to_contain_text("f(x) = ")


@pytest.mark.thorough
def test_a_wide_formula_fades_at_its_edge(phone_page, server):
    phone_page.set_viewport_size({"width": 320, "height": 640})  # the narrowest supported window
    open_whole(phone_page, server, "stochastic-gradient")
    formulas = phone_page.locator(":is(.katex-display, .formula):visible")
    over = formulas.evaluate_all("(all) => all.map((box) => box.scrollWidth - box.clientWidth)")
    assert max(over) > 40, over
    formula = formulas.nth(over.index(max(over)))
    right = formula.and_(phone_page.locator('[data-more="right"]'))
    right.wait_for()
    assert "gradient" in right.evaluate("(box) => getComputedStyle(box).maskImage")
    formula.evaluate("(box) => { box.scrollLeft = 9999 }")
    formula.and_(phone_page.locator('[data-more="left"]')).wait_for()


@pytest.mark.thorough
def test_a_closed_page_has_its_name_in_the_header(make_page, make_server, tmp_path):
    course = tmp_path / "course.toml"
    course.write_text('[opens]\n"svm" = 2999-01-01\n', "utf-8")
    page = make_page(**PHONE)
    page.goto(make_server(COURSE=str(course)).url + "/svm")
    name = page.locator(".kl-rail-page")
    expect(name).to_have_text("SVM")
    assert name.is_visible() and name.bounding_box()["y"] < 56
