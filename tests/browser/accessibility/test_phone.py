"""On a phone, 390 x 844, the picture comes first, its slider is near the thumb, and nothing leaves
the window."""

import pytest
from playwright.sync_api import expect

from tests.browser import eyes
from tests.browser.conftest import PHONE
from tests.browser.live import open_live, settle
from tests.browser.whole_page import (
    describe_violations,
    misfits,
    open_unfolded,
    open_whole,
    violations,
)
from tests.page_paths import NAMES, PATHS

WIDTH, HEIGHT = 390, 844
ALL_PAGES = [
    pytest.param(path, id=name, marks=[] if path == "" else pytest.mark.thorough)
    for path, name in zip(PATHS, NAMES, strict=True)
]


@pytest.mark.parametrize("path", ALL_PAGES)
def test_a_page_on_a_phone(phone_page, server, path):
    """Check its layout and, with axe, the dark theme."""
    phone_page.emulate_media(color_scheme="dark")
    live = open_unfolded(phone_page, server, path)
    assert misfits(phone_page) == []
    assert phone_page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    picture = live.locator("canvas").first.bounding_box()
    assert picture["y"] + 0.6 * picture["height"] <= HEIGHT, "the picture is in the first screen"
    assert picture["width"] >= 0.4 * WIDTH
    assert phone_page.evaluate("whole.small(24)") == []
    expect(phone_page.locator(".kl-rail-page")).to_be_visible()  # the name of the page
    phone_page.locator('[data-live][data-theme="dark"]').first.wait_for()
    settle(phone_page)
    problems = violations(phone_page, excluded=("pre",))
    assert not problems, describe_violations(problems)


@pytest.mark.thorough
@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_the_picture_is_in_sight_while_its_question_is_read(phone_page, server, path):
    open_unfolded(phone_page, server, path)
    assert phone_page.evaluate("whole.lostPictures()") == []


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
