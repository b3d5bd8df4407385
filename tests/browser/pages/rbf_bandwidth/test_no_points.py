"""Without points, small planes and the chart of a bump say so, and no question is asked."""

import pytest
from playwright.sync_api import expect

from tests.browser.live import open_live


@pytest.mark.thorough
def test_small_planes_say_that_there_are_no_points(page, server):
    open_live(page, server + "/rbf-bandwidth?edits=c&step=six-bandwidths")
    step = page.locator('[class*="st-key-step-six-bandwidths"]')
    expect(step.locator(".kl-panel .kl-fine-print")).to_have_text(["no points"] * 12)
    expect(step.locator(".kl-challenge")).to_have_attribute("data-state", "elsewhere")
    expect(step.locator(".kl-challenge")).to_contain_text("needs points of both classes")


@pytest.mark.thorough
def test_the_chart_of_a_bump_is_empty(page, server):
    open_live(page, server + "/rbf-bandwidth?edits=c&step=one-bump")
    step = page.locator('[class*="st-key-step-one-bump"]')
    expect(step.locator(".kl-slice .kl-caption")).to_have_text("No points, so there is no bump.")
