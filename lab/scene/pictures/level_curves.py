"""Find where a field on a grid is 0, by marching squares: one or two segments per crossed cell."""

from collections.abc import Iterator
from typing import Any

import numpy as np

Place = tuple[float, float]  # a point of the grid, as fractional row and column
# The edges of a cell that the curve crosses, by the corners above the level (bit k for corner k).
# Corners and edges are counted anticlockwise, from the lower left corner and the lower edge.
_CROSSED = {
    1: ((3, 0),), 2: ((0, 1),), 3: ((3, 1),), 4: ((1, 2),), 5: ((3, 2), (0, 1)), 6: ((0, 2),),
    7: ((3, 2),), 8: ((2, 3),), 9: ((2, 0),), 10: ((3, 0), (1, 2)), 11: ((2, 1),), 12: ((1, 3),),
    13: ((1, 0),), 14: ((0, 3),),
}  # fmt: skip


def pieces(field: np.ndarray) -> Iterator[tuple[Place, Place]]:
    """Yield all segments, cell by cell, each as its start and end. Higher values lie on its right,
    so a segment ends where the next segment of its curve begins."""
    is_above = field > 0
    case = is_above[:-1, :-1] + 2 * is_above[:-1, 1:] + 4 * is_above[1:, 1:] + 8 * is_above[1:, :-1]
    for row, column in np.argwhere((case > 0) & (case < 15)):
        corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        for start, end in _CROSSED[int(case[row, column])]:
            yield _crossing(field, corners, start), _crossing(field, corners, end)


def curves(field: np.ndarray) -> Iterator[list[Place]]:
    """Yield curves of joined segments, so that a dash pattern runs along a whole curve: first open
    curves, then closed curves."""
    follows = dict(pieces(field))
    ends = {*follows.values()}
    for start in sorted(follows, key=lambda place: (place in ends, place)):
        curve = [start]
        while curve[-1] in follows:
            curve.append(follows.pop(curve[-1]))
        if len(curve) > 1:
            yield curve


def _crossing(field: np.ndarray, corners: list[Any], edge: int) -> Place:
    """Return where the level crosses an edge; bitwise equal for both cells at the edge."""
    (r0, c0), (r1, c1) = sorted((corners[edge], corners[(edge + 1) % 4]))
    share = field[r0, c0] / (field[r0, c0] - field[r1, c1])
    return float(r0 + share * (r1 - r0)), float(c0 + share * (c1 - c0))
