"""Goals as an instructor writes them, and how far an answer is from them.

    test_error <= 1.2 × bayes_error, support <= 40, loss == hinge, kernel in rbf | linear

A condition is that of a challenge (`lab.ui.challenges`): (name, "<=" | ">=" | "==" | "in", bound),
where a bound is a value, or [name, times, plus]. It is checked on the solution itself.
"""

import math
import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from lab.scene.fields import number_text
from lab.scene.scene import visible
from lab.ui.challenges import Condition

MAX_CONDITIONS = 12
# Two fits of one problem differ by what their certificates leave open; it must not decide a mark.
ROUNDING = 1e-9
_OPERATORS = {"≤": "<=", "≥": ">=", "=": "=="}
_CONDITION = re.compile(r"\s*([A-Za-z]\w{0,39})\s*(<=|>=|==|≤|≥|=|\bin\b)\s*(.*?)\s*", re.DOTALL)
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?"
_VALUE = re.compile(rf"({_NUMBER})\s*(%?)")
_PRODUCT = re.compile(
    rf"(?:({_NUMBER})\s*[×*·]\s*)?([A-Za-z]\w{{0,39}})\s*(?:([+-])\s*({_NUMBER})\s*(%?))?"
)
_WORD = re.compile(r"[\w-]{1,40}")


class GoalError(ValueError):
    """A goal that can't be read: a sentence says which part of it."""


def read(given: Any) -> tuple[Condition, ...]:
    """The conditions of a goal, written as above or as the list that a challenge has.

    Raises GoalError.
    """
    if isinstance(given, str):
        parts = [part for part in re.split(r",|\band\b", given.replace("−", "-")) if part.strip()]
        conditions = tuple(_condition(part) for part in parts)
    elif isinstance(given, list):
        conditions = tuple(_listed(part) for part in given)
    else:
        raise GoalError("a goal is a text, such as test_error <= 0.1, support <= 40.")
    if not 1 <= len(conditions) <= MAX_CONDITIONS:
        raise GoalError(f"a goal has from 1 to {MAX_CONDITIONS} conditions.")
    return conditions


def _condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text)
    if not match:
        raise GoalError(
            f"“{visible(text.strip())}” is no condition; one is a name, then <=, >=, == or in, then"
            " a bound."
        )
    name, operator, bound = match[1], _OPERATORS.get(match[2], match[2]), match[3]
    if operator == "in":
        values = [part.strip() for part in bound.strip("[]").split("|")]
        if not all(_WORD.fullmatch(value) for value in values):
            raise GoalError(f"after “{name} in” stand words with | between them.")
        return name, operator, tuple(values)
    return name, operator, _bound(name, operator, bound)


def _bound(name: str, operator: str, text: str) -> Any:
    if match := _VALUE.fullmatch(text):
        return _finite(match[1]) / (100 if match[2] else 1)
    if operator == "==" and _WORD.fullmatch(text):
        return text  # the word of a link: a loss, a kernel
    match = _PRODUCT.fullmatch(text)
    if not match:
        raise GoalError(
            f"“{visible(text)}” is no bound for {name}; one is a number, such as 0.1 or 10 %, or a"
            " multiple of another number, such as 1.2 × bayes_error + 0.01."
        )
    plus = _finite(match[4] or "0") / (100 if match[5] else 1)
    return match[2], _finite(match[1] or "1"), -plus if match[3] == "-" else plus


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise GoalError(f"{visible(text)} is larger than any number here.")
    return value + 0.0


def _listed(given: Any) -> Condition:
    """One condition of the list that a challenge has."""
    match given:
        case [str(name), "==", str(word)]:
            return name, "==", word
        case [str(name), "<=" | ">=" | "==" as operator, int() | float() as value]:
            return name, operator, _finite(repr(float(value)))
        case [str(name), "<=" | ">=" | "==" as operator, [str(other), *more]] if _numbers(more):
            times, plus = (*(_finite(repr(float(one))) for one in more), 0.0)[:2]
            return name, operator, (other, times, plus)
        case [str(name), "in", [*values]] if values:
            return name, "in", tuple(map(str, values))
    raise GoalError('a condition is a list such as ["test_error", "<=", ["bayes_error", 1.2]].')


def _numbers(given: list[Any]) -> bool:
    """Whether these are the factor of a bound and, if wanted, what is added."""
    return len(given) in (1, 2) and all(isinstance(one, int | float) for one in given)


def text(conditions: tuple[Condition, ...]) -> str:
    """The goal as it is written; `read` undoes it."""
    return ", ".join(condition_text(*condition) for condition in conditions)


def condition_text(name: str, operator: str, bound: Any) -> str:
    return f"{name} {operator} {bound_text(operator, bound)}"


def bound_text(operator: str, bound: Any) -> str:
    """The right side of a condition."""
    if operator == "in":
        return " | ".join(bound)
    if not isinstance(bound, tuple):
        return bound if isinstance(bound, str) else number_text(bound)
    other, times, plus = bound
    factor = "" if times == 1 else f"{number_text(times)} × "
    more = f" {'+' if plus > 0 else '-'} {number_text(abs(plus))}" if plus else ""
    return f"{factor}{other}{more}"


def names(conditions: tuple[Condition, ...]) -> list[str]:
    """Every number and field that a goal speaks of."""
    found = [name for name, *_ in conditions]
    found += [bound[0] for _, operator, bound in conditions
              if isinstance(bound, tuple) and operator != "in"]  # fmt: skip
    return list(dict.fromkeys(found))


def limit(bound: Any, values: Mapping[str, Any]) -> Any:
    """What a bound is for these values; None where one of them is not known."""
    if not isinstance(bound, tuple):
        return bound
    other, times, plus = bound
    value = values.get(other)
    return None if not _is_number(value) else float(value) * times + plus


def distance(condition: Condition, values: Mapping[str, Any]) -> float:
    """How far a condition is from being met: 0 where it is, infinite where that can't be told."""
    name, operator, bound = condition
    value = values.get(name)
    if value is None:
        return math.inf
    if operator == "in":
        return 0.0 if str(value) in bound else math.inf
    if isinstance(bound, str):
        return 0.0 if str(value) == bound else math.inf
    wanted = limit(bound, values)
    if wanted is None or not _is_number(value):
        return math.inf
    away = {"<=": value - wanted, ">=": wanted - value, "==": abs(value - wanted)}[operator]
    return float(away) if away > ROUNDING * max(1.0, abs(wanted)) else 0.0


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and math.isfinite(value)
