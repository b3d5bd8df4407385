"""Questions to the hall, and their valid answers.

A question is JSON, of one of four kinds:

    {"kind": "choice", "text": "…", "options": ["…", "…"], "right": [0]}
    {"kind": "slider", "text": "…", "label": "τ", "field": "tau", "low": 0.05, "high": 6.4,
     "log": true, "right": [0.7, 1.3]}
    {"kind": "place", "text": "…", "window": [-3, 3, -3, 3], "marks": [[0.5, 1, 1], [-1, 0, -1]],
     "right": [[0.5, 1, 0.2]]}
    {"kind": "points", "text": "…", "window": [-3, 3, -3, 3]}

"window" is left, right, bottom, top. "marks" are points with their labels ±1, which the phone
draws; with "snap": true an answer of kind "place" is moved to the nearest mark. "right" says which
answers are right: the numbers of options (from 0), the slider's interval, or discs [x, y, radius].
The keys "right", "marks", "snap", "field", "label" and "log" are optional. Every kind can also have
"why", the reason that is shown with the right answer, and "scene", the query of the scene to which
the question refers.

An answer is a string: 2, or 0.8, or 0.3,-1.2, or p,0.3,-1.2 (a point edit: p adds a positive point,
n a negative one). An invalid answer is refused with a message.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from lab.course.plain_text import is_one_line
from lab.scene import point_edits

MAX_TEXT = 300  # characters of a question or of an option
MAX_WHY = 2000  # characters of the reason
MAX_SCENE = 9000  # characters of the scene's query
MAX_MARKS = 200
MIN_OPTIONS, MAX_OPTIONS = 2, 8
SLIDER_BINS = 48  # bins of a slider's counts, equally wide on its axis
PLANE_CELLS = 12  # cells of a plane's counts along each axis
MAX_NUMBER = 1e6  # largest absolute value of a slider's bounds and of coordinates
_SLIDER_DIGITS = 4  # significant digits of a slider's stored answer


class BadQuestion(ValueError):
    """An invalid question; the message says why."""


class BadAnswer(ValueError):
    """An invalid answer; the message says which answers are valid."""


@dataclass(frozen=True)
class HallQuestion:
    """The base class of all kinds of questions."""

    kind: ClassVar[str]
    text: str
    why: str = ""
    scene: str = ""

    def answer(self, text: str) -> str:
        """Normalise an answer for the store: equal answers give equal texts. Raises BadAnswer."""
        raise NotImplementedError

    def value(self, stored_answer: str) -> Any:
        """Convert a stored answer to JSON for the screen."""
        raise NotImplementedError

    def counts(self, answers: Sequence[str]) -> list:
        """Count the stored answers for each option, bin of the slider, or cell of the plane."""
        raise NotImplementedError

    def is_right(self, stored_answer: str) -> bool:
        return False

    def share_right(self, answers: Sequence[str]) -> float | None:
        """Return the share of right answers, from 0 to 1; None if there are no answers, or if the
        question does not say which are right."""
        if not getattr(self, "right", ()) or not answers:
            return None
        return sum(map(self.is_right, answers)) / len(answers)

    def public_fields(self) -> dict[str, Any]:
        """Return the fields that phones receive as JSON before the right answer is revealed."""
        hidden_fields = ("right", "why", "scene", "marks")
        return {"kind": self.kind} | {
            item.name: getattr(self, item.name)
            for item in fields(self)
            if item.name not in hidden_fields
        }

    def to_json(self) -> dict[str, Any]:
        """Return all fields as JSON."""
        return {"kind": self.kind} | {item.name: getattr(self, item.name) for item in fields(self)}


@dataclass(frozen=True)
class ChoiceQuestion(HallQuestion):
    """A question whose answer is one of a few options."""

    kind: ClassVar[str] = "choice"
    options: tuple[str, ...] = ()
    right: tuple[int, ...] = ()

    def answer(self, text: str) -> str:
        text = text.strip()
        if not (text.isascii() and text.isdigit() and len(text) < 3):
            raise BadAnswer("Choose one of the options.")
        if int(text) >= len(self.options):
            raise BadAnswer(
                "There is no such option: the options are numbered from 0 to "
                f"{len(self.options) - 1}."
            )
        return str(int(text))

    def value(self, stored_answer: str) -> int:
        return int(stored_answer)

    def counts(self, answers: Sequence[str]) -> list[int]:
        counts = Counter(answers)
        return [counts[str(k)] for k in range(len(self.options))]

    def is_right(self, stored_answer: str) -> bool:
        return int(stored_answer) in self.right


@dataclass(frozen=True)
class SliderQuestion(HallQuestion):
    """A question whose answer is a value of a slider."""

    kind: ClassVar[str] = "slider"
    low: float = 0.0
    high: float = 1.0
    log: bool = False
    field: str = ""
    label: str = ""
    right: tuple[float, ...] = ()

    def answer(self, text: str) -> str:
        number = _number(text)
        slack = 1e-9 * (self.high - self.low)
        if not self.low - slack <= number <= self.high + slack:
            raise BadAnswer(f"Choose a value from {self.low:g} to {self.high:g}.")
        rounded_number = float(f"{number:.{_SLIDER_DIGITS}g}")
        return repr(min(max(rounded_number, self.low), self.high) + 0.0)

    def value(self, stored_answer: str) -> float:
        return float(stored_answer)

    def share(self, value: float) -> float:
        """Return the position of a value on the slider's axis, from 0 to 1."""
        low, high = (math.log(v) if self.log else v for v in (self.low, self.high))
        return ((math.log(value) if self.log else value) - low) / (high - low)

    def counts(self, answers: Sequence[str]) -> list[int]:
        counts = Counter(_bin(self.share(float(text)), SLIDER_BINS) for text in answers)
        return [counts[k] for k in range(SLIDER_BINS)]

    def is_right(self, stored_answer: str) -> bool:
        return self.right[0] <= float(stored_answer) <= self.right[1]


