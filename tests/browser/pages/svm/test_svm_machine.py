"""SVM, the machine: C from soft to hard, two proofs of one answer, two meanings of one λ."""

import numpy as np
import pytest
from playwright.sync_api import expect

import kernel_core as kc
from kernel_core.svm import fit_soft_margin
from lab.scene.learning_problem import problem
from pages.svm.default_scene import DEFAULT as SVM
from pages.svm.mathematics.convergence_history import record_convergence
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live
from tests.browser.pages.svm.svm_page import (
    LAST,
    STOPS,
    WHOLE,
    X,
    Y,
    check_bar,
    numbers_agree,
    own_at,
    price,
    show_machine,
    told,
)


@pytest.fixture
def live(page, server):
    return open_live(page, server + WHOLE)


# ---- from hard to soft ----


@pytest.mark.thorough
def test_c_goes_from_soft_to_hard_and_everything_moves_with_it(page, live):
    tap = show_machine(page, live)
    slider, asked = hand.slider(price(live), "lam"), len(tap.asked)
    start = int(slider.input_value())
    assert STOPS[LAST - start] == SVM.lam, "it runs from small C to large, from soft to hard"
    assert numbers_agree(live, *own_at(LAST - start))
    page.mouse.move(*hand.place(price(live), "lam", start))
    page.mouse.down()
    slacks = []
    for place in (0, 6, 12, 30):
        page.mouse.move(*hand.place(price(live), "lam", place), steps=5)
        eyes.until(page, lambda place=place: slider.input_value() == str(place), slider.input_value)
        expect(live).to_have_attribute("data-stop", str(LAST - place))
        s, parts = own_at(LAST - place)
        assert numbers_agree(live, s, parts), (told(live), s.primal, parts.margin)
        check_bar(live, parts)
        slacks.append(parts.slack.sum())
        lam = STOPS[LAST - place]
        note = price(live).locator(".kl-note").text_content()
        label = eyes.number(note.partition("λ = 1/C = ")[2])
        typed = eyes.number(price(live).locator(".kl-value").input_value())
        assert label == pytest.approx(lam, rel=0.06) and typed == pytest.approx(1 / lam, rel=0.06)
    assert all(np.diff(slacks) <= 1e-9) and slacks[0] > 1 and slacks[-1] < 1e-6
    new = [url for url in tap.asked[asked:] if "intercept=1" in url and "along=lam" in url]
    assert not [url for url in new if "kernel=linear" in url], "all from memory"
    page.mouse.up()
    page.wait_for_url(lambda url: "lam=" in url)
    box = price(live).locator(".kl-value")
    box.fill("50")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "lam=0.02&" in url)
    box.fill("0")
    page.keyboard.press("Enter")
    alert = live.get_by_role("alert").first
    eyes.until(
        page, lambda: "C takes a number from 0.001 to 1,000,000" in alert.text_content(), "refused"
    )


@pytest.mark.thorough
def test_each_iteration_tells_what_was_proved_by_then(page, live):
    """Primal, dual and gap of both forms, under the pointer and from the keyboard."""
    marks.bring(live.locator(".kl-proof-chart canvas").first)
    gaps, values = live.locator(".kl-proof-chart").all()
    eyes.until(
        page, lambda: live.locator(".kl-is-proof [data-readout]").count() == 7, "both are proved"
    )
    setting = problem(SVM)
    hinge = record_convergence(
        X, Y, setting.kernel, setting.loss, SVM.lam, risk="sum", intercept=True
    )
    slack = fit_soft_margin(X, Y, kc.Linear(), 1 / SVM.lam).history
    ways = [("hinge form", hinge, 1 / SVM.lam), ("constrained form", slack, 1)]
    most = max(path.iterations[-1] for _, path, _ in ways)

    def agrees(text, at):
        assert f"after {at} iterations" in text, text
        for name, path, times in ways:
            k = np.searchsorted(path.iterations, at, side="right") - 1
            said = text.partition(f"{name}: ")[2].replace("\n", ", ").split(", ")
            said = [eyes.number(part.split()[1]) for part in said[:3]]
            own = [path.gap[k], times * path.primal[k], times * path.dual[k]]
            assert all(marks.close(*pair) for pair in zip(said, own, strict=True)), (said, own)

    for chart, share in ((gaps, 0.3), (values, 0.7)):
        box = chart.locator("canvas").bounding_box()
        page.mouse.move(box["x"] + 52 + share * (box["width"] - 62), box["y"] + 40)
        agrees(chart.locator(".kl-tip").text_content(), round(share * most))
    page.mouse.move(5, 5)
    assert values.locator(".kl-tip").is_hidden()
    values.locator("canvas").focus()
    for at in range(3):
        page.keyboard.press("ArrowRight")
        agrees(values.locator(".kl-tip").text_content(), at)
        assert f"after {at} iterations" in live.locator(".kl-voice").text_content()
