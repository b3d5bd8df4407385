"""Own points: what a learner changed in a sample, as a text that fits into a link.

    m17_0.52_-1.1_d12_f3_p_0.3_0.4_n_-1_0

moves example 17 to (0.52, -1.1), deletes example 12, flips the label of example 3 and adds a
positive and a negative point; c clears the data set away, so that only added points are left. An
example is known by its number in the data set's own sample, from 0, whatever else is edited; added
points have no number, only their order. The text is matched by a pattern and never evaluated.

This is version 1. An address escapes neither _ nor - nor a point, so that 300 edits fit into it;
written by hand, m17,0.52,-1.1;d12 says the same. A text of a later version begins with its number,
v2_…, and is refused in words.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

MOST = 300
REACH = 100.0  # the largest coordinate, either way
DIGITS = 3  # of a coordinate after the point: finer than any screen shows
VERSION = 1
ALLOWED = (
    "a list such as m17,0.5,-1;d12;f3;p,0.3,0.4;n,0,1 (move example 17, delete 12, flip the label"
    " of 3, add a positive point, add a negative one)"
)
NEWER = (
    "in a version that this app can read: this link was made by a newer version of it, so open it"
    " there, or update this one"
)

COORDINATE = r"-?(?:[0-9]{1,9}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})"
_EDIT = re.compile(rf"([mdfpnc])([0-9]{{1,9}})?(?:,({COORDINATE}),({COORDINATE}))?")
_VERSION = re.compile(r"v([0-9]{1,9})")
_HAS_NUMBER_AND_PLACE = {
    "m": (True, True),
    "d": (True, False),
    "f": (True, False),
    "p": (False, True),
    "n": (False, True),
    "c": (False, False),
}

Place = tuple[float, float]


class Faulty(ValueError):
    """Edits that can't be used: the message says what is allowed, `given` which part is not."""

    def __init__(self, given: str, allowed: str):
        super().__init__(allowed)
        self.given = given


@dataclass(frozen=True)
class Edits:
    """Edits as `read` leaves them: at most one of a kind for an example, none beside a deletion.

    `moved` has the new place of an example, by number; `added` has (label, place), label ±1;
    `cleared` says that no example of the data set is left, and then nothing is said of one.
    """

    moved: Mapping[int, Place]
    flipped: frozenset[int]
    deleted: frozenset[int]
    added: tuple[tuple[int, Place], ...]
    cleared: bool = False

    @property
    def text(self) -> str:
        """The canonical text: examples by number, a move before a flip, then what was added."""
        return joined(text for _, text in self._pieces())

    def _pieces(self) -> Iterator[tuple[int, str]]:
        """Each edit's example, -1 where it has none, and its text."""
        if self.cleared:
            yield -1, "c"
        for i in sorted({*self.moved, *self.flipped, *self.deleted}):
            if i in self.deleted:
                yield i, f"d{i}"
            if i in self.moved:
                yield i, f"m{i},{place_text(self.moved[i])}"
            if i in self.flipped:
                yield i, f"f{i}"
        for label, place in self.added:
            yield -1, f"{'p' if label > 0 else 'n'},{place_text(place)}"

    def check(self, m: int, most: int) -> None:
        """Raises Faulty unless all examples are among m, and at most `most` points remain."""
        for i, text in self._pieces():
            if i >= m:
                raise Faulty(text, f"about examples from 0 to {m - 1}")
        if self.left(m) > most:
            raise Faulty(self.text, f"such that at most {most} points remain")

    def left(self, m: int) -> int:
        """How many of m points, and of those added, there are in the end."""
        return len(self.added) + (0 if self.cleared else m - len(self.deleted))

    def apply(self, X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """X (m, 2) and y (m,) of ±1 after the edits, and the origin of each point, int32.

        The origin is the example's own number, or -1 - k for the k-th added point. What was not
        edited keeps its order; added points come last.
        """
        X, y, origin = X.copy(), y.copy(), np.arange(len(y))
        for i, place in self.moved.items():
            X[i] = place
        y[list(self.flipped)] *= -1
        kept = origin[:0] if self.cleared else np.delete(origin, list(self.deleted))
        places = np.array([place for _, place in self.added]).reshape(-1, 2)
        labels = np.array([label for label, _ in self.added], dtype=y.dtype)
        new = -1 - np.arange(len(labels))
        return (
            np.concatenate([X[kept], places]),
            np.concatenate([y[kept], labels]),
            np.concatenate([kept, new]).astype(np.int32),
        )


@lru_cache(maxsize=256)
def read(text: str) -> Edits:
    """The edits that `text` stands for, in any order; of two alike for an example the later wins.

    A deletion leaves no other edit of its example; nothing between two semicolons is nothing.
    Raises Faulty for what is no edit, a place too far out, or too many edits.
    """
    moved: dict[int, Place] = {}
    numbers: dict[str, set[int]] = {"f": set(), "d": set()}
    added, cleared = [], False
    for piece in pieces_of(text):
        verb, i, place = _read_one(piece)
        if verb == "c":
            cleared = True
        elif verb == "m":
            moved[i] = place
        elif verb in numbers:
            numbers[verb].add(i)
        else:
            added.append((1 if verb == "p" else -1, place))
    if cleared:
        return Edits({}, frozenset(), frozenset(), tuple(added), True)
    deleted = frozenset(numbers["d"])
    left = {i: place for i, place in moved.items() if i not in deleted}
    return Edits(left, frozenset(numbers["f"] - deleted), deleted, tuple(added))


def pieces_of(text: str) -> list[str]:
    """The single edits of a text, as m17,0.52,-1.1, in either way of writing.

    Raises Faulty for too many, or for a text of another version.
    """
    if ";" in text or "," in text:
        pieces = [piece for piece in text.split(";") if piece]
    else:
        pieces = [piece.replace("_", ",") for piece in re.split("_(?=[a-z])", text) if piece]
    if pieces and (version := _VERSION.fullmatch(pieces[0])):
        if int(version[1]) != VERSION:
            raise Faulty(pieces[0], NEWER)
        del pieces[0]
    if (count := len(pieces) - pieces.count("c")) > MOST:
        raise Faulty(str(count), f"at most {MOST} in number")
    return pieces


def joined(pieces: Iterable[str]) -> str:
    """Edits as one text, such as an address has it."""
    return "_".join(pieces).replace(",", "_")


def _read_one(piece: str) -> tuple[str, int, Place]:
    """Verb, example and place of one edit; -1 and the origin stand for what it does not have."""
    match = _EDIT.fullmatch(piece)
    if not match:
        raise Faulty(piece, ALLOWED)
    verb, number, x, y = match.groups()
    if (number is not None, x is not None) != _HAS_NUMBER_AND_PLACE[verb]:
        raise Faulty(piece, ALLOWED)
    return verb, -1 if number is None else int(number), place_of(piece, x or "0", y or "0")


def place_of(piece: str, x: str, y: str) -> Place:
    """The place that two texts stand for. Raises Faulty for one too far out."""
    # Adding 0 makes -0 into 0, so that equal edits print alike.
    place = (round(float(x), DIGITS) + 0.0, round(float(y), DIGITS) + 0.0)
    if max(map(abs, place)) > REACH:
        raise Faulty(piece, f"within coordinates from -{REACH:g} to {REACH:g}")
    return place


def place_text(place: Place) -> str:
    """The shortest text of two rounded coordinates: 0.52,-1.1."""
    return ",".join(repr(float(value)).removesuffix(".0") for value in place)
