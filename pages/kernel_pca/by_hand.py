"""The picture of the direction of most variance, with a line that the user turns."""

from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.measured_picture import Tensors
from lab.course.page_declaration import Word
from lab.scene.fields import Choice, Integer
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.embedded_sweep import (
    flagged_tensors,
    measured_picture,
    nearest_stop,
    sweep_item,
    switch,
)
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.kernel_pca.default_scene import DEFAULT
from pages.kernel_pca.items import Direction
from pages.kernel_pca.mathematics.line_projection import (
    directions,
    principal_direction,
    variances_along,
)

STOPS = [float(angle) for angle in range(0, 180, 2)]
SHAPES = {"cloud": "A tilted cloud", "rings": "Two rings"}
ANGLE = Integer("angle", 100, "Angle", "The line’s angle in degrees.", "∠u", low=0, high=178)
SHAPE = Choice("shape", "cloud", "Points", "The set of points.", choices=tuple(SHAPES))
ANSWER = Choice("answer", "hidden", "Answer", "", choices=("hidden", "shown"))
VIEW = {
    ANGLE.name: Word.of(ANGLE),
    SHAPE.name: Word.of(SHAPE),
    ANSWER.name: Word.of(ANSWER),
}
RANGE = (-4.2, 4.2, -3.15, 3.15)
_COUNT = 60

CHALLENGES = (
    Challenge(
        question="You turn the line until the points, projected on it, vary most. Are the points "
        "then near the line or far from it?",
        stored_id="c4ad9d67c",
        options=(
            Option("as near as they can be", (("residual", "<=", ["least:residual", 1, 1e-9]),)),
            Option("as far as they can be", (("residual", ">=", ["most:residual", 1, -1e-9]),)),
        ),
        answer="as near as they can be",
        goal="Turn the line until the variance along it is within 1\u00a0% of the largest.",
        conditions=(("variance", ">=", ["most:variance", 0.99]),),
        by=("angle",),
        deciding_stop="most:variance",
        why=(
            Statement(
                "Along this line, at ∠u = {angle:setting}, the variance is {variance:number}. The "
                "mean squared distance to the line is {residual:number}. By Pythagoras, their sum "
                "is {total:number} for every direction: where one is largest, the other is "
                "smallest."
            ),
        ),
        hides=("variances",),
        certificate="",
    ),
    Challenge(
        question="Take two rings instead of a cloud. How large is the largest variance along a "
        "line, compared with the smallest?",
        stored_id="c0917b346",
        options=(
            Option("less than twice as much", (("ratio", "<=", 2),)),
            Option("more than twice as much", (("ratio", ">=", 2.000001),)),
        ),
        answer="less than twice as much",
        goal="Choose the two rings, and find the direction of smallest variance, within 1\u00a0%.",
        conditions=(("shape", "==", "rings"), ("variance", "<=", ["smallest", 1.01])),
        by=("angle", "shape"),
        why="The largest variance is {ratio:number} times the smallest. The points of a ring "
        "vary about equally in all directions: projected on any line, the inner ring falls inside "
        "the outer one. What separates the rings is the distance from their centre, and that is "
        "not linear in x.",
        hides=("variances",),
        certificate="",
    ),
)


@lru_cache(maxsize=2)
def points(shape: str) -> np.ndarray:
    """Return the points (60, 2) of one of SHAPES."""
    if shape == "rings":
        return kc.datasets.circles(0.5).sample(_COUNT, 0)[0]
    draws = np.random.default_rng(4).normal(size=(_COUNT, 2)) * [1.5, 0.45]
    turn = np.deg2rad(32)
    return draws @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]


@lru_cache(maxsize=2)
def sweep(shape: str) -> dict[str, Any]:
    """Compute the variance along the line and the mean squared distance to it, for each angle."""
    X, u = points(shape), directions(STOPS)
    total = float(np.square(X - X.mean(axis=0)).sum(axis=1).mean())
    best = principal_direction(X)
    variances = variances_along(X, u)
    along_best, across = (
        variances_along(X, v[None])[0] for v in (best, np.array([-best[1], best[0]]))
    )
    stop_tensors = {
        "direction": u, "variance": variances, "residual": total - variances,
        "share": variances / total,
    }  # fmt: skip
    fixed_tensors = {
        "stops": np.array(STOPS), "points": X, "labels": np.zeros(len(X)),
        "angles": np.array(STOPS),
        "centre": X.mean(axis=0), "principal": best, "variances": variances,
        "total": np.array([total]), "ratio": np.array([along_best / across]),
        "smallest": np.array([variances.min()]),
        "m": np.array([float(len(X))]),
    }  # fmt: skip
    return sweep_item("angle", flagged_tensors(fixed_tensors, stop_tensors))


def report_tensors(scene: Any, tensors: Tensors) -> Tensors:
    """Return the tensors of the picture in a report: the variance against the angle."""
    variances = tensors["variances"]
    return {
        "x": tensors["angles"], "y": np.array([0.0, 1.1 * variances.max()]),
        "fit": np.repeat(variances[None], len(tensors["stops"]), axis=0),
        "points": np.column_stack([tensors["angles"], variances])[::10],
        "labels": np.zeros(len(variances[::10])),
    }  # fmt: skip


MEASURED = measured_picture(
    DEFAULT,
    (ANGLE, STOPS),
    lambda scene, shape, answer: sweep(shape),
    SHAPE,
    ANSWER,
    number="share",
    picture_tensors=report_tensors,
)


def picture(words: Words) -> Picture:
    """Build the picture of the points and the line, with the slider of its angle and read-outs."""
    shape = words["shape"] if words["shape"] in SHAPES else SHAPE.default
    curve = items.Curve(
        "The variance along the line, for every angle.",
        series=[{"tensor": "variance", "label": "variance", "tone": "positive", "at": 0.05}],
        along="angle", min_height=0,
    )  # fmt: skip
    return own_sweeps(
        "by-hand",
        {name: sweep(name) for name in SHAPES},
        by="shape",
        at={"angle": nearest_stop(STOPS, words["angle"]), "shape": shape},
        view={"answer": words["answer"]},
        main=[
            Direction(
                "The points, the line, and the projection of each point on it.",
                "points", RANGE, along="angle", feet=True, answer="answer",
            ),
        ],
        side=[
            items.stops_slider(
                "angle", "∠u", "angle of the line, in degrees", STOPS,
                [0, 30, 60, 90, 120, 150], count=True,
            ),
            switch("shape", "Points", SHAPES),
            items.readouts(
                items.row("variance", "Variance along the line", "number", "uᵀSu"),
                items.row("residual", "Mean squared distance to the line", "number"),
                items.row("share", "Share of the total variance", "percent"),
            ),
            name_item("variances", curve),
            items.look(
                "answer", "The direction of most variance",
                {"hidden": "My line only", "shown": "Show the best line"},
            ),
        ],
    )  # fmt: skip
