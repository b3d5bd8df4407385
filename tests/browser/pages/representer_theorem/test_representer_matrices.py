"""*Representer theorem*: a matrix that a visitor edits, a table that is filled in row by row, and
the timing of the two systems."""

from urllib.request import urlopen

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.ui.palette import LIGHT
from tests.browser import eyes, marks
from tests.browser.live import open_live, to_step
from tests.browser.pages.representer_theorem.hands import cell

PAGE = "/representer-theorem"
WORKED = np.array([[1, -1, 1, -1], [1, 0, 0, 0], [1, 1, 1, 1]], float)


def open_matrices(page, server, name, query=""):
    """Open the step of an element; return the element, ready and scrolled into view."""
    steps = {"regret": "fifty-features"}
    words = f"?step={steps.get(name, name)}"
    open_live(page, server + PAGE + words + query.replace("?", "&"))
    live = page.locator(f'[data-live="{name}"][data-ready="1"]')
    live.wait_for()
    live.scroll_into_view_if_needed()
    return live


@pytest.fixture(scope="module")
def editor(shared_page, app_server):
    """Return a page that is opened once for all tests of this file."""
    open_matrices(shared_page, app_server.url, "gram")
    return shared_page


def part(desk, name):
    """Go to the step of an element on the open page; return the element, scrolled into view."""
    to_step(desk, name)
    live = desk.locator(f'[data-live="{name}"][data-ready="1"]')
    live.wait_for()
    live.scroll_into_view_if_needed()
    return live


def matrix(live, title):
    """Return the entries of a matrix as the page shows them."""
    table = live.locator(".kl-entries table").filter(has_text=title)
    rows = table.evaluate(
        "(table) => [...table.rows].map((row) => [...row.cells].map((td) => td.textContent))"
    )
    return np.array([[eyes.number(text) for text in row] for row in rows])


# ---- the editor ----


@pytest.mark.thorough
def test_a_cell_written_by_keyboard_moves_both_matrices_and_the_identity(page, server):
    gram = open_matrices(page, server, "gram")
    assert matrix(gram, "Gram matrix").tolist() == [[4, 1, 0], [1, 1, 1], [0, 1, 4]]
    pairs = gram.locator(".kl-is-pairs canvas")
    before = eyes.read_canvas(pairs)
    cell(gram, 1, 1).focus()
    page.keyboard.press("ArrowDown")
    expect(cell(gram, 2, 1)).to_be_focused()
    page.keyboard.type("-2.5")
    page.keyboard.press("Tab")
    expect(cell(gram, 2, 2)).to_be_focused()
    Phi = WORKED.copy()
    Phi[1, 0] = -2.5
    eyes.wait_until(
        page, lambda: matrix(gram, "Gram matrix")[1, 1] == 6.25, "the Gram matrix follows"
    )
    np.testing.assert_allclose(matrix(gram, "Gram matrix"), Phi @ Phi.T, rtol=5e-3)
    np.testing.assert_allclose(matrix(gram, "Covariance matrix"), Phi.T @ Phi, rtol=5e-3)
    eyes.wait_until(
        page, lambda: (eyes.read_canvas(pairs) != before).any(), "the eigenvalues follow"
    )
    text = "1,-1,1,-1;-2.5,0,0,0;1,1,1,1"
    page.wait_for_url(lambda url: "phi=" in url)
    assert marks.address(page)["phi"] == text
    identity = part(page, "identity")
    expected = np.linalg.inv(Phi.T @ Phi + np.eye(4)) @ Phi.T
    for side in ("(ΦᵀΦ + λI)⁻¹Φᵀ", "Φᵀ(ΦΦᵀ + λI)⁻¹"):
        np.testing.assert_allclose(matrix(identity, side), expected, rtol=1e-2, atol=1e-3)
    gram = open_matrices(page, server, "gram", f"?phi={text}&known=size.eigenvalues")
    np.testing.assert_allclose(matrix(gram, "Gram matrix"), Phi @ Phi.T, rtol=5e-3)
    expect(cell(gram, 2, 1)).to_have_value("-2.5")
    table = part(page, "gram-table").locator(".kl-reveal")
    expect(table).to_contain_text("m × m: 3 × 3")
    expect(table.get_by_role("button", name="Reveal")).to_have_count(3)


@pytest.mark.thorough
def test_an_invalid_cell_gets_a_message_and_keeps_the_rest(editor):
    desk = editor
    gram = part(desk, "gram")
    before, message_line = matrix(gram, "Gram matrix").tolist(), gram.locator(".kl-cells .kl-error")
    for typed_text, message in (
        ("abc", "it is “abc”."),
        ("", "it is empty."),
        ("1001", "it is “1001”."),
        ("1,5", "it is “1,5”. Write the decimals after a point."),
    ):
        cell(gram, 3, 2).click()
        desk.keyboard.press("ControlOrMeta+a")
        desk.keyboard.press("Delete")
        desk.keyboard.type(typed_text)
        desk.keyboard.press("Tab")
        expect(message_line).to_contain_text(
            "The entry in row 3, column 2 must be a number from −1000 to 1000"
        )
        expect(message_line).to_contain_text(message)
        expect(cell(gram, 3, 2), "typed text stays").to_have_value(typed_text)
        expect(cell(gram, 3, 2)).to_have_attribute("aria-invalid", "true")
        assert matrix(gram, "Gram matrix").tolist() == before and "phi" not in marks.address(desk)
    # The other cells can still be edited; this one has its last valid number.
    cell(gram, 1, 1).click()
    desk.keyboard.type("3")
    desk.keyboard.press("Enter")
    eyes.wait_until(desk, lambda: matrix(gram, "Gram matrix")[0, 0] == 12, "other cells still work")
    eyes.wait_until(
        desk, lambda: marks.address(desk).get("phi", "").startswith("3,-1"), "the address"
    )
    expect(message_line).to_contain_text(message)
    expect(cell(gram, 3, 2)).to_have_value(typed_text)
    cell(gram, 3, 2).click()
    desk.keyboard.press("Escape")
    expect(message_line).to_have_text("")
    expect(cell(gram, 3, 2)).to_have_value("1")


