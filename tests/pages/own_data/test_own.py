"""Own data on the pages: opening the dialog, the dialog itself, and the address that it writes."""

from pathlib import Path

import pytest

from lab.scene.class_scene import parse as parse_classes
from lab.scene.fields import LINES, OWN
from lab.scene.own_points import MAX_POINTS, unpack
from lab.scene.scene import Scene, parse
from lab.ui.steps.markdown import escape_markdown
from pages.order import PAGES
from tests.lab.own_points import own_text
from tests.lab.ui.visit import open_page, view_page
from tests.pages.live_elements import LISTED_FILES, elements
from tests.pages.own_data.own_dialog import button, paste_table, run, show

CSV = Path(__file__).parents[2] / "features" / "own_data" / "csv"
TEXT = own_text(90, 3)
OF_A_LINE = [page.file for page in PAGES if page.sources and {*page.sources} <= {*LINES}]
PLANES = [name for name in LISTED_FILES if name not in OF_A_LINE]


def texts(page):
    kinds = (page.markdown, page.caption, page.warning, page.error, page.exception)
    return " ".join(element.value for kind in kinds for element in kind)


def page_text(page):
    """Return all text of the page without Markdown escapes."""
    return texts(page).replace("\\", "")


def boxes(page):
    return {box.label: box for box in page.selectbox}


def edit(page, source):
    """Replace the text in the open dialog."""
    (area,) = (element for element in page.text_area if element.key == "own-text")
    area.set_value(source)
    return run(page)


def choose(page, label, value):
    boxes(page)[label].set_value(value)
    return run(page)


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("name", PLANES)
def test_every_page_with_a_plane_has_the_way_in_and_out(name):
    page = open_page(name)
    assert button(page, "own-open").label == "Your own data …"
    own_page = open_page(name, {"data": OWN, "points": TEXT, "m": "30", "tau": "0.8"})
    assert not own_page.exception and not own_page.warning
    elements_text = " ".join(
        part.proto.json for part in own_page.main if part.type == "bidi_component"
    )
    assert f"data=own&points={TEXT}" in elements_text, "an element plays the visitor's own points"
    button(own_page, "own-leave").click().run()
    assert (
        not {"data", "points"} & set(own_page.query_params)
        and own_page.query_params["tau"] == "0.8"
    )


@pytest.mark.parametrize("name", OF_A_LINE)
def test_a_page_whose_inputs_are_single_numbers_says_so(name):
    page = view_page(name, {"data": OWN, "points": TEXT})
    assert not page.exception and not page.warning
    assert "single numbers." in page_text(page)
    assert not any(element.key == "own-open" for element in page.button)


def test_a_pasted_table_is_described_and_shown():
    page = open_page("svm/page.py", {"lam": "0.5", "edits": "d3", "line": "0,0,1,1", "tau": "2"})
    paste_table(page, (CSV / "decimal_commas.csv").read_text())
    assert "24 rows, 3 columns, separated by semicolons, names in the first row" in page_text(page)
    selectboxes = boxes(page)
    assert "names in the first row, decimal commas. 2 columns hold numbers." in page_text(page)
    assert selectboxes["Separated by"].value == selectboxes["Decimal sign"].value == "as detected"
    assert selectboxes["Axes of the plane"].value == "Two columns"
    show(page)
    scene, problems = parse(page.query_params, ignore=("line",))
    assert problems == [] and (scene.data, scene.lam, scene.tau) == (OWN, 0.5, 2)
    assert scene.classes == "rest,1" and not {"edits", "line"} & set(page.query_params)
    points = unpack(scene.points)
    assert points.classes == ("cat", "dog", "owl") and points.columns == ("Breite", "Höhe")
    assert not page.exception
    assert "24 points of your own: 16 training points, 8 test points." in page_text(page)


def question(page, field):
    """Return the open question about an option of the table, or None."""
    radios = [element for element in page.radio if element.key.startswith(f"own-answer-{field}-")]
    return radios[0] if radios else None


def first_cells(page):
    (grid,) = page.dataframe
    return [row[0] for row in grid.value.to_numpy()]


