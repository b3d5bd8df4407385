"""Own points of many classes, as a text that fits into a link.

    m17,0.52,-1.1;d12;k3,2;a1,0.3,0.4

moves example 17 to (0.52, -1.1), deletes example 12, gives example 3 to class 2 and adds a point of
class 1. Numbers and coordinates are as in `lab.edits`; the text is matched and never evaluated.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lab.edits import DIGITS, MOST, REACH, Faulty, Place

ALLOWED = (
    "a list such as m17,0.5,-1;d12;k3,2;a1,0.3,0.4 (move example 17, delete 12, give 3 to class 2,"
    " add a point of class 1)"
)

_COORDINATE = r"(-?(?:[0-9]{1,9}(?:\.[0-9]{0,20})?|\.[0-9]{1,20}))"
_PATTERNS = {
    "m": re.compile(rf"m([0-9]{{1,9}}),{_COORDINATE},{_COORDINATE}"),
    "d": re.compile(r"d([0-9]{1,9})"),
    "k": re.compile(r"k([0-9]{1,9}),([0-9]{1,2})"),
    "a": re.compile(rf"a([0-9]{{1,2}}),{_COORDINATE},{_COORDINATE}"),
}


@dataclass(frozen=True)
class ClassEdits:
    """At most one edit of a kind an example, none beside a deletion; `added`: (class, place)."""

    moved: Mapping[int, Place]
    given: Mapping[int, int]
    deleted: frozenset[int]
    added: tuple[tuple[int, Place], ...]

    @property
    def text(self) -> str:
        """The canonical text: examples by number, a move before a class, then what was added."""
        pieces = []
        for i in sorted({*self.moved, *self.given, *self.deleted}):
            pieces += [f"d{i}"] if i in self.deleted else []
            pieces += [f"m{i},{_text(self.moved[i])}"] if i in self.moved else []
            pieces += [f"k{i},{self.given[i]}"] if i in self.given else []
        return ";".join([*pieces, *(f"a{k},{_text(place)}" for k, place in self.added)])

    def check(self, y: np.ndarray, C: int, most: int) -> None:
        """Raises Faulty unless all edits are about the examples of y (m,) and the C classes, at
        most `most` points remain, and each class keeps a point.
        """
        examples = {*self.moved, *self.given, *self.deleted}
        if examples and max(examples) >= len(y):
            raise Faulty(f"{max(examples)}", f"about examples from 0 to {len(y) - 1}")
        named = {*self.given.values(), *(k for k, _ in self.added)}
        if named and max(named) >= C:
            raise Faulty(f"{max(named)}", f"about classes from 0 to {C - 1}")
        if len(y) - len(self.deleted) + len(self.added) > most:
            raise Faulty(self.text, f"such that at most {most} points remain")
        left = self.classes(y)
        for k in range(C):
            if not (left == k).any():
                raise Faulty(self.text, f"such that every class keeps a point; class {k} has none")

    def classes(self, y: np.ndarray) -> np.ndarray:
        """The classes of the points after the edits, added ones last."""
        y = y.copy()
        y[list(self.given)] = list(self.given.values())
        return np.append(np.delete(y, list(self.deleted)), [k for k, _ in self.added]).astype(int)

    def apply(self, X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """X (m, 2), y (m,) after the edits, and the origin of each point, int32: the example's own
        number, or -1 - j for the j-th added point, which come last.
        """
        X, origin = X.copy(), np.arange(len(y))
        for i, place in self.moved.items():
            X[i] = place
        places = np.array([place for _, place in self.added]).reshape(-1, 2)
        gone = list(self.deleted)
        return (
            np.concatenate([np.delete(X, gone, axis=0), places]),
            self.classes(y),
            np.append(np.delete(origin, gone), -1 - np.arange(len(places))).astype(np.int32),
        )


@lru_cache(maxsize=256)
def read(text: str) -> ClassEdits:
    """The edits that `text` stands for; of two alike for an example the later wins.

    Raises Faulty for what is no edit, a place too far out, or too many edits.
    """
    pieces = [piece for piece in text.split(";") if piece]
    if len(pieces) > MOST:
        raise Faulty(str(len(pieces)), f"at most {MOST} in number")
    moved: dict[int, Place] = {}
    given: dict[int, int] = {}
    deleted: set[int] = set()
    added = []
    for piece in pieces:
        pattern = _PATTERNS.get(piece[0])
        match = pattern.fullmatch(piece) if pattern else None
        if not match:
            raise Faulty(piece, ALLOWED)
        i, *rest = match.groups()
        match piece[0]:
            case "m":
                moved[int(i)] = _place(piece, rest)
            case "d":
                deleted.add(int(i))
            case "k":
                given[int(i)] = int(rest[0])
            case _:
                added.append((int(i), _place(piece, rest)))
    moved = {i: place for i, place in moved.items() if i not in deleted}
    given = {i: k for i, k in given.items() if i not in deleted}
    return ClassEdits(moved, given, frozenset(deleted), tuple(added))


def _place(piece: str, texts: list[str]) -> Place:
    # Adding 0 makes -0 into 0, so that equal edits print alike.
    x, y = (round(float(text), DIGITS) + 0.0 for text in texts)
    if max(abs(x), abs(y)) > REACH:
        raise Faulty(piece, f"within coordinates from -{REACH:g} to {REACH:g}")
    return x, y


def _text(place: Place) -> str:
    return ",".join(repr(float(value)).removesuffix(".0") for value in place)
