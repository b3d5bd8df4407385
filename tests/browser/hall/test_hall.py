"""A lecturer's screen and phones, each a browser context of its own: asked, counted, looked at."""

import pytest
from playwright.sync_api import Page, expect

from lab.scene.scene import DEFAULT
from lab.scene.slider_stops import slider_stops
from tests.browser import eyes
from tests.browser.conftest import PHONE
from tests.browser.expected import swept

SCREEN = {"viewport": {"width": 1280, "height": 720}}
CHOICE = "/regularisation?view=lecture&list=001~1"
BANDWIDTH = "/rbf-bandwidth?view=lecture"

# The bars of 100 %, of the first round and of the second, whatever is written beside them.
EQUALLY_LONG = """() => {
  const all = (of) => [...document.querySelectorAll(of)];
  const boxes = (of) => all(of).map((one) => one.getBoundingClientRect());
  const widths = boxes(".kl-hall-bar").map(({ width }) => width);
  const end = Math.max(...boxes(".kl-hall-line small").map(({ right }) => right));
  const [first, , , last] = widths;
  return widths.length === 4 && last > 100 && Math.abs(first - last) < 1 && end < innerWidth;
}"""


def asked(make_page, url: str, question: str = "") -> tuple[Page, str]:
    """A screen that asks the hall, and the room's code; `question`: which of those listed."""
    screen = make_page(**SCREEN)
    screen.goto(url)
    screen.locator('.kl-on-stage[data-ready="1"]').wait_for()
    screen.keyboard.press("v")
    if question:
        screen.get_by_role("button", name=question).click()
    hall = screen.locator(".kl-hall[data-state=open]")
    hall.wait_for()
    return screen, hall.locator(".kl-hall-code").inner_text().replace(" ", "")


def join(make_page, server: str, code: str) -> Page:
    """A phone, by the code that is on the screen."""
    phone = make_page(**PHONE)
    phone.goto(f"{server}/join")
    phone.get_by_label("The code on the screen").fill(code.lower())
    phone.get_by_role("button", name="Join").click()
    phone.wait_for_url(f"**/hall/{code}")
    return phone


def choose(phone: Page, option: str) -> None:
    phone.get_by_role("button", name=option).click()
    expect(phone.locator("#told")).to_contain_text("Your answer")


def answered(screen: Page, count: int) -> None:
    expect(screen.locator(".kl-hall-count")).to_have_text(str(count))


def test_two_rounds_a_late_comer_a_reload_and_the_truth(warm_page, make_page, server):
    screen, code = asked(warm_page, server + CHOICE)
    first, second = (join(make_page, server, code) for _ in range(2))
    choose(first, "About 0.05")
    choose(second, "About 0.5")
    answered(screen, 2)
    expect(screen.locator(".kl-hall-bar"), "how many, never what").to_have_count(0)
    choose(second, "About 0.05")  # a vote may change
    first.reload()
    expect(first.locator("#told")).to_contain_text("Your answer: About 0.05")
    answered(screen, 2)

    screen.keyboard.press("v")
    bars = screen.locator(".kl-hall-line b")
    expect(bars).to_have_text(["100 %", "0 %"])
    expect(first.locator("#told")).to_contain_text("The question is closed")
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-hint")).to_contain_text("neighbour")
    expect(first.get_by_text("Talk to your neighbour")).to_be_visible()
    late = join(make_page, server, code)
    choose(late, "About 0.5")
    choose(second, "About 0.5")
    answered(screen, 2)
    screen.keyboard.press("v")
    expect(bars).to_have_text(["100 %", "0 %", "0 %", "100 %"])  # both rounds, option by option

    screen.keyboard.press("l")
    expect(screen.locator(".kl-hall-right")).to_contain_text("About 0.5")
    screen.wait_for_function(EQUALLY_LONG)
    expect(screen.locator(".kl-hall-why")).to_contain_text("can’t follow the wave")
    expect(screen.locator(".kl-on-stage .kl-readouts b").nth(1)).to_have_text("0.5450")
    expect(late.locator(".right")).to_contain_text("About 0.5")
    with screen.context.expect_page() as opened:
        screen.get_by_role("link", name="All rounds of this room").click()
    expect(opened.value.locator("body")).to_contain_text("straight line")


@pytest.mark.thorough
def test_where_half_are_right_neighbours_should_talk(make_page, server):
    screen, code = asked(make_page, server + CHOICE)
    for option in ("About 0.05", "About 0.5"):
        choose(join(make_page, server, code), option)
    answered(screen, 2)
    with screen.expect_popup() as opened:
        screen.keyboard.press("p")
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-bar")).to_have_count(2)
    expect(opened.value.locator(".told")).to_contain_text("let neighbours talk")
    assert not screen.locator(".kl-hall-why").inner_text(), "the advice is for the presenter alone"


