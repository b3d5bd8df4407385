"""SVM: multipliers are added by keyboard, and broken slackness leaves a marked row and a gap."""

import re

import pytest
from playwright.sync_api import expect

from pages.svm import derived_dual
from pages.svm.default_scene import DEFAULT
from tests.browser.live import open_live

STOPS = derived_dual.sweeps(DEFAULT)["holds"]["tensors"]["stops"]["data"]
VIOLATED = ".kl-kkt tr.is-violated"


@pytest.fixture
def live(page, server):
    return open_live(page, f"{server}/svm?step=dual", "dual")


def start_of(number):
    return derived_dual.REMARKS[number].split("{")[0].strip()


@pytest.mark.thorough
def test_the_conditions_hold_at_the_end_and_not_where_slackness_is_broken(page, live):
    slider, rows, remark = (
        live.locator(selector)
        for selector in ('input[data-along="multipliers"]', VIOLATED, ".kl-remark:visible")
    )
    expect(rows).to_have_count(1)
    slider.press("Home")
    expect(remark).to_have_text(derived_dual.REMARKS[derived_dual.ONE_MULTIPLIER])
    for _ in STOPS[1:-1]:
        slider.press("ArrowRight")
    expect(remark).to_have_text(derived_dual.REMARKS[derived_dual.OPTIMAL])
    expect(rows).to_have_count(0)
    slider.press("End")
    expect(remark).to_have_text(derived_dual.REMARKS[derived_dual.NOT_NEEDED])
    expect(live.locator(".kl-kkt tbody tr").first).to_contain_text("0marked≥ 1")
    picture = live.locator("canvas").first
    for option, number in (
        (derived_dual.BEYOND, derived_dual.BEYOND_LEFT),
        (derived_dual.SLACK, derived_dual.SLACK_LEFT),
    ):
        live.get_by_role("radio", name=derived_dual.LABELS[option]).click()
        expect(remark).to_contain_text(start_of(number))
        expect(rows).to_have_count(2)  # of the marked example, and of its kind
        expect(picture).to_have_attribute("aria-label", re.compile("Marked example: .*Violated"))
    expect(page).to_have_url(re.compile(rf"slackness=slack&multipliers={STOPS[-1]:g}"))
