"""Questions of a page held against answers that share nothing with its sweeps."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.pages.challenges.judging import Question, questions
from tests.pages.goals import answers as declared

Answer = tuple[str, bool]  # the right option, and whether the goal can be met
Answers = Mapping[str, Callable[[Question], Answer]]  # by the id of a challenge


def check_answers(page: Any, address: dict[str, str], answers: Answers) -> list[Question]:
    """Each question that is asked at an address can be met there, and its option is right; one that
    is called unreachable cannot be met."""
    found = questions(page, address)
    for question in found:
        if question.state not in ("asked", "unreachable"):
            continue
        option, reachable = answers[question.id](question)
        assert reachable == (question.state == "asked"), str(question)
        if question.state == "asked":
            assert option == (question.option or declared()[question.id]), (str(question), option)
    return found
