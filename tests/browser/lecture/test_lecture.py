"""The lecture view and its keys, lectures that lead through several pages, and embedded
pictures."""

import re
from urllib.parse import unquote

import numpy as np
import pytest
from playwright.sync_api import expect

from features.lecture import embed
from features.lecture.playlist import read_shipped
from lab.scene.scene import DEFAULT, replace
from lab.scene.slider_stops import slider_stops
from tests.browser import eyes, hand
from tests.browser.expected import sweep_of
from tests.browser.lecture.stage import (
    CROWDED,
    MAX_CONTROLS,
    OUTSIDE_STAGE,
    STAGE,
    address,
    on_stage,
    title,
)
from tests.browser.live import LOADING, open_live, settle, until_the_address_holds
from tests.browser.whole_page import describe_violations, prepare, violations
from tests.pages.live_elements import LISTED_FILES

HALL = {"viewport": {"width": 1920, "height": 1080}}
PATHS = ["", *(file.removesuffix("/page.py").replace("_", "-") for file in LISTED_FILES[1:])]


# Return the number of pictures on the stage.
READ_DRAWN = """
() => [...document.querySelectorAll(".is-on-stage :is(canvas, svg, table)")]
  .filter((picture) => picture.getClientRects().length > 0).length
"""


# Return the heights of those of the given elements that are visible.
HIGH = """
(all) => all.filter((node) => node.checkVisibility())
  .map((node) => node.getBoundingClientRect().height)
"""


def sizes(page):
    marked = ":not(.kl-word)"  # terms in a text are marked later, and are left out
    return page.locator(f".is-on-stage :is(canvas, button, input){marked}").evaluate_all(HIGH)


def test_the_keys_move_everything_and_the_controls_step_aside(page, server):
    page.set_viewport_size({"width": 1280, "height": 720})
    open_live(page, server + "/rbf-bandwidth?view=lecture")
    live = on_stage(page, "bandwidth")
    box = eyes.plane(live).bounding_box()
    assert box["height"] > 0.66 * 720 and box["y"] + box["height"] <= 720
    expect(page.get_by_test_id("stMarkdown").filter(visible=True)).to_have_count(0)
    expect(page.locator('[data-testid="stHeader"]')).to_be_hidden()
    page.keyboard.press("]")
    page.keyboard.press("]")
    page.keyboard.press("[")
    k = int(hand.slider(page, "tau").input_value())
    sweep, stops = sweep_of(DEFAULT, "tau"), slider_stops(DEFAULT, "tau")
    assert stops[k - 1] == pytest.approx(0.4), "two on, one back"
    eyes.until_readout(live, "test_error", eyes.percent(sweep.test_error[k]))
    address(page, rf"view=lecture.*tau={stops[k]:.3f}"[:-1])
    page.set_viewport_size({"width": 1280, "height": 620})
    thumb = live.locator("[data-along=tau]").bounding_box()
    assert thumb["height"] >= 20, "a low window has a slider, too"
    page.set_viewport_size({"width": 1280, "height": 720})
    page.keyboard.press("l")
    address(page, "loss=logistic")
    before = eyes.pixels(eyes.plane(live))
    page.keyboard.press("o")
    address(page, "show=fit")
    assert (eyes.pixels(eyes.plane(live)) != before).any(), "the dotted line has gone"
    number = live.locator('[data-readout="test_error"]')
    question = page.get_by_role("region", name="Question")
    page.keyboard.press("r")
    expect(number).to_be_hidden()
    expect(question).to_be_visible()
    expect(question, "the question names its quantity").to_contain_text("Test error")
    plane = eyes.plane(live).bounding_box()
    assert question.bounding_box()["y"] + question.bounding_box()["height"] <= plane["y"]
    question.get_by_role("button", name="Reveal (r)").click()
    expect(number).to_be_visible()
    expect(question).to_be_hidden()
    page.locator("html[data-kl-idle]").wait_for(state="attached")
    page.wait_for_function(
        "getComputedStyle(document.querySelector('.kl-lecture-tools')).opacity === '0'"
    )
    faint = """(all) => all.filter((node) => node.checkVisibility() && !node.checkVisibility(
        {opacityProperty: true, visibilityProperty: true})).map((node) => node.outerHTML)"""
    assert live.locator("button, input, canvas").evaluate_all(faint) == [], "everything is visible"
    page.mouse.move(600, 300)
    page.wait_for_function(
        "getComputedStyle(document.querySelector('.kl-lecture-tools')).opacity === '1'"
    )
    page.keyboard.press("Escape")
    page.locator("html:not(.is-presenting)").wait_for(state="attached")
    assert "loss=logistic" in page.url and "view=" not in page.url
    expect(page.locator(".is-on-stage")).to_have_count(0)
    expect(page.get_by_role("link", name="SVM").first).to_be_visible()


