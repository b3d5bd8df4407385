"""What a hall can be asked, and what counts as an answer.

A question is put as JSON, of one of four kinds:

    {"kind": "choice", "text": "…", "options": ["…", "…"], "right": [0]}
    {"kind": "slider", "text": "…", "label": "τ", "field": "tau", "low": 0.05, "high": 6.4,
     "log": true, "right": [0.7, 1.3]}
    {"kind": "place", "text": "…", "window": [-3, 3, -3, 3], "marks": [[0.5, 1, 1], [-1, 0, -1]],
     "right": [[0.5, 1, 0.2]]}
    {"kind": "points", "text": "…", "window": [-3, 3, -3, 3]}

"window" is left, right, bottom, top; "marks" are points with their labels ±1, to be drawn on the
phone; with "snap": true an answer to a place is the mark that is nearest to it. "right" says which
answers are right: the options' numbers, the slider's interval, or discs [x, y, radius]. It may be
left out, as may "marks", "snap", "field", "label" and "log"; so may, with every kind, "why", the
reason that is shown with the truth, and "scene", the address of what answers it.

An answer is a text: 2, or 0.8, or 0.3,-1.2, or p,0.3,-1.2 (a point edit: a positive point; n is a
negative one). What is not within the question's own range is refused in a sentence.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from lab.scene import point_edits

MAX_TEXT = 300  # characters of a question or of an option
MAX_WHY = 2000
MAX_SCENE = 9000
MAX_MARKS = 200
OPTIONS = (2, 8)
BINS = 48  # of a slider's counts, equal on its own axis
CELLS = 12  # of a plane's counts, each way
LARGEST = 1e6  # of a slider's bounds
_DIGITS = 4  # of a slider's value: finer than any phone shows


class BadQuestion(ValueError):
    """A question that can't be put; the message says why."""


class BadAnswer(ValueError):
    """An answer out of the question's range; the message says what is taken."""


@dataclass(frozen=True)
class HallQuestion:
    """What all kinds have."""

    kind: ClassVar[str]
    text: str
    why: str = ""
    scene: str = ""

    def answer(self, given: str) -> str:
        """The answer as it is kept: equal answers are equal texts. Raises BadAnswer."""
        raise NotImplementedError

    def value(self, kept: str) -> Any:
        """An answer as the screen takes it."""
        raise NotImplementedError

    def counts(self, kept: Sequence[str]) -> list:
        """How many gave which answer."""
        raise NotImplementedError

    def is_right(self, kept: str) -> bool:
        return False

    def share_right(self, kept: Sequence[str]) -> float | None:
        """Which share of these answers is right; None where that is not known."""
        if not getattr(self, "right", ()) or not kept:
            return None
        return sum(map(self.is_right, kept)) / len(kept)

    def shown(self) -> dict[str, Any]:
        """What phones may know of it before the truth is shown."""
        hidden = ("right", "why", "scene", "marks")
        return {"kind": self.kind} | {
            item.name: getattr(self, item.name) for item in fields(self) if item.name not in hidden
        }

    def full(self) -> dict[str, Any]:
        """All of it, as it was put."""
        return {"kind": self.kind} | {item.name: getattr(self, item.name) for item in fields(self)}


@dataclass(frozen=True)
class ChoiceQuestion(HallQuestion):
    """One of a few options."""

    kind: ClassVar[str] = "choice"
    options: tuple[str, ...] = ()
    right: tuple[int, ...] = ()

    def answer(self, given: str) -> str:
        given = given.strip()
        if not (given.isascii() and given.isdigit() and len(given) < 3):
            raise BadAnswer("Choose one of the options.")
        if int(given) >= len(self.options):
            raise BadAnswer(f"There are {len(self.options)} options; this is none of them.")
        return str(int(given))

    def value(self, kept: str) -> int:
        return int(kept)

    def counts(self, kept: Sequence[str]) -> list[int]:
        found = Counter(kept)
        return [found[str(k)] for k in range(len(self.options))]

    def is_right(self, kept: str) -> bool:
        return int(kept) in self.right


