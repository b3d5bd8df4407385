"""Predict, look, explain: questions whose goals are checked on the solution itself.

A condition is data, (name, "<=" | ">=" | "==" | "in", bound), so that the page's script can check
it on every frame and a test can check it here. A name is a tensor of the frame or a field of the
scene; a bound is a value, or [name, times, plus]; after "in" it lists the values that will do.

While a goal is open its numbers stand under it as they are now. They are called as where they stand
on the page, in a read-out, at a slider, at a switch; all others are in MEASURES.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Condition = tuple[str, str, Any]


# What no read-out, slider or switch beside the question names: (label, format). Of "yes" it is said
# whether the condition holds; what has no label is not shown, such as which kernel of a gallery.
MEASURES: Mapping[str, tuple[str, str]] = {
    "C": ("C, the price of slack", "number"),
    "M": ("Degree M", "whole"),
    "along": ("The walk is along the null space", "yes"),
    "apart": ("Change of the differences", "number"),
    "asked_ovo": ("Classifiers asked, one-versus-one", "whole"),
    "at_bound": ("Bumps that have reached their bound", "whole"),
    "at_six": ("Where the curve stands at s = 6, m", "number"),
    "bytes": ("φ(x) takes", "gigabytes"),
    "differs_far": ("Another class, far out", "percent"),
    "differs_near": ("Another class, near the origin", "percent"),
    "eta": ("c, step size", "setting"),
    "feasible": ("A plane parts them", "yes"),
    "first": ("The fewest such steps", "yes"),
    "kernel": ("k(x, x′)", "number"),
    "kind": ("The candidate that is asked about", "yes"),
    "lam": ("λ, regularisation", "setting"),
    "least": ("Smallest eigenvalue", "number"),
    "least_hat": ("Smaller coefficient of ŵ, in size", "number"),
    "least_share": ("Smallest |α|, of the largest", "percent"),
    "least_twin": ("Smaller weight of the twins, in size", "number"),
    "less": ("One degree lower it takes", "gigabytes"),
    "letter_error": ("The two curves differ by", "number"),
    "loss": ("Loss", "whole"),
    "m": ("Points", "whole"),
    "minus": ("Negative weights", "whole"),
    "mistake": ("This step is no mistake", "yes"),
    "most": ("The point farthest to the right", "number"),
    "move_p": ("The perceptron stands still", "yes"),
    "moved": ("Every arrow has moved by", "number"),
    "n": ("Points", "whole"),
    "nobody_ova": ("Of the plane nobody takes", "percent"),
    "off": ("θ lies off the span by", "number"),
    "own": ("Probability of its own class", "percent"),
    "penalised_at": ("Risk with its penalty", "number"),
    "piece": ("", ""),
    "rank": ("Eigenvalues that are not 0", "whole"),
    "ratio": ("The larger of the two, over the smaller", "number"),
    "rows": ("Rows, m", "whole"),
    "shortest": ("Length of the shortest arrow", "number"),
    "shortest_share": ("Its class has of the picture", "percent"),
    "size": ("Larger inner product, in size", "number"),
    "start": ("The start that is asked about", "yes"),
    "state": ("Off the span, and the step not yet paid", "yes"),
    "stopped": ("Stopped before its last step", "yes"),
    "taken": ("Steps taken", "whole"),
    "test_error": ("Test error", "percent"),
    "train_error_ova": ("Training points wrong, one-versus-all", "percent"),
    "tried": ("Matrices tried", "whole"),
    "twins": ("Pairs of equal rows", "whole"),
    "uncovered": ("Steps that no rule covers", "whole"),
    "wrong_l": ("Points wrong, logistic regression", "whole"),
    "wrong_p": ("Points wrong, perceptron", "whole"),
    "zeros": ("Of the three, exactly 0", "whole"),
    "zeros_l1": ("Coefficients that the diamond sets to 0", "whole"),
}


@dataclass(frozen=True)
class Option:
    """One answer to predict, and where it is the right one."""

    label: str
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Challenge:
    """A question to predict, a goal to reach, and the reason.

    `answer` is the label of the option that is right where the goal is met, for where the question
    is asked without the picture; `beside_first` says that the page's first picture belongs to it.
    `hides` names the items of the same element that its answer is read off (`name_item`): they stay
    covered until somebody has predicted, or has skipped that. `hint`: what is said after two tries,
    where no slider leads to the goal; else the page's script says which one does. `fields`: of the
    scene that it is asked about, where other views of the element show that one.
    """

    question: str
    options: tuple[Option, ...]
    goal: str
    conditions: tuple[Condition, ...]
    why: str
    hides: tuple[str, ...] = ()
    answer: str = ""
    beside_first: bool = False
    hint: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.answer and self.answer not in [option.label for option in self.options]:
            raise ValueError(f"“{self.answer}” is no option: {self.question}")

    @property
    def id(self) -> str:
        """By what a device remembers it: other words make another challenge."""
        return short_id("c", self.question, *(option.label for option in self.options))

    def item(self) -> dict[str, Any]:
        options = [{"label": o.label, "conditions": o.conditions} for o in self.options]
        return {
            "id": self.id, "question": self.question, "options": options, "goal": self.goal,
            "conditions": self.conditions, "why": self.why, "hides": self.hides,
            **({"hint": self.hint} if self.hint else {}),
            **({"with": dict(self.fields)} if self.fields else {}),
            "labels": {name: MEASURES[name] for name, *_ in self.conditions if name in MEASURES},
        }  # fmt: skip


def short_id(kind: str, *texts: str) -> str:
    """A letter and eight digits that stand for these texts, wherever they are asked; the page's
    script takes no others (assets/furniture/progress/progress.js)."""
    return kind + hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]


def challenges(items: Sequence[Challenge]) -> dict[str, Any]:
    """The item of a live element that asks these questions one after the other."""
    return {"kind": "challenge", "challenges": [challenge.item() for challenge in items]}


def name_item(name: str, item: dict[str, Any]) -> dict[str, Any]:
    """The item under a name, by which a challenge can hide it."""
    return item | {"name": name}


def remark(text: str, *conditions: Condition) -> dict[str, Any]:
    """A sentence of the live element that shows while its conditions hold."""
    return {"kind": "remark", "text": text, "conditions": conditions}


def is_met(conditions: Sequence[Condition], values: Mapping[str, Any]) -> bool:
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
