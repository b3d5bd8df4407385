"""The steps of *Representer theorem* about two systems, other minimisers and matrices: the
declarations of the page, and its address."""

import numpy as np
import pytest

from lab.endpoints import benchmark_stream
from pages.representer_theorem.gram_editor import ROWS
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import data_of, items

PAGE = "representer_theorem/page.py"
WORKED = "1,-1,1,-1;1,0,0,0;1,1,1,1"


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


def sweep_of(data, **fields):
    (sweep,) = [entry["sweep"] for entry in data["sweeps"] if entry["fields"] == fields]
    return {n: np.reshape(t["data"], t["shape"]) for n, t in sweep["tensors"].items()}


def test_two_roads_for_two_losses_along_the_degree(page):
    roads = data_of(page, "roads")
    (slider,) = items(roads, "slider")
    assert slider["along"] == "power" and slider["stops"] == list(range(1, 13))
    assert [sweep["fields"] for sweep in roads["sweeps"]] == [
        {"road_loss": "squared"}, {"road_loss": "logistic"}]  # fmt: skip
    (switch,) = items(roads, "choice")
    assert not switch["view"] and [o["value"] for o in switch["options"]] == ["squared", "logistic"]
    shown_tensors = {row["tensor"] for item in items(roads, "readouts") for row in item["rows"]}
    assert {"risk_theta", "risk_alpha", "apart", "gap_theta", "gap_alpha"} <= shown_tensors
    assert shown_tensors <= set(sweep_of(roads, road_loss="logistic"))


def test_the_benchmark_has_its_cells_and_earlier_measurements(page, monkeypatch):
    (item,) = items(data_of(page, "race"), "timing")
    assert item["total"] == len(benchmark_stream.CELLS) == len(item["counts"])
    assert item["address"] == "/timing" and item["fixed"] in item["sizes"]
    monkeypatch.setattr(
        benchmark_stream.BENCHMARK, "results", {benchmark_stream.CELLS[0]: (1e-3, 1e-8)}
    )
    (sweep,) = data_of(open_page(PAGE), "race")["sweeps"]
    assert sweep["sweep"]["meta"]["known"] == [
        {"along": "p", "size": 16, "method": "theta", "fit": 1e-3, "predict": 1e-8}]  # fmt: skip


def test_the_editor_begins_with_the_notes_example(page):
    gram, identity = data_of(page, "gram"), data_of(page, "identity")
    assert gram["view"] == {"phi": WORKED} and data_of(page, "gram-table")["view"] == {"known": ""}
    assert sweep_of(data_of(page, "gram-table"))["phi"].tolist() == sweep_of(gram)["phi"].tolist()
    assert sweep_of(gram)["gram"].tolist() == [[4, 1, 0], [1, 1, 1], [0, 1, 4]]
    assert (sweep_of(identity)["phi"] == sweep_of(gram)["phi"]).all()
    (cells,) = items(gram, "cells")
    assert cells["max_size"] == 6 and cells["largest"] == 1000 and cells["address"] == "/gram"
    (table,) = items(data_of(page, "gram-table"), "reveal")
    assert [row["name"] for row in table["rows"]] == list(ROWS) and len(table["columns"]) == 2


def test_the_address_reaches_every_part():
    view = {"phi": "1,2;3,4.5;0,-1", "known": "size.psd", "ridge": "10", "walk": "-1.3",
            "way": "off", "power": "9", "road_loss": "logistic", "clock": "count"}  # fmt: skip
    page = view_page(PAGE, view)
    assert not page.warning and not page.exception
    assert data_of(page, "gram")["view"] == {"phi": view["phi"]}
    assert data_of(page, "gram-table")["view"] == {"known": view["known"]}
    assert sweep_of(data_of(page, "gram-table"))["phi"].shape == (3, 2)
    assert sweep_of(data_of(page, "identity"))["phi"].shape == (3, 2)
    assert data_of(page, "identity")["query"] == "ridge=10"
    assert data_of(page, "others")["query"] == "walk=-1.3&way=off"
    assert data_of(page, "roads")["query"] == "power=9&road_loss=logistic"
    assert data_of(page, "race")["view"] == {"clock": "count"}


def test_six_by_six_fits_into_the_address():
    """Words that set a view are cut at LONGEST_WORD letters; the matrix is no such word."""
    text = ";".join([",".join(["-999.999"] * 6)] * 6)
    page = view_page(PAGE, {"phi": text})
    assert not page.warning and data_of(page, "gram")["view"]["phi"] == text


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,abc;2,3", "The entry in row 1, column 2 of phi must be a number"),
        ("1,2;3", "row 2 has 1"),
        ("1;2;3;4;5;6;7", "phi has 7 rows"),
        ("9" * 900, "phi has 900 characters; at most 400 are allowed"),
        ("*1*", "it is “*1*”"),
    ],
)
def test_an_invalid_matrix_is_reported_and_the_example_replaces_it(text, message):
    page = view_page(PAGE, {"phi": text, "known": "size"})
    (warning,) = page.warning
    assert message in warning.value.replace("\\", "") and "example" in warning.value
    assert data_of(page, "gram")["view"] == {"phi": WORKED}
    assert data_of(page, "gram-table")["view"] == {"known": "size"}
    assert sweep_of(data_of(page, "identity"))["phi"].shape == (3, 4)
    if "*" in text:
        assert r"\*1\*" in warning.value, "what a visitor wrote is never formatted"


def test_unknown_words_are_ignored():
    junk = {"power": "x", "road_loss": "<b>", "clock": "9" * 99, "ridge": "inf", "walk": "nan",
            "way": "up", "known": "size.<script>"}  # fmt: skip
    page = view_page(PAGE, junk)
    assert not page.exception and not page.warning
    assert data_of(page, "roads")["query"].endswith("&road_loss=squared")
    assert data_of(page, "race")["view"] == {"clock": "count"}, "the counts need no measurement"
    assert data_of(page, "others")["query"].endswith("&way=null")
    assert data_of(page, "gram-table")["view"]["known"] == "size"
