"""Edits of points of a sample, as a text that fits into a link.

    m17_0.52_-1.1_d12_f3_p_0.3_0.4_n_-1_0

moves example 17 to (0.52, -1.1), deletes example 12, flips the label of example 3 and adds a
positive and a negative point; c removes all examples, so that only added points remain. An example
is identified by its number in the unedited sample, from 0; an added point by its place among the
added points. The text is matched by a pattern, never executed.

This is version 1. An address does not escape _, - or a full stop, so 300 edits fit into it.
m17,0.52,-1.1;d12 is an equivalent notation for typing. A text of a later version begins with its
number, v2_…, and is refused with a message.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, TypeVar

import numpy as np

MAX_EDITS = 300
REACH = 100.0  # the largest absolute value of a coordinate
DIGITS = 3  # number of decimal places of a coordinate: finer than any screen shows
VERSION = 1
ALLOWED_VALUES = (
    "a list such as m17,0.5,-1;d12;f3;p,0.3,0.4;n,0,1 (move example 17, delete 12, flip the label"
    " of 3, add a positive point, add a negative one)"
)
NEWER = (
    "in a version that this app can read; a newer version of the app made this link, so open the"
    " link there, or update this app"
)

_COORDINATE = r"-?(?:[0-9]{1,9}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})"
EXAMPLE, PLACE = "([0-9]{1,9})", f"({_COORDINATE}),({_COORDINATE})"
_VERSION = re.compile(r"v([0-9]{1,9})")

Place = tuple[float, float]
E = TypeVar("E", bound="PointEdits")


class EditsError(ValueError):
    """Edits can't be used. The message says what is allowed; `part` is the invalid part."""

    def __init__(self, part: str, allowed: str):
        super().__init__(allowed)
        self.part = part


