"""What the front door says of its picture holds of whatever data the address brings."""

from lab.ui.items.layout import DRAWN, MEASURED
from tests.lab.ui.visit import looked_at
from tests.pages.goals import data_of, items


def test_the_best_boundary_is_spoken_of_where_it_is_known():
    (one, other) = [item for item in items(data_of(looked_at("home/page.py"), "home"), "heading")
                    if item["text"] == "Drag τ"]  # fmt: skip
    assert (one["when"], other["when"]) == ({"data": [*DRAWN]}, {"data": [*MEASURED]})
    assert "dotted" in one["lead"] and one["lead"].startswith(other["lead"])
    assert "dotted" not in other["lead"]


def test_no_number_of_points_is_told_but_the_one_that_is_counted():
    page = looked_at("home/page.py")
    (plane,) = items(data_of(page, "home"), "plane")
    lead = next(m.value for m in page.markdown if "Everything here moves" in m.value)
    assert "hundred" not in lead and not any(map(str.isdigit, plane["label"]))