@dataclass(frozen=True)
class PlaceQuestion(HallQuestion):
    """A question whose answer is a point in the plane."""

    kind: ClassVar[str] = "place"
    window: tuple[float, ...] = (-1.0, 1.0, -1.0, 1.0)
    marks: tuple[tuple[float, ...], ...] = ()
    right: tuple[tuple[float, ...], ...] = ()
    snap: bool = False  # move answers to the nearest mark

    def answer(self, text: str) -> str:
        x, y = self._place(text.split(","))
        if self.snap:
            x, y, _ = min(self.marks, key=lambda mark: math.hypot(mark[0] - x, mark[1] - y))
        return point_edits.place_text((x, y))

    def value(self, stored_answer: str) -> list[float]:
        return [float(part) for part in stored_answer.split(",")]

    def counts(self, answers: Sequence[str]) -> list[list[int]]:
        """Count the answers in each cell of the plane, row by row from the bottom."""
        counts = Counter(self._cell(text) for text in answers)
        return [
            [counts[row, column] for column in range(PLANE_CELLS)] for row in range(PLANE_CELLS)
        ]

    def is_right(self, stored_answer: str) -> bool:
        x, y = self.value(stored_answer)
        return any(math.hypot(x - a, y - b) <= radius for a, b, radius in self.right)

    def _place(self, coordinates: Sequence[str]) -> tuple[float, float]:
        if len(coordinates) != 2:
            raise BadAnswer("A point consists of two numbers, x and y.")
        x, y = (round(_number(text), point_edits.DIGITS) + 0.0 for text in coordinates)
        left, right, bottom, top = self.window
        if not (left <= x <= right and bottom <= y <= top):
            raise BadAnswer(
                f"x must be from {left:g} to {right:g}, and y from {bottom:g} to {top:g}."
            )
        return x, y

    def _cell(self, stored_answer: str) -> tuple[int, int]:
        left, right, bottom, top = self.window
        x, y = (float(part) for part in stored_answer.split(",")[-2:])
        row = _bin((y - bottom) / (top - bottom), PLANE_CELLS)
        return row, _bin((x - left) / (right - left), PLANE_CELLS)


