"""The syntax of goals, and distances from them."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from features.assignments import goals
from features.assignments.goals import GoalError, distance, read, text
from lab.ui import challenges

NAMES = st.from_regex(r"[a-z]\w{0,10}", fullmatch=True).filter(
    lambda name: name not in ("in", "and")
)
NUMBERS = st.floats(-1e6, 1e6).map(lambda x: x + 0.0)
BOUNDS = st.one_of(NUMBERS, st.tuples(NAMES, NUMBERS, NUMBERS))
CONDITIONS = st.one_of(
    st.tuples(NAMES, st.sampled_from(["<=", ">="]), BOUNDS),
    st.tuples(NAMES, st.just("=="), st.one_of(BOUNDS, NAMES)),
    st.tuples(NAMES, st.just("in"), st.lists(NAMES, min_size=1, max_size=3).map(tuple)),
)


def test_conditions_are_separated_by_commas():
    assert read("test_error <= 1.2 × bayes_error, support <= 40, loss == hinge") == (
        ("test_error", "<=", ("bayes_error", 1.2, 0.0)),
        ("support", "<=", 40.0),
        ("loss", "==", "hinge"),
    )


@pytest.mark.parametrize(
    ("goal_text", "condition"),
    [
        ("test_error ≤ 10 %", ("test_error", "<=", 0.1)),
        ("test_error<=bayes_error+1.5%", ("test_error", "<=", ("bayes_error", 1.0, 0.015))),
        ("gap >= 2*margin − 0.5", ("gap", ">=", ("margin", 2.0, -0.5))),
        ("tau = .4", ("tau", "==", 0.4)),
        ("test_error == 1 × bayes_error", ("test_error", "==", ("bayes_error", 1.0, 0.0))),
        ("kernel in rbf | linear", ("kernel", "in", ("rbf", "linear"))),
        ("loss == squared-hinge", ("loss", "==", "squared-hinge")),
        ([["test_error", "<=", ["bayes_error", 1, 0.015]]],
         ("test_error", "<=", ("bayes_error", 1.0, 0.015))),
    ],
)  # fmt: skip
def test_ways_to_write_a_condition(goal_text, condition):
    assert read(goal_text) == (condition,)


@pytest.mark.parametrize(
    "goal_text",
    ["", "support", "support <= ", "support < 3", "<= 3", "support <= many words", "a in ,",
     "a <= 1e999", "a <= __import__('os')", "a <= b × 2", 3, None, [], [["a", "<=", "b"]],
     [["a", "~", 1]], "a<=1," * 13, [["a", "<=", float("inf")]], "a <= 2 ** 9"],
)  # fmt: skip
def test_an_invalid_goal_is_reported_in_a_sentence(goal_text):
    with pytest.raises(GoalError) as error:
        read(goal_text)
    assert str(error.value).endswith(".")


@given(st.lists(CONDITIONS, min_size=1, max_size=4).map(tuple))
@example((("test_error", "==", ("bayes_error", 1.0, 0.0)),))
def test_a_written_goal_reads_back(goal):
    assert read(text(goal)) == goal


@given(st.lists(CONDITIONS, min_size=1, max_size=4).map(tuple),
       st.dictionaries(NAMES, NUMBERS, max_size=5))  # fmt: skip
def test_distances_are_not_negative(goal, values):
    assert all(distance(condition, values) >= 0 for condition in goal)


@pytest.mark.parametrize("value", [0.05, 0.1, 0.11999, 0.13, 0.5])
def test_a_goal_is_met_like_a_challenge_with_the_same_conditions(value):
    goal = read("test_error <= 1.2 × bayes_error, support >= 3, loss in hinge | logistic")
    values = {"test_error": value, "bayes_error": 0.1, "support": 5, "loss": "hinge"}
    distances = [distance(condition, values) for condition in goal]
    assert (max(distances) == 0) == challenges.is_met(goal, values)


def test_differences_within_the_tolerance_do_not_count():
    (goal,) = read("test_error <= 1.2 × bayes_error")
    assert distance(goal, {"test_error": 0.12 + 1e-13, "bayes_error": 0.1}) == 0
    assert distance(goal, {"test_error": 0.12 + 1e-6, "bayes_error": 0.1}) > 0


def test_distances_of_numbers_from_bounds():
    goal = read("support <= 40")[0]
    assert distance(goal, {"support": 47}) == 7
    assert distance(goal, {"support": 40}) == 0
    assert distance(goal, {}) == math.inf
    assert distance(goal, {"support": math.nan}) == math.inf
    assert goals.names(read("a <= 2 × b, c == d")) == ["a", "c", "b"]
