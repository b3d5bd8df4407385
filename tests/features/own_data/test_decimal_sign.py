"""In a table with as many decimal points as decimal commas, the point of a cell such as 1.234 is a
decimal point."""

import pytest

from features.own_data.table.interpretation import interpret


def column(table: str, place: int) -> list[float]:
    return interpret(table).columns[place].values.tolist()


@pytest.mark.parametrize("first", [("0,5", "0.25"), ("0.25", "0,5")])
def test_conflicting_columns_do_not_decide_by_order(first):
    """The third column has decimal points, whatever the order of the first two."""
    rows = [";".join([*first, f"1.{k}34", "ab"[k % 2]]) for k in range(2, 8)]
    table = "\n".join(["x;y;z;k", *rows])
    assert column(table, 2) == [float(f"1.{k}34") for k in range(2, 8)]


@pytest.mark.parametrize("cells", [("0,5", "0.25"), ("0.25", "0,5")])
def test_within_a_column_that_has_both_the_point_decides_too(cells):
    rows = [f"{cells[k % 2]};{k};{'ab'[k % 2]}" for k in range(6)]
    table = "\n".join(["x;y;k", *rows, "1.234;7;a"])
    assert column(table, 0) == [float(cells[k % 2].replace(",", ".")) for k in range(6)] + [1.234]