THOUSANDS = "x;k\n987;a\n1.234;b\n12.345;a\n2.500;b\n"


def test_the_visitor_chooses_between_two_previews():
    page = paste_table(open_page("svm/page.py"), THOUSANDS)
    radio = question(page, "decimal")
    assert radio.label == escape_markdown("Which number is 1.234 in “x”?") and radio.value == ","
    assert "because 987 in the same column has no decimals" in radio.proto.captions[0]
    first_table, second_table = (table.value for table in page.table)
    assert list(first_table.iloc[:, 0]) == ["987", "1234", "12345"]
    assert list(second_table.iloc[:, 0]) == [
        "987",
        escape_markdown("1.234"),
        escape_markdown("12.345"),
    ]
    assert first_cells(page) == ["987", "1234", "12345", "2500"]
    radio.set_value(".")
    run(page)
    assert first_cells(page) == ["987", "1.234", "12.345", "2.5"]
    show(page)
    assert unpack(parse(page.query_params)[0].points).columns[0] in ("x", "row number")


def test_a_choice_survives_editing_and_not_another_table():
    page = paste_table(open_page("svm/page.py"), THOUSANDS)
    question(page, "decimal").set_value(".")
    run(page)
    edit(page, THOUSANDS.replace("12.345", "12.777") + "3.125;a\n")
    assert question(page, "decimal").value == "." and "12.777" in first_cells(page)
    edit(page, "y;k\n5;a\n7.234;b\n8.345;a\n")
    assert question(page, "decimal").value == "," and "7234" in first_cells(page)
    assert not page.exception


def test_a_way_of_reading_survives_editing():
    page = paste_table(open_page("home/page.py"), (CSV / "plain.csv").read_text())
    choose(page, "Names in the first row", "no")
    assert "25 rows, 3 columns" in page_text(page)
    edit(page, (CSV / "plain.csv").read_text() + "1,2,cat\n")
    assert "26 rows, 3 columns" in page_text(page)
    edit(page, THOUSANDS)
    assert boxes(page)["Names in the first row"].value == "as detected"


@pytest.mark.thorough
def test_every_choice_reaches_the_link():
    page = paste_table(open_page("rbf_bandwidth/page.py"), (CSV / "columns_200.csv").read_text())
    assert boxes(page)["Axes of the plane"].value == "Two principal components"
    choose(page, "Axes of the plane", "Two columns")
    choose(page, "Horizontal axis", 7)
    choose(page, "Vertical axis", -1)
    choose(page, "Positive class (blue crosses)", 0)
    (toggle,) = page.toggle
    toggle.set_value(False)
    run(page)
    show(page)
    scene = parse(page.query_params)[0]
    assert unpack(scene.points).axes[0].startswith("x7") and scene.classes == "1,0"
    assert "row number" in unpack(scene.points).axes[1] and "÷ 10" in unpack(scene.points).axes[1]
    assert 0.05 <= scene.tau <= 6.4 and scene.tau != Scene().tau


def test_a_visitors_correction_is_used():
    page = paste_table(open_page("home/page.py"), (CSV / "plain.csv").read_text())
    choose(page, "Separated by", "tabs")
    assert "only one column" in page_text(page) and not page.exception
    choose(page, "Separated by", "commas")
    choose(page, "Names in the first row", "no")
    assert "25 rows, 3 columns" in page_text(page)
    choose(page, "Label: the column with the classes", 0)
    assert "different" in page_text(page)
    assert not page.exception


@pytest.mark.thorough(  # test_csv_reader.py checks these files and their messages
    "columns_201.csv", "eight_rows.csv", "many_labels.csv", "one_class.csv", "only_header.csv",
    "only_missing.csv", "open_quote.csv", "utf16.csv",
)  # fmt: skip
@pytest.mark.parametrize(
    "name",
    ["all_constant.csv", "binary.csv", "columns_201.csv", "eight_rows.csv", "many_labels.csv",
     "markup.csv", "one_class.csv", "one_column.csv", "one_row.csv", "only_header.csv",
     "only_missing.csv", "open_quote.csv", "text_only.csv", "utf16.csv", "workbook.csv"],
)  # fmt: skip
def test_no_file_breaks_the_dialog_and_a_way_on_stays(name):
    source = (CSV / name).read_bytes().decode("latin-1")
    page = paste_table(open_page("home/page.py"), source)
    assert not page.exception
    assert page.warning or any(element.key == "own-show" for element in page.button)
    assert {"Separated by", "Names in the first row"} <= set(boxes(page))
    assert [element for element in page.text_area if element.key == "own-text"]


