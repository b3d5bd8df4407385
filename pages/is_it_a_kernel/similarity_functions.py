"""The candidates of the search: functions of two points that need not be kernels.

Each candidate comes with the points that the picture shows first.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

import kernel_core as kc
from lab import formulas
from lab.scene.scene import Problem, SceneError
from pages.is_it_a_kernel.mathematics.counterexample_search import SIZES

REACH = 3.0  # largest absolute value of a point's coordinate
MAX_POINTS = 49  # largest number of points of a matrix
MAX_SEARCHED_POINTS = max(SIZES)  # largest number of points that a search uses
OWN_NAME = "own"
DEFAULT_NAME = "squared"
# First points of a candidate, by the number of their coordinates.
START = {1: ((0.5,), (1.5,)), 2: ((-0.5, -0.3), (0.7, 0.6))}

_NUMBER = r"-?\d(?:\.\d{1,17})?"
_POINT = re.compile(rf"{_NUMBER}(?:,{_NUMBER})?", re.ASCII)
# What `read_points` allows, by the number of coordinates of a point.
_ALLOWED = {
    d: f"up to {MAX_POINTS} points {place}, each number from -{REACH:g} to {REACH:g} with at most "
    "17 decimals"
    for d, place in ((1, "on a line, such as 0.5;1"), (2, "in the plane, such as 0.5,-1;1,2"))
}


@dataclass(frozen=True)
class NamedSimilarity:
    """A candidate given by its formula, with its label and its first points.

    If a counterexample is known that the search does not find, `breaks` has its points.
    """

    formula: str
    label: str
    start: tuple[tuple[float, ...], ...] = START[2]
    breaks: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class Similarity:
    """A candidate as a function K of points with d coordinates.

    `start` has the first points of the picture. `breaks` has the points of a known counterexample
    that the search does not find, or is None.
    """

    name: str
    label: str
    K: kc.Kernel
    d: int
    start: np.ndarray
    breaks: np.ndarray | None = None


GRID_STEP = 0.8  # distance between neighbours of the grid
GRID = tuple(
    (round(GRID_STEP * i, 1), round(GRID_STEP * j, 1)) for j in range(-3, 4) for i in range(-3, 4)
)

CANDIDATES = {
    DEFAULT_NAME: NamedSimilarity("dist^2", "‖x−x′‖²"),
    "tanh": NamedSimilarity("tanh(x.z+0.1)", "tanh(x·x′ + 0.1)", ((1.0, 0.2), (0.3, 1.0))),
    "weight": NamedSimilarity("rbf(1)+(-0.2)*x.z", "RBF(1) − 0.2 x·x′"),
    "min": NamedSimilarity("min(x,z)", "min{x, x′}", START[1]),
    "difference": NamedSimilarity(
        "rbf(0.5)-0.45*rbf(1)", "RBF(½) − 0.45 RBF(1)", ((-0.4, -0.2), (0.4, -0.2), (0.0, 0.5))
    ),
    "hidden": NamedSimilarity(
        "rbf(0.5)-0.3*rbf(1)", "RBF(½) − 0.3 RBF(1)", ((-0.4, -0.2), (0.4, -0.2), (0.0, 0.5)),
        breaks=GRID,
    ),
}  # fmt: skip
NAMES = (*CANDIDATES, OWN_NAME)


def read(name: str, formula: str) -> Similarity:
    """Return the candidate with this name; the name "own" stands for the visitor's `formula`.

    Raises SceneError if the name is unknown or the formula cannot be used.
    """
    if name in CANDIDATES:
        offered = CANDIDATES[name]
        start = np.array(offered.start)
        breaks = np.array(offered.breaks) if offered.breaks else None
        K = formulas.parse(offered.formula)
        return Similarity(name, offered.label, K, start.shape[1], start, breaks)
    if name != OWN_NAME:
        allowed = f"one of {', '.join(NAMES)}"
        message = f"candidate must be {allowed}."
        raise SceneError(Problem("candidate", name[:40], allowed, message))
    try:
        K = formulas.parse(formula)
        text = formulas.text_of(K, pretty=True)
    except formulas.ExpressionError as error:
        raise formula_error(formula, str(error)) from None
    d = _dimension(K, formula)
    return Similarity(OWN_NAME, text, K, d, np.array(START[d]))


def candidate_of_query(words: Mapping[str, list[str]]) -> Similarity:
    """Return the candidate of a query such as `candidate=own&formula=...`, see `read`."""
    name, formula = ("".join(words.get(field, [])[:1]) for field in ("candidate", "formula"))
    return read(name, formula)


def candidate_of_address(words: Mapping[str, str], formula: str) -> Similarity:
    """Return the candidate that an address names, or the default if the address is not valid."""
    try:
        return read(words.get("candidate", DEFAULT_NAME), formula)
    except SceneError:
        return read(DEFAULT_NAME, "")


def read_points(text: str, similarity: Similarity) -> np.ndarray:
    """Parse points (n, d) such as 0.5,-1;1,2. An empty text gives the candidate's first points.

    Raises SceneError if the text is not valid.
    """
    if not text:
        return similarity.start
    allowed = _ALLOWED[similarity.d]
    parts = text[: 45 * MAX_POINTS].split(";")
    rows = [part.split(",") for part in parts if _POINT.fullmatch(part)]
    if (
        len(rows) != len(parts)
        or len(rows) > MAX_POINTS
        or any(len(row) != similarity.d for row in rows)
    ):
        raise SceneError(Problem("spots", text[:80], allowed, f"spots must be {allowed}."))
    points = np.array([[float(v) + 0.0 for v in row] for row in rows])
    if np.abs(points).max() > REACH:
        raise SceneError(Problem("spots", text[:80], allowed, f"spots must be {allowed}."))
    return points


def write_points(points: np.ndarray) -> str:
    """Write points in the form that `read_points` reads, each number as short as possible."""
    return ";".join(
        ",".join(np.format_float_positional(v + 0.0, trim="-") for v in row) for row in points
    )


def _dimension(K: kc.Kernel, formula: str) -> int:
    """Return 2 if K is defined for points in the plane, 1 if only for points on a line.

    Raises SceneError if it is defined for neither.
    """
    problem = ""
    for d in (2, 1):
        points = np.linspace(0.1, 0.9, 2 * d).reshape(2, d)
        try:
            K(points, points)
            return d
        except ValueError as error:
            problem = problem or str(error)
    raise formula_error(formula, problem)


def formula_error(formula: str, reason: str) -> SceneError:
    """Return the error for a visitor's formula that cannot be used, with the reason."""
    allowed = "a formula of two points"
    message = f"The kernel you built can’t be used here. {reason}"
    return SceneError(Problem("formula", formula[:80], allowed, message))
