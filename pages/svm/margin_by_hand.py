"""GET /street: the margin of a line drawn by hand, and the widest margin.

    /street?<scene>&line=x1,y1,x2,y2

The line goes through two handles. The page requests an answer at first, and at every move of a
handle or a point.
"""

import math
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.svm import HardMargin, fit_hard_margin
from lab.endpoints.endpoint import Endpoint
from lab.endpoints.static_assets import public_path
from lab.scene.learning_problem import Sample, sample_of
from lab.scene.scene import Problem, Scene, SceneError, parse_strict, split
from pages.svm.items import MarginShare, Street
from pages.svm.mathematics.hyperplane import GeometricMargin, geometric_margin, line_through

MAX_POINTS = 300  # largest number of points; every move of the line sends a request
REACH = 100.0  # largest absolute value of a handle's coordinates
_NUMBER = r"-?\d{1,4}(?:\.\d{1,6})?"
_LINE = re.compile(rf"({_NUMBER}),({_NUMBER}),({_NUMBER}),({_NUMBER})", re.ASCII)
_ALLOWED = (
    f"four numbers x1,y1,x2,y2 from −{REACH:g} to {REACH:g}, with at most 6 decimals, for two "
    "different points"
)

Line = tuple[float, float, float, float]

# The first positions of the handles, as shares of the window's width and height.
_FROM, _TO = (0.42, 0.1), (0.65, 0.9)


def item(label: str) -> Street:
    """Return the item with the points and a line that the user can drag."""
    return Street(label=label, address=public_path("street"))


def share() -> MarginShare:
    """Return the item that shows the margin of the user's line as a share of the widest margin."""
    return MarginShare("The line that you draw.")


def read_line(text: str) -> Line:
    """Parse the two handles of a line. Raises SceneError if `text` is not valid."""
    match = _LINE.fullmatch(text[:80])
    x1, y1, x2, y2 = map(float, match.groups()) if match else (math.inf,) * 4
    if max(map(abs, (x1, y1, x2, y2))) > REACH or (x1, y1) == (x2, y2):
        message = f"line must be {_ALLOWED}."
        raise SceneError(Problem("line", text[:80], _ALLOWED, message))
    return x1, y1, x2, y2


def first_line(scene: Scene) -> str:
    """Return the line with which the picture opens, as text; both handles are within the window."""
    x0, x1, y0, y1 = sample_of(scene, empty=True).window
    ends = [(x0 + s * (x1 - x0), y0 + t * (y1 - y0)) for s, t in (_FROM, _TO)]
    return ",".join(f"{round(float(v), 2) + 0:g}" for end in ends for v in end)


def answer(scene: Scene, line: Line) -> dict[str, Any]:
    """Compute the margin of the user's line, the widest margin, and their ratio.

    The ratio, `times`, is the widest margin divided by the user's margin. It is None if the user's
    line does not separate the classes, or if there is only one class.

    Raises SceneError if the scene has no points, or too many.
    """
    sample = sample_of(scene)
    if len(sample.y) > MAX_POINTS:
        allowed = f"at most {MAX_POINTS}"
        message = (
            f"You can place a line by hand among at most {MAX_POINTS} points; this scene has "
            f"{len(sample.y):,}. Choose fewer points."
        )
        raise SceneError(Problem("m", str(len(sample.y)), allowed, message))
    w, b = line_through(line[:2], line[2:])
    # The user does not choose the positive side of the line: take the side with the larger margin.
    own_margin = max(
        (geometric_margin(w, b, *_data(sample)), geometric_margin(-w, -b, *_data(sample))),
        key=_margin,
    )
    best = fit_hard_margin(*_data(sample), kc.Linear())
    widest = _widest(sample, best)
    times = None
    if own_margin.separates and best.feasible and best.margin < float("inf"):
        times = best.margin / own_margin.margin
    return {"hand": _of_hand(own_margin), "widest": widest, "times": times}


def _data(sample: Sample) -> tuple[np.ndarray, np.ndarray]:
    return sample.X, sample.y


def _margin(line: GeometricMargin) -> float:
    return line.margin


def _of_hand(line: GeometricMargin) -> dict[str, Any]:
    w, b = line.canonical_form or (line.w, line.b)
    nearest_points = [*line.positive.tolist(), *line.negative.tolist()]
    return {
        "separates": line.separates, "margin": line.margin, "functional": line.functional,
        "w": list(w), "b": float(b), "nearest": nearest_points,
    }  # fmt: skip


def _widest(sample: Sample, best: HardMargin) -> dict[str, Any]:
    if not best.feasible:
        mixes = best.hull_points
        return {
            "feasible": False, "distance": best.separation, "mix": mixes.mean(axis=0).tolist(),
            "of": [int(i) for i in (best.beta > 1e-9).nonzero()[0]],
            "beta": [float(b) for b in best.beta if b > 1e-9],
        }  # fmt: skip
    w = best.alpha @ sample.X
    finite = best.margin < float("inf")
    return {
        "feasible": True, "margin": best.margin if finite else None, "gap": best.gap,
        "primal": best.primal, "dual": best.dual, "w": w.tolist(), "b": best.intercept,
        "support": best.support.tolist(),
    }  # fmt: skip


def _answer(query: bytes) -> dict[str, Any]:
    words, _ = split(query)
    line = read_line(",".join(words.get("line", [])))
    return answer(parse_strict(query, ignore={"line", "v"}), line)


def _first_query(query: str, view: Mapping[str, str], _: Mapping[str, Any]) -> str:
    return f"{query}&line={view.get('line')}"


ENDPOINT = Endpoint("street", _answer, first_query=_first_query)
