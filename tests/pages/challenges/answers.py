"""Check questions of a page at many addresses, and compare their answers with ones computed without
the page's sweeps."""

import os
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tests.examples import THOROUGH
from tests.pages.challenges.judging import Question, questions
from tests.pages.challenges.states import Address, all_pairs, dimensions
from tests.pages.goals import answers as declared

Answer = tuple[str, bool]  # the label of the right option, and whether the goal can be met
Answers = Mapping[str, Callable[[Question], Answer]]  # keys: the ids of the challenges


def always(answer: Callable[[], Answer]) -> Callable[[Question], Answer]:
    """Return a function that computes `answer` at its first call, for a question whose answer
    depends on no address."""
    computed = cache(answer)
    return lambda _: computed()


THOROUGH_STEP = 6


def some_states(page: Any, quick: int = 120) -> list[Address]:
    """Return addresses at which any two values of two dimensions meet. A thorough run takes every
    sixth of them, and others until each value occurs; a quick run takes every `quick`-th."""
    addresses = all_pairs(dimensions(page))
    return covering(addresses, THOROUGH_STEP) if THOROUGH in os.environ else addresses[::quick]


def covering(addresses: list[Address], step: int) -> list[Address]:
    """Return every `step`-th address, and each other address with a word that no earlier returned
    one has."""
    chosen_addresses = addresses[::step]
    words = {word for address in chosen_addresses for word in address.items()}
    for address in addresses:
        if not words.issuperset(address.items()):
            chosen_addresses.append(address)
            words.update(address.items())
    return chosen_addresses


def check_promises(page: Any, address: dict[str, str]) -> list[Question]:
    """Check every asked question and return all: the named controls can meet its goal, one option
    is correct, and its reason has all numbers."""
    state = questions(page, address)
    for question in state:
        assert question.state in ("asked", "elsewhere", "unreachable", "undecided"), str(question)
        if question.state == "asked" and question.challenge["by"]:
            assert question.answer >= 0 and question.is_movable, str(question)
            assert question.reasons, str(question)
            for reason in question.reasons:
                assert reason and "…" not in reason and "NaN" not in reason, (str(question), reason)
    return state


def check_answers(page: Any, address: dict[str, str], answers: Answers) -> list[Question]:
    """Check each question at an address and return all: the goal of an asked one can be met and its
    option is correct; the goal of an unreachable one can't be met."""
    state = check_promises(page, address)
    for question in state:
        if question.state not in ("asked", "unreachable"):
            continue
        option, reachable = answers[question.id](question)
        assert reachable == (question.state == "asked"), str(question)
        if question.state == "asked":
            assert option == (question.option or declared()[question.id]), (str(question), option)
    return state
