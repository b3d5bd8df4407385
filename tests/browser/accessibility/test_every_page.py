"""Every page with all folds open: forced colours, names, axe, keys, zoom, repeated attributes,
descriptions; phones. The tests of a page follow each other and share it."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from pages.order import PAGES
from tests.accessible_nodes import faults
from tests.browser import eyes
from tests.browser.accessibility.chromium_tree import (
    SHOWN_CANVASES,
    SHOWN_COUNT,
    SLIDER_TEXTS,
    nodes,
    single_spaced,
)
from tests.browser.accessibility.descriptions import STOPS, until_described
from tests.browser.accessibility.repeated_attributes import MOVE_SLIDERS, MOVES
from tests.browser.accessibility.system_colours import CANVASES, UNDERLINES, assert_system_colours
from tests.browser.challenges.gestures import quiet, until_answered
from tests.browser.conftest import LAPTOP
from tests.browser.live import settle
from tests.browser.whole_page import describe_violations, misfits, pictures, violations
from tests.page_paths import NAMES, PATHS

ALL = pytest.mark.parametrize("path", PATHS, ids=NAMES, scope="module")  # all tests of a page first
ALL_PHONES = pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=name, marks=[] if path == "" else pytest.mark.thorough)
        for path, name in zip(PATHS, NAMES, strict=True)
    ],
    scope="module",
)
DATA_BUTTON = '[data-testid="stPopover"] button:visible'
POPOVER = '[data-testid="stPopoverBody"]'
LETTERS = "html { font-size: 200% !important; }"
# The spacing of WCAG 1.4.12; formulas are set by KaTeX and MathML, whose distances have a meaning.
SPACING = """
  :not(math, math *, .katex, .katex *) { line-height: 1.5 !important;
    letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }"""
ZOOMED = {"200 %": (640, 400), "reflow": (320, 640)}  # windows of two device pixels per pixel
PHONE_WIDTH, PHONE_HEIGHT = 390, 844


@pytest.mark.thorough
@ALL
def test_every_canvas_has_system_colours_alone(unfolded_page, path):
    """Every other page is checked in the dark theme. This test is the first of its page, since
    later ones move sliders, and redraw the pictures in their own colours."""
    page = unfolded_page
    theme = "dark" if PATHS.index(path) % 2 else "light"
    page.emulate_media(color_scheme=theme, forced_colors="active")
    settle(page)
    canvases = [canvas for canvas in page.locator(CANVASES).all() if canvas.is_visible()]
    assert canvases
    assert_system_colours(page, *canvases)
    underlines = page.evaluate(UNDERLINES)
    assert all(line == "underline" and not hidden for line, hidden in underlines), underlines
    page.emulate_media(color_scheme="light", forced_colors="none")
    settle(page)


@pytest.mark.thorough
@ALL
def test_each_control_and_picture_has_a_name_and_headings_are_nested(unfolded_page, path):
    """Check too that the navigation has the pages in the same order everywhere, and that the text
    of each slider for a screen reader is its visible text."""
    page = unfolded_page
    quiet(page.locator("[data-live]").first)
    tree = nodes(page)
    assert faults(tree) == []
    links = page.get_by_test_id("stTopNavLink").all_text_contents()
    titles = [declaration.title for declaration in PAGES]
    assert all(link.endswith(title) for link, title in zip(links, titles, strict=True)), links
    sliders = sum(each.role == "slider" for each in tree)
    assert sliders == page.evaluate(SHOWN_COUNT, 'input[type="range"]')
    names = {single_spaced(each.name) for each in tree if each.kind == "picture"}
    canvases = page.evaluate(SHOWN_CANVASES)
    assert [entry for entry in canvases if single_spaced(entry["name"]) not in names] == []
    slider_texts = page.evaluate(SLIDER_TEXTS)
    assert slider_texts or path == "glossary"
    for spoken_text, visible_text in slider_texts:
        assert spoken_text.partition(" = ")[2] == visible_text.strip(), (spoken_text, visible_text)
        assert "NaN" not in spoken_text


@pytest.mark.thorough
@ALL
def test_axe_finds_nothing_on_any_page(unfolded_page, path):
    """Open the tabs, the data panel and the points' tools too. The dark theme is checked on a
    phone."""
    page = unfolded_page
    assert misfits(page) == []
    problems = violations(page)
    assert not problems, describe_violations(problems)
    for button, opened in [
        *((tab, "[role=tabpanel]") for tab in page.get_by_role("tab").all()),
        *((button, POPOVER) for button in page.locator(DATA_BUTTON).all()[:1]),
        *((button, ".kl-points") for button in page.locator(".kl-points-button").all()[:1]),
    ]:
        button.click()
        settle(page)  # wait until unfolded parts have faded in
        problems = violations(page, within=opened)
        assert not problems, (button, describe_violations(problems))
        page.keyboard.press("Escape")


@pytest.mark.thorough
@ALL
def test_tab_reaches_every_control_with_visible_focus(unfolded_page, path):
    """Check that each focused control has a name and a visible mark, is large enough, and is
    uncovered."""
    page, stops = unfolded_page, []
    place = urlsplit(page.url).path
    for _ in range(400):
        page.keyboard.press("Tab")
        stop = page.evaluate("whole.focus()")
        if stop:
            stops.append(stop)
        elif len(stops) > 5:
            break
    else:
        pytest.fail(f"Tab never comes to an end: {[stop['what'] for stop in stops[-5:]]}")
    faults = [f"{fault}: {stop['what']}" for stop in stops for fault in stop["faults"]]
    assert not faults, "\n".join(faults)
    assert len(stops) >= page.evaluate("whole.stops()"), "something is left out"
    assert urlsplit(page.url).path == place, "the focus alone opens no other page"


@pytest.mark.thorough
@ALL
def test_everything_fits(unfolded_page, path):
    """Check larger letters, spaced texts, a phone held sideways, then a zoomed window, and a window
    320 px wide."""
    page, faults = unfolded_page, {}
    for name, content in (("letters", LETTERS), ("spacing", SPACING)):
        style = page.add_style_tag(content=content)
        for window in (LAPTOP["viewport"], {"width": PHONE_WIDTH, "height": PHONE_HEIGHT}):
            page.set_viewport_size(window)
            settle(page)
            faults[f"{name} at {window['width']}"] = misfits(page)
        style.evaluate("(style) => style.remove()")
    page.set_viewport_size({"width": PHONE_HEIGHT, "height": PHONE_WIDTH})
    settle(page)
    faults["sideways"] = misfits(page)
    zoom = page.context.new_cdp_session(page)
    for name, (width, height) in ZOOMED.items():
        window = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": False}
        zoom.send("Emulation.setDeviceMetricsOverride", window)
        settle(page)
        assert page.evaluate("[innerWidth, devicePixelRatio]") == [width, 2]
        faults[name] = misfits(page)
    zoom.detach()
    page.set_viewport_size(LAPTOP["viewport"])
    assert not any(faults.values()), faults


@pytest.mark.thorough
@ALL
def test_a_move_of_a_slider_sets_no_attribute_again(unfolded_page, path):
    settle(unfolded_page)
    assert unfolded_page.evaluate(MOVE_SLIDERS, MOVES) == []


@pytest.mark.thorough
@ALL
def test_every_changing_picture_changes_its_description(unfolded_page, path):
    """Move each slider of each element by keys: if pixels change, the description changes too."""
    page, changed_count = unfolded_page, 0
    place = urlsplit(page.url).path
    for name in page.locator("[data-live]").evaluate_all("(all) => all.map(e => e.dataset.live)"):
        live = page.locator(f'[data-live="{name}"]')
        sliders = live.locator('input[type="range"]:visible:enabled').all()
        if sliders:
            quiet(live)
        for slider in sliders:
            slider.focus()
            eyes.let_paint(page, 4)
            before, (stop_index, stops) = pictures(live), slider.evaluate(STOPS)
            is_growing = stop_index < stops - 3
            for _ in range(min(4, stops)):
                page.keyboard.press("ArrowRight" if is_growing else "ArrowLeft")
            until_answered(live)
            until_described(live, before, f"{name}, {slider.get_attribute('data-along')}")
            changed_count += before != pictures(live)
    assert changed_count
    assert urlsplit(page.url).path == place, "no slider opens another page"


@ALL_PHONES
def test_a_page_on_a_phone(unfolded_phone_page, path):
    """Check its layout and, with axe, the dark theme. The picture comes first, and nothing leaves
    the window."""
    page = unfolded_phone_page
    assert misfits(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE_WIDTH
    picture = page.locator("[data-live] canvas").first.bounding_box()
    is_in_sight = picture["y"] + 0.6 * picture["height"] <= PHONE_HEIGHT
    assert is_in_sight, "the picture is in the first screen"
    assert picture["width"] >= 0.4 * PHONE_WIDTH
    assert page.evaluate("whole.small(24)") == []
    expect(page.locator(".kl-rail-page")).to_be_visible()  # the name of the page
    page.locator('[data-live][data-theme="dark"]').first.wait_for()
    settle(page)
    problems = violations(page, excluded=("pre",))
    assert not problems, describe_violations(problems)


@pytest.mark.thorough
@ALL
def test_the_picture_is_in_sight_while_its_question_is_read(unfolded_phone_page, path):
    assert unfolded_phone_page.evaluate("whole.lostPictures()") == []
