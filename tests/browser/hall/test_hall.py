"""A lecturer's screen and students' phones, each in its own browser context: questions, votes,
answers."""

import re

import pytest
from playwright.sync_api import Page, expect

from lab.scene.scene import DEFAULT
from lab.scene.slider_stops import slider_stops
from tests.browser import eyes
from tests.browser.conftest import PHONE
from tests.browser.expected import sweep_of

SCREEN = {"viewport": {"width": 1280, "height": 720}}
CHOICE = "/regularisation?view=lecture&list=001~1"
BANDWIDTH = "/rbf-bandwidth?view=lecture"

# Whether the bars of 100 % in the first and in the second round have the same length, although the
# labels beside them differ.
BARS_ARE_EQUALLY_LONG = """() => {
  const find = (selector) => [...document.querySelectorAll(selector)];
  const boxes = (selector) => find(selector).map((node) => node.getBoundingClientRect());
  const widths = boxes(".kl-hall-bar").map(({ width }) => width);
  const end = Math.max(...boxes(".kl-hall-line small").map(({ right }) => right));
  const [first, , , last] = widths;
  return widths.length === 4 && last > 100 && Math.abs(first - last) < 1 && end < innerWidth;
}"""


def ask_hall(make_page, url: str, question: str = "") -> tuple[Page, str]:
    """Open a lecturer's screen, and ask the listed `question`; return the screen and the room's
    code."""
    screen = make_page(**SCREEN)
    screen.goto(url)
    screen.locator('.is-on-stage[data-ready="1"]').wait_for()
    screen.keyboard.press("v")
    if question:
        screen.get_by_role("button", name=question).click()
    hall = screen.locator(".kl-hall[data-state=open]")
    hall.wait_for()
    note = hall.locator(".kl-hall-address-note")
    expect(note).to_have_text(re.compile("Phones can’t reach this address"))  # it is 127.0.0.1
    return screen, hall.locator(".kl-hall-code").inner_text().replace(" ", "")


def join(make_page, server: str, code: str) -> Page:
    """Open a phone, and join the room by its code."""
    phone = make_page(**PHONE)
    phone.goto(f"{server}/join")
    phone.get_by_label("The code on the screen").fill(code.lower())
    phone.get_by_role("button", name="Join").click()
    phone.wait_for_url(f"**/hall/{code}")
    return phone


def choose(phone: Page, option: str) -> None:
    phone.get_by_role("button", name=option).click()
    expect(phone.locator("#status")).to_contain_text("Your answer")


def expect_answers(screen: Page, count: int) -> None:
    expect(screen.locator(".kl-hall-count")).to_have_text(str(count))


def test_two_rounds_with_a_late_phone_and_a_reload_until_the_answer_is_revealed(
    warm_page, make_page, server
):
    screen, code = ask_hall(warm_page, server + CHOICE)
    phone, other_phone = (join(make_page, server, code) for _ in range(2))
    choose(phone, "About 0.05")
    choose(other_phone, "About 0.5")
    expect_answers(screen, 2)
    expect(screen.locator(".kl-hall-bar"), "no counts while the round is open").to_have_count(0)
    choose(other_phone, "About 0.05")  # this phone changes its vote
    phone.reload()
    expect(phone.locator("#status")).to_contain_text("Your answer: About 0.05")
    expect_answers(screen, 2)

    screen.keyboard.press("v")
    bars = screen.locator(".kl-hall-line b")
    expect(bars).to_have_text(["100 %", "0 %"])
    expect(phone.locator("#status")).to_contain_text("The question is closed")
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-hint")).to_contain_text("neighbour")
    expect(phone.get_by_text("Talk to your neighbour")).to_be_visible()
    late_phone = join(make_page, server, code)
    choose(late_phone, "About 0.5")
    choose(other_phone, "About 0.5")
    expect_answers(screen, 2)
    screen.keyboard.press("v")
    expect(bars).to_have_text(["100 %", "0 %", "0 %", "100 %"])  # each option in both rounds

    screen.keyboard.press("l")
    expect(screen.locator(".kl-hall-correct-option")).to_contain_text("About 0.5")
    screen.wait_for_function(BARS_ARE_EQUALLY_LONG)
    expect(screen.locator(".kl-hall-why")).to_contain_text("can’t follow the wave")
    expect(screen.locator(".is-on-stage .kl-readouts b").nth(1)).to_have_text("0.5450")
    expect(late_phone.locator(".truth")).to_contain_text("About 0.5")
    with screen.context.expect_page() as popup:
        screen.get_by_role("link", name="Closed rounds of this room").click()
    expect(popup.value.locator("body")).to_contain_text("straight line")


@pytest.mark.thorough
def test_the_presenter_is_advised_to_let_neighbours_talk_at_half_right_answers(make_page, server):
    screen, code = ask_hall(make_page, server + CHOICE)
    for option in ("About 0.05", "About 0.5"):
        choose(join(make_page, server, code), option)
    expect_answers(screen, 2)
    with screen.expect_popup() as popup:
        screen.keyboard.press("p")
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-bar")).to_have_count(2)
    expect(popup.value.locator(".status")).to_contain_text("let neighbours talk")
    assert not screen.locator(".kl-hall-why").inner_text(), "only the presenter sees the advice"