@dataclass(frozen=True)
class SliderQuestion(HallQuestion):
    """A value of a slider."""

    kind: ClassVar[str] = "slider"
    low: float = 0.0
    high: float = 1.0
    log: bool = False
    field: str = ""
    label: str = ""
    right: tuple[float, ...] = ()

    def answer(self, given: str) -> str:
        number = _number(given)
        slack = 1e-9 * (self.high - self.low)
        if not self.low - slack <= number <= self.high + slack:
            raise BadAnswer(f"Choose a value from {self.low:g} to {self.high:g}.")
        rounded = float(f"{number:.{_DIGITS}g}")
        return repr(min(max(rounded, self.low), self.high) + 0.0)

    def value(self, kept: str) -> float:
        return float(kept)

    def share(self, value: float) -> float:
        """Where on the slider's axis a value is, from 0 to 1."""
        low, high = (math.log(v) if self.log else v for v in (self.low, self.high))
        return ((math.log(value) if self.log else value) - low) / (high - low)

    def counts(self, kept: Sequence[str]) -> list[int]:
        found = Counter(_bin(self.share(float(text)), BINS) for text in kept)
        return [found[k] for k in range(BINS)]

    def is_right(self, kept: str) -> bool:
        return self.right[0] <= float(kept) <= self.right[1]


@dataclass(frozen=True)
class PlaceQuestion(HallQuestion):
    """A place in the plane."""

    kind: ClassVar[str] = "place"
    window: tuple[float, ...] = (-1.0, 1.0, -1.0, 1.0)
    marks: tuple[tuple[float, ...], ...] = ()
    right: tuple[tuple[float, ...], ...] = ()
    snap: bool = False  # to the nearest mark

    def answer(self, given: str) -> str:
        x, y = self._place(given.split(","))
        if self.snap:
            x, y, _ = min(self.marks, key=lambda mark: math.hypot(mark[0] - x, mark[1] - y))
        return point_edits.place_text((x, y))

    def value(self, kept: str) -> list[float]:
        return [float(part) for part in kept.split(",")]

    def counts(self, kept: Sequence[str]) -> list[list[int]]:
        """Row by row, the lowest first."""
        found = Counter(self._cell(text) for text in kept)
        return [[found[row, column] for column in range(CELLS)] for row in range(CELLS)]

    def is_right(self, kept: str) -> bool:
        x, y = self.value(kept)
        return any(math.hypot(x - a, y - b) <= radius for a, b, radius in self.right)

    def _place(self, given: Sequence[str]) -> tuple[float, float]:
        if len(given) != 2:
            raise BadAnswer("A place has two numbers.")
        x, y = (round(_number(text), point_edits.DIGITS) + 0.0 for text in given)
        left, right, bottom, top = self.window
        if not (left <= x <= right and bottom <= y <= top):
            raise BadAnswer(f"The plane goes from {left:g} to {right:g} along the first axis and "
                            f"from {bottom:g} to {top:g} along the second.")  # fmt: skip
        return x, y

    def _cell(self, kept: str) -> tuple[int, int]:
        left, right, bottom, top = self.window
        x, y = (float(part) for part in kept.split(",")[-2:])
        return _bin((y - bottom) / (top - bottom), CELLS), _bin((x - left) / (right - left), CELLS)


