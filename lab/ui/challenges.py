"""Define challenges: a prediction, a goal and an explanation. Goals are checked on the solution.

A condition is data, (name, "<=" | ">=" | "==" | "in", bound), so that the page's script can check
it on every frame and a test can check it here. A name is a tensor of the frame or a field of the
scene, except that m is the frame's number of points, and classes_present the number of classes of
these points. A bound is a value, or [name, factor, summand], which means the value of name times
the factor plus the summand (by default 0); after "in" it is the list of allowed values.
"least:name" and "most:name" are the smallest and the largest value of a tensor in the frame's
sweep, so that a goal can depend on what is possible with these data; "least_of_all:name" and
"most_of_all:name" are the smallest and the largest value over all stops and options of the controls
in `by`.

A statement is text that is shown where its conditions hold. In a statement, and in a challenge's
question, goal and explanation, {name:format} is replaced by a number of the shown frame, as in
{test_error:percent}. The formats are those of a read-out (FORMATS in assets/base/format.js);
"setting" is the format of the number beside a slider.

Until a goal is met, the numbers of its conditions are shown under it with their current values.
Their labels are those of the picture's read-outs, sliders and switches; MEASURES has the labels of
all other numbers.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Required, TypedDict

import kernel_core as kc
from lab.looks import kernels, losses
from lab.scene.fields import FIELDS, KERNELS
from lab.ui.items.item import Item
from lab.ui.items.layout import AnyItem

Condition = tuple[str, str, Any]


# The label and the format of each number in a goal that no read-out, slider or switch of the
# picture shows. The format "yes" shows whether the condition holds. A number with an empty label,
# such as the index of a kernel in a gallery, is not shown.
MEASURES: Mapping[str, tuple[str, str]] = {
    "C": ("C, the price of slack", "number"),
    "M": ("Degree M", "whole"),
    "along": ("The direction is in the null space", "yes"),
    "constraint": ("yᵢf(xᵢ) − 1 + ξᵢ, marked example", "number"),
    "apart": ("Change of the score differences", "number"),
    "predictions_ovo": ("Classifiers per point, one-versus-one", "whole"),
    "at_bound": ("Coefficients αᵢ at their bound", "whole"),
    "bytes": ("Memory of φ(x)", "gigabytes"),
    "classes_present": ("Classes with points", "whole"),
    "differs_far": ("Points classified differently, far from the origin", "percent"),
    "differs_near": ("Points classified differently, near the origin", "percent"),
    "distinct_errors": ("Different leave-one-out errors", "whole"),
    "eta": ("c, step size", "setting"),
    "feasible": ("A plane separates the classes", "yes"),
    "first": ("This is the first step within 1\u00a0% of the minimum", "yes"),
    "kernel": ("k(x, x′)", "number"),
    "kind": ("The candidate is the one in the question", "yes"),
    "lam": ("λ, regularisation", "setting"),
    "least": ("Smallest eigenvalue", "number"),
    "least_hat": ("Smaller |coefficient| of ŵ", "number"),
    "least_share": ("Smallest |α|, relative to the largest", "percent"),
    "least_twin": ("Smaller |α| of the two equal points", "number"),
    "less": ("Memory of φ(x) at the next lower degree", "gigabytes"),
    "letter_error": ("Difference between the two curves", "number"),
    "loss": ("Loss", "whole"),
    "m": ("Points", "whole"),
    "minus": ("Negative weights", "whole"),
    "mistake": ("The last step made no mistake", "yes"),
    "most": ("Position of the rightmost point", "number"),
    "move_p": ("The perceptron no longer changes w", "yes"),
    "moved": ("Smallest distance by which an arrow’s tip was moved", "number"),
    "n": ("Points", "whole"),
    "nearest": ("Difference of the nearer curve from the exact one", "number"),
    "no_positive_ova": ("Share of the plane claimed by no class", "percent"),
    "off": ("Distance of θ from the span", "number"),
    "own": ("Probability of the example’s own class", "percent"),
    "penalised_at": ("Risk with penalty", "number"),
    "piece": ("", ""),
    "rank": ("Non-zero eigenvalues", "whole"),
    "ratio": ("Ratio of the larger variance to the smaller", "number"),
    "relative": ("Primal − lower bound, relative", "power"),
    "rows": ("Rows, m", "whole"),
    "same": ("The mean equals ∇J", "yes"),
    "score_error_ova": ("Test error, largest score", "percent"),
    "shortest": ("Length of the shortest arrow", "number"),
    "shortest_share": ("Share of the picture in the shortest arrow’s class", "percent"),
    "size": ("Larger |inner product|", "number"),
    "smallest_13": ("This is the smallest such τ", "yes"),
    "smallest_q": ("This is the smallest such q", "yes"),
    "start": ("The starting point is the one in the question", "yes"),
    "state": ("θ is outside the span, and the step penalty is 0", "yes"),
    "diverges": ("The run diverges", "yes"),
    "support": ("Support vectors", "whole"),
    "stopped": ("The run reaches this step", "yes"),
    "taken": ("Steps taken", "whole"),
    "test_error": ("Test error", "percent"),
    "train_error_ova": ("Training error, one-versus-all", "percent"),
    "tried": ("Matrices tried", "whole"),
    "train_mse": ("Mean squared residual", "number"),
    "twins": ("Pairs of equal rows", "whole"),
    "uncovered": ("Steps that no rule covers", "whole"),
    "wrong_l": ("Misclassified, logistic regression", "whole"),
    "wrong_p": ("Misclassified, perceptron", "whole"),
    "zeros": ("Number of penalties that give exactly 0", "whole"),
    "zeros_l1": ("Coefficients that the diamond sets to 0", "whole"),
}


@dataclass(frozen=True)
class Statement:
    """A text with numbers of the frame, shown where its conditions hold."""

    text: str
    conditions: tuple[Condition, ...] = ()

    def as_json(self) -> "StatementText":
        """Return the statement as JSON for the browser."""
        return {"text": self.text, "conditions": self.conditions}


@dataclass(frozen=True)
class Option:
    """A possible prediction, and the conditions under which it is right."""

    label: str
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Challenge:
    """A question whose answer is predicted, a goal to reach, and the explanation.

    `answer` is the label of the option that is right where the goal is met, for use without the
    picture. `beside_first`: whether the challenge belongs to the page's first picture. `hides`
    names the items of the same element that show its answer (`name_item`): they stay covered until
    the learner has predicted or skipped. `hint`: the text after two failed attempts; if it is
    empty, the page's script names a control that leads to the goal, or a condition that is not met.
    `fields`: if the challenge is about views whose scene differs from the page's, the fields that
    differ.

    `by`: the slider and the switches that the goal names, if any; demonstrations and hints then use
    no others. The frames at all stops of this slider, with all options of these switches that the
    goal allows, determine whether the goal can be met for this scene. They also determine which
    option is right: the one that holds wherever the goal is met or, with `deciding_stop`, at the
    stop where "least:name" or "most:name" is reached.

    `holds`: when the question applies. It has fields of the scene, each with the values that they
    may have, and numbers of the frame, such as m, each with its smallest value.
    Where the question does not apply, the card gives the reason and a button that sets the fields
    and words in `offer`; in a picture of the page's scene, it opens the page's first scene with
    them. `why` may be statements: those whose conditions hold are shown.
    `certificate` names the gap that must be small for the answer to be proven; it is "" where the
    answer depends on no optimum. `stored_id`: the identifier of an earlier wording with the same
    options in the same order, so that devices that stored progress under it keep it.
    """

    question: str
    options: tuple[Option, ...]
    goal: str
    conditions: tuple[Condition, ...]
    why: str | tuple[Statement, ...]
    hides: tuple[str, ...] = ()
    answer: str = ""
    beside_first: bool = False
    hint: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    by: tuple[str, ...] = ()
    holds: Mapping[str, tuple[str, ...] | int] = field(default_factory=dict)
    offer: Mapping[str, str] = field(default_factory=dict)
    deciding_stop: str = ""
    certificate: str = "gap"
    stored_id: str = ""

    def __post_init__(self) -> None:
        if self.answer and self.answer not in [option.label for option in self.options]:
            raise ValueError(f"“{self.answer}” is not an option: {self.question}")

    @property
    def id(self) -> str:
        """The identifier under which a device stores progress; a changed question or option gives a
        new identifier, unless `stored_id` is given."""
        return self.stored_id or short_id(
            "c", self.question, *(option.label for option in self.options)
        )

    @property
    def reasons(self) -> tuple[Statement, ...]:
        return (Statement(self.why),) if isinstance(self.why, str) else self.why

    @property
    def reason_anywhere(self) -> str:
        """The explanations that do not depend on the picture: those with neither conditions nor
        numbers."""
        texts = [each.text for each in self.reasons if not each.conditions]
        return " ".join(text for text in texts if "{" not in text)

    def as_json(self) -> "AskedChallenge":
        """Return the challenge as JSON for the browser."""
        options: list[AnswerOption] = [
            {"label": o.label, "conditions": o.conditions} for o in self.options
        ]
        json: AskedChallenge = {
            "id": self.id, "question": self.question, "options": options, "goal": self.goal,
            "conditions": self.conditions, "hides": self.hides, "by": self.by,
            "why": [reason.as_json() for reason in self.reasons],
            "deciding_stop": self.deciding_stop,
            "certificate": self.certificate,
            "holds": dict(self.holds), "offer": dict(self.offer),
            "field_labels": {
                name: _field_names(name, values) for name, values in self.holds.items()
            },
            "labels": {name: MEASURES[name] for name, *_ in self.conditions if name in MEASURES},
        }  # fmt: skip
        if self.hint:
            json["hint"] = self.hint
        if self.fields:
            json["with"] = dict(self.fields)
        return json


class StatementText(TypedDict):
    """A text, and the conditions under which it is shown."""

    text: str
    conditions: Sequence[Condition]


class AnswerOption(TypedDict):
    """A possible prediction, and the conditions under which it is right."""

    label: str
    conditions: Sequence[Condition]


class FieldNames(TypedDict):
    """The label of a field or number in `Challenge.holds`, and the names of its values, such as
    "at least 3"."""

    label: str
    names: Sequence[str]


# TypedDict is called as a function, since the key “with” is a reserved word in Python.
AskedChallenge = TypedDict(
    "AskedChallenge",
    {
        "id": Required[str],
        "question": Required[str],
        "options": Required[Sequence[AnswerOption]],
        "goal": Required[str],
        "conditions": Required[Sequence[Condition]],
        "hides": Required[Sequence[str]],
        "by": Required[Sequence[str]],
        "why": Required[Sequence[StatementText]],
        "deciding_stop": Required[str],
        "certificate": Required[str],
        "holds": Required[Mapping[str, Sequence[str] | int]],
        "offer": Required[Mapping[str, str]],
        "field_labels": Required[Mapping[str, FieldNames]],
        "labels": Required[Mapping[str, tuple[str, str]]],
        "hint": str,
        "with": Mapping[str, str],
    },
    total=False,
)


@dataclass(frozen=True)
class Challenges(Item):
    """A sequence of challenges; see `Challenge`."""

    kind: ClassVar[str] = "challenge"
    page_part: ClassVar[str] = "challenge"
    challenges: Sequence[AskedChallenge]


@dataclass(frozen=True)
class Remark(Item):
    """A text that is shown where its conditions hold; see `Statement`."""

    kind: ClassVar[str] = "remark"
    text: str
    conditions: Sequence[Condition]


def _field_names(name: str, values: Sequence[str] | int) -> FieldNames:
    """Return the label of a field and of its `values`, or of a number that must be at least
    `values`."""
    label = FIELDS[name].label if name in FIELDS else MEASURES.get(name, (name,))[0]
    if isinstance(values, int):
        return {"label": label, "names": [f"at least {values}"]}
    labels: dict[str, str] = {}
    if name == "kernel":
        labels = {value: kernels.look_of(kind).label for value, kind in KERNELS.items()}
    elif name == "loss":
        labels = {value: losses.look_of(loss).label for value, loss in kc.LOSSES.items()}
    return {"label": label, "names": [labels.get(value, value) for value in values]}


def short_id(kind: str, *texts: str) -> str:
    """Return a letter and eight hexadecimal digits that identify these texts.

    The page's script accepts no other form (assets/furniture/progress/progress.js).
    """
    return kind + hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]


def challenges(items: Sequence[Challenge]) -> Challenges:
    """Return the item of a live element that shows these challenges one after the other."""
    return Challenges([challenge.as_json() for challenge in items])


def name_item(name: str, item: AnyItem) -> AnyItem:
    """Return an item with a name, by which a challenge can hide it."""
    return replace(item, name=name)


def remark(text: str, *conditions: Condition) -> Remark:
    """Return an item with a text that is shown where the conditions hold."""
    return Remark(text, conditions)


def is_met(conditions: Sequence[Condition], values: Mapping[str, Any]) -> bool:
    """Return whether all conditions hold for the tensors and fields of a frame."""
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
