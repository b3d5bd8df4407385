"""Challenges: goals are conditions on a frame, and the page's script receives plain data."""

import json
import re
from dataclasses import replace

import pytest

from lab.ui.challenges import MEASURES, Challenge, Option, challenges, is_met, remark
from lab.ui.quiz import Answer, Question, right

FRAME = {"tau": 0.4, "risk": "sum", "train_error": 0.0, "test_error": 0.18, "bayes_error": 0.12}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (("tau", "<=", 0.4), True),
        (("tau", ">=", 0.4), True),
        (("tau", "==", 0.4), True),
        (("tau", "<=", 0.39), False),
        (("tau", ">=", 0.41), False),
        (("risk", "==", "sum"), True),
        (("risk", "==", "mean"), False),
        (("train_error", "<=", 0), True),
        (("test_error", ">=", ["bayes_error", 1.5]), True),
        (("test_error", ">=", ["bayes_error", 1.6]), False),
        (("test_error", "<=", ["bayes_error", 1, 0.07]), True),
        (("test_error", "<=", ("bayes_error", 1, 0.05)), False),
    ],
)
def test_a_condition(condition, expected):
    assert is_met([condition], FRAME) == expected
    assert not is_met([condition, ("tau", "<=", 0)], FRAME), "all of them must hold"


def test_no_condition_is_always_met():
    assert is_met([], FRAME)


def test_an_unknown_name_in_a_goal_is_an_error():
    with pytest.raises(KeyError):
        is_met([("temperature", ">=", 1)], FRAME)


def test_the_items_are_plain_json():
    small = Option("small", (("tau", "<=", 0.2),))
    goal = (("test_error", "<=", ["bayes_error", 1, 0.015]),)
    challenge = Challenge("Where?", (small,), "Go there.", goal, "So.", ("errors",), by=("tau",),
                      holds={"kernel": ("rbf",)})  # fmt: skip
    (item,) = json.loads(json.dumps(challenges([challenge]).challenges))
    assert item["options"] == [{"label": "small", "conditions": [["tau", "<=", 0.2]]}]
    assert item["conditions"] == [["test_error", "<=", ["bayes_error", 1, 0.015]]]
    assert item["why"] == [{"text": "So.", "conditions": []}]
    assert item["labels"] == {"test_error": list(MEASURES["test_error"])}
    assert item["holds"] == {"kernel": ["rbf"]} and item["by"] == ["tau"]
    assert item["field_labels"] == {"kernel": {"label": "Kernel", "names": ["RBF"]}}


def test_statements_are_plain_json():
    drawn_remark = remark("f is 0 everywhere.", ("support", "<=", 0))
    assert json.loads(json.dumps(drawn_remark.conditions)) == [["support", "<=", 0]]


def test_a_challenge_is_identified_by_its_text():
    small, large = Option("small", (("tau", "<=", 0.2),)), Option("large", (("tau", ">=", 0.9),))
    challenge = Challenge("Where?", (small, large), "Go there.", (), "Because.")
    assert re.fullmatch(r"c[0-9a-f]{8}", challenge.id), "the page's script takes no other"
    assert replace(challenge, goal="Get there.", why="So it is.").id == challenge.id
    assert replace(challenge, question="Where to?").id != challenge.id
    assert replace(challenge, options=(large, small)).id != challenge.id, (
        "a stored prediction is the position of its option"
    )
    assert replace(challenge, question="Where to?", stored_id=challenge.id).id == challenge.id


def test_a_reworded_question_keeps_its_stored_identifier():
    answers = (right("yes", "So."), Answer("no", "So."), Answer("never", "So."))
    question = Question("Where?", answers, section="Bumps", note="000")
    reworded = replace(question, text="At which place?")
    assert reworded.id != question.id
    assert replace(reworded, stored_id=question.id).as_json()["id"] == question.id
