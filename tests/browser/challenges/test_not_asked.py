"""A question whose goal can't be met with the current data is not asked."""

import pytest
from playwright.sync_api import expect

from tests.browser.live import open_live


@pytest.mark.thorough
def test_a_question_that_cannot_be_met_links_to_a_scene_where_it_can(page, server):
    live = open_live(page, server + "/rbf-bandwidth?loss=perceptron&step=best-there-is")
    card = page.locator('[class*="st-key-step-best-there-is"] .kl-challenge')
    expect(card).to_have_attribute("data-state", "elsewhere")
    expect(card.locator(".kl-option")).to_have_count(0)
    card.get_by_role("button").click()
    expect(card).to_have_attribute("data-state", "predict")
    expect(card.locator(".kl-option")).to_have_count(3)
    page.wait_for_url("**loss=hinge**")
    expect(live).to_have_attribute("data-ready", "1")


@pytest.mark.thorough
def test_a_question_about_one_data_set_of_an_element_links_to_it(page, server):
    open_live(page, server + "/multiclass?wood=page&step=trees", "trees")
    card = page.locator('[class*="st-key-step-trees"] .kl-challenge')
    expect(card).to_have_attribute("data-state", "elsewhere")
    expect(card).to_contain_text("Five classes in a row. Your choice is The four planes.")
    card.get_by_role("button").click()
    expect(card).to_have_attribute("data-state", "predict")
    page.wait_for_url(lambda url: "wood=page" not in url)
