"""The address determines the picture: it is the same after a reload, and after back and forward."""

from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene.scene import Scene, parse, replace
from tests.browser import eyes, hand
from tests.browser.expected import READOUTS, check_numbers, sweep_of
from tests.browser.live import open_live, reload
from tests.browser.widgets import choose, chosen, panel_button

PAGE = "/rbf-bandwidth?hide=text&step=price"  # a step with two sliders and a switch
VIEWS = ("show", "point", "draws", "hide", "step")


def scene_in(url: str) -> Scene:
    scene, problems = parse(urlsplit(url).query, ignore=VIEWS)
    assert problems == []
    return scene


def until_address(page, **fields):
    """Wait until the address has these words."""
    page.wait_for_url(
        lambda url: (
            {n: [v] for n, v in fields.items()}.items() <= parse_qs(urlsplit(url).query).items()
        )
    )


# Return the scene of the visible frame as a query, or null while another frame is loading.
READ_SHOWN = """({ live: { player } }) => {
  const match = player.find(player.scene);
  const isShown = match && match.sweep === player.frame.sweep && match.stop === player.frame.stop;
  return isShown ? player.query() : null;
}"""


def look(live):
    """Return the plane's pixels and the read-outs, with the pointer elsewhere, once the shown scene
    is that of the address: a busy machine may write the address before it draws."""
    page = live.page
    page.mouse.move(2, 2)
    page.wait_for_function("document.querySelector('.kl-tip').hidden")

    def shows_the_address() -> bool:
        query = live.evaluate(READ_SHOWN)
        return query is not None and parse(query, ignore=VIEWS)[0] == scene_in(page.url)

    eyes.wait_until(
        page, shows_the_address, lambda: f"{live.evaluate(READ_SHOWN)} is not {page.url}"
    )
    return eyes.read_canvas(eyes.plane(live)), {
        name: eyes.readout(live, name) for name in READOUTS[:-1]
    }


def assert_same(first, second):
    """Check that the numbers are equal, and the pixels up to one rounding step of the field. Sweeps
    along τ and along λ reach a scene from different neighbours, so their last digits differ."""
    assert first[1] == second[1]
    differences = np.abs(first[0] - second[0]).max(axis=-1)
    assert differences.max() <= 8 and (differences > 0).mean() < 0.02, (
        differences.max(),
        (differences > 0).mean(),
    )


TALL = {"width": 1280, "height": 1800}  # so high that all parts are visible and drawn


@pytest.fixture
def live(page, server):
    page.set_viewport_size(TALL)
    return open_live(page, server + PAGE)


def test_back_and_forward_restore_each_view(page, live):
    looks = [(page.url, look(live))]
    for act in (
        lambda: hand.click_at(page, "tau", 50),
        lambda: live.get_by_role("radio", name="Squared", exact=True).click(),
        lambda: hand.click_at(page, "lam", 40),
    ):
        act()
        page.wait_for_url(lambda url, last=looks[-1][0]: url != last)
        looks.append((page.url, look(live)))
    steps = [(page.go_back, looks[2]), (page.go_back, looks[1]), (page.go_back, looks[0])]
    steps += [(page.go_forward, looks[1]), (page.go_forward, looks[2]), (page.go_forward, looks[3])]
    for step, (url, picture) in steps:
        step()
        page.wait_for_url(url)
        eyes.until_number(live, "primal", eyes.number(picture[1]["primal"]))
        assert_same(look(live), picture)


@pytest.mark.thorough
def test_choosing_data_changes_the_address(page, live):
    panel_button(page, "Data").click()
    choose(page, "Data", "Two moons")
    until_address(page, data="moons")
    for label, value in (("Points", "60"), ("Seed", "3"), ("Noise", "1.5")):
        page.get_by_role("spinbutton", name=label).fill(value)
        page.keyboard.press("Enter")
        until_address(page, **{{"Points": "m"}.get(label, label.lower()): value})
    page.get_by_role("radiogroup", name="Intercept").get_by_text("with", exact=True).click()
    until_address(page, intercept="1")
    scene = Scene(data="moons", m=60, seed=3, noise=1.5, intercept=1)
    assert scene_in(page.url) == scene
    page.keyboard.press("Escape")
    eyes.until_number(live, "primal", sweep_of(scene, "tau").primal[27])
    before = look(live)
    check_numbers({n: eyes.readout(live, n) for n in READOUTS}, sweep_of(scene, "tau"), 27)
    # Another stop changes only τ.
    hand.click_at(page, "tau", 45)
    page.wait_for_url(lambda url: "tau=" in url)
    assert replace(scene_in(page.url), tau=0.4) == scene
    page.go_back()
    reload(page)
    live.wait_for()
    eyes.until_number(live, "primal", sweep_of(scene, "tau").primal[27])
    assert_same(look(live), before)
    panel_button(page, "Data").click()
    assert chosen(page, "Data") == "Two moons"
    expect(page.get_by_role("spinbutton", name="Points")).to_have_value("60")
