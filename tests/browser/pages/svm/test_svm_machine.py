"""The soft-margin SVM: all numbers follow C, from soft to hard."""

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.svm.default_scene import DEFAULT as SVM
from tests.browser import eyes, hand
from tests.browser.pages.svm.svm_page import (
    LAST,
    STOPS,
    check_bar,
    numbers_agree,
    own_at,
    page_of_machine,
    readout_texts,
    root,
    show_machine,
    slider_of_c,
)


@pytest.fixture
def live(page, server):
    return page_of_machine(page, server)


# ---- from hard to soft margin ----


@pytest.mark.thorough
def test_everything_follows_c_from_soft_to_hard(page, live):
    tap = show_machine(page, live)
    slider, asked_count = hand.slider(slider_of_c(live), "lam"), len(tap.requests)
    start = int(slider.input_value())
    assert STOPS[LAST - start] == SVM.lam, "it runs from small C to large, from soft to hard"
    assert numbers_agree(live, *own_at(LAST - start))
    page.mouse.move(*hand.place(slider_of_c(live), "lam", start))
    page.mouse.down()
    slacks = []
    for place in (0, 6, 12, 30):
        page.mouse.move(*hand.place(slider_of_c(live), "lam", place), steps=5)
        eyes.wait_until(
            page, lambda place=place: slider.input_value() == str(place), slider.input_value
        )
        expect(root(page)).to_have_attribute("data-stop", str(LAST - place))
        s, parts = own_at(LAST - place)
        assert numbers_agree(live, s, parts), (readout_texts(live), s.primal, parts.margin)
        check_bar(live, parts)
        slacks.append(parts.slack.sum())
        lam = STOPS[LAST - place]
        note = slider_of_c(live).locator(".kl-note").text_content()
        label = eyes.number(note.partition("λ = 1/C = ")[2])
        typed_value = eyes.number(slider_of_c(live).locator(".kl-value").input_value())
        assert label == pytest.approx(lam, rel=0.06) and typed_value == pytest.approx(
            1 / lam, rel=0.06
        )
    assert all(np.diff(slacks) <= 1e-9) and slacks[0] > 1 and slacks[-1] < 1e-6
    new_requests = [
        url for url in tap.requests[asked_count:] if "intercept=1" in url and "along=lam" in url
    ]
    assert not [url for url in new_requests if "kernel=linear" in url], "all from memory"
    page.mouse.up()
    page.wait_for_url(lambda url: "lam=" in url)
    box = slider_of_c(live).locator(".kl-value")
    box.fill("50")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "lam=0.02&" in url)
    box.fill("0")
    page.keyboard.press("Enter")
    alert = live.get_by_role("alert").first
    sentence = "C must be a number from 0.001 to 1,000,000"
    eyes.wait_until(page, lambda: sentence in alert.text_content(), "refused")
