"""Implicit regularisation: the limit of gradient descent when many w fit the data exactly."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from lab.course.page_declaration import Word
from lab.ui import items
from lab.ui.challenges import Challenge, Option, name_item
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, own_sweeps
from pages.regularisation.mathematics.implicit_regularisation import (
    random_underdetermined_problem,
    run_gradient_descent,
)

X, Y = np.array([[1.0, 2.0]]), np.array([2.0])  # one equation for two unknowns: w₁ + 2w₂ = 2
STARTS = {
    "zero": ("From 0", (0.0, 0.0)),
    "left": ("From the left", (-1.6, -0.4)),
    "right": ("From the right", (1.8, -1.2)),
    "above": ("From above", (0.4, 2.2)),
}
REACH = 2.5  # half the width of the window
ETA = 0.03  # step size in the plane
STEPS = 40  # number of steps in the plane
STEPS_PER_STOP = 8  # number of steps of the larger problem between two stops
EQUATIONS, UNKNOWNS, SEED = 10, 20, 3
STOPS = [float(t) for t in range(STEPS + 1)]
VIEW = {"steps": Word("4", stops=STOPS), "start": Word("zero", STARTS)}
TICKS = [0, 10, 20, 30, 40]

CHALLENGES = (
    Challenge(
        question="Every point on the line has error 0. Which of them does gradient descent find "
        "if it starts at 0?",
        options=(
            Option("the one nearest to 0", (("from_least", "<=", 0.02),)),
            Option("another point", (("from_least", ">=", 0.5),)),
        ),
        answer="the one nearest to 0",
        goal="Choose “From 0”, and drag t until the RSS is at most 0.0001. How far is w then from "
        "the shortest solution?",
        conditions=(("rss", "<=", 1e-4), ("start", "==", "zero")),
        by=("steps", "start"),
        why="Each gradient is a multiple of (1, 2), so no step changes the component of w "
        "orthogonal to this vector. If w starts at 0, this component stays 0, and the one "
        "solution for which it is 0 is the shortest.",
        hides=("beyond",),
    ),
)


@lru_cache(maxsize=8)
def sweep(start: str) -> dict[str, Any]:
    """Compute the path in the plane up to each step, and every eighth step of the run with 20
    unknowns."""
    run = run_gradient_descent(X, Y, STARTS[start][1], eta=ETA, steps=STEPS)
    wide_rss, wide_from = underdetermined_run(start)
    # The last point is repeated after step t, so that all rows have the same length.
    walks = np.array([run.w[np.minimum(np.arange(STEPS + 1), t)] for t in range(STEPS + 1)])
    ends = np.array([-3 * REACH, 3 * REACH])
    stop_tensors = {
        "wx": walks[:, :, 0], "wy": walks[:, :, 1], "hx": run.w[:, 0], "hy": run.w[:, 1],
        "rss": run.rss, "norm": np.linalg.norm(run.w, axis=1),
        "from_least": np.linalg.norm(run.w - run.least_norm, axis=1),
        "wide_rss": wide_rss, "wide_from": wide_from,
    }  # fmt: skip
    fixed_tensors = {
        "stops": np.array(STOPS), "orders": np.array(STOPS), "all_rss": wide_rss,
        "all_from": wide_from, "line_x": ends, "line_y": (Y[0] - X[0, 0] * ends) / X[0, 1],
        "least_x": np.array([0.0, run.least_norm[0]]),
        "least_y": np.array([0.0, run.least_norm[1]]),
        "px": run.least_norm[:1], "py": run.least_norm[1:],
    }  # fmt: skip
    return sweep_item("steps", flagged_tensors(fixed_tensors, stop_tensors))


def underdetermined_run(start: str) -> tuple[np.ndarray, np.ndarray]:
    """Return RSS and distance from the shortest solution for 10 equations and 20 unknowns.

    Both have shape (41,): their values at every eighth step. Gradient descent starts from 0
    if `start` is "zero", else from a random point.
    """
    A, b = random_underdetermined_problem(EQUATIONS, UNKNOWNS, SEED)
    k = list(STARTS).index(start)
    rng = np.random.default_rng([k, SEED])
    place = np.zeros(UNKNOWNS) if k == 0 else rng.standard_normal(UNKNOWNS)
    run = run_gradient_descent(A, b, place, steps=STEPS * STEPS_PER_STOP)
    return run.rss[::STEPS_PER_STOP], np.linalg.norm(run.w - run.least_norm, axis=1)[
        ::STEPS_PER_STOP
    ]


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of the path of gradient descent; `view` has the words in `VIEW`."""
    start = view["start"] if view["start"] in STARTS else VIEW["start"]
    slider = items.stops_slider("steps", "t", "steps of gradient descent", STOPS, TICKS, count=True)
    plane = items.Curve(
        "The line of all solutions, the shortest of them, and the path of gradient descent.",
        "line_x",
        [{"tensor": "line_y", "x": "line_x", "tone": "muted", "dash": [8, 3], "width": 2},
         {"tensor": "least_y", "x": "least_x", "tone": "bayes", "dash": [4, 4], "width": 1.6},
         {"tensor": "wy", "x": "wx", "tone": "accent", "width": 2.6}],
        note="w₁", ynote="w₂", square=True, range=[-REACH, REACH, -REACH, REACH],
        points=["px", "py"], marks=[["hx", "hy", "accent"]])  # fmt: skip
    curve = items.LogCurve(
        along="steps", x="orders", ticks=TICKS, note="t",
        decades=[-8, 2],
        caption=f"{EQUATIONS} equations, {UNKNOWNS} unknowns, {STEPS_PER_STOP} steps for each t",
        label="RSS, and the distance from the shortest solution, with more unknowns.",
        series=[
            {"tensor": "all_rss", "label": "RSS", "tone": "positive", "at": 0.06, "below": True},
            {"tensor": "all_from", "label": "distance", "tone": "negative", "at": 0.2},
        ],
    )  # fmt: skip
    numbers = items.readouts(
        items.row("rss", "RSS", "number", "0 on the line"),
        items.row("norm", "‖w‖", "number"),
        items.row("from_least", "Distance to the shortest solution", "number"),
    )
    return own_sweeps(
        "implicit",
        {name: sweep(name) for name in STARTS},
        by="start",
        at={"steps": nearest_stop(STOPS, view["steps"]), "start": start},
        main=[plane],
        side=[
            slider,
            switch("start", "Where the descent starts", {k: v[0] for k, v in STARTS.items()}),
            numbers,
            name_item("beyond", curve),
        ],
    )
