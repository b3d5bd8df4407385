"""The controls of the front page change its picture, and text in dialogs is readable."""

import pytest
from playwright.sync_api import expect

from pages.home.surprising_scenes import SCENES
from tests.browser import eyes, hand
from tests.browser.live import open_live, settle
from tests.browser.whole_page import describe_violations, prepare, violations


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "opens", "shows"),
    [("", "Bring your own lecture", ".kl-code"), ("rbf-bandwidth", "Ask this", "[data-tag]")],
    ids=["lecture", "task"],
)
def test_text_outside_of_the_app_is_readable_in_dark_theme(page, server, path, opens, shows):
    """Streamlit sets no colour scheme for its dialogs, so code there could be white on white."""
    page.emulate_media(color_scheme="dark")
    open_live(page, f"{server}/{path}")
    page.get_by_role("button", name=opens).click()
    page.locator(f"[data-testid=stDialog] {shows}").first.wait_for()
    prepare(page)
    page.wait_for_function("() => !whole.moving().length")  # wait until the dialog has faded in
    problems = [
        violation for violation in violations(page) if violation["rule"] == "color-contrast"
    ]
    assert not problems, describe_violations(problems)


def test_surprises_figures_and_controls_change_the_picture_live(page, server):
    root = open_live(page, str(server), "home")
    root.get_by_role("button", name="Surprise me").click()
    sentence = root.locator(".kl-surprises p")
    expect(sentence).to_contain_text("Every training example is classified correctly")
    expect(root.locator('[data-readout="train_error"]')).to_have_text("0.0 %")
    root.get_by_role("radio", name="Figure 4").click()
    expect(page.locator('input[data-along="tau"]')).to_have_attribute("aria-valuetext", "τ = 1.60")
    expect(sentence).not_to_contain_text("Every")
    root.get_by_role("radio", name="Figure 5").click()
    expect(root.get_by_role("radio", name="Bayes-optimal")).to_have_attribute(
        "aria-checked", "true"
    )
    page.wait_for_url("**show=bayes*")
    root.get_by_role("radio", name="Figure 3").click()
    expect(root.get_by_role("radio", name="Both")).to_be_checked()
    root.get_by_role("radio", name="Squared").click()
    expect(root.locator('[data-readout="support"]')).to_have_text("200 of 200")


@pytest.mark.thorough
def test_a_figure_is_marked_only_while_its_scene_is_shown(page, server):
    root = open_live(page, str(server), "home")
    figure = root.get_by_role("radio", name="Figure 3")
    expect(figure).to_have_attribute("aria-checked", "true")
    root.get_by_role("radio", name="Squared").click()
    expect(figure).to_have_attribute("aria-checked", "false")
    assert figure.locator("..").locator('[tabindex="0"]').count() == 1
    figure.click()
    expect(figure).to_have_attribute("aria-checked", "true")
    expect(root.locator('[data-readout="support"]')).to_contain_text("67 of 200")


@pytest.mark.thorough
def test_a_link_opens_the_scene_on_a_page_that_can_show_it(page, server):
    root = open_live(page, str(server), "home")
    expect(page).to_have_title("Kernel methods, live")
    links = root.locator(".kl-scene-links")
    expect(links.get_by_role("link", name="SVM")).to_be_visible()
    root.get_by_role("radio", name="Logistic").click()
    expect(links.get_by_role("link", name="SVM")).to_be_hidden()
    root.get_by_role("radio", name="Moons").click()
    hand.click_at(page, "tau", 40)
    query = root.evaluate("({ live }) => live.player.query()")
    link = links.get_by_role("link", name="RBF bandwidth")
    expect(link).to_have_attribute("href", f"/rbf-bandwidth?{query}")
    link.click()
    page.wait_for_url("**/rbf-bandwidth?*")
    arrived = page.locator('[data-live="bandwidth"][data-ready="1"]')
    arrived.wait_for()
    assert arrived.evaluate("({ live }) => live.player.query()") == query
    expect(page).to_have_title("RBF bandwidth – Kernel methods, live")


@pytest.mark.thorough
def test_back_from_a_linked_step_returns_to_the_former_address(page, server):
    root = open_live(page, str(server), "home")
    address = page.url
    root.locator('.kl-scene-links a[href*="step=fit"]').click()
    page.wait_for_url("**/is-it-a-kernel?*step=fit*")
    page.locator("[data-step-link]").first.wait_for(state="attached")
    page.go_back()
    page.locator(".kl-start").first.wait_for()
    assert page.url == address
    root.get_by_role("radio", name="Squared").click()
    page.wait_for_url("**loss=squared*")


@pytest.mark.thorough
def test_each_press_of_surprise_me_shows_the_next_scene(page, server):
    """The scenes have different kernels, so the element with the button is often built anew; the
    button keeps the focus."""
    root = open_live(page, str(server), "home")
    button, sentences = root.get_by_role("button", name="Surprise me"), []
    sentence = root.locator(".kl-surprises p")
    button.focus()
    for _ in SCENES:
        before = sentence.inner_text()
        page.keyboard.press("Enter")
        expect(sentence).not_to_have_text(before)
        settle(page)
        expect(button).to_be_focused()
        sentences.append(sentence.inner_text())
    assert len({*sentences}) == len(SCENES), sentences


def test_a_phone_shows_one_slider_and_a_row_that_changes_it(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    root = open_live(page, str(server), "home")
    tau, lam = (root.locator(f'input[data-along="{along}"]:visible') for along in ("tau", "lam"))
    expect(tau).to_have_count(1)
    expect(lam).to_have_count(0)
    root.get_by_role("button", name="λ", exact=True).click()
    expect(tau).to_have_count(0)
    expect(lam).to_have_count(1)
    # The errors are drawn along the slider that is shown.
    eyes.wait_until(page, lambda: root.evaluate("(root) => root.live.player.active") == "lam")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(tau).to_have_count(1)
    expect(lam).to_have_count(1)
