"""A visitor uploads a file or pastes rows of data, and a link shows the same points to others."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from features.own_data.points_from_table import ProjectionOptions, project
from features.own_data.table.column_types import infer_types
from features.own_data.table.csv_reader import read
from lab.scene.learning_problem import problem, sample_of
from lab.scene.own_points import unpack
from lab.scene.scene import DEFAULT as BANDWIDTH
from lab.scene.scene import parse
from tests.browser import eyes
from tests.browser.live import open_live, settle
from tests.browser.widgets import is_site, panel_button

VIEW = ("show", "point", "hide", "step")
CSV = Path(__file__).parents[2] / "features" / "own_data" / "csv"


def open_dialog(page):
    page.get_by_role("button", name="Your own data").click()
    dialog = page.get_by_role("dialog")
    whose = "your browser's" if is_site(page) else "the server's"
    dialog.get_by_text(f"in {whose} memory").wait_for()
    return dialog


def paste_table(page, text):
    dialog = open_dialog(page)
    dialog.get_by_label("Rows of a table").fill(text)
    dialog.get_by_role("button", name="Read table").click()
    return dialog


def shown_scene(page, live, default=None):
    """Press “Show points”; return the scene of the address once the picture shows it. `default` is
    the page's own scene."""
    page.get_by_role("dialog").get_by_role("button", name="Show points").click()
    page.wait_for_url(lambda url: "data=own" in url)
    page.get_by_role("dialog").wait_for(state="detached")
    scene, problems = parse(urlsplit(page.url).query, default=default, ignore=VIEW)
    assert problems == []
    eyes.until_number(live, "primal", problem(scene).fit().primal)
    return scene


def check_limit(dialog, label):
    """Check that the uploader states the size limit once: Streamlit's own line is hidden."""
    dialog.get_by_text(label).first.wait_for()
    expect(dialog.get_by_text("per file").filter(visible=True)).to_have_count(0)
    if not is_site(dialog.page):
        assert dialog.get_by_text("per file").count(), "Streamlit shows its limit elsewhere"


@pytest.mark.thorough
def test_an_own_lecture_has_a_size_limit(page, server):
    page.goto(server + "/", wait_until="domcontentloaded")
    page.get_by_role("button", name="Bring your own lecture").click()
    dialog = page.get_by_role("dialog")
    check_limit(dialog, "A TOML file, up to 64 kB")
    text = dialog.get_by_label("Text of the lecture")
    text.fill(dialog.locator(".kl-code code").inner_text())  # this is the example text
    text.press("Control+Enter")
    expect(dialog.locator(".kl-code code")).to_have_text(re.compile(f"^{re.escape(server)}/"))
    large = {"name": "a.toml", "mimeType": "text/plain", "buffer": b"#" * (64 * 1024 + 1)}
    dialog.locator('input[type="file"]').set_input_files([large])
    dialog.get_by_text("This lecture has more than 64 kB of text").wait_for()


def expected(name):
    """Return the points of a file with the default choices."""
    return project(
        infer_types(read((CSV / name).read_bytes())), ProjectionOptions(2, (0, 1))
    ).points


@pytest.mark.thorough
def test_a_file_is_uploaded_shown_and_shared(page, server, make_page):
    live = open_live(page, f"{server}/rbf-bandwidth?hide=text&step=price&edits=d3&point=4")
    dialog = open_dialog(page)
    expect(page.get_by_test_id("stPopoverBody"), "nothing covers the dialog").to_be_hidden()
    dialog.get_by_role("tab", name="Upload").click()
    check_limit(dialog, "A CSV file, up to 1 MB and ")
    page.locator('input[type="file"]').set_input_files(CSV / "excel_sep.csv")
    dialog.get_by_text("24 rows, 3 columns, separated by semicolons").wait_for()
    scene = shown_scene(page, live)
    assert not {"edits", "point"} & set(parse_qs(urlsplit(page.url).query))
    points = unpack(scene.points)
    assert abs(points.X - expected("excel_sep.csv").X).max() < 1e-3
    assert points.axes == ("Breite, standardised", "Höhe, standardised")
    assert scene.classes == "rest,1" and live.get_by_text("the rest", exact=True).is_visible()
    held_out = sample_of(scene).evaluator.error(problem(scene).fit())
    eyes.until_readout(live, "test_error", eyes.percent(held_out))

    other_page = make_page()
    their_page = open_live(other_page, page.url)
    eyes.until_number(their_page, "primal", problem(scene).fit().primal)
    expect(other_page.get_by_test_id("stAlert")).to_have_count(0)
    assert (
        abs(eyes.read_canvas(eyes.plane(live)) != eyes.read_canvas(eyes.plane(their_page))).mean()
        < 0.01
    )
    own_text = own_in_address(page)
    move_first_slider(page)
    assert own_in_address(page) == own_text, "own data stay after other changes"


