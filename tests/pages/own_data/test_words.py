"""No text of a visitor's table is formatted."""

import pytest

from lab.scene.own_points import unpack
from lab.scene.scene import parse
from tests.lab.ui.visit import open_page
from tests.pages.own_data.own_dialog import paste_table, show
from tests.serving.hostile_words import IDS, MARKUP_TEXTS, SOLVED, nothing_is_formatted


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("hostile", MARKUP_TEXTS, ids=IDS)
def test_no_text_of_a_table_is_formatted(hostile):
    """Try names of columns, labels and a title, both in the dialog and on the page that shows the
    table."""
    cell = '"' + hostile.replace('"', '""') + '"'
    rows = [f"{k},{k % 7},{(cell, 'b')[k % 2]}" for k in range(24)]
    page = open_page(SOLVED.file)
    paste_table(page, "\n".join([f"{cell},{cell},{cell}", *rows]))
    page_text = " ".join(str(part.value) for part in (*page.markdown, *page.caption))
    assert "24 rows" in page_text.replace("\\", "")
    nothing_is_formatted(page)
    show(page)
    scene, _ = parse(page.query_params)
    assert scene.data == "own" and len(unpack(scene.points).y) == 24
    nothing_is_formatted(page)
