"""The picture of the perceptron and of logistic SGD in w, side by side on the same examples."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from kernel_core import Linear
from lab.course.page_declaration import Word
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, remark
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.stochastic_gradient.items import Play, Sketch
from pages.stochastic_gradient.mathematics.linear_sgd import METHODS, LinearSGD, run_linear_sgd
from pages.stochastic_gradient.mathematics.mistake_bound import mistake_bound

# For each choice, its label and the distance of each class from a line through 0, negative if the
# classes overlap.
GAPS = {
    "wide": ("Far apart", 0.3),
    "narrow": ("Half as far", 0.15),
    "mixed": ("Mixed", -0.15),
}
STEPS, ETA, DRAWS = 100, 1.0, 16
OTHER_ORDERS = 20  # number of further orders of the same examples, to compare with the bound
STOPS = [float(t) for t in range(STEPS + 1)]
VIEW = {"drawn": Word("6", stops=STOPS), "gap": Word("wide", GAPS), "speed": ""}
TICKS = [0, 20, 40, 60, 80, 100]
SPEEDS = [3, 30, 60]
_POINTS, _SEED, _TURN = 24, 7, np.deg2rad(35)
REACH = 2.4  # the window reaches from -2.4 to 2.4 on both axes
ARROW_SCALE = 0.4  # length of the arrow of w in the picture, as a share of ‖w‖

CHALLENGES = (
    Challenge(
        question="You move the classes towards each other until γ is about half as large. How "
        "does the bound on the mistakes change?",
        options=(
            Option("it doubles", (("bound", "<=", ["bound_wide", 3]),)),
            Option("it grows almost fourfold", (("bound", ">=", ["bound_wide", 3]),)),
        ),
        answer="it grows almost fourfold",
        goal="Choose “Half as far”, and compare the two bounds.",
        conditions=(("gap", "==", "narrow"),),
        by=("drawn", "gap"),
        why=(
            Statement(
                "The bound (R/γ)² is a square: with half of γ and the same R it is four times as "
                "large. Here γ falls from {gamma_wide:number} to {gamma:number} and R from "
                "{radius_wide:number} to {radius:number}, so the bound rises from "
                "{bound_wide:number} to {bound:number}."
            ),
            Statement(
                "Each mistake adds at least γ to the component of w perpendicular to the line with "
                "the widest margin, and at most R² to ‖w‖². Both can be true for at most (R/γ)² "
                "mistakes."
            ),
        ),
    ),
    Challenge(
        question="Every point is on the correct side. Do both rules stop changing w?",
        options=(
            Option("yes, no point is misclassified", (("move_l", "==", 0),)),
            Option("only the perceptron does", (("move_p", "==", 0), ("move_l", ">=", 1e-4))),
        ),
        answer="only the perceptron does",
        goal="Drag t to a step that is not a mistake of the perceptron, and after which neither "
        "rule misclassifies a point.",
        conditions=(("wrong_p", "==", 0), ("wrong_l", "==", 0), ("move_p", "==", 0)),
        by=("drawn",),
        why="The perceptron adds yₙxₙ or nothing. Logistic regression adds yₙxₙ times the factor "
        "g(−yₙwᵀxₙ), which becomes small but is never 0, so w keeps changing.",
    ),
)


def data(gap: str) -> tuple[np.ndarray, np.ndarray]:
    """Sample points (24, 2) with labels; the classes lie on the two sides of a line through 0 or,
    for a negative gap, overlap.
    """
    rng, gap_width = np.random.default_rng(_SEED), GAPS[gap][1]
    y = np.where(np.arange(_POINTS) % 2 == 0, 1.0, -1.0)
    along = rng.uniform(-2, 2, _POINTS)
    offsets = y * (gap_width + rng.uniform(0, 0.6, _POINTS))
    offsets[:2] = gap_width, -gap_width
    normal = np.array([np.cos(_TURN), np.sin(_TURN)])
    return offsets[:, None] * normal + along[:, None] * np.array([-normal[1], normal[0]]), y


def run(gap: str, method: str, draws: int = DRAWS) -> LinearSGD:
    """Run `method`, "perceptron" or "logistic", from w = 0; `draws` is the random seed."""
    return run_linear_sgd(*data(gap), method, steps=STEPS, eta=ETA, seed=draws)


@lru_cache(maxsize=len(GAPS))
def sweep(gap: str) -> dict[str, Any]:
    """Compute the runs of both rules after every step, the mistakes of the perceptron in twenty
    other orders, and the mistake bound.
    """
    X, y = data(gap)
    runs = {name[0]: run(gap, name) for name in METHODS}
    other_mistakes = [
        run(gap, "perceptron", DRAWS + k).mistakes for k in range(1, OTHER_ORDERS + 1)
    ]
    theorem = mistake_bound(X, y, Linear())
    bound = theorem.bound if np.isfinite(theorem.bound) else np.nan
    stop_tensors: dict[str, np.ndarray] = {}
    for key, path in runs.items():
        previous_w = np.vstack([path.w[:1], path.w[:-1]])
        stop_tensors |= {
            f"w_{key}": ARROW_SCALE * path.w, f"before_{key}": ARROW_SCALE * previous_w,
            f"margin_{key}": _pad_start(path.margin), f"size_{key}": _pad_start(path.size),
            f"mistakes_{key}": path.mistakes, f"wrong_{key}": path.n_misclassified,
            f"move_{key}": np.linalg.norm(path.w - previous_w, axis=1),
            f"norm_{key}": np.linalg.norm(path.w, axis=1),
        }  # fmt: skip
    stop_tensors |= {
        "index": np.concatenate([[-1], runs["p"].index]), "step": np.arange(STEPS + 1),
        "example": _pad_start(runs["p"].index + 1.0), "bound": np.full(STEPS + 1, bound),
        "radius": np.full(STEPS + 1, theorem.R), "gamma": np.full(STEPS + 1, theorem.gamma),
    }  # fmt: skip
    widest = mistake_bound(*data("wide"), Linear())
    fixed_tensors = {
        "stops": np.array(STOPS), "orders": np.array(STOPS), "points": X, "labels": y,
        "all_mistakes": runs["p"].mistakes, "others": np.array(other_mistakes),
        "level": np.full(STEPS + 1, bound), "bound_wide": [widest.bound],
        "radius_wide": [widest.R], "gamma_wide": [widest.gamma],
    }  # fmt: skip
    return sweep_item("drawn", flagged_tensors(fixed_tensors, stop_tensors))


def _pad_start(values: np.ndarray) -> np.ndarray:
    """Prepend NaN, the value at the start, to the values of the steps."""
    return np.concatenate([[np.nan], values])


def picture(view: Words) -> Picture:
    """Build the picture of both rules; `view` has the words in `VIEW`."""
    gap = view["gap"] if view["gap"] in GAPS else VIEW["gap"]
    slider = items.stops_slider("drawn", "t", "examples drawn", STOPS, TICKS, count=True)
    side = switch("gap", "Distance of the classes", {k: v[0] for k, v in GAPS.items()})
    return own_sweeps(
        "linear",
        {name: sweep(name) for name in GAPS},
        by="gap",
        at={"drawn": nearest_stop(STOPS, view["drawn"]), "gap": gap},
        main=[
            slider,
            Play(along="drawn", last=STEPS, speeds=SPEEDS),
            items.pair(_picture("p", "Perceptron"), _picture("l", "Logistic")),
            items.legend(
                positive="y = +1",
                negative="y = −1",
                zero=f"w (drawn at {ARROW_SCALE:g} times its length) and the line wᵀx = 0",
                slack="change by step t",
                free="example of step t",
            ),
            items.readouts(
                items.row("margin_p", "yₙwᵀxₙ, perceptron", "number", "before the step"),
                items.row("margin_l", "yₙwᵀxₙ, logistic", "number"),
                items.row("size_l", "g(−yₙwᵀxₙ)", "number", "the factor of yₙxₙ"),
            ),
        ],
        side=[
            side,
            *_charts(),
            items.readouts(
                items.row("mistakes_p", "Mistakes of the perceptron", "whole"),
                items.row("radius", "Radius R", "number", "largest ‖xₙ‖"),
                items.row("gamma", "Margin γ", "number", "the widest of any line through 0"),
                items.row("bound", "(R/γ)²", "number", "bound on the mistakes, in any order"),
            ),
            remark(
                "No line through 0 separates these classes. γ is 0 and there is no bound: the "
                "perceptron never stops making mistakes.",
                ("gap", "==", "mixed"),
            ),
        ],
        view={"speed": view["speed"]},
    )


def _picture(key: str, name: str) -> items.Item:
    return Sketch(
        title=name, range=[-REACH, REACH, -REACH, REACH],
        axes=["x₁", "x₂"], label=f"{name}: the points, w as an arrow, the line wᵀx = 0, and the "
        "change of w by the last step.",
        parts=[
            {"part": "half", "of": f"w_{key}"}, {"part": "points"},
            {"part": "draw", "index": "index"},
            {"part": "arrow", "to": f"before_{key}", "tone": "muted", "width": 2, "dash": [4, 4]},
            {"part": "arrow", "to": f"w_{key}", "tone": "zero", "width": 3.6, "label": "w"},
            {"part": "arrow", "from": f"before_{key}", "to": f"w_{key}", "tone": "accent",
             "width": 3.4},
        ],
    )  # fmt: skip


def _charts() -> list[items.Item]:
    """Build the chart of mistakes against t, with the bound if there is one."""
    runs: list[items.Series] = [
        {"tensor": "others", "rows": OTHER_ORDERS, "tone": "muted", "width": 1, "ink": 0.5},
        {"tensor": "all_mistakes", "tone": "accent", "label": "mistakes", "at": 0.5},
    ]
    level: items.Series = {
        "tensor": "level", "tone": "negative", "dash": [6, 4], "label": "(R/γ)²", "at": 0.04,
        "below": True,
    }  # fmt: skip
    label = "Mistakes of the perceptron against steps, in this order and in twenty others."
    mistakes = items.Curve(
        label, "orders", runs, note="t", tall=True, marks=[["step", "mistakes_p", "accent"]]
    )
    bounded_mistakes = replace(mistakes, series=[*runs, level])
    return [
        items.only_where(bounded_mistakes, gap=["wide", "narrow"]),
        items.only_where(mistakes, gap=["mixed"]),
    ]
