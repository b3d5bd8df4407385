"""Own points: what a learner changed in a sample, as a text that fits into a link.

    m17,0.52,-1.1;d12;f3;p,0.3,0.4;n,-1,0

moves example 17 to (0.52, -1.1), deletes example 12, flips the label of example 3 and adds a
positive and a negative point. An example is known by its number in the data set's own sample,
from 0, whatever else is edited; added points have no number, only their order. The text is
matched by a pattern and never evaluated.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

MOST = 300
REACH = 100.0  # the largest coordinate, either way
DIGITS = 3  # of a coordinate after the point: finer than any screen shows
ALLOWED = (
    "a list such as m17,0.5,-1;d12;f3;p,0.3,0.4;n,0,1 (move example 17, delete 12, flip the label"
    " of 3, add a positive point, add a negative one)"
)

_COORDINATE = r"-?(?:[0-9]{1,9}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})"
_EDIT = re.compile(rf"([mdfpn])([0-9]{{1,9}})?(?:,({_COORDINATE}),({_COORDINATE}))?")
_HAS_NUMBER_AND_PLACE = {
    "m": (True, True),
    "d": (True, False),
    "f": (True, False),
    "p": (False, True),
    "n": (False, True),
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

    `moved` has the new place of an example, by number; `added` has (label, place), label ±1.
    """

    moved: Mapping[int, Place]
    flipped: frozenset[int]
    deleted: frozenset[int]
    added: tuple[tuple[int, Place], ...]

    @property
    def text(self) -> str:
        """The canonical text: examples by number, a move before a flip, then what was added."""
        return ";".join(text for _, text in self._pieces())

    def _pieces(self) -> Iterator[tuple[int, str]]:
        """Each edit's example, -1 where it has none, and its text."""
        for i in sorted({*self.moved, *self.flipped, *self.deleted}):
            if i in self.deleted:
                yield i, f"d{i}"
            if i in self.moved:
                yield i, f"m{i},{_place_text(self.moved[i])}"
            if i in self.flipped:
                yield i, f"f{i}"
        for label, place in self.added:
            yield -1, f"{'p' if label > 0 else 'n'},{_place_text(place)}"

    def check(self, m: int, most: int) -> None:
        """Raises Faulty unless all examples are among m, and from 1 to `most` points remain."""
        for i, text in self._pieces():
            if i >= m:
                raise Faulty(text, f"about examples from 0 to {m - 1}")
        if not 1 <= m - len(self.deleted) + len(self.added) <= most:
            raise Faulty(self.text, f"such that from 1 to {most} points remain")

    def apply(self, X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """X (m, 2) and y (m,) of ±1 after the edits, and the origin of each point, int32.

        The origin is the example's own number, or -1 - k for the k-th added point. What was not
        edited keeps its order; added points come last.
        """
        X, y, origin = X.copy(), y.copy(), np.arange(len(y))
        for i, place in self.moved.items():
            X[i] = place
        y[list(self.flipped)] *= -1
        kept = np.delete(origin, list(self.deleted))
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
    pieces = [piece for piece in text.split(";") if piece]
    if len(pieces) > MOST:
        raise Faulty(str(len(pieces)), f"at most {MOST} in number")
    moved: dict[int, Place] = {}
    numbers: dict[str, set[int]] = {"f": set(), "d": set()}
    added = []
    for piece in pieces:
        verb, i, place = _read_one(piece)
        if verb == "m":
            moved[i] = place
        elif verb in numbers:
            numbers[verb].add(i)
        else:
            added.append((1 if verb == "p" else -1, place))
    deleted = frozenset(numbers["d"])
    left = {i: place for i, place in moved.items() if i not in deleted}
    return Edits(left, frozenset(numbers["f"] - deleted), deleted, tuple(added))


def _read_one(piece: str) -> tuple[str, int, Place]:
    """Verb, example and place of one edit; -1 and the origin stand for what it does not have."""
    match = _EDIT.fullmatch(piece)
    if not match:
        raise Faulty(piece, ALLOWED)
    verb, number, x, y = match.groups()
    if (number is not None, x is not None) != _HAS_NUMBER_AND_PLACE[verb]:
        raise Faulty(piece, ALLOWED)
    # Adding 0 makes -0 into 0, so that equal edits print alike.
    place = tuple(round(float(value or 0), DIGITS) + 0.0 for value in (x, y))
    if max(map(abs, place)) > REACH:
        raise Faulty(piece, f"within coordinates from -{REACH:g} to {REACH:g}")
    return verb, -1 if number is None else int(number), place


def _place_text(place: Place) -> str:
    """The shortest text of two rounded coordinates: 0.52,-1.1."""
    return ",".join(repr(float(value)).removesuffix(".0") for value in place)