@dataclass(frozen=True)
class PointsQuestion(PlaceQuestion):
    """A labelled point for the hall's own data set: one added point of `point_edits`."""

    kind: ClassVar[str] = "points"

    def answer(self, given: str) -> str:
        label, *place = given.split(",")
        if label not in ("p", "n"):
            raise BadAnswer("Say whether the point is positive, p, or negative, n.")
        return f"{label},{point_edits.place_text(self._place(place))}"

    def value(self, kept: str) -> list[float]:
        label, x, y = kept.split(",")
        return [1 if label == "p" else -1, float(x), float(y)]

    def is_right(self, kept: str) -> bool:
        return False

    def counts(self, kept: Sequence[str]) -> list:
        """The plane's counts of the positive points, then of the negative ones."""
        return [
            super(PointsQuestion, self).counts([text for text in kept if text[0] == label])
            for label in "pn"
        ]

    @staticmethod
    def edits(kept: Sequence[str]) -> str:
        """The hall's data set as the edits of a scene: all points of the data set cleared away,
        these added. Of more than fit into a link, an even choice."""
        most = point_edits.MAX_EDITS
        chosen = [kept[k * len(kept) // most] for k in range(most)] if len(kept) > most else kept
        return point_edits.join_edits(["c", *chosen])


KINDS: Mapping[str, type[HallQuestion]] = {
    one.kind: one for one in (ChoiceQuestion, SliderQuestion, PlaceQuestion, PointsQuestion)
}


def _number(given: str) -> float:
    text = given.strip().replace(",", ".") if given.count(",") == 1 else given.strip()
    try:
        number = float(text) if len(text) <= 40 and text.isascii() and "_" not in text else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadAnswer("This is no number.")
    return number


def _bin(share: float, bins: int) -> int:
    return min(bins - 1, max(0, int(share * bins)))


def read(given: Any) -> HallQuestion:
    """The question that a JSON value puts. Raises BadQuestion."""
    kind = KINDS.get(given.get("kind", "")) if _has_text(given, "kind") else None
    if kind is None:
        raise BadQuestion(f'A question needs its "kind", one of {", ".join(KINDS)}.')
    allowed = {item.name for item in fields(kind)}
    for name in given:
        if name not in allowed | {"kind"}:
            raise BadQuestion(f"A question of this kind takes {', '.join(sorted(allowed))} only.")
    found: dict[str, Any] = {"text": _text(given, "text", MAX_TEXT, needed=True)}
    found["why"] = _text(given, "why", MAX_WHY)
    found["scene"] = _text(given, "scene", MAX_SCENE)
    if kind is ChoiceQuestion:
        found |= _choice(given)
    elif kind is SliderQuestion:
        found |= _slider(given)
    else:
        found |= _plane(given, discs=kind is PlaceQuestion)
    return kind(**found)


def _choice(given: Mapping[str, Any]) -> dict[str, Any]:
    options, right = given.get("options"), given.get("right", [])
    if not isinstance(options, list) or not OPTIONS[0] <= len(options) <= OPTIONS[1]:
        raise BadQuestion(f"A choice has from {OPTIONS[0]} to {OPTIONS[1]} options.")
    texts = tuple(_text({"option": text}, "option", MAX_TEXT, needed=True) for text in options)
    if not isinstance(right, list) or not all(
        isinstance(k, int) and not isinstance(k, bool) and 0 <= k < len(texts) for k in right
    ):
        raise BadQuestion('"right" lists the numbers of options, from 0.')
    return {"options": texts, "right": tuple(right)}


def _slider(given: Mapping[str, Any]) -> dict[str, Any]:
    low, high = _numbers([given.get("low"), given.get("high")], 2, "low and high")
    log = given.get("log", False)
    if not isinstance(log, bool):
        raise BadQuestion('"log" is true or false.')
    if not -LARGEST <= low < high <= LARGEST or (log and low <= 0):
        raise BadQuestion("low must be below high, and above 0 where the slider is logarithmic.")
    right = given.get("right", [])
    found = tuple(_numbers(right, 2, '"right"')) if right != [] else ()
    label, name = _text(given, "label", 40), _text(given, "field", 40)
    return {"low": low, "high": high, "log": log, "field": name, "label": label, "right": found}


def _plane(given: Mapping[str, Any], discs: bool) -> dict[str, Any]:
    left, right, bottom, top = _numbers(given.get("window"), 4, '"window"')
    reach = point_edits.REACH
    if not (-reach <= left < right <= reach and -reach <= bottom < top <= reach):
        raise BadQuestion('"window" is left, right, bottom and top.')
    marks, found = (given.get(name, []) for name in ("marks", "right"))
    if not all(isinstance(rows, list) and len(rows) <= MAX_MARKS for rows in (marks, found)):
        raise BadQuestion(f'"marks" and "right" are lists of at most {MAX_MARKS}.')
    if found and not discs:
        raise BadQuestion("No point that a hall adds is right or wrong.")
    snap = given.get("snap", False)
    if not isinstance(snap, bool) or (snap and not (discs and marks)):
        raise BadQuestion('"snap" is true or false, and a place that snaps needs its "marks".')
    return {
        "window": (left, right, bottom, top),
        "snap": snap,
        "marks": tuple(tuple(_numbers(row, 3, "a mark")) for row in marks),
        "right": tuple(tuple(_numbers(row, 3, "a disc")) for row in found),
    }


def _has_text(given: Any, name: str) -> bool:
    return isinstance(given, dict) and isinstance(given.get(name), str)


def _text(given: Mapping[str, Any], name: str, most: int, needed: bool = False) -> str:
    text = given.get(name, "")
    if not isinstance(text, str) or len(text) > most or (needed and not text.strip()):
        raise BadQuestion(f"{name} must be a text of at most {most} characters.")
    if any(not (letter.isprintable() or letter == "\n") for letter in text):
        raise BadQuestion(f"{name} must be plain text.")
    return text.strip()


def _numbers(given: Any, count: int, what: str) -> list[float]:
    good = isinstance(given, list) and len(given) == count
    if not good or not all(
        isinstance(v, int | float) and not isinstance(v, bool) and abs(v) <= LARGEST for v in given
    ):
        raise BadQuestion(f"{what} must be {count} numbers.")
    return [float(v) for v in given]
