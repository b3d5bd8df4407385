"""SVM: only support vectors determine the margin, and a kernel can be typed as a formula."""

import numpy as np
import pytest
from playwright.sync_api import expect

from kernel_core.svm import report_kkt
from kernel_core.svm.kkt_report import FREE, OUTSIDE
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.svm.default_scene import DEFAULT as SVM
from tests.browser import eyes, marks
from tests.browser.pages.svm.svm_page import (
    X,
    crowded,
    inside,
    machine,
    machine_box,
    numbers_agree,
    page_of_machine,
    readout_texts,
    root,
    show_machine,
    shown_number,
)


@pytest.fixture
def live(page, server):
    return page_of_machine(page, server)


# ---- support vectors ----


def pixels_changed(before, after, *places, radius=22):
    """Count the pixels of a plane that differ, farther than `radius` from each of `places`."""
    rows, columns = np.nonzero(np.abs(before - after).max(axis=-1) > 12)
    d = [np.hypot(columns - x, rows - y) > radius for x, y in places]
    return int(np.all(d, axis=0).sum()) if len(rows) else 0


@pytest.mark.thorough
def test_only_support_vectors_determine_the_margin(page, live):
    tap = show_machine(page, live)
    page.mouse.move(5, 5)
    s = problem(SVM).fit()
    parts, margins = report_kkt(s), s.y * s.decision(X)
    box, before, numbers = machine_box(live), eyes.read_canvas(machine(live)), readout_texts(live)
    # Move a point that is far behind its margin line to another place behind it.
    i = int(np.where((parts.kkt_category == OUTSIDE) & inside(X), margins, 0).argmax())
    w = s.alpha @ X
    to = X[i] + 0.35 * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    assert s.y[i] * (to @ w + s.intercept) > 1.2 and inside(to[None])[0]
    paint_count = int(root(page).get_attribute("data-painted"))
    page.mouse.move(*box.on_screen(*X[i]))
    page.mouse.down()
    page.mouse.move(*box.on_screen(*to), steps=10)
    eyes.wait_until(
        page,
        lambda: int(root(page).get_attribute("data-painted")) > paint_count,
        "frames arrive during the drag",
    )
    tap.until_quiet()
    spots = [box.pixel(*X[i]), box.pixel(*to)]
    assert pixels_changed(before, eyes.read_canvas(machine(live)), *spots) == 0, "during the drag"
    assert readout_texts(live) == numbers
    page.mouse.up()
    page.mouse.move(5, 5)
    page.wait_for_url(lambda url: f"m{i}" in url)
    tap.until_quiet()
    assert pixels_changed(before, eyes.read_canvas(machine(live)), *spots) == 0, "released"
    assert readout_texts(live) == numbers
    # Move a point that is on its margin line.
    j = int(np.flatnonzero((parts.kkt_category == FREE) & ~crowded(*box.pixel(*X.T), 20))[0])
    to = X[j] - 0.3 * s.y[j] * w / np.linalg.norm(w)
    page.mouse.move(*box.on_screen(*X[j]))
    page.mouse.down()
    page.mouse.move(*box.on_screen(*to), steps=10)
    spots += [box.pixel(*X[j]), box.pixel(*to)]
    eyes.wait_until(
        page,
        lambda: pixels_changed(before, eyes.read_canvas(machine(live)), *spots) > 500,
        "the margin follows",
    )
    page.mouse.up()
    page.wait_for_url(lambda url: f"m{j}" in url)
    moved_fit = problem(replace(SVM, edits=marks.address(page)["edits"])).fit()
    eyes.wait_until(
        page,
        lambda: marks.close(shown_number(live, "primal"), moved_fit.primal, 4),
        lambda: readout_texts(live),
    )


# ---- kernels ----


@pytest.mark.thorough
def test_any_kernel_formula_can_be_typed_and_fitted(page, live, watch):
    watch.allow(r"status of 400")  # one matrix is not positive semidefinite
    show_machine(page, live)
    box, message_line = live.locator("[data-formula]"), live.locator(".kl-formulabox .kl-error")
    assert box.is_hidden(), "the linear kernel has no formula to write"
    live.get_by_role("radio", name="RBF + linear").click()
    expect(box).to_have_value("rbf(0.4)+0.3*x.z")
    own_scene = replace(SVM, kernel="own", formula="taylor(0.6,3)*x.z+1")
    for formula, refusal in (("-dist", "eigenvalue"), (own_scene.formula, "")):
        box.fill(formula)
        box.press("Enter")
        if refusal:
            expect(message_line).to_contain_text(refusal)
            assert "dist" not in page.url, "a refused change has no effect"
    page.wait_for_url(lambda url: "taylor" in url)
    expect(message_line).to_be_hidden()
    expect(box).to_have_value(own_scene.formula)
    s = problem(own_scene).fit(tol=1e-9)
    eyes.wait_until(
        page, lambda: numbers_agree(live, s, report_kkt(s)), lambda: (readout_texts(live), s.primal)
    )