def test_large_tables_are_refused_or_sampled_with_a_message():
    page = paste_table(open_page("home/page.py"), "é" * 900_000)
    assert "1,800,000 bytes" in page_text(page)
    page = paste_table(
        open_page("home/page.py"),
        "\n".join(f"{i % 97},{i % 89},{'ab'[i % 2]}" for i in range(6000)),
    )
    assert "Only the first 5,000 rows were read." in page_text(page)
    assert "1,000 of 5,000 rows" in page_text(page)
    (seed,) = (
        element for element in page.number_input if element.label == "Random seed of the sample"
    )
    seed.set_value(5)
    run(page)
    assert "with seed 5" in page_text(page)
    show(page)
    assert len(unpack(parse(page.query_params)[0].points).y) == MAX_POINTS


def test_visitor_text_is_not_formatted():
    page = paste_table(open_page("rbf_bandwidth/page.py"), (CSV / "markup.csv").read_text())
    (grid,) = page.dataframe
    assert list(grid.value.columns) == ["<b>width</b>", "**height**", "<script>alert(1)</script>"]
    constant = (
        (CSV / "markup.csv")
        .read_text()
        .replace("\n", ",:red[x]\n")
        .replace("),:red[x]", "),[y](z)", 1)
    )
    page = paste_table(open_page("rbf_bandwidth/page.py"), constant)
    assert r"“\:red\[x\]”" in texts(page) or r"\:red\[x\]" in texts(page)
    for kind in (page.markdown, page.caption, page.warning):
        assert not any(element.allow_html for element in kind if "red" in element.value)


def test_many_classes_show_all_of_them():
    page = paste_table(
        open_page("multiclass/page.py", {"classes": "5"}), (CSV / "plain.csv").read_text()
    )
    assert "Positive class (blue crosses)" not in boxes(page)
    show(page)
    scene, problems = parse_classes(page.query_params)
    assert problems == [] and scene.classes == 3 and scene.sample.classes == ("cat", "dog", "owl")
    choose(page, "Classes", "2")
    assert parse_classes(page.query_params)[0].classes == 2 and not page.exception


def test_classes_are_chosen_by_name():
    page = open_page("losses/page.py", {"data": OWN, "points": TEXT, "edits": "d1"})
    assert boxes(page)["Classes"].value == "0,1"
    assert "39 training points, 20 test points; 30 of other classes are left out." in page_text(
        page
    )
    choose(page, "Classes", "rest,2")
    assert "90 points of your own: 60 training points, 30 test points." in page_text(page)
    assert page.query_params["classes"] == "rest,2" and "edits" not in page.query_params
    assert not page.exception and not page.warning


def test_the_size_of_a_chosen_pair_decides_whether_points_are_held_out():
    rows = [f"{k},{k % 5},{name}" for k, name in enumerate("a" * 3 + "b" * 4 + "c" * 9)]
    page = paste_table(open_page("svm/page.py"), "u,v,kind\n" + "\n".join(rows))
    assert "too few" not in page_text(page)
    boxes(page)["Negative class (red circles)"].select_index(1)
    assert "7 points are too few to hold out test points" in page_text(run(page))


def test_a_damaged_link_is_reported_once_and_the_page_shows_its_own_data():
    page = view_page("rbf_bandwidth/page.py", {"data": OWN, "points": TEXT[:-5]})
    (warning,) = page.warning
    assert "Part of this link is missing or was changed" in warning.value
    assert elements(page)["bandwidth"]["query"].startswith("data=mixture")
    assert button(page, "own-open")
