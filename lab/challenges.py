"""Predict, look, explain: questions whose goals are checked on the solution itself.

A condition is data, (name, "<=" | ">=" | "==", bound), so that the page's script can check it on
every frame and a test can check it here. A name is a tensor of the frame or a field of the
scene; a bound is a value, or [name, times, plus].
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Condition = tuple[str, str, Any]


@dataclass(frozen=True)
class Option:
    """One answer to predict, and where it is the right one."""

    label: str
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Challenge:
    """A question to predict, a goal to reach, and the reason."""

    question: str
    options: tuple[Option, ...]
    goal: str
    conditions: tuple[Condition, ...]
    why: str

    def item(self) -> dict[str, Any]:
        options = [{"label": o.label, "conditions": o.conditions} for o in self.options]
        return {
            "question": self.question, "options": options, "goal": self.goal,
            "conditions": self.conditions, "why": self.why,
        }  # fmt: skip


def challenges(items: Sequence[Challenge]) -> dict[str, Any]:
    """The item of a live element that asks these questions one after the other."""
    return {"kind": "challenge", "challenges": [challenge.item() for challenge in items]}


def remark(text: str, *conditions: Condition) -> dict[str, Any]:
    """A sentence of the live element that shows while its conditions hold."""
    return {"kind": "remark", "text": text, "conditions": conditions}


def met(conditions: Sequence[Condition], values: Mapping[str, Any]) -> bool:
    """Whether all conditions hold for these tensors and fields of one frame."""
    return all(_holds(values, *condition) for condition in conditions)


def _holds(values: Mapping[str, Any], name: str, compare: str, bound: Any) -> bool:
    if isinstance(bound, list | tuple):
        other, times, plus = (*bound, 0)[:3]
        bound = values[other] * times + plus
    if compare == "==":
        return values[name] == bound
    return values[name] <= bound if compare == "<=" else values[name] >= bound
