"""All controls can be reached and moved with the keyboard alone, and typed values are used
exactly."""

import re

import pytest
from playwright.sync_api import expect

from lab.scene.learning_problem import problem
from lab.scene.scene import DEFAULT, replace
from tests.browser import eyes, hand
from tests.browser.expected import READOUTS, check_numbers, sweep_of
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap

PAGE = "/rbf-bandwidth?hide=text&step=price"  # a step with two sliders and a switch
START = 27


@pytest.fixture(scope="module")
def live(shared_page, app_server):
    return open_live(shared_page, app_server.url + PAGE)


def typed_field(live, symbol):
    return live.get_by_role("textbox", name=f"{symbol},").first


@pytest.mark.thorough
@pytest.mark.parametrize("along", ["tau", "lam"])
def test_a_slider_responds_to_every_key_of_a_slider(page, server, along):
    tap = WireTap(page)
    live = open_live(page, server + PAGE)
    tap.until_quiet()
    goes_to = {
        "ArrowRight": START + 1, "ArrowUp": START + 2, "ArrowLeft": START + 1,
        "ArrowDown": START, "PageUp": None, "PageDown": START, "End": 63, "Home": 0,
    }  # fmt: skip
    hand.record(live)
    control = hand.slider(page, along)
    control.focus()
    for key, stop in goes_to.items():
        page.keyboard.press(key)
        if stop is None:
            assert int(control.input_value()) >= START + 3, "PageUp is a large step"
        else:
            expect(control, key).to_have_value(str(stop))
    page.wait_for_url(lambda url: f"{along}={LOWEST[along]}" in url)
    _, events = hand.recorded(live)
    assert len(events) == len(goes_to)
    assert [e["shown"] for e in events] == [e["stop"] for e in events]
    for event in events:
        check_numbers(event["numbers"], sweep_of(DEFAULT, along), event["stop"])


LOWEST = {"tau": "0.05", "lam": "0.000005"}


@pytest.mark.thorough
def test_a_typed_value_becomes_a_stop(page, server):
    tap = WireTap(page)
    live = open_live(page, server + PAGE)
    for value in (0.43, 30.0):  # between two stops; beyond the last
        typed_field(live, "τ").fill(str(value))
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, value=value: f"tau={value:g}" in url)
        scene = replace(DEFAULT, tau=value)
        eyes.until_number(live, "primal", problem(scene).fit().primal)
        stop = int(hand.slider(page, "tau").input_value())
        check_numbers(numbers(live), sweep_of(scene, "tau"), stop)
        assert sweep_of(scene, "tau").kernels[stop].tau == value
    assert stop == 63
    # Leaving the field has the same effect as Enter.
    typed_field(live, "λ").fill("0.02")
    page.keyboard.press("Tab")
    page.wait_for_url(lambda url: "lam=0.02" in url)
    eyes.until_number(live, "primal", problem(replace(scene, lam=0.02)).fit().primal)
    # Escape changes nothing.
    tap.until_quiet()
    paint_count, before = live.get_attribute("data-painted"), page.url
    typed_field(live, "τ").fill("2.5")
    page.keyboard.press("Escape")
    assert typed_field(live, "τ").input_value() == "30.0" and page.url == before
    assert live.get_attribute("data-painted") == paint_count


def numbers(live):
    return {name: eyes.readout(live, name) for name in READOUTS}


INVALID_VALUES = ("abc", "1e9", "0", "-1", "", "NaN", "Infinity", "0,4")