@dataclass(frozen=True)
class PointEdits(ABC):
    """Parsed edits: at most one of each kind for an example; a deleted example has no other edits.

    `moved` has the new position of each moved example, by its number. `relabelled` has the new
    class, or -1 for the other of two classes. `added` has the label and the position of each added
    point. With `cleared` no example of the data set remains, and there are no edits of examples.
    """

    moved: Mapping[int, Place]
    relabelled: Mapping[int, int]
    deleted: frozenset[int]
    added: tuple[tuple[int, Place], ...]
    cleared: bool = False

    allowed: ClassVar[str]
    patterns: ClassVar[Mapping[str, str]]  # patterns of edits that only this notation has

    @staticmethod
    @abstractmethod
    def label_of(begins: str) -> int:
        """Return the label of an added point, from the text before its coordinates."""

    @abstractmethod
    def relabelled_text(self, i: int) -> str:
        """Write the edit that relabels an example."""

    @abstractmethod
    def added_text(self, label: int) -> str:
        """Write the beginning of the edit that adds a point, before its coordinates."""

    @abstractmethod
    def _new_labels(self, y: np.ndarray) -> np.ndarray:
        """Return the labels of all examples after relabelling."""

    @property
    def text(self) -> str:
        """The canonical text: c, or the edits of examples by number, a move before a relabelling;
        then added points."""
        return join_edits(text for _, text in self._pieces())

    def _pieces(self) -> Iterator[tuple[int, str]]:
        """Yield for each edit the number of its example, or -1 if it has none, and its text."""
        if self.cleared:
            yield -1, "c"
        for i in sorted({*self.moved, *self.relabelled, *self.deleted}):
            if i in self.deleted:
                yield i, f"d{i}"
            if i in self.moved:
                yield i, f"m{i},{place_text(self.moved[i])}"
            if i in self.relabelled:
                yield i, self.relabelled_text(i)
        for label, place in self.added:
            yield -1, f"{self.added_text(label)},{place_text(place)}"

    def _remaining_rows(self, values: np.ndarray) -> np.ndarray:
        """Return the rows of the examples that are not deleted."""
        return np.delete(values, slice(None) if self.cleared else list(self.deleted), axis=0)

    def labels(self, y: np.ndarray) -> np.ndarray:
        """Return the labels of the points after the edits; added points come last."""
        added_labels = np.array([label for label, _ in self.added], dtype=y.dtype)
        return np.concatenate([self._remaining_rows(self._new_labels(y)), added_labels])

    def apply(self, X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return X (m, 2) and y (m,) after the edits, and the origin of each point, int32.

        The origin is the example's number, or -1 - k for added point k, counted from 0. The order
        of examples is unchanged; added points come last.
        """
        X = X.copy()
        for i, place in self.moved.items():
            X[i] = place
        places = np.array([place for _, place in self.added]).reshape(-1, 2)
        origin = [self._remaining_rows(np.arange(len(y))), -1 - np.arange(len(places))]
        return (
            np.concatenate([self._remaining_rows(X), places]),
            self.labels(y),
            np.concatenate(origin).astype(np.int32),
        )


class Edits(PointEdits):
    """Edits of points with labels ±1."""

    allowed = ALLOWED_VALUES
    patterns: ClassVar = {"f": f"f{EXAMPLE}", "p": f"(p),{PLACE}", "n": f"(n),{PLACE}"}

    @staticmethod
    def label_of(begins: str) -> int:
        return 1 if begins == "p" else -1

    def relabelled_text(self, i: int) -> str:
        return f"f{i}"

    def added_text(self, label: int) -> str:
        return "p" if label > 0 else "n"

    def _new_labels(self, y: np.ndarray) -> np.ndarray:
        y = y.copy()
        y[list(self.relabelled)] *= -1
        return y

    def check(self, m: int, max_points: int) -> None:
        """Raise EditsError if an example's number is not below m, or if more than `max_points`
        points remain."""
        for i, text in self._pieces():
            if i >= m:
                raise EditsError(text, f"limited to examples from 0 to {m - 1}")
        if len(self.added) + (0 if self.cleared else m - len(self.deleted)) > max_points:
            raise EditsError(self.text, f"such that at most {max_points:,} points remain")


@lru_cache(maxsize=256)
def read(text: str) -> Edits:
    """Parse edits of points with labels ±1; see `read_as`."""
    return read_as(Edits, text)


def read_as(notation: type[E], text: str) -> E:
    """Parse edits, in any order, as an instance of the class `notation`.

    A later edit of an example replaces an earlier one of its kind. A deletion removes other edits
    of its example, and c those of all examples; empty parts are ignored. Raises EditsError for an
    invalid edit, a coordinate beyond REACH, too many edits, or a text of another version.
    """
    patterns = {"c": "c", "d": f"d{EXAMPLE}", "m": f"m{EXAMPLE},{PLACE}", **notation.patterns}
    moved: dict[int, Place] = {}
    relabelled: dict[int, int] = {}
    deleted: set[int] = set()
    added, cleared = [], False
    for piece in pieces_of(text):
        match = re.fullmatch(patterns.get(piece[0], ""), piece)
        if not match:
            raise EditsError(piece, notation.allowed)
        match piece[0], *match.groups():
            case ["c"]:
                cleared = True
            case ["d", i]:
                deleted.add(int(i))
            case ["m", i, x, y]:
                moved[int(i)] = _place(piece, x, y)
            case [_, begins, x, y]:
                added.append((notation.label_of(begins), _place(piece, x, y)))
            case [_, i, *label]:
                relabelled[int(i)] = int(label[0]) if label else -1
    if cleared:
        return notation({}, {}, frozenset(), tuple(added), True)
    moved = {i: place for i, place in moved.items() if i not in deleted}
    relabelled = {i: label for i, label in relabelled.items() if i not in deleted}
    return notation(moved, relabelled, frozenset(deleted), tuple(added))


def pieces_of(text: str) -> list[str]:
    """Split a text, in either notation, into single edits such as m17,0.52,-1.1.

    Raises EditsError for too many edits, or for a text of another version.
    """
    if ";" in text or "," in text:
        pieces = [piece for piece in text.split(";") if piece]
    else:
        pieces = [piece.replace("_", ",") for piece in re.split("_(?=[a-z])", text) if piece]
    if pieces and (version := _VERSION.fullmatch(pieces[0])):
        if int(version[1]) != VERSION:
            raise EditsError(pieces[0], NEWER)
        del pieces[0]
    if (count := len(pieces) - pieces.count("c")) > MAX_EDITS:
        raise EditsError(str(count), f"at most {MAX_EDITS} in number")
    return pieces


def join_edits(pieces: Iterable[str]) -> str:
    """Join edits into one text, in the notation of addresses."""
    return "_".join(pieces).replace(",", "_")


def _place(piece: str, x: str, y: str) -> Place:
    """Parse a point from the texts of its coordinates. Raises EditsError beyond REACH."""
    # Adding 0 turns -0 into 0, so that equal edits have equal texts.
    place = (round(float(x), DIGITS) + 0.0, round(float(y), DIGITS) + 0.0)
    if max(map(abs, place)) > REACH:
        raise EditsError(piece, f"limited to coordinates from -{REACH:g} to {REACH:g}")
    return place


def place_text(place: Place) -> str:
    """Write two rounded coordinates without unnecessary zeros: 0.52,-1.1."""
    return ",".join(repr(float(value)).removesuffix(".0") for value in place)
