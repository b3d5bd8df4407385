"""Representer theorem: the part off the span and the proofs step by step, as declared by the
page."""

import numpy as np
import pytest

from lab.scene.fields import FIELDS
from pages.representer_theorem import off_span_excess
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import data_of, items

PAGE = "representer_theorem/page.py"


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


def button(page, key):
    return next(b for b in page.button if b.key == key)


def words(page):
    """Return the text beside the picture of a proof."""
    return [m.value for m in page.markdown if m.value.startswith("**")]


# ---- leaving the span ----


def test_one_of_the_sentences_is_true_at_every_stop(page):
    data = data_of(page, "wasted")
    (state,) = (t["data"] for n, t in data["sweeps"][0]["sweep"]["tensors"].items() if n == "state")
    conditions = [item["conditions"][0][2] for item in items(data, "remark")]
    assert sorted(conditions) == sorted(set(state))


def test_the_address_reaches_both_pictures():
    words = {"t": "-0.5", "turn": "20,-10", "r": "step", "rloss": "hinge", "rseed": "7"}
    page = view_page(PAGE, words | {"draws": "10"})
    assert not page.warning and not page.exception
    element = data_of(page, "wasted")
    assert element["query"] == "t=-0.5" and element["view"] == {"turn": "20,-10"}
    data = data_of(page, "regret")
    assert data["view"] == {"r": "step", "rloss": "hinge", "rseed": "7"}
    assert set(data["sweeps"][0]["sweep"]["tensors"]["which"]["data"]) == {4.0}
    expected = off_span_excess.sweep("step", "hinge", 7)["tensors"]["heights"]["data"]
    np.testing.assert_array_equal(
        data["sweeps"][0]["sweep"]["tensors"]["heights"]["data"], expected
    )


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("junk", ["", "<b>", "nan", "-1", "1e999", "x" * 99, "9" * 40])
def test_unknown_words_are_ignored(junk):
    names = ("t", "turn", "r", "rloss", "rseed", "draws", "proof", "step", "proof_step")
    page = view_page(PAGE, dict.fromkeys(names, junk))
    assert not page.exception and not page.warning
    view = data_of(page, "regret")["view"]
    assert view["r"] == "half" and view["rloss"] == "logistic"
    assert data_of(page, "proof-gradient")["query"] == "proof_step=1"


def test_no_word_of_the_view_is_a_field_of_a_scene(page):
    view = {**data_of(page, "wasted")["view"], **data_of(page, "regret")["view"]}
    assert not {*view, "t", "draws", "proof", "proof_step"} & set(FIELDS)


# ---- the proofs ----


def test_it_opens_at_the_first_step_of_the_first_proof(page):
    data = data_of(page, "proof-gradient")
    assert data["query"] == "proof_step=1"
    (space,) = items(data, "space")
    (slider,) = items(data, "slider")
    assert len(space["description"]) == len(slider["stops"]) == 8
    assert words(page)[0].startswith("**The risk**")
    assert any("Step 1 of 8" in c.value for c in page.caption)


def test_next_and_back_walk_by_way_of_the_address():
    page = open_page(PAGE)
    button(page, "proof-next").click().run()
    assert page.query_params["proof_step"] == "2" and page.query_params["proof"] == "2.1"
    assert words(page)[0].startswith("**The chain rule**")
    assert data_of(page, "proof-gradient")["query"] == "proof_step=2"
    button(page, "proof-back").click().run()
    assert words(page)[0].startswith("**The risk**")
    button(page, "proof-back").click().run()
    assert page.query_params["proof_step"] == "8", "before the first comes the last"
    button(page, "proof-next").click().run()
    assert page.query_params["proof_step"] == "1"


@pytest.mark.thorough
def test_every_step_of_both_proofs_is_drawn_with_its_words_and_formula():
    for proof, name, count in (("2.1", "proof-gradient", 8), ("A.1", "proof-span", 10)):
        parts = set()
        page = open_page(PAGE, {"proof": proof})
        for step in range(1, count + 1):
            assert not page.exception
            assert data_of(page, name)["query"] == f"proof_step={step}"
            parts.add((words(page)[0], page.latex[-1].value))
            button(page, "proof-next").click().run()
        assert len(parts) == count
        assert page.query_params["proof_step"] == "1"


def test_another_proof_begins_at_its_first_step():
    page = open_page(PAGE, {"proof": "2.1", "step": "5"})  # older links have this word
    assert words(page)[0].startswith("**At the minimum")
    choice = next(r for r in page.radio if r.key == "proof-choice")
    choice.set_value("A.1").run()
    assert page.query_params["proof_step"] == "1" and page.query_params["proof"] == "A.1"
    assert words(page)[0].startswith("**An arbitrary θ**")
    assert data_of(page, "proof-span")["query"] == "proof_step=1"