@pytest.mark.thorough
def test_an_invalid_value_is_answered_with_a_message(shared_page, live):
    paint_count, picture = live.get_attribute("data-painted"), eyes.plane(live).screenshot()
    box = typed_field(live, "τ")
    sentence = live.get_by_role("alert").filter(has_text="τ must be a number from 0.01 to 100")
    for text in INVALID_VALUES:
        box.fill(text)
        shared_page.keyboard.press("Enter")
        expect(sentence, text).to_contain_text("It stays at 0.40")
        expect(box).to_have_value("0.40")
        expect(hand.slider(shared_page, "tau")).to_have_attribute("aria-valuetext", "τ = 0.40")
        assert live.get_attribute("data-painted") == paint_count and "tau" not in shared_page.url
        box.fill("0.4")
        shared_page.keyboard.press("Enter")
        expect(sentence, "a valid value removes the message").to_be_hidden()
    assert eyes.plane(live).screenshot() == picture


@pytest.mark.thorough
def test_the_losses_are_one_group_that_arrow_keys_walk_through(page, server):
    live = open_live(page, server + PAGE)
    group = live.get_by_role("radiogroup", name="Loss")
    group.get_by_role("radio", name="Hinge", exact=True).focus()
    for key, name in (
        ("ArrowRight", "Logistic"), ("ArrowDown", "Squared"), ("ArrowLeft", "Logistic"),
        ("ArrowUp", "Hinge"), ("ArrowLeft", "Perceptron"), ("ArrowRight", "Hinge"),
    ):  # fmt: skip
        page.keyboard.press(key)
        chosen = group.locator('[role="radio"][aria-checked="true"]')
        expect(chosen).to_have_text(name)
        expect(chosen).to_be_focused()
        scene = replace(DEFAULT, loss=name.lower())
        eyes.until_number(live, "primal", sweep_of(scene, "tau").primal[START])
        check_numbers(numbers(live), sweep_of(scene, "tau"), START)


FOCUSED = """() => {
  const at = document.activeElement, style = getComputedStyle(at);
  const ring = parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== "none";
  const name = at.dataset.along || at.dataset.field || at.dataset.look || at.ariaLabel
    || (at.tagName === "CANVAS" ? "plane" : at.textContent.trim());
  return { name, type: at.type ?? at.tagName, ours: !!at.closest("[data-live]"), ring };
}"""


def test_tab_reaches_every_control_with_visible_focus(page, server):
    hidden_parts = "best-there-is,price,six-bandwidths"
    live = open_live(page, f"{server}/rbf-bandwidth?hide=text,challenge&step={hidden_parts}")
    page.locator(".kl-panel").last.scroll_into_view_if_needed()
    page.get_by_role("button", name=re.compile("averaged.*Choose it")).nth(5).wait_for()
    eyes.plane(live).focus()
    tab_stops = []
    while len(tab_stops) < 120 and (not tab_stops or tab_stops[-1]["type"] != "BODY"):
        page.keyboard.press("Tab")
        tab_stops.append(page.evaluate(FOCUSED))
    own_stops = [stop for stop in tab_stops if stop["ours"]]
    assert all(stop["ring"] for stop in own_stops), [s["name"] for s in own_stops if not s["ring"]]
    names = [stop["name"] for stop in own_stops]
    for along, count in (("tau", 2), ("lam", 2)):
        assert names.count(along) == count, along
    for field, count in (("show", 1), ("loss", 2), ("risk", 1)):
        assert names.count(field) == count, "a group is one stop of the Tab key"
    assert sum(stop["type"] == "text" for stop in own_stops) == 4, (
        "a box to type in beside each slider"
    )
    assert sum("Choose it" in name for name in names) == 12, "the panels"


def test_the_plane_is_explored_by_keys(shared_page, live):
    eyes.plane(live).focus()
    shared_page.keyboard.press("ArrowRight")
    tip = live.locator(".kl-tip").first
    first = tip.text_content()
    shared_page.keyboard.press("Shift+ArrowUp")
    assert "f(x) = " in first and tip.text_content() != first
    assert (
        tip.text_content().replace("\n", ", ")
        == live.locator(".kl-voice[aria-live]").text_content()
    )
    shared_page.keyboard.press("Escape")
    assert tip.is_hidden()
