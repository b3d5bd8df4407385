"""Goals as an instructor writes them, and the distances of answers from these goals.

    test_error <= 1.2 × bayes_error, support <= 40, loss == hinge, kernel in rbf | linear

A condition is (name, operator, bound), as in `lab.ui.challenges`. The operator is "<=", ">=", "=="
or "in". The bound is a number, a word, several words for "in", or (name, factor, summand). A
condition is checked on the fields of the scene and the numbers of its solution.
"""

import math
import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from lab.scene.fields import number_text
from lab.scene.scene import escape_text
from lab.ui.challenges import Condition

MAX_CONDITIONS = 12
# Two fits of the same problem may differ by rounding. This difference must not decide a mark.
TOLERANCE = 1e-9  # excess, in units of max(1, |bound|), up to which a condition counts as met
_OPERATORS = {"≤": "<=", "≥": ">=", "=": "=="}
_CONDITION = re.compile(r"\s*([A-Za-z]\w{0,39})\s*(<=|>=|==|≤|≥|=|\bin\b)\s*(.*?)\s*", re.DOTALL)
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?"
_VALUE = re.compile(rf"({_NUMBER})\s*(%?)")
_PRODUCT = re.compile(
    rf"(?:({_NUMBER})\s*[×*·]\s*)?([A-Za-z]\w{{0,39}})\s*(?:([+-])\s*({_NUMBER})\s*(%?))?"
)
_WORD = re.compile(r"[\w-]{1,40}")


class GoalError(ValueError):
    """An invalid goal; the message says what is wrong with it."""


def read(goal: Any) -> tuple[Condition, ...]:
    """Read the conditions of a goal from a text or from a list of conditions.

    Raises GoalError.
    """
    if isinstance(goal, str):
        parts = [part for part in re.split(r",|\band\b", goal.replace("−", "-")) if part.strip()]
        conditions = tuple(_condition(part) for part in parts)
    elif isinstance(goal, list):
        conditions = tuple(_read_listed_condition(part) for part in goal)
    else:
        raise GoalError("write a goal as text, such as test_error <= 0.1, support <= 40.")
    if not 1 <= len(conditions) <= MAX_CONDITIONS:
        raise GoalError(f"a goal has from 1 to {MAX_CONDITIONS} conditions.")
    return conditions


def _condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text)
    if not match:
        raise GoalError(
            f"“{escape_text(text.strip())}” is not a condition: write a name, then <=, >=, == or"
            " in, then a bound."
        )
    name, operator, bound = match[1], _OPERATORS.get(match[2], match[2]), match[3]
    if operator == "in":
        values = [part.strip() for part in bound.strip("[]").split("|")]
        if not all(_WORD.fullmatch(value) for value in values):
            raise GoalError(f"after “{name} in” write words with | between them.")
        return name, operator, tuple(values)
    return name, operator, _read_bound(name, operator, bound)


def _read_bound(name: str, operator: str, text: str) -> Any:
    if match := _VALUE.fullmatch(text):
        return _read_finite_number(match[1]) / (100 if match[2] else 1)
    if operator == "==" and _WORD.fullmatch(text):
        return text  # the value of a field, such as the name of a loss or kernel
    match = _PRODUCT.fullmatch(text)
    if not match:
        raise GoalError(
            f"“{escape_text(text)}” is not a bound for {name}: write a number, such as 0.1 or "
            "10 %, or a multiple of another number, such as 1.2 × bayes_error + 0.01; after == "
            "also a word without quotation marks, such as hinge."
        )
    summand = _read_finite_number(match[4] or "0") / (100 if match[5] else 1)
    return match[2], _read_finite_number(match[1] or "1"), -summand if match[3] == "-" else summand


def _read_finite_number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise GoalError(f"{escape_text(text)} is too large.")
    return value + 0.0


def _read_listed_condition(condition: Any) -> Condition:
    """Read one condition from a list of name, operator and bound."""
    match condition:
        case [str(name), "==", str(word)]:
            return name, "==", word
        case [str(name), "<=" | ">=" | "==" as operator, int() | float() as value]:
            return name, operator, _read_finite_number(repr(float(value)))
        case [str(name), "<=" | ">=" | "==" as operator, [str(base_name), *numbers]] if _numbers(
            numbers
        ):
            factor, summand = (
                *(_read_finite_number(repr(float(number))) for number in numbers),
                0.0,
            )[:2]
            return name, operator, (base_name, factor, summand)
        case [str(name), "in", [*values]] if values:
            return name, "in", tuple(map(str, values))
    raise GoalError('a condition is a list such as ["test_error", "<=", ["bayes_error", 1.2]].')


def _numbers(values: list[Any]) -> bool:
    """Return whether the values are numbers: the factor of a bound and, optionally, its summand."""
    return len(values) in (1, 2) and all(isinstance(value, int | float) for value in values)


def text(conditions: tuple[Condition, ...]) -> str:
    """Write a goal as text; the inverse of `read`."""
    return ", ".join(condition_text(*condition) for condition in conditions)


def condition_text(name: str, operator: str, bound: Any) -> str:
    return f"{name} {operator} {bound_text(operator, bound)}"


def bound_text(operator: str, bound: Any) -> str:
    """Write the right side of a condition."""
    if operator == "in":
        return " | ".join(bound)
    if not isinstance(bound, tuple):
        return bound if isinstance(bound, str) else number_text(bound)
    base_name, factor, summand = bound
    is_plain = factor == 1 and (operator != "==" or summand)  # a name alone after == is a word
    factor_text = "" if is_plain else f"{number_text(factor)} × "
    summand_text = f" {'+' if summand > 0 else '-'} {number_text(abs(summand))}" if summand else ""
    return f"{factor_text}{base_name}{summand_text}"


def names(conditions: tuple[Condition, ...]) -> list[str]:
    """Return the names of all numbers and fields in a goal."""
    all_names = [name for name, *_ in conditions]
    all_names += [bound[0] for _, operator, bound in conditions
              if isinstance(bound, tuple) and operator != "in"]  # fmt: skip
    return list(dict.fromkeys(all_names))


def limit(bound: Any, values: Mapping[str, Any]) -> Any:
    """Return the value of a bound; None if the number that it uses is missing or not finite."""
    if not isinstance(bound, tuple):
        return bound
    base_name, factor, summand = bound
    value = values.get(base_name)
    return None if not _is_number(value) else float(value) * factor + summand


def distance(condition: Condition, values: Mapping[str, Any]) -> float:
    """Return how far a condition is from being met: 0 if it is met.

    The distance is infinite if a number is missing or not finite, or if a word differs, such as the
    name of a kernel.
    """
    name, operator, bound = condition
    value = values.get(name)
    if value is None:
        return math.inf
    if operator == "in":
        return 0.0 if str(value) in bound else math.inf
    if isinstance(bound, str):
        return 0.0 if str(value) == bound else math.inf
    limit_value = limit(bound, values)
    if limit_value is None or not _is_number(value):
        return math.inf
    excess = {"<=": value - limit_value, ">=": limit_value - value, "==": abs(value - limit_value)}[
        operator
    ]
    return float(excess) if excess > TOLERANCE * max(1.0, abs(limit_value)) else 0.0


def miss_text(condition: Condition, distance: float) -> str:
    """Describe in words how far a condition is from being met, given its distance."""
    text = condition_text(*condition)
    return f"{text} is {f'missed by {distance:.3g}' if math.isfinite(distance) else 'not met'}"


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and math.isfinite(value)