@pytest.mark.thorough
def test_rows_and_columns_are_added_and_removed_up_to_six(editor):
    desk = editor
    gram = part(desk, "gram")
    button = lambda name: gram.get_by_role("button", name=name)  # noqa: E731
    button("Back to the notes’ example").click()
    button("Add a row").click()
    expect(cell(gram, 4, 1)).to_be_focused()
    desk.keyboard.type("2")
    desk.keyboard.press("Enter")
    eyes.wait_until(desk, lambda: matrix(gram, "Gram matrix").shape == (4, 4), "one row more")
    eyes.wait_until(desk, lambda: matrix(gram, "Gram matrix")[3, 3] == 4, "and its number")
    for _ in range(2):
        button("Add a row").click()
    expect(button("Add a row")).to_be_disabled()
    for _ in range(3):
        button("Remove the last column").click()
    expect(button("Remove the last column")).to_be_disabled()
    eyes.wait_until(
        desk, lambda: matrix(gram, "Covariance matrix").shape == (1, 1), "one feature is left"
    )
    assert matrix(gram, "Gram matrix").shape == (6, 6)
    eyes.wait_until(
        desk, lambda: marks.address(desk).get("phi") == "1;1;1;2;0;0", "the address has it"
    )
    button("Back to the notes’ example").click()
    eyes.wait_until(desk, lambda: matrix(gram, "Gram matrix").shape == (3, 3), "and back")


@pytest.mark.thorough
def test_the_table_is_filled_in_row_by_row(editor):
    desk = editor
    gram = part(desk, "gram")
    gram.get_by_role("button", name="Back to the notes’ example").click()
    live = part(desk, "gram-table")
    table = live.locator(".kl-reveal")
    if (hide_button := live.get_by_role("button", name="Hide the answers")).is_visible():
        hide_button.click()
    expect(table.get_by_role("button", name="Reveal")).to_have_count(5)
    assert "3 × 3" not in table.text_content()
    table.get_by_role("button", name="Reveal: Size").press("Enter")
    expect(table).to_contain_text("m × m: 3 × 3")
    expect(table.get_by_role("button", name="Reveal")).to_have_count(4)
    expect(table.get_by_role("button", name="Reveal: Entry")).to_be_focused()
    table.get_by_role("button", name="Reveal: Eigenvalues").click()
    expect(table).to_contain_text(
        "4.562, 4, 0.4384, 0: those of the other matrix, and one more zero"
    )
    eyes.wait_until(
        desk, lambda: marks.address(desk).get("known") == "size.eigenvalues", "the address"
    )
    part(desk, "gram").get_by_role("button", name="Add a row").click()
    part(desk, "gram-table")
    expect(table, "the table follows the matrix").to_contain_text("m × m: 4 × 4")
    part(desk, "gram").get_by_role("button", name="Back to the notes’ example").click()
    part(desk, "gram-table").get_by_role("button", name="Hide the answers").click()
    expect(table.get_by_role("button", name="Reveal")).to_have_count(5)


# ---- two systems ----


def coloured(canvas, tone):
    return int(marks.toned(eyes.read_canvas(canvas), LIGHT[tone]).sum())


@pytest.mark.thorough
def test_timing_runs_for_one_visitor_at_a_time(make_server, make_page, watch):
    watch.allow(r"503")
    server, page = make_server().url, make_page()
    race = open_matrices(page, server, "race")
    view, canvas = race.locator(".kl-timing"), race.locator(".kl-timing canvas").first
    button = lambda name: view.get_by_role("button", name=name)  # noqa: E731

    def count_measured():
        return int(view.get_attribute("data-measured"))

    assert coloured(canvas, "accent") > 0, "multiplications are counted without a clock"
    assert not button("Measure times").is_visible()
    race.get_by_role("radio", name="Measured time").click()
    eyes.wait_until(page, lambda: coloured(canvas, "accent") == 0, "no times yet")
    assert count_measured() == 0
    with urlopen(f"{server}/timing", timeout=10) as stream:
        assert stream.readline().startswith(b"data: ")
        button("Measure times").click()
        expect(view.get_by_role("status")).to_contain_text("A measurement is already running")
        assert count_measured() == 0
    button("Measure times").click()
    eyes.wait_until(page, lambda: count_measured() >= 4, "cells arrive")
    few = coloured(canvas, "accent")
    assert few > 0 and button("Stop").is_visible()
    button("Stop").click()
    expect(view).to_contain_text("Measurements so far are kept.")
    assert 4 <= count_measured() < 52
    assert not button("Stop").is_visible() and button("Continue measuring").is_visible()


@pytest.mark.thorough
def test_long_numbers_are_read_whole_on_a_phone(phone_page, server):
    text = ";".join([",".join(["-999.999"] * 6), *["1,2,3,4,5,-123.456"] * 5])
    gram = open_matrices(phone_page, server, "gram", "?phi=" + text)
    hidden_cells = gram.locator(".kl-cells input").evaluate_all(
        "(cells) => cells.filter((c) => c.scrollWidth > c.clientWidth).map((c) => c.dataset.cell)"
    )
    assert hidden_cells == []
    assert phone_page.evaluate("document.documentElement.scrollWidth") <= 390
    cell(gram, 1, 6).scroll_into_view_if_needed()  # the table scrolls, not the page
    box = cell(gram, 1, 6).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