@pytest.mark.thorough
def test_a_lecture_steps_through_pages_and_back(page, server):
    steps = read_shipped("000").steps
    open_live(page, server + "/?list=000~7")
    title(page, steps[6].title)
    on_stage(page, "sgd")
    settle(page)
    before = sizes(page)
    page.keyboard.press("n")
    settle(page)
    notes = page.get_by_label("Notes for this step")
    expect(notes).to_contain_text(re.compile("^Press “One step”"))
    with_notes = sizes(page)
    assert len(with_notes) == len(before) > 3
    shrunk = [after / before for before, after in zip(before, with_notes, strict=True)]
    assert min(shrunk) >= 0.6, "beside the notes every picture and control keeps its shape"
    assert page.evaluate(OUTSIDE_STAGE) == []
    room = page.locator(".is-on-stage").bounding_box()
    assert room["y"] + room["height"] <= notes.bounding_box()["y"] + 1
    page.keyboard.press("ArrowRight")
    title(page, steps[7].title)
    live = on_stage(page, step=steps[7].step)
    assert re.search("/rbf-bandwidth/?[?].*list=000~8$", unquote(page.url))
    number = live.locator('[data-readout="test_error"]')
    expect(number, "this step begins with a question").to_be_hidden()
    page.keyboard.press("r")
    early_scene = replace(DEFAULT, tau=0.1)
    stop = int(np.argmin(np.abs(slider_stops(early_scene, "tau") - 0.1)))
    expect(number).to_have_text(eyes.percent(sweep_of(early_scene, "tau").test_error[stop]))
    page.keyboard.press("PageDown")
    title(page, steps[8].title)
    page.wait_for_function(
        "document.querySelector('.is-on-stage [data-along=tau]')?.getAttribute('aria-valuetext')"
        " === 'τ = 0.40'"
    )
    page.keyboard.press("PageUp")
    title(page, steps[7].title)
    page.go_back()
    title(page, steps[8].title)


