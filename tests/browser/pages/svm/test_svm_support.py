"""SVM: who holds the street, what b is for, and other kernels."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

import kernel_core as kc
from kernel_core.svm import fit_hard_margin, fit_soft_margin, report_kkt
from kernel_core.svm.kkt_report import FREE, OUTSIDE
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import replace
from lab.ui.palette import LIGHT
from pages.svm.default_scene import DEFAULT as SVM
from pages.svm.margin_by_hand import first_line, read_line
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live
from tests.browser.pages.svm.svm_page import (
    LAST,
    STOPS,
    WHOLE,
    X,
    Y,
    below,
    check_bar,
    crowded,
    inside,
    machine,
    machine_box,
    margin_of,
    numbers_agree,
    own_at,
    price,
    ring_radius,
    says,
    sentence,
    show_machine,
    shown,
    told,
    until,
)


@pytest.fixture
def live(page, server):
    return open_live(page, server + WHOLE)


# ---- who holds the street ----


def changed(before, after, *places, radius=22):
    """How many pixels of a plane differ, away from some places (in pixels)."""
    rows, columns = np.nonzero(np.abs(before - after).max(axis=-1) > 12)
    d = [np.hypot(columns - x, rows - y) > radius for x, y in places]
    return int(np.all(d, axis=0).sum()) if len(rows) else 0


def test_only_support_vectors_hold_the_street(page, live):
    tap = show_machine(page, live)
    page.mouse.move(5, 5)
    s = problem(SVM).fit()
    parts, margins = report_kkt(s), s.y * s.decision(X)
    box, before, numbers = machine_box(live), eyes.drawn(machine(live)), told(live)
    # One that is far beyond its margin, moved about beyond it.
    i = int(np.where((parts.kkt_category == OUTSIDE) & inside(X), margins, 0).argmax())
    w = s.alpha @ X
    to = X[i] + 0.35 * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    assert s.y[i] * (to @ w + s.intercept) > 1.2 and inside(to[None])[0]
    painted = int(live.get_attribute("data-painted"))
    page.mouse.move(*box.on_screen(*X[i]))
    page.mouse.down()
    page.mouse.move(*box.on_screen(*to), steps=10)
    until(
        lambda: int(live.get_attribute("data-painted")) > painted,
        "frames come while it is in the hand",
    )
    tap.until_quiet()
    spots = [box.pixel(*X[i]), box.pixel(*to)]
    assert changed(before, eyes.drawn(machine(live)), *spots) == 0, "in the hand"
    assert told(live) == numbers
    page.mouse.up()
    page.mouse.move(5, 5)
    page.wait_for_url(lambda url: f"m{i}" in url)
    tap.until_quiet()
    assert changed(before, eyes.drawn(machine(live)), *spots) == 0, "let go"
    assert told(live) == numbers and shown(live, "gap") <= 1e-6, "and it is still proved"
    # One that is on its margin, moved as far.
    j = int(np.flatnonzero((parts.kkt_category == FREE) & ~crowded(*box.pixel(*X.T), 20))[0])
    to = X[j] - 0.3 * s.y[j] * w / np.linalg.norm(w)
    page.mouse.move(*box.on_screen(*X[j]))
    page.mouse.down()
    page.mouse.move(*box.on_screen(*to), steps=10)
    spots += [box.pixel(*X[j]), box.pixel(*to)]
    until(lambda: changed(before, eyes.drawn(machine(live)), *spots) > 500, "the street follows")
    page.mouse.up()
    page.wait_for_url(lambda url: f"m{j}" in url)
    moved = problem(replace(SVM, edits=marks.address(page)["edits"])).fit()
    until(lambda: marks.close(shown(live, "primal"), moved.primal, 4), lambda: told(live))


# ---- intercept and kernels ----


def press(live, name):
    below(live).get_by_text(name, exact=True).first.click()


@pytest.mark.thorough
def test_the_verdict_on_the_hard_margin_knows_kernel_and_intercept(page, live):
    """Pushed aside, no line through 0 parts them; a polynomial of degree 2 without b does."""
    show_machine(page, live)
    verdict = live.locator(".kl-verdict")
    own = fit_hard_margin(X, Y, kc.Linear()).margin

    def margin():
        found = re.search(r"margin goes to ([\d.]+)", verdict.text_content() or "")
        return eyes.number(found[1].rstrip(".")) if found else np.inf

    until(lambda: marks.close(margin(), own, 4), verdict.text_content)
    press(live, "Push all points to one side")
    press(live, "without b")
    until(lambda: "no line through 0 can part them" in verdict.text_content(), verdict.text_content)
    live.get_by_role("radio", name="Polynomial").click()
    page.wait_for_url(lambda url: "kernel=poly" in url and "intercept=0" in url)
    scene = replace(SVM, kernel="poly", intercept=0, edits=marks.address(page)["edits"])
    setting = problem(scene)
    best = fit_hard_margin(setting.sample.X, setting.sample.y, setting.kernel, intercept=False)
    assert best.feasible
    until(lambda: marks.close(margin(), best.margin, 4), verdict.text_content)


@pytest.mark.parametrize(("kernel", "name"), [("rbf", "RBF"), ("poly", "Polynomial")])
@pytest.mark.thorough
def test_other_kernels_keep_margin_rings_and_slack(page, live, kernel, name):
    show_machine(page, live)
    live.get_by_role("radio", name=name, exact=True).click()
    page.wait_for_url(lambda url: f"kernel={kernel}" in url)
    s = problem(replace(SVM, kernel=kernel)).fit(tol=1e-9)
    until(lambda: numbers_agree(live, s, report_kkt(s)), lambda: (told(live), s.primal))
    check_bar(live, report_kkt(s))
    until(lambda: rings_seen(live, s), "rings on the margin, in feature space")
    until(lambda: slacks_stand_upright(live, s), "ξ by the rule in the corner")
    # From memory again, and for the new kernel.
    place = 30
    page.mouse.click(*hand.place(price(live), "lam", place))
    s, parts = own_at(LAST - place, kernel=kernel)
    until(lambda: numbers_agree(live, s, parts), lambda: (told(live), s.primal))
    rows = live.locator(".kl-is-proof [data-readout]")
    slack = fit_soft_margin(s.X, s.y, s.kernel, float(1 / STOPS[LAST - place]))

    def proved():
        primal = eyes.number(rows.nth(2).text_content()) if rows.count() == 7 else np.inf
        return marks.close(primal, slack.primal, 6)

    until(proved, "proved for this kernel too")
    assert says(live, "Your margin reaches", margin_of(read_line(first_line(SVM)))), sentence(live)


@pytest.mark.thorough
def test_any_kernel_can_be_written_where_it_is_fitted(page, live, watch):
    watch.allow(r"status of 400")  # what is no kernel
    show_machine(page, live)
    box, wrong = live.locator("[data-formula]"), live.locator(".kl-formulabox .kl-wrong")
    assert box.is_hidden(), "the linear kernel has no formula to write"
    live.get_by_role("radio", name="RBF + linear").click()
    expect(box).to_have_value("rbf(0.4)+0.3*x.z")
    own = replace(SVM, kernel="own", formula="taylor(0.6,3)*x.z+1")
    for formula, refused in (("-dist", "eigenvalue"), (own.formula, "")):
        box.fill(formula)
        box.press("Enter")
        if refused:
            expect(wrong).to_contain_text(refused)
            assert "dist" not in page.url, "what is refused changes nothing"
    page.wait_for_url(lambda url: "taylor" in url)
    assert wrong.is_hidden() and box.input_value() == own.formula
    s = problem(own).fit(tol=1e-9)
    until(lambda: numbers_agree(live, s, report_kkt(s)), lambda: (told(live), s.primal))
    until(lambda: rings_seen(live, s), "rings on the margin, in feature space")


def slacks_stand_upright(live, s):
    """Distance in the plane is no slack of a kernel: each ξ is a length by the rule, ξ = 1."""
    box, xi = machine_box(live), report_kkt(s).slack
    px, py = box.pixel(*s.X.T)
    long = (xi > 0.2) & inside(s.X)
    low, high = (box.pixel(0, end)[1] for end in sample_of(SVM).window[2:])
    green = marks.toned(eyes.drawn(machine(live)), LIGHT["accent"], 70)
    ends = py - 0.95 * xi * (low - high) / 10
    told = live.locator(".kl-legend:visible").filter(has_text="by the rule in the corner")
    return told.count() and marks.near(green, px[long], np.maximum(ends, 4)[long], 2.5).all()


def rings_seen(live, s):
    """Whether every free example that stands alone wears its ring."""
    px, py = machine_box(live).pixel(*s.X.T)
    free = np.flatnonzero((report_kkt(s).kkt_category == FREE) & inside(s.X) & ~crowded(px, py, 32))
    image, size = eyes.drawn(machine(live)), ring_radius(live)
    return all(marks.ringed(image, LIGHT["ring"], px[i], py[i], size) > 0.6 for i in free)
