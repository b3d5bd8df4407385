"""The guided starts lead to existing steps."""

from urllib.parse import parse_qsl

import pytest

from lab.course.page_declaration import page
from lab.ui.steps.step import Step
from pages.home.guided_starts import STARTS
from pages.order import GROUPS

WORDS_A_MINUTE, MINUTES_A_PICTURE = 120, 2  # the pace of a slow reader who tries every control


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.title)
def test_every_step_of_a_start_exists(start):
    order = [name for names in GROUPS.values() for name in names]
    assert [*start.steps] == sorted(start.steps, key=order.index), "in the order of the pages"
    for name, count in start.steps.items():
        declaration = page(name)
        assert declaration and (
            not declaration.steps or len(declaration.steps) - 2 >= (count or 1)
        ), name
    places = start.places()
    assert len({place["address"] for place in places}) == len(places)
    for place in places:
        path, _, query = place["address"].partition("?")
        names = {step.name for step in page(path).steps}
        assert {*dict(parse_qsl(query)).values()} <= names
        assert place["title"] and (place["id"] or not names)


def test_a_guided_start_takes_ten_minutes():
    first = STARTS[0].places()
    assert 2 <= len(first) <= 4
    assert {place["page"] for place in first} == {"RBF bandwidth"}
    assert {*STARTS[-1].steps} == {name for names in GROUPS.values() for name in names} - {"home"}


def test_ten_minutes_are_enough_for_the_first_start():
    steps = [step for name, count in STARTS[0].steps.items() for step in page(name).steps[:count]]
    minutes = sum(word_count(step) / WORDS_A_MINUTE + MINUTES_A_PICTURE for step in steps)
    assert 5 < minutes <= 10


def word_count(step: Step) -> int:
    challenge_texts = [
        text
        for challenge in step.challenges
        for text in (challenge.question, challenge.goal, challenge.why)
    ]
    texts = [step.question, step.lead, *step.mathematics, *challenge_texts]
    return sum(len(str(text).split()) for text in texts)
