"""After a prediction only “Show me” moves the picture: it plays the way to the goal, with a pause
button and a bar. The learner still has to meet the goal."""

import pytest
from playwright.sync_api import expect

from lab.scene.scene import DEFAULT
from tests.browser import hand
from tests.browser.challenges.gestures import quiet
from tests.browser.challenges.goals import by_heart, challenge, first, near_the_best, of_step
from tests.browser.expected import sweep_of
from tests.browser.live import open_live

LONGER_THAN_A_DEMONSTRATION = 5000  # ms


def show_me(card):
    return card.get_by_role("button", name="Show me", exact=True)


RECORD = """(root) => {
  window.stops = [];
  root.live.player.on("paint", ({ frame }) => window.stops.push(frame.stop));
}"""


def test_nothing_moves_but_on_request_with_a_pause_and_a_bar(page, live):
    page.emulate_media(reduced_motion="no-preference")
    card = challenge(live)
    hand.click_at(page, "tau", 45)
    hand.hurry(page)
    live.evaluate(RECORD)
    card.get_by_role("button", name="large τ").click()
    hand.let_pass(page, LONGER_THAN_A_DEMONSTRATION)
    expect(card).to_have_attribute("data-state", "look")
    expect(hand.slider(page, "tau")).to_have_value("45")
    show_me(card).click()
    expect(card).to_have_attribute("data-state", "shown")
    goal = first(range(44, -1, -1), by_heart)
    stops = list(dict.fromkeys(page.evaluate("window.stops")))
    assert stops == sorted(stops, reverse=True) and stops[-1] == goal and len(stops) > 3, stops
    expect(card.locator(".kl-challenge-body")).to_contain_text(
        "Not correct: you predicted “large τ”, the answer is “small"
    )
    expect(card.locator(".kl-tally-count")).to_have_text("")
    bar = card.get_by_role("slider", name="Position of the demonstration")
    bar.press("Home")
    expect(hand.slider(page, "tau")).to_have_value("44")
    expect(card.get_by_role("button", name="Play", exact=True)).to_be_visible()
    bar.press("End")
    expect(hand.slider(page, "tau")).to_have_value(str(goal))
    card.get_by_role("button", name="Your turn").click()
    expect(bar).to_be_hidden()
    hand.slider(page, "tau").press("ArrowRight")
    hand.slider(page, "tau").press("ArrowLeft")
    expect(card).to_have_attribute("data-state", "done")


@pytest.mark.thorough
def test_the_press_that_ends_a_demonstration_does_not_move_the_page(page, live):
    card = challenge(live)
    card.get_by_role("button", name="large τ").click()
    show_me(card).click()
    expect(card).to_have_attribute("data-state", "shown")
    bar = card.get_by_role("slider", name="Position of the demonstration")
    expect(bar).to_be_visible()
    height = card.bounding_box()["height"]
    card.locator(".kl-challenge-body p").first.click()
    expect(bar).to_be_hidden()
    assert card.bounding_box()["height"] == height


def step_of(page, address, name):
    open_live(page, f"{address}?step={name}")
    root = page.locator(f'[data-step="{name}"] [data-live][data-ready="1"]')
    root.wait_for()
    quiet(root)
    return root


END = """(root, how) => {
  const say = (Kind, type, more) =>
    root.dispatchEvent(new Kind(type, { bubbles: true, composed: true, ...more }));
  const act = {
    pointer: () => ["pointerdown", "pointerup"].forEach(
      (type) => say(PointerEvent, type, { pointerId: 7 })),
    pause: () => setTimeout(() => root.querySelector(".kl-demonstration button").click()),
  };
  root.live.player.addEventListener("paint", act[how], { once: true });
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("hands", ["pointer", "pause"])
def test_a_pause_or_another_input_stops_the_demonstration(page, live, hands):
    page.emulate_media(reduced_motion="no-preference")
    card = challenge(live)
    hand.click_at(page, "tau", 63)
    card.get_by_role("button", name="large τ").click()
    # The demonstration is ended at its beginning, so that the result does not depend on time.
    live.evaluate(END, hands)
    show_me(card).click()
    stopped = (
        show_me(card) if hands == "pointer" else card.get_by_role("button", name="Play", exact=True)
    )
    expect(stopped).to_be_visible()
    expect(card).to_have_attribute("data-state", "look")
    assert int(hand.slider(page, "tau").input_value()) > first(range(62, -1, -1), by_heart)
    assert not live.evaluate("(root) => root.live.player.isHeld")


@pytest.mark.thorough
def test_without_motion_the_demonstration_jumps_to_its_end(page, server):
    page.emulate_media(reduced_motion="reduce")
    live = of_step(page, server, "best-there-is")
    card = challenge(live)
    card.get_by_role("button", name="above 1").click()
    live.evaluate(RECORD)
    show_me(card).click()
    expect(card).to_have_attribute("data-state", "shown")
    stop_now = int(hand.slider(page, "tau").input_value())
    assert near_the_best(sweep_of(DEFAULT, "tau"), stop_now)
    assert set(page.evaluate("window.stops")) == {stop_now}
