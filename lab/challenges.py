"""Predict, look, explain: questions whose goals are checked on the solution itself.

A condition is data, (name, "<=" | ">=" | "==" | "in", bound), so that the page's script can check
it on every frame and a test can check it here. A name is a tensor of the frame or a field of the
scene; a bound is a value, or [name, times, plus]; after "in" it lists the values that will do.
"""

import hashlib
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

    @property
    def id(self) -> str:
        """By what a device remembers it: other words make another challenge."""
        return short_id("c", self.question, *(option.label for option in self.options))

    def item(self) -> dict[str, Any]:
        options = [{"label": o.label, "conditions": o.conditions} for o in self.options]
        return {
            "id": self.id, "question": self.question, "options": options, "goal": self.goal,
            "conditions": self.conditions, "why": self.why,
        }  # fmt: skip


def short_id(kind: str, *texts: str) -> str:
    """A letter and eight digits that stand for these texts, wherever they are asked; the page's
    script takes no others (assets/progress.js)."""
    return kind + hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]


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
    if compare == "in":
        return values[name] in bound
    if isinstance(bound, list | tuple):
        other, times, plus = (*bound, 0)[:3]
        bound = values[other] * times + plus
    if compare == "==":
        return values[name] == bound
    return values[name] <= bound if compare == "<=" else values[name] >= bound
