"""A visitor opens a handout from disk, offline."""

import io
import json
import re

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from features.site.handout.__main__ import main as make_handout
from features.site.handout.build import PageText, handout
from features.site.handout.default_picture import picture_of
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene
from tests.browser import eyes, hand
from tests.browser.accessibility.system_colours import assert_system_colours
from tests.browser.accessibility.translated import translate
from tests.browser.conftest import PHONE
from tests.browser.element.unproven_frame import MARKED, QUERY
from tests.browser.export.save_menu import save
from tests.browser.live import open_live, settle
from tests.browser.whole_page import describe_violations, pictures, prepare, violations

SCENE = Scene(m=40, tau=0.4, lam=0.05)
WORDS = PageText("Title", "What does τ do?", "Drag τ.", SCENE.query())


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Return a handout on disk."""
    path = tmp_path_factory.mktemp("handout") / "handout.html"
    path.write_text(handout(picture_of(SCENE.query()), WORDS), encoding="utf-8")
    return path


def from_disk(make_page, watch, path, **options):
    """Open the handout from disk with the network off; return the page and its element."""
    page = make_page(offline=True, **options)
    watch.allow(rf"request to another host: {re.escape(path.as_uri())}$")
    return page, open_live(page, path.as_uri())


def numbers(live):
    return {b.get_attribute("data-readout"): b.text_content()
            for b in live.locator("[data-readout]").all()}  # fmt: skip


def fit_of(page, live):
    """Return kernel_core's fit at the present values of the sliders."""
    items = json.loads(page.locator("#element").text_content())["side"]
    stops = {item["along"]: item["stops"] for item in items if item["kind"] == "slider"}
    stops_now = {
        along: stops[along][int(hand.slider(page, along).input_value())] for along in stops
    }
    return problem(Scene(m=40, **stops_now)).fit()


@pytest.mark.thorough
def test_a_handout_works_from_disk_offline(make_page, watch, file):
    page, live = from_disk(make_page, watch, file)
    hand.record(live)
    for along, stops in (("tau", (24, 3)), ("lam", (20, 2)), ("tau", (18,))):
        hand.drag(page, along, *stops, moves=12)
        page.mouse.up()
        fit = fit_of(page, live)
        shown_numbers = numbers(live)
        assert shown_numbers["support"] == f"{len(fit.support)} of 40"
        error = np.mean(fit.y * fit.decision(fit.X) <= 0)
        assert shown_numbers["train_error"] == f"{100 * error:.1f} %"
    before, events = hand.recorded(live)
    assert len(events) > 15
    assert [e["painted"] for e in events] == [
        *range(before["painted"] + 1, len(events) + before["painted"] + 1)
    ]
    assert len({e["plane"] for e in events}) > len(events) // 2, "the picture itself moves"
    assert len({e["curve"] for e in events}) > len(events) // 2
    # A script that is not needed at first can be loaded from disk too.
    page.evaluate("() => import('kl/assets/furniture/navigation/last-place.js').then(() => true)")


@pytest.mark.thorough
def test_axe_finds_nothing_on_a_handout(make_page, watch, file):
    page, live = from_disk(make_page, watch, file)
    prepare(page)
    for theme in ("Dark", "Light"):
        page.get_by_role("button", name=f"Change to {theme.lower()} colours").click()
        live.and_(page.locator(f"[data-theme={theme.lower()}]")).wait_for()
        settle(page)
        problems = violations(page)
        assert not problems, (theme, describe_violations(problems))


@pytest.mark.thorough
def test_a_translated_handout_works_in_forced_colours(make_page, watch, file):
    page, live = from_disk(make_page, watch, file)
    prepare(page)
    page.emulate_media(forced_colors="active")
    settle(page)
    assert_system_colours(page, eyes.plane(live))
    translate(page)
    before = pictures(live)
    hand.slider(page, "tau").press("End")
    settle(page)
    assert pictures(live) != before


@pytest.mark.thorough
def test_a_handout_shows_the_picture_as_set(make_page, watch, page, server, tmp_path):
    live = open_live(page, f"{server}/?m=40")
    hand.click_at(page, "tau", 54)
    page.wait_for_url(lambda url: "tau=3.2" in url)
    with page.expect_download() as download:
        page.get_by_role("button", name="Handout").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "home.html" and live.is_visible()
    first_handout, second_handout = from_disk(make_page, watch, path)
    expect(hand.slider(first_handout, "tau")).to_have_attribute("aria-valuetext", "τ = 3.20")
    assert numbers(second_handout)["support"] == numbers(live)["support"]
    assert (
        first_handout.get_by_role("link", name="Open it in the app")
        .get_attribute("href")
        .startswith(server)
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
    page.wait_for_function("document.querySelector('[data-live]').live.player.isResting")
    expect(hand.slider(page, "tau"), "and stays where it is").to_have_value(str(int(stop) + 1))
    _, data = save(page, live, "PNG", 0)
    assert Image.open(io.BytesIO(data)).width > 1000


def test_a_handout_has_its_text_without_a_server(page, watch, tmp_path):
    file = tmp_path / "handout.html"
    assert make_handout([QUERY, str(file)]) == 0
    watch.allow(rf"request to another host: {re.escape(file.as_uri())}$")
    live = open_live(page, file.as_uri())
    live.locator(MARKED).first.wait_for()