@pytest.mark.thorough
def test_visitor_text_is_shown_as_text(page, server):
    """Show markup in headers and labels as text; a script in it must not run."""
    page.on("dialog", lambda box: pytest.fail("a script of the table ran"))
    live = open_live(page, f"{server}/rbf-bandwidth?hide=text&step=price")
    dialog = paste_table(page, (CSV / "markup.csv").read_text())
    dialog.get_by_text("24 rows, 3 columns").wait_for()
    dialog.get_by_label("Label: the column with the classes").click()
    option = page.get_by_role("option", name="**height**", exact=True)
    # The site's lists are the browser's own: their options exist at once, and the browser draws the
    # open list.
    is_option = option.first.evaluate("(node) => node.localName === 'option'")
    assert is_option or option.is_visible()
    page.keyboard.press("Escape")
    shown_scene(page, live, BANDWIDTH)
    expect(live.get_by_text(":red[owl]", exact=True)).to_be_visible()
    expect(page.locator("img[src='x']")).to_have_count(0)
    panel_button(page, "Data").click()
    page.get_by_text("24 points of your own").wait_for()
    page.get_by_role("button", name="Remove my data").click()
    page.wait_for_url(lambda url: "data=own" not in url and "points=" not in url)
    eyes.until_number(live, "primal", problem(BANDWIDTH).fit().primal)


@pytest.mark.thorough
def test_two_readings_are_chosen_by_the_keyboard_and_survive_editing(page, server):
    open_live(page, f"{server}/svm")
    rows = "x;k\n987;a\n1.234;b\n12.345;a\n2.500;b\n"
    dialog = paste_table(page, rows)
    first_answer = dialog.get_by_role("radio", name="1234: the point separates thousands")
    other_page = dialog.get_by_role("radio", name="1.234: the point is the decimal sign")
    first_answer.wait_for(state="attached")
    assert first_answer.is_checked()
    expect(dialog.get_by_test_id("stTable")).to_have_count(2)
    first_answer.focus()
    page.keyboard.press("ArrowDown")
    expect(dialog.get_by_text("4 rows, 2 columns, separated by semicolons")).not_to_contain_text(
        "decimal commas"
    )
    dialog.get_by_label("Rows of a table").fill(rows + "5.555;a\n")
    dialog.get_by_role("button", name="Read table").click()
    dialog.get_by_text("5 rows, 2 columns").wait_for()
    assert other_page.is_checked()


@pytest.mark.thorough
def test_on_a_phone_a_table_is_pasted_and_a_mistake_corrected(phone_page, server):
    page = phone_page
    live = open_live(page, f"{server}/rbf-bandwidth?hide=text&step=price")
    dialog = paste_table(page, "no table, only words")
    dialog.get_by_test_id("stAlert").get_by_text("no rows of data below the header").wait_for()
    dialog.get_by_label("Rows of a table").fill((CSV / "plain.csv").read_text())
    dialog.get_by_role("button", name="Read table").click()
    dialog.get_by_text("24 rows, 3 columns, separated by commas").wait_for()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing is wider than the window"
    assert unpack(shown_scene(page, live).points).classes == ("cat", "dog", "owl")


# The points of Regularisation lie on a line, so own data can't be opened there
# (tests/pages/own_data/test_own.py); the address keeps a table that was shown before.
OWN_EVERYWHERE = ("", "rbf-bandwidth", "losses", "svm", "is-it-a-kernel", "kernel-trick",
                  "multiclass", "stochastic-gradient", "representer-theorem")  # fmt: skip


def own_in_address(page):
    query = parse_qs(urlsplit(page.url).query)
    return {name: query.get(name) for name in ("data", "points", "m")}


# Open the folded steps that contain these elements.
UNFOLD = """(all) => new Set(all.map((e) => e.closest("details:not([open])")))
  .forEach((fold) => fold?.querySelector("summary").click())"""


def settled(page, name, before):
    """Wait until the address has the new value and the page has answered."""
    page.wait_for_function(
        "([name, before]) => (new URLSearchParams(location.search).get(name) ?? '') !== before",
        arg=[name, before],
    )
    settle(page)  # a late answer must not undo the change


def move_first_slider(page):
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    along = page.locator("[data-along]").first.get_attribute("data-along")
    field = {"step": "t"}.get(along, along)
    before = parse_qs(urlsplit(page.url).query).get(field, [""])[0]
    slider = page.locator(f'[data-along="{along}"]').first
    slider.scroll_into_view_if_needed()
    slider.press("End")
    settled(page, field, before)


@pytest.mark.thorough
@pytest.mark.parametrize("name", OWN_EVERYWHERE)
def test_own_data_stay_when_sliders_move(page, server, name):
    """They stay when switches change, too."""
    open_live(page, f"{server}/{name}")
    page.locator(".kl-save-button").first.wait_for()
    paste_table(page, (CSV / "plain.csv").read_text())
    page.get_by_role("dialog").get_by_role("button", name="Show points").click()
    page.wait_for_url(lambda url: "data=own" in url)
    page.get_by_role("dialog").wait_for(state="detached")
    own_text = own_in_address(page)
    assert own_text["data"] == ["own"]
    move_first_slider(page)
    assert own_in_address(page) == own_text, "after the slider"
    for field in ("loss", "risk", "kernel", "intercept"):
        switch = page.locator(f'[data-field="{field}"][aria-checked="false"]')
        switch.evaluate_all(UNFOLD)
        switch = switch.locator("visible=true")
        if switch.count():
            before = parse_qs(urlsplit(page.url).query).get(field, [""])[0]
            switch.first.click()
            settled(page, field, before)
            assert own_in_address(page) == own_text, f"after the switch of {field}"