@pytest.mark.thorough
def test_another_computer_can_control_the_room_with_the_owners_link(warm_page, make_page, server):
    screen, code = ask_hall(warm_page, server + CHOICE)
    with screen.expect_popup() as popup:
        screen.keyboard.press("p")
    popup.value.get_by_role("button", name="Control the room from another computer").click()
    presenter_answer = popup.value.locator(".answer")
    expect(presenter_answer).to_contain_text("#")
    link = next(word for word in presenter_answer.inner_text().split() if "#" in word)
    assert link.split("#")[1] not in screen.locator("body").inner_text(), "the screen shows no code"
    other_screen = make_page(**SCREEN)
    other_screen.goto(link)
    other_screen.locator('.is-on-stage[data-ready="1"]').wait_for()
    other_screen.keyboard.press("v")
    expect(other_screen.locator(".kl-hall-code")).to_have_text(f"{code[:3]} {code[3:]}")
    choose(join(make_page, server, code), "About 0.5")
    expect_answers(other_screen, 1)
    other_screen.keyboard.press("v")
    expect(other_screen.locator(".kl-hall-line b")).to_have_text(["0 %", "100 %"])


@pytest.mark.thorough
def test_two_tabs_of_a_browser_show_a_warning(make_page, server):
    screen, code = ask_hall(make_page, server + CHOICE)
    other_tab = screen.context.new_page()
    other_tab.goto(server + CHOICE)
    for tab in (screen, other_tab):
        expect(tab.locator(".kl-lecture-notice")).to_contain_text(code)


@pytest.mark.thorough
def test_the_screen_shows_that_it_is_offline(make_page, server, watch):
    watch.allow("ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket")
    screen, _ = ask_hall(make_page, server + CHOICE)
    screen.context.set_offline(True)
    screen.keyboard.press("v")
    expect(screen.locator(".kl-lecture-notice")).to_contain_text("network")
    expect(screen.locator(".kl-hall-phones")).to_contain_text("No connection")
    screen.context.set_offline(False)
    expect(screen.locator(".kl-hall-phones")).to_contain_text("have answered")
    screen.keyboard.press("v")
    expect(screen.locator('.kl-hall[data-state="closed"]')).to_be_visible()


@pytest.mark.thorough
def test_a_reload_of_the_screen_resumes_the_room_as_its_owner(make_page, server):
    screen, code = ask_hall(make_page, server + CHOICE)
    choose(join(make_page, server, code), "About 0.5")
    screen.reload()
    screen.locator('.is-on-stage[data-ready="1"]').wait_for()
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-code")).to_have_text(f"{code[:3]} {code[3:]}")
    expect_answers(screen, 1)
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-line b")).to_have_text(["0 %", "100 %"])


@pytest.mark.thorough
def test_answers_are_dots_along_the_slider_and_the_error_is_added(make_page, server):
    screen, code = ask_hall(
        make_page, server + BANDWIDTH, "At which τ is the test error smallest? (a slider"
    )
    phone = join(make_page, server, code)
    slider = phone.locator("form.slider input[type=range]")
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    phone.get_by_role("button", name="Send").click()
    expect(phone.locator("#status")).to_contain_text("Your answer")
    expect_answers(screen, 1)
    expect(screen.locator(".kl-hall-curve")).to_have_count(0)
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-last-round circle")).to_have_count(1)
    screen.keyboard.press("l")
    label = screen.locator(".kl-hall-truth-label")
    errors = sweep_of(DEFAULT, "tau").test_error
    least_error = eyes.percent(min(errors))
    tau = slider_stops(DEFAULT, "tau")[errors.argmin()]
    expect(label).to_contain_text(f"minimum at τ = {tau:.4g}: {least_error}")
    expect(screen.locator('.is-on-stage [data-readout="test_error"]').first).to_have_text(
        least_error
    )
    screen.keyboard.press("Escape")
    expect(screen.locator(".kl-hall")).to_be_hidden()


@pytest.mark.thorough
def test_taps_are_drawn_on_the_plane_and_the_boundary_is_added(make_page, server):
    screen, code = ask_hall(make_page, server + BANDWIDTH, "Tap where you expect the boundary.")
    phone = join(make_page, server, code)
    phone.locator("svg.plane").tap(position={"x": 120, "y": 100})
    phone.get_by_role("button", name="Send").click()
    expect_answers(screen, 1)
    screen.keyboard.press("v")
    expect(screen.locator(".kl-hall-last-round circle")).to_have_count(1)
    expect(screen.locator(".kl-hall-boundary")).to_have_count(0)
    screen.keyboard.press("l")
    expect(screen.locator(".kl-hall-boundary").first).to_be_visible()


@pytest.mark.thorough
def test_points_of_the_hall_become_the_data_set(make_page, server):
    screen, code = ask_hall(make_page, server + BANDWIDTH, "Add one point")
    for side, place in (("positive", (90, 100)), ("negative", (220, 160))):
        phone = join(make_page, server, code)
        phone.get_by_text(side, exact=True).click()
        phone.locator("svg.plane").tap(position={"x": place[0], "y": place[1]})
        phone.get_by_role("button", name="Send").click()
        expect(phone.locator("#status")).to_contain_text("Your answer")
    expect_answers(screen, 2)
    screen.keyboard.press("l")
    support = screen.locator('.is-on-stage [data-readout="support"]').first
    expect(support).to_have_text("2 of 2")
