"""Own points of many classes, as a text that fits into a link.

    m17_0.52_-1.1_d12_k3_2_a1_0.3_0.4

moves example 17 to (0.52, -1.1), deletes example 12, gives example 3 to class 2 and adds a point of
class 1; c clears the data set away. Numbers, coordinates, versions and the other way of writing are
as in `lab.scene.point_edits`; the text is matched and never evaluated.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lab.scene.point_edits import COORDINATE, Faulty, Place, joined, pieces_of, place_of, place_text

ALLOWED = (
    "a list such as m17,0.5,-1;d12;k3,2;a1,0.3,0.4 (move example 17, delete 12, give 3 to class 2,"
    " add a point of class 1)"
)

_PLACE = f"({COORDINATE}),({COORDINATE})"
_PATTERNS = {
    "m": re.compile(rf"m([0-9]{{1,9}}),{_PLACE}"),
    "c": re.compile("c"),
    "d": re.compile(r"d([0-9]{1,9})"),
    "k": re.compile(r"k([0-9]{1,9}),([0-9]{1,2})"),
    "a": re.compile(rf"a([0-9]{{1,2}}),{_PLACE}"),
}


@dataclass(frozen=True)
class ClassEdits:
    """At most one edit of a kind an example, none beside a deletion; `added`: (class, place);
    `cleared`: no example of the data set is left, and nothing is said of one.
    """

    moved: Mapping[int, Place]
    given: Mapping[int, int]
    deleted: frozenset[int]
    added: tuple[tuple[int, Place], ...]
    cleared: bool = False

    @property
    def text(self) -> str:
        """The canonical text: examples by number, a move before a class, then what was added."""
        pieces = ["c"] if self.cleared else []
        for i in sorted({*self.moved, *self.given, *self.deleted}):
            pieces += [f"d{i}"] if i in self.deleted else []
            pieces += [f"m{i},{place_text(self.moved[i])}"] if i in self.moved else []
            pieces += [f"k{i},{self.given[i]}"] if i in self.given else []
        return joined([*pieces, *(f"a{k},{place_text(place)}" for k, place in self.added)])

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
        left = self.classes(y)
        if len(left) > most:
            raise Faulty(self.text, f"such that at most {most} points remain")
        for k in range(C):
            if not (left == k).any():
                raise Faulty(self.text, f"such that every class keeps a point; class {k} has none")

    def classes(self, y: np.ndarray) -> np.ndarray:
        """The classes of the points after the edits, added ones last."""
        y = y.copy()
        y[list(self.given)] = list(self.given.values())
        y = y[:0] if self.cleared else np.delete(y, list(self.deleted))
        return np.append(y, [k for k, _ in self.added]).astype(int)

    def apply(self, X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """X (m, 2), y (m,) after the edits, and the origin of each point, int32: the example's own
        number, or -1 - j for the j-th added point, which come last.
        """
        X, origin = X.copy(), np.arange(len(y))
        for i, place in self.moved.items():
            X[i] = place
        places = np.array([place for _, place in self.added]).reshape(-1, 2)
        gone = slice(None) if self.cleared else list(self.deleted)
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
    moved: dict[int, Place] = {}
    given: dict[int, int] = {}
    deleted: set[int] = set()
    added, cleared = [], False
    for piece in pieces_of(text):
        pattern = _PATTERNS.get(piece[0])
        match = pattern.fullmatch(piece) if pattern else None
        if not match:
            raise Faulty(piece, ALLOWED)
        i, *rest = match.groups() or ("",)
        match piece[0]:
            case "c":
                cleared = True
            case "m":
                moved[int(i)] = place_of(piece, *rest)
            case "d":
                deleted.add(int(i))
            case "k":
                given[int(i)] = int(rest[0])
            case _:
                added.append((int(i), place_of(piece, *rest)))
    if cleared:
        return ClassEdits({}, {}, frozenset(), tuple(added), True)
    moved = {i: place for i, place in moved.items() if i not in deleted}
    given = {i: k for i, k in given.items() if i not in deleted}
    return ClassEdits(moved, given, frozenset(deleted), tuple(added))
