"""The goals of the later questions of *Representer theorem*, checked on the numbers of the
pictures."""

import json

import numpy as np
import pytest

from lab.ui.challenges import is_met
from pages.representer_theorem import gram_editor, non_unique_alpha, off_span_component
from pages.representer_theorem.primal_and_dual import primal_vs_dual
from tests.lab.ui.visit import view_page
from tests.pages.goals import data_of, items, right

DUPLICATE_ROWS = "1,1,1,1;1,0,0,0;1,1,1,1"
FEW_COLUMNS = ("1,-1;1,0;1,1", "1,-1,1;1,0,0;1,1,1;0,0,0", "1;2", "0,0;0,0;0,0")


@pytest.fixture(scope="module")
def page():
    return view_page("representer_theorem/page.py")


def frames(*sweeps):
    """Yield the frame at every stop of these sweeps, as the page's script has it: numbers by
    name."""
    for sweep in sweeps:
        tensors = {name: (np.reshape(t["data"], t["shape"]), t["fixed"])
                   for name, t in sweep["tensors"].items()}  # fmt: skip
        for k in range(len(tensors["stops"][0])):
            numbers = {
                n: value if is_constant else value[k] for n, (value, is_constant) in tensors.items()
            }
            yield {name: float(value.item()) for name, value in numbers.items() if value.size == 1}


def all_frames():
    return {
        "wasted": frames(off_span_component.sweep()),
        "roads": frames(*map(primal_vs_dual.sweep, primal_vs_dual.LOSSES)),
        "others": frames(*map(non_unique_alpha.sweep, non_unique_alpha.WAYS)),
        "gram": frames(
            *map(gram_editor.sweep, (gram_editor.phi_of_address({}), DUPLICATE_ROWS, *FEW_COLUMNS))
        ),
    }


def challenges_of(page, name):
    (item,) = items(data_of(page, name), "challenge")
    return json.loads(json.dumps(item["challenges"]))


STARTS = {
    "wasted": ("t", off_span_component.START, lambda: [off_span_component.sweep()]),
    "roads": ("features", 4.0, lambda: [primal_vs_dual.sweep("squared")]),
    "others": ("t_now", 0.0, lambda: [non_unique_alpha.sweep("null")]),
    "gram": ("rows", 3.0, lambda: [gram_editor.sweep(gram_editor.phi_of_address({}))]),
}


@pytest.mark.parametrize("name", STARTS)
def test_no_goal_is_met_before_a_drag(page, name):
    fields, value, sweeps = STARTS[name]
    start = [frame for frame in frames(*sweeps()) if frame[fields] == value]
    assert start
    for challenge in challenges_of(page, name):
        assert not any(is_met(challenge["conditions"], frame) for frame in start), challenge["goal"]


def test_the_wrong_predictions_are_true_of_other_places(page):
    """Check that every option is true somewhere; one that is never true would not be a real
    choice."""
    for name, frames in all_frames().items():
        questions = challenges_of(page, name)
        answers = [right(question, frame) for frame in frames for question in questions]
        assert all(len(answer) <= 1 for answer in answers)
        labels = {option["label"] for question in questions for option in question["options"]}
        never_true = {
            "the one over θ",
            "the one over α",
        }  # both minimum risks are equal
        assert labels - {label for answer in answers for label in answer} <= never_true