@pytest.mark.thorough
def test_a_small_frame_holds_the_picture_and_its_sliders(page, server):
    """Embed a step with the offered code in a page of another site."""
    hidden_words = "text,challenge,loss,take_away,quiz"
    source = f"{server}/rbf-bandwidth?tau=0.4&amp;embed=true&amp;hide={hidden_words}&amp;step=price"
    html = f'<iframe src="{source}" width="600" height="450" title="x"></iframe>'
    page.route("**/course-page", lambda route: route.fulfill(content_type="text/html", body=html))
    page.goto(f"{server}/course-page")
    frame = page.frame_locator("iframe")
    until_the_address_holds(frame)
    live = frame.locator('[data-live][data-ready="1"]')
    live.first.wait_for()
    edge = page.locator("iframe").bounding_box()
    for part in (live.locator('[data-view="plane"] canvas').first,
                 *(live.locator(f'input[type="range"][data-along="{a}"]').first
                   for a in ("tau", "lam"))):  # fmt: skip
        box = part.bounding_box()
        assert box["y"] >= edge["y"] and box["y"] + box["height"] <= edge["y"] + edge["height"]
        assert box["x"] >= edge["x"] and box["x"] + box["width"] <= edge["x"] + edge["width"]
    expect(live.get_by_role("radiogroup", name="Loss")).to_have_count(0)
    slider = live.locator('input[type="range"][data-along="tau"]').first
    box, paint_count = slider.bounding_box(), int(live.first.get_attribute("data-painted"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()
    assert int(live.first.get_attribute("data-painted")) >= paint_count + 5


@pytest.mark.thorough
def test_leaving_a_lecture_leads_to_the_step_that_was_shown(page, server):
    page.goto(f"{server}/?list=000~2")
    on_stage(page, step="too-right")
    page.keyboard.press("Escape")
    page.locator('[data-step-link="too-right"][aria-current="step"]').wait_for()
    assert "step=too-right" in page.url and "list=" not in page.url


@pytest.mark.thorough
@pytest.mark.parametrize("path", PATHS)
def test_every_picture_of_every_page_fits_its_stage(warm_page, server, path):
    """Go through all pictures with the key e; check that none is cut off or covers another one.
    Every other page is checked on a larger stage, which shows the same picture enlarged."""
    size = (1920, 1080) if PATHS.index(path) % 2 else (1280, 720)
    page = warm_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{server}/{path}?view=lecture")
    on_stage(page)
    settle(page)  # the lower parts of the page are loaded
    seen_places = set()
    for _ in range(20):
        stage = page.locator(".is-on-stage")
        place = (stage.get_attribute("data-live"), "is-below" in stage.get_attribute("class"))
        if place in seen_places:
            break
        seen_places.add(place)
        assert page.evaluate(OUTSIDE_STAGE) == [], place
        assert page.evaluate(READ_DRAWN) > 0, place
        assert page.evaluate(CROWDED, MAX_CONTROLS) == [], place
        page.keyboard.press("e")
        settle(page)
    assert seen_places


def until_at_ease(page):
    """Wait until nothing scrolls, and at most two controls are visible."""

    def crowded():
        return page.evaluate(CROWDED, MAX_CONTROLS)

    eyes.wait_until(page, lambda: crowded() == [], crowded)


@pytest.mark.thorough
def test_a_step_has_two_controls_on_the_screen_and_the_others_behind_a_key(page, server):
    page.goto(f"{server}/losses?view=lecture&step=classes")
    live = on_stage(page, step="classes")
    sliders = live.locator('input[type="range"]').filter(visible=True)
    expect(sliders).to_have_count(MAX_CONTROLS)
    until_at_ease(page)
    expect(live.locator("[data-along=third]")).to_be_hidden()
    page.keyboard.press("c")
    expect(sliders).to_have_count(3)
    eyes.wait_until(
        page, lambda: page.evaluate(OUTSIDE_STAGE) == [], lambda: page.evaluate(OUTSIDE_STAGE)
    )
    page.keyboard.press("c")
    expect(sliders).to_have_count(MAX_CONTROLS)
    for _ in range(2):
        page.keyboard.press("s")
    expect(live.locator("[data-along=third]"), "the slider that keys move").to_be_visible()
    until_at_ease(page)


@pytest.mark.thorough
def test_the_next_picture_of_a_page_names_its_step_in_the_address(page, server):
    page.goto(f"{server}/losses?view=lecture&step=perceptron")
    on_stage(page, step="perceptron")
    page.locator(".st-key-step-prices [data-live]").wait_for(state="attached")
    page.keyboard.press("e")
    on_stage(page, step="prices")
    address(page, "step=prices")
    page.reload()
    on_stage(page, step="prices")


@pytest.mark.thorough
def test_the_only_controls_of_six_pictures_stand_below_them(page, server):
    page.goto(f"{server}/rbf-bandwidth?view=lecture&step=six-bandwidths")
    live = on_stage(page, step="six-bandwidths")
    settle(page)
    assert page.evaluate(CROWDED, MAX_CONTROLS) == []
    assert live.locator("[data-along=lam]").filter(visible=True).count() == 1
    assert live.get_by_role("radiogroup").filter(visible=True).count() == 1


@pytest.mark.thorough
def test_the_list_of_keys_is_a_dialog(page, server):
    open_live(page, server + "/svm?view=lecture")
    on_stage(page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys of the lecture view")
    dialog.wait_for()
    for _ in range(4):
        page.keyboard.press("Tab")
        inside = "document.querySelector('dialog').contains(document.activeElement)"
        assert page.evaluate(f"{inside} || document.activeElement === document.body")
    url = page.url
    page.keyboard.press("l")
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert page.url == url and page.locator(".is-on-stage").count() == 1, "still in the lecture"


@pytest.mark.thorough
def test_a_plane_reached_by_tab_keeps_its_own_keys(page, server):
    steps = read_shipped("001").steps
    open_live(page, server + "/?list=001~10")
    live = on_stage(page, "svm")
    canvas = live.locator("canvas").first
    for _ in range(12):
        if canvas.evaluate("(node) => document.activeElement === node"):
            break
        page.keyboard.press("Tab")
    assert canvas.evaluate("(node) => document.activeElement === node")
    page.keyboard.press("ArrowRight")
    settle(page)
    title(page, steps[9].title)
    page.keyboard.press("PageDown")
    title(page, steps[10].title)


@pytest.mark.thorough
def test_after_a_drag_the_arrow_keys_step_through_the_lecture(warm_page, server):
    page = warm_page(**HALL)
    page.goto(server + "/?list=001~1")
    on_stage(page, "degree")
    page.mouse.move(900, 500)
    hand.drag(page, "order", 5, moves=10)
    page.mouse.up()
    moved_order = "order=(?!1(&|$))"
    address(page, f"{moved_order}.*list=001~1|list=001(~|%7E)1.*{moved_order}")
    page.keyboard.press("ArrowRight")
    title(page, read_shipped("001").steps[1].title)


FITS = """
() => {
  const main = document.querySelector("[data-testid=stMain]");
  const texts = ".kl-row > span, button, .kl-legend span";
  const text = document.querySelectorAll(`[data-live] :is(${texts})`);
  const cut = [...text].filter((e) => e.checkVisibility() && e.clientWidth > 2
    && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent);
  return [main.scrollHeight - innerHeight, main.scrollWidth - innerWidth, cut];
}
"""

LINE_PX = 26


@pytest.mark.thorough
@pytest.mark.parametrize("path", PATHS)
def test_a_frame_of_an_offered_size_holds_all_that_it_shows(warm_page, server, path):
    """Before any input nothing scrolls, no label is cut, and the picture is visible. On the site a
    line of text may become two in the reader's fonts."""
    page = warm_page(viewport={"width": 600, "height": 450})
    source = embed.address(f"{server}/{path}", {}, embed.DEFAULT_PARTS)
    for width, height in embed.sizes(source).values():
        page.set_viewport_size({"width": width, "height": height})
        live = open_live(page, source)
        page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
        settle(page)
        high, wide, cut = page.evaluate(FITS)
        tolerance_px = LINE_PX if page.locator(LOADING).count() else 0
        assert high <= tolerance_px and wide <= 0 and cut == [], (width, height)
        assert live.locator("canvas").first.bounding_box()["height"] >= 90
        assert live.locator(".kl-strip").is_hidden()


@pytest.mark.thorough
def test_numbers_leave_room_for_the_main_chart(page, server):
    page.set_viewport_size(HALL["viewport"])
    page.goto(f"{server}/?list=000&view=lecture")
    stage = on_stage(page)
    settle(page)
    chart = stage.locator(".kl-main .kl-curve > canvas").first.bounding_box()
    assert chart["height"] > 0.2 * HALL["viewport"]["height"]


@pytest.mark.thorough
def test_the_presenter_window_of_a_single_page_offers_no_next_scene(make_page, server):
    screen = make_page()
    screen.goto(f"{server}/rbf-bandwidth?view=lecture")
    screen.locator(STAGE).wait_for()
    with screen.expect_popup() as popup:
        screen.keyboard.press("p")
    popup.value.get_by_text("No lecture is open").wait_for()
    expect(popup.value.get_by_role("button", name="Restart timer")).to_be_visible()
    expect(popup.value.get_by_role("button", name="Next")).to_be_hidden()


@pytest.mark.thorough
def test_the_presenter_window_shows_notes_and_advances(make_page, server):
    screen = make_page(**HALL)
    screen.goto(f"{server}/?list=001&view=lecture")
    screen.locator(STAGE).wait_for()
    with screen.expect_popup() as popup:
        screen.keyboard.press("p")
    presenter = popup.value
    steps = read_shipped("001").steps
    presenter.get_by_role("heading", name=steps[0].title).wait_for()
    assert steps[0].notes.split()[0] in presenter.locator("body").inner_text()
    presenter.get_by_role("button", name="Next").click()
    presenter.get_by_role("heading", name=steps[1].title).wait_for()
    screen.get_by_role("heading", name=steps[1].title).wait_for()
    presenter.keyboard.press("b")
    screen.locator(".kl-lecture-blackness").wait_for()
    screen.keyboard.press("b")
    # Reload either window: both still show the same step.
    for k, window in [(2, screen), (3, presenter)]:
        window.reload()
        presenter.get_by_role("heading", name=steps[k - 1].title).wait_for()
        screen.get_by_role("heading", name=steps[k - 1].title).wait_for()
        presenter.get_by_role("button", name="Next").click()
        presenter.get_by_role("heading", name=steps[k].title).wait_for()
        screen.get_by_role("heading", name=steps[k].title).wait_for()
    assert len(screen.context.pages) == 2


@pytest.mark.thorough
def test_a_zoom_and_a_spotlight_follow_the_mouse(make_page, server):
    screen = make_page(**HALL)
    screen.goto(f"{server}/rbf-bandwidth?view=lecture")
    stage = screen.locator(STAGE)
    stage.wait_for()
    screen.mouse.move(600, 500)
    before = stage.bounding_box()
    screen.keyboard.press("z")
    screen.mouse.move(900, 500)
    after = stage.bounding_box()
    assert after["width"] == pytest.approx(2 * before["width"], rel=0.01)
    assert after["x"] == pytest.approx(-900, abs=2)
    assert after["y"] == pytest.approx(before["y"] - (500 - before["y"]), abs=2)
    screen.keyboard.press("z")
    assert stage.bounding_box() == before
    screen.keyboard.press("x")
    veil = screen.locator(".kl-lecture-spotlight")
    veil.wait_for()
    assert "900px" in veil.get_attribute("style")


# Return by how many pixels the main column overlaps the column below it.
INTO_THE_NEXT = """() => {
  const of = (column) => document.querySelector(`.is-on-stage > .kl-${column}`);
  const top = (column) => of(column).getBoundingClientRect().top;
  return top("main") + of("main").scrollHeight - top("side");
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["losses", "rbf-bandwidth"])
def test_on_a_phone_the_columns_are_stacked(phone_page, server, path):
    page = phone_page
    page.goto(f"{server}/{path}?view=lecture")
    on_stage(page)
    expect(page.locator(".is-on-stage.is-narrow")).to_have_count(1)
    assert page.evaluate(INTO_THE_NEXT) <= 1


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_lecture_view(page, server, theme):
    page.emulate_media(color_scheme=theme)
    open_live(page, f"{server}/svm?view=lecture")
    on_stage(page)
    prepare(page)
    for key in ("c", "?"):  # all controls of the picture, then the list of keys
        page.keyboard.press(key)
        settle(page)
        problems = violations(page)
        assert not problems, (key, describe_violations(problems))