@dataclass(frozen=True)
class PointsQuestion(PlaceQuestion):
    """A question whose answer is a labelled point for the hall's own data set.

    An answer has the format of an added point in `point_edits`.
    """

    kind: ClassVar[str] = "points"

    def answer(self, text: str) -> str:
        label, *place = text.split(",")
        if label not in ("p", "n"):
            raise BadAnswer("Choose whether the point is positive (p) or negative (n).")
        return f"{label},{point_edits.place_text(self._place(place))}"

    def value(self, stored_answer: str) -> list[float]:
        label, x, y = stored_answer.split(",")
        return [1 if label == "p" else -1, float(x), float(y)]

    def is_right(self, stored_answer: str) -> bool:
        return False

    def counts(self, answers: Sequence[str]) -> list:
        """Count the positive points in each cell, then the negative points."""
        return [
            super(PointsQuestion, self).counts([text for text in answers if text[0] == label])
            for label in "pn"
        ]

    @staticmethod
    def edits(answers: Sequence[str]) -> str:
        """Write edits that replace the data set of a scene by the hall's points, "" without points.

        If there are more points than fit into a link, take an evenly spaced selection.
        """
        max_points, count = point_edits.MAX_EDITS, len(answers)
        if count > max_points:
            answers = [answers[k * count // max_points] for k in range(max_points)]
        return point_edits.join_edits(["c", *answers]) if answers else ""


KINDS: Mapping[str, type[HallQuestion]] = {
    kind.kind: kind for kind in (ChoiceQuestion, SliderQuestion, PlaceQuestion, PointsQuestion)
}


def _number(answer: str) -> float:
    text = answer.strip().replace(",", ".") if answer.count(",") == 1 else answer.strip()
    try:
        number = float(text) if len(text) <= 40 and text.isascii() and "_" not in text else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadAnswer("Your answer is not a number. Type a number, such as 0.8.")
    return number


def _bin(share: float, bins: int) -> int:
    return min(bins - 1, max(0, int(share * bins)))


def read_question(data: Any) -> HallQuestion:
    """Read a question from a JSON value. Raises BadQuestion."""
    kind = KINDS.get(data.get("kind", "")) if _has_text(data, "kind") else None
    if kind is None:
        raise BadQuestion(f'A question needs a "kind": one of {", ".join(KINDS)}.')
    names = {item.name for item in fields(kind)} | {"kind"}
    for name in data:
        if name not in names:
            raise BadQuestion(
                f"A question of this kind has only the fields {', '.join(sorted(names))}."
            )
    arguments: dict[str, Any] = {"text": _text(data, "text", MAX_TEXT, is_required=True)}
    arguments["why"] = _text(data, "why", MAX_WHY)
    arguments["scene"] = _text(data, "scene", MAX_SCENE)
    if kind is ChoiceQuestion:
        arguments |= _choice(data)
    elif kind is SliderQuestion:
        arguments |= _slider(data)
    else:
        arguments |= _plane(data, has_discs=kind is PlaceQuestion)
    return kind(**arguments)


def _choice(data: Mapping[str, Any]) -> dict[str, Any]:
    options, right = data.get("options"), data.get("right", [])
    if not isinstance(options, list) or not MIN_OPTIONS <= len(options) <= MAX_OPTIONS:
        raise BadQuestion(f'"options" must be a list of {MIN_OPTIONS} to {MAX_OPTIONS} texts.')
    name = "each option"
    texts = tuple(_text({name: text}, name, MAX_TEXT, is_required=True) for text in options)
    if not isinstance(right, list) or not all(
        isinstance(k, int) and not isinstance(k, bool) and 0 <= k < len(texts) for k in right
    ):
        raise BadQuestion('"right" must be a list of option numbers, counted from 0.')
    return {"options": texts, "right": tuple(right)}


def _slider(data: Mapping[str, Any]) -> dict[str, Any]:
    low, high = _numbers([data.get("low"), data.get("high")], 2, "low and high")
    log = data.get("log", False)
    if not isinstance(log, bool):
        raise BadQuestion('"log" must be true or false.')
    if not -MAX_NUMBER <= low < high <= MAX_NUMBER or (log and low <= 0):
        raise BadQuestion("low must be below high and, on a logarithmic slider, above 0.")
    right = data.get("right", [])
    interval = tuple(_numbers(right, 2, '"right"')) if right != [] else ()
    label, name = _text(data, "label", 40), _text(data, "field", 40)
    return {"low": low, "high": high, "log": log, "field": name, "label": label, "right": interval}


def _plane(data: Mapping[str, Any], has_discs: bool) -> dict[str, Any]:
    left, right, bottom, top = _numbers(data.get("window"), 4, '"window"')
    reach = point_edits.REACH
    if not (-reach <= left < right <= reach and -reach <= bottom < top <= reach):
        raise BadQuestion(
            f'"window" must be [left, right, bottom, top] with left < right, bottom < top and no '
            f"number beyond ±{reach:g}."
        )
    marks, discs = (data.get(name, []) for name in ("marks", "right"))
    if not all(isinstance(rows, list) and len(rows) <= MAX_MARKS for rows in (marks, discs)):
        raise BadQuestion(f'"marks" and "right" must be lists of at most {MAX_MARKS} entries.')
    if discs and not has_discs:
        raise BadQuestion('A question for points has no right answer: leave out "right".')
    snap = data.get("snap", False)
    if not isinstance(snap, bool) or (snap and not (has_discs and marks)):
        raise BadQuestion('"snap" must be true or false; true needs the kind "place" and "marks".')
    return {
        "window": (left, right, bottom, top),
        "snap": snap,
        "marks": tuple(tuple(_numbers(row, 3, "a mark")) for row in marks),
        "right": tuple(tuple(_numbers(row, 3, "a disc")) for row in discs),
    }


def _has_text(data: Any, name: str) -> bool:
    return isinstance(data, dict) and isinstance(data.get(name), str)


def _text(data: Mapping[str, Any], name: str, max_length: int, is_required: bool = False) -> str:
    text = data.get(name, "")
    if not isinstance(text, str) or len(text) > max_length or (is_required and not text.strip()):
        range_start = "1 to" if is_required else "at most"
        raise BadQuestion(f"{name} must be a text of {range_start} {max_length} characters.")
    if not is_one_line(text.replace("\n", " ")):
        raise BadQuestion(f"{name} must not contain control characters.")
    return text.strip()


def _numbers(values: Any, count: int, subject: str) -> list[float]:
    is_list = isinstance(values, list) and len(values) == count
    if not is_list or not all(
        isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER
        for value in values
    ):
        raise BadQuestion(f"{subject} must be {count} numbers, none beyond ±{MAX_NUMBER:,.0f}.")
    return [float(value) for value in values]
