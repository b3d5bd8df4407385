"""The steps of *Is it a kernel?* about the search and the failures of a fit: what the page
declares, and its address."""

import numpy as np
import pytest

from lab.ui.steps.markdown import escape_markdown
from pages.is_it_a_kernel import counterexample_stream
from pages.is_it_a_kernel.indefinite import indefinite_fit
from pages.is_it_a_kernel.similarity_functions import NAMES
from tests.lab.ui.visit import view_page
from tests.pages.goals import data_of, items

PAGE = "is_it_a_kernel/page.py"


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


def tensors(data, **fields):
    (sweep,) = [entry["sweep"] for entry in data["sweeps"] if entry["fields"] == fields]
    return {n: np.reshape(t["data"], t["shape"]) for n, t in sweep["tensors"].items()}


def test_the_search_begins_with_two_points_and_the_squared_distance(page):
    element = data_of(page, "hunt")
    assert element["view"] == {"candidate": "squared", "spots": "-0.5,-0.3;0.7,0.6"}
    first_tensors = tensors(element)
    assert first_tensors["gram"].tolist() == [[0, 2.25], [2.25, 0]] and first_tensors["lowest"] == [
        -2.25
    ]
    (choice,) = items(element, "choice")
    assert [o["value"] for o in choice["options"]] == list(NAMES)
    (item,) = items(element, "kernelsearch")
    assert (item["search"], item["address"]) == ("/kernel-search", "/kernel-matrix")
    assert (
        f"{counterexample_stream.MAX_SECONDS:.0f} seconds" in item["limits"]
        and "20,000" in item["limits"]
    )
    (challenge,) = items(element, "challenge")
    assert len(challenge["challenges"]) == 3


def test_an_address_opens_with_its_candidate_and_points():
    element = data_of(view_page(PAGE, {"candidate": "min", "spots": "-1;0.5;2"}), "hunt")
    assert element["view"] == {"candidate": "min", "spots": "-1;0.5;2"}
    assert tensors(element)["lowest"] < 0


def test_the_kernel_that_was_built_comes_from_the_address():
    query = {"kernel": "own", "formula": "rbf(1)-rbf(0.5)", "candidate": "own", "trial": "own"}
    page = view_page(PAGE, query)
    (sweep,) = data_of(page, "hunt")["sweeps"]
    assert sweep["sweep"]["meta"]["formula"] == "rbf(1)-rbf(0.5)"
    assert "rbf(1)" not in str(data_of(page, "hunt")["side"]), "else it would be built anew"
    assert "rbf(1) − rbf(0.5)" in sweep["sweep"]["meta"]["status"]
    assert "trial=own" in data_of(page, "falling")["query"]
    assert any("not a Gram matrix" in markdown.value for markdown in page.markdown)


@pytest.mark.parametrize("query", [
    {"candidate": "<b>", "spots": "1,2"}, {"spots": "9,9"}, {"spots": "x" * 5000},
    {"candidate": "min", "spots": "1,2"}, {"trial": "own", "formula": "x1*z2", "kernel": "own"},
    {"along_c": "inf", "along_u": "<b>", "trial": "none"},
])  # fmt: skip
def test_unusable_address_words_are_ignored(query):
    page = view_page(PAGE, query)
    assert not page.exception
    assert data_of(page, "hunt")["sweeps"] and "trial=squared" in data_of(page, "falling")["query"]


def test_both_failures_of_a_fit_have_a_line_and_a_slider(page):
    falling, bending = data_of(page, "falling"), data_of(page, "bending")
    (switch,) = items(falling, "choice")
    assert [o["value"] for o in switch["options"]] == list(indefinite_fit.TRIALS_SHOWN)
    assert [sweep["fields"] for sweep in falling["sweeps"]] == [
        {"trial": n} for n in indefinite_fit.TRIALS_SHOWN
    ]
    for data, along in ((falling, "along_c"), (bending, "along_u")):
        (slider,) = items(data, "slider")
        assert slider["along"] == along and f"{along}={indefinite_fit.VIEW[along]}" in data["query"]
        (curve,) = items(data, "curve")
        have = set(data["sweeps"][0]["sweep"]["tensors"])
        assert {s["tensor"] for s in curve["series"]} | set(curve["marks"][0][:2]) <= have
        assert {r["tensor"] for i in items(data, "readouts") for r in i["rows"]} <= have


def test_the_refusal_on_the_page_is_the_one_of_fit(page):
    sentence = indefinite_fit.answer(indefinite_fit.trial_of_address({}, ""))
    assert "negative eigenvalue" in sentence
    assert any(
        markdown.value.endswith(f"> {escape_markdown(sentence)}") for markdown in page.markdown
    )


def test_with_a_kernel_fit_answers():
    page = view_page(PAGE, {"trial": "rbf"})
    assert any("The fit succeeds" in markdown.value for markdown in page.markdown)