def test_another_computer_leads_the_room_by_the_owners_link(warm_page, make_page, server):
    first, code = asked(warm_page, server + CHOICE)
    with first.expect_popup() as opened:
        first.keyboard.press("p")
    opened.value.get_by_role("button", name="Lead the room from another computer").click()
    told = opened.value.locator(".answer")
    expect(told).to_contain_text("#")
    link = next(word for word in told.inner_text().split() if "#" in word)
    assert link.split("#")[1] not in first.locator("body").inner_text(), "never on the projector"
    second = make_page(**SCREEN)
    second.goto(link)
    second.locator('.kl-on-stage[data-ready="1"]').wait_for()
    second.keyboard.press("v")
    expect(second.locator(".kl-hall-code")).to_have_text(f"{code[:3]} {code[3:]}")
    choose(join(make_page, server, code), "About 0.5")
    answered(second, 1)
    second.keyboard.press("v")
    expect(second.locator(".kl-hall-line b")).to_have_text(["0 %", "100 %"])


@pytest.mark.thorough
def test_two_tabs_of_a_browser_warn_each_other(make_page, server):
    screen, code = asked(make_page, server + CHOICE)
    second = screen.context.new_page()
    second.goto(server + CHOICE)
    for tab in (screen, second):
        expect(tab.locator(".kl-lecture-notice")).to_contain_text(code)


@pytest.mark.thorough
def test_without_a_network_the_screen_says_so(make_page, server, watch):
    watch.allow("ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket")
    screen, _ = asked(make_page, server + CHOICE)
    screen.context.set_offline(True)
    screen.keyboard.press("v")
    expect(screen.locator(".kl-lecture-notice")).to_contain_text("network")
    expect(screen.locator(".kl-hall-phones")).to_contain_text("No connection")
    screen.context.set_offline(False)
    expect(screen.locator(".kl-hall-phones")).to_contain_text("phones")
    screen.keyboard.press("v")
    expect(screen.locator('.kl-hall[data-state="closed"]')).to_be_visible()


@pytest.mark.thorough
def test_the_lecturers_reload_finds_the_room_again_and_stays_its_owner(make_page, server):
    screen, code = asked(make_page, server + CHOICE)
    choose(join(make_page, server, code), "About 0.5")
    screen.reload()
    screen.locator('.kl-on-stage[data-ready="1"]').wait_for()
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-code")).to_have_text(f"{code[:3]} {code[3:]}")
    answered(screen, 1)
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-line b")).to_have_text(["0 %", "100 %"])


@pytest.mark.thorough
def test_guesses_lie_along_the_slider_and_the_error_is_drawn_in(make_page, server):
    screen, code = asked(make_page, server + BANDWIDTH, "Where on τ is the test error least?")
    phone = join(make_page, server, code)
    slider = phone.locator("form.slider input[type=range]")
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    phone.get_by_role("button", name="Send").click()
    expect(phone.locator("#told")).to_contain_text("Your answer")
    answered(screen, 1)
    expect(screen.locator(".kl-hall-curve")).to_have_count(0)
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-last circle")).to_have_count(1)
    screen.keyboard.press("l")
    told = screen.locator(".kl-hall-told")
    errors = swept(DEFAULT, "tau").test_error
    least = eyes.percent(min(errors))
    tau = slider_stops(DEFAULT, "tau")[errors.argmin()]
    expect(told).to_contain_text(f"least at τ = {tau:.4g}: {least}")
    expect(screen.locator('.kl-on-stage [data-readout="test_error"]').first).to_have_text(least)
    screen.keyboard.press("Escape")
    expect(screen.locator(".kl-hall")).to_be_hidden()


@pytest.mark.thorough
def test_taps_lie_over_the_plane_and_then_the_boundary(make_page, server):
    screen, code = asked(make_page, server + BANDWIDTH, "Tap where the boundary will go.")
    phone = join(make_page, server, code)
    phone.locator("svg.plane").tap(position={"x": 120, "y": 100})
    phone.get_by_role("button", name="Send").click()
    answered(screen, 1)
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-last circle")).to_have_count(1)
    expect(screen.locator(".kl-hall-boundary")).to_have_count(0)
    screen.keyboard.press("l")
    expect(screen.locator(".kl-hall-boundary").first).to_be_visible()


@pytest.mark.thorough
def test_the_classifier_learns_from_the_hall(make_page, server):
    screen, code = asked(make_page, server + BANDWIDTH, "Add one point")
    for side, place in (("positive", (90, 100)), ("negative", (220, 160))):
        phone = join(make_page, server, code)
        phone.get_by_text(side, exact=True).click()
        phone.locator("svg.plane").tap(position={"x": place[0], "y": place[1]})
        phone.get_by_role("button", name="Send").click()
        expect(phone.locator("#told")).to_contain_text("Your answer")
    answered(screen, 2)
    screen.keyboard.press("l")
    support = screen.locator('.kl-on-stage [data-readout="support"]').first
    expect(support).to_have_text("2 of 2")
