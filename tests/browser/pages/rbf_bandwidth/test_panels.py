"""Figures 2, 3 and 4: six panels are marked, can be clicked, and change with the plane."""

import pytest
from playwright.sync_api import expect

from lab.scene.scene import DEFAULT, Scene, replace
from lab.ui.palette import LIGHT
from tests.browser import eyes, hand
from tests.browser.expected import READOUTS, check_numbers, sweep_of
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap

TAUS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
STOPS = (9, 18, 27, 36, 45, 54)


@pytest.fixture
def tap(page):
    return WireTap(page)


@pytest.fixture
def live(page, server, tap):
    """Return the element in a window so high that panels and sliders are visible at once."""
    page.set_viewport_size({"width": 1280, "height": 2600})
    live = open_live(page, server + "/rbf-bandwidth?hide=text&step=price,six-bandwidths")
    tap.until_quiet()
    hand.record(live)
    return live


def panels(live, row=0):
    """Return the panels of a row: 0 has summed losses, 1 averaged losses."""
    return live.page.locator('[data-view="panels"]').nth(row).locator("button")


def marked(live, row=0):
    return [panel.get_attribute("aria-current") == "true" for panel in panels(live, row).all()]


def readouts(live):
    """Return the test errors below the panels of both rows."""
    all_panels = live.page.locator(".kl-panel").all()
    return [panel.locator(".kl-fine-print").text_content() for panel in all_panels]


def expected(scene):
    """Return the expected test errors below the panels of both rows."""
    return [text for risk in ("sum", "mean") for text in row_of(replace(scene, risk=risk))]


def row_of(scene):
    errors = [sweep_of(scene, "tau").test_error[stop] for stop in STOPS]
    return [f"test {eyes.percent(error)}" for error in errors]


@pytest.mark.thorough
def test_a_click_on_a_panel_selects_its_bandwidth(page, live):
    assert marked(live) == [tau == 0.4 for tau in TAUS]
    for k, (tau, stop) in enumerate(zip(TAUS, STOPS, strict=True)):
        panels(live).nth(k).click()
        expect(hand.slider(page, "tau")).to_have_attribute("aria-valuetext", f"τ = {tau:.2f}")
        check_numbers({n: eyes.readout(live, n) for n in READOUTS}, sweep_of(DEFAULT, "tau"), stop)
        assert marked(live) == [tau_other == tau for tau_other in TAUS]
        ring = panels(live).nth(k).evaluate("(panel) => getComputedStyle(panel).borderTopColor")
        assert ring == "rgb({}, {}, {})".format(*eyes.rgb(LIGHT["accent"]))
    for stop in (0, 22, 63, 23):
        hand.click_at(page, "tau", stop)
        assert not any(marked(live)), "no panel has this bandwidth"


@pytest.mark.thorough
def test_panels_that_were_never_in_view_are_printed(page, server):
    page.set_viewport_size({"width": 1280, "height": 300})
    tap = WireTap(page)
    live = open_live(page, server + "/rbf-bandwidth?hide=text&step=price,six-bandwidths")
    tap.until_quiet()
    canvases = panels(live, 1).locator("canvas")
    pictures = "(all) => all.map((c) => c.toDataURL())"
    # The test changes λ without scrolling, since panels that scroll into view are painted. Panels
    # out of view must not be painted until the page is printed.
    before = canvases.evaluate_all(pictures)
    live.locator("input[data-along=lam]").evaluate(
        "(slider) => { slider.value = slider.max; slider.dispatchEvent(new Event('input', "
        "{ bubbles: true })); slider.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    page.wait_for_url(lambda url: "lam=" in url)
    tap.until_quiet()
    assert canvases.evaluate_all(pictures) == before
    page.pdf()
    printed = canvases.evaluate_all(pictures)
    assert all(picture_after != old for picture_after, old in zip(printed, before, strict=True))
    inks = "(all) => all.map((c) => c.getContext('2d').getImageData(9, 9, 1, 1).data[3])"
    assert canvases.evaluate_all(inks) == [255] * 6


@pytest.mark.thorough
def test_the_other_controls_change_all_six_panels(page, live, tap):
    needed_count = len(tap.needed_requests)
    before = pictures(live)
    hand.drag(page, "lam", 45, moves=12)
    until_all_change(live, before)
    assert len(tap.needed_requests) == needed_count, "drawn from memory"
    page.mouse.up()
    page.wait_for_url(lambda url: "lam=" in url)
    lam = sweep_of(DEFAULT, "lam").lams[45]
    assert readouts(live) == expected(Scene(lam=float(lam)))
    hand.slider(page, "lam").fill("27")
    for name, scene in (
        ("Exponential", Scene(loss="exponential")),
        ("Losses averaged", Scene(risk="mean", loss="exponential")),
        ("Losses summed", Scene(loss="exponential")),
    ):
        before = pictures(live)
        page.get_by_role("radio", name=name).first.click()
        page.wait_for_function(HAS_ALL_ERRORS, arg=expected(scene))
        if name == "Exponential":  # the panels show both conventions
            until_all_change(live, before)
        eyes.until_number(live, "primal", sweep_of(scene, "tau").primal[27])


HAS_ALL_ERRORS = """(errors) => errors.join() ===
  [...document.querySelectorAll("[data-view=panels] .kl-fine-print")]
    .map((e) => e.textContent).join()"""


def until_all_change(live, before):
    def have_changed():
        return all(a != b for a, b in zip(before, pictures(live), strict=True))

    eyes.wait_until(live.page, have_changed, "some panels are as before")


def pictures(live):
    return [
        eyes.read_canvas(canvas).tobytes()
        for canvas in live.page.locator('[data-view="panels"] canvas').all()
    ]
