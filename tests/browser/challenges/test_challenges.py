"""A question is predicted, then its goal is met by moving the picture, then the answer is
explained."""

import re

import pytest
from playwright.sync_api import expect

from lab.scene.scene import DEFAULT
from tests.browser import eyes, hand
from tests.browser.challenges.goals import by_heart, challenge, first, near_the_best, of_step
from tests.browser.expected import sweep_of
from tests.browser.live import open_live, reload

# Record whether the card asks for a release.
RECORD_RELEASE = """(card) => {
  window.saysRelease = false;
  const record = () => { window.saysRelease ||= card.textContent.includes('Release to finish'); };
  new MutationObserver(record).observe(card, { subtree: true, childList: true });
}"""


def state(live):
    return challenge(live).get_attribute("data-state")


def text(live):
    return challenge(live).locator(".kl-challenge-body").text_content()


def wait_for(live, expected):
    """Wait until the challenge has a state; a goal counts only after the slider is released."""
    expect(challenge(live)).to_have_attribute("data-state", expected)


def row(live, name):
    return live.locator(f'[data-goal="{name}"]')


@pytest.mark.thorough
def test_the_first_goal_is_met_by_small_bandwidths_only(page, live):
    wait_for(live, "predict")
    goal = first(range(26, -1, -1), by_heart)
    # Reaching the goal without a prediction does not count.
    hand.click_at(page, "tau", goal)
    wait_for(live, "predict")
    hand.click_at(page, "tau", 50)
    curve, cover = live.locator(".is-covered"), live.get_by_text("Hidden until you predict.")
    expect(curve, "the errors along τ are the answer").to_have_count(1)
    expect(cover).to_be_visible()
    challenge(live).get_by_role("button", name="large τ").click()
    expect(curve).to_have_count(0)
    expect(cover).to_be_hidden()
    wait_for(live, "look")
    expect(challenge(live)).to_contain_text("You predicted “large τ”. Find a setting")
    for stop in (40, 63):
        assert not by_heart(sweep_of(DEFAULT, "tau"), stop)
        hand.click_at(page, "tau", stop)
        wait_for(live, "look")
    hand.click_at(page, "tau", goal + 1)
    wait_for(live, "look")  # the goal is one stop further
    before = sweep_of(DEFAULT, "tau")
    error = before.test_error.min() + 0.01
    expect(row(live, "test_error")).to_contain_text(eyes.percent(before.test_error[goal + 1]))
    expect(row(live, "test_error")).to_contain_text(f"at least {eyes.percent(error)}")
    expect(row(live, "train_error")).to_contain_text("to go")
    hand.drag(page, "tau", goal - 2, 45, moves=30)
    expect(challenge(live)).to_contain_text("You passed a solution at τ = ")
    page.mouse.up()
    wait_for(live, "look")  # the slider was not released at the goal
    hand.click_at(page, "tau", goal + 1)
    challenge(live).evaluate(RECORD_RELEASE)
    hand.slider(page, "tau").press("ArrowLeft")
    wait_for(live, "done")
    assert not page.evaluate("window.saysRelease"), "a key is not released"
    expect(challenge(live).get_by_text("Solved", exact=True)).to_be_visible()
    assert text(live).startswith("Not correct: you predicted “large τ”, the answer is “small τ”. ")


@pytest.mark.thorough
def test_the_second_goal_is_met_near_the_best_bandwidth(page, server):
    live = of_step(page, server, "best-there-is")
    wait_for(live, "predict")
    goal = first(range(27, 64), near_the_best)
    assert sweep_of(DEFAULT, "tau").kernels[goal].tau >= 0.9
    challenge(live).get_by_role("button", name="above 1").click()
    wait_for(live, "look")
    hand.drag(page, "tau", goal - 1, moves=15)
    wait_for(live, "look")
    page.mouse.move(*hand.place(page, "tau", goal), steps=3)
    expect(challenge(live)).to_contain_text("Goal reached. Release to finish.")
    wait_for(live, "look")
    page.mouse.up()
    wait_for(live, "done")
    assert text(live).startswith("Correct: “above 1”. ")


@pytest.mark.thorough
def test_the_third_goal_is_met_by_averaging_the_losses(page, server):
    live = of_step(page, server, "six-bandwidths")
    wait_for(live, "predict")
    challenge(live).get_by_role("button", name="averaged").click()
    wait_for(live, "look")  # with summed losses the goal is not met
    live.get_by_role("radio", name="Losses averaged").click()
    wait_for(live, "done")
    assert text(live).startswith("Correct: “averaged”. ")


@pytest.mark.thorough
def test_an_answer_does_not_shift_what_lies_below(page, live):
    def height() -> float:
        return live.locator(".kl-below").bounding_box()["y"] - live.bounding_box()["y"]

    before = height()
    challenge(live).get_by_role("button", name="large τ").click()
    assert height() == pytest.approx(before, abs=1)
    hand.click_at(page, "tau", first(range(26, -1, -1), by_heart))
    wait_for(live, "done")
    assert height() == pytest.approx(before, abs=1)


@pytest.mark.thorough
def test_a_prediction_outlives_the_switch_of_the_kernel_and_a_reload(page, server):
    """Another kernel has other sliders, so the element is rebuilt."""
    live = open_live(page, server + "/multiclass?step=four", "four")
    card = live.locator(".kl-challenge")
    label = card.locator(".kl-option").first.text_content()
    card.locator(".kl-option").first.click()
    live.get_by_role("radio", name="Linear", exact=True).first.click()
    page.wait_for_url(lambda url: "kernel=linear" in url)
    card = page.locator('[data-live="four"] .kl-challenge')
    expect(card).to_contain_text(f"You predicted “{label}”")
    reload(page)
    page.locator('[data-live][data-ready="1"]').first.wait_for()
    expect(page.locator('[data-live="four"] .kl-challenge')).to_contain_text(
        f"You predicted “{label}”"
    )


@pytest.mark.thorough
def test_a_goal_counts_once_its_reason_has_the_numbers_of_all_compared_scenes(page, server):
    """The reason compares weight 10 with equal weights, whose frames are late here."""
    held = []
    with_equal_weights = re.compile("frames[?]data=cancer(?!.*class_weight)")
    page.route(with_equal_weights, lambda route: held.append(route))
    live = open_live(page, f"{server}/svm?step=tumours&class_weight=tenfold", "tumours")
    card = challenge(live)
    with page.expect_request(with_equal_weights):
        card.get_by_role("button", name="both").click()
    slider = live.locator("input[data-along=lam]")
    slider.press("ArrowLeft")
    expect(card).to_contain_text("at most 10 %")
    assert card.get_attribute("data-state") == "look"
    for route in held:
        route.continue_()
    expect(card).to_have_attribute("data-state", "done")
    expect(card.locator(".kl-challenge-body")).not_to_contain_text("NaN")
