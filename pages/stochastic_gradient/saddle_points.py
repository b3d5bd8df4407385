"""The picture of gradient descent near the saddles of u² − v² and u² + v³."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from lab.course.page_declaration import Word
from lab.ui import items
from lab.ui.challenges import Challenge, Option
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.stochastic_gradient.items import Play, Sketch
from pages.stochastic_gradient.mathematics.gradient_methods import gradient_descent
from pages.stochastic_gradient.mathematics.objectives import SaddleFunction

STEPS, ETA, REACH = 50, 0.1, 1.6
MAX_CONVERGING_V = 1 / (3 * ETA)  # largest v from which a step on u² + v³ does not jump over v = 0
_GRID_NODES = 61
_LEVELS = (-2.0, -1.2, -0.6, -0.2, 0.0, 0.2, 0.6, 1.2, 2.0)
_FLAT_GRADIENT = 0.05  # the descent counts as being at the saddle if ‖∇F‖ is below this
TICKS = [0, 10, 20, 30, 40, 50]
STOPS = [float(t) for t in range(STEPS + 1)]


@dataclass(frozen=True)
class SaddleStart:
    """The kind of a saddle, and the start of gradient descent."""

    button: str
    kind: str
    w: tuple[float, float]


STARTS = {
    "exact": SaddleStart("u² − v², on the ridge", "strict", (1.3, 0.0)),
    "beside": SaddleStart("slightly off the ridge", "strict", (1.3, 0.001)),
    "bad": SaddleStart("u² + v³", "degenerate", (1.3, 1.3)),
}
VIEW = {"slide": Word("12", stops=STOPS), "saddle": Word("exact", STARTS), "speed": ""}

CHALLENGES = (
    Challenge(
        question="The start is 0.001 off the ridge of u²\u00a0−\u00a0v². Where does the "
        "descent end?",
        options=(
            Option("at the saddle, as with a start on the ridge",
                   (("slope", "<=", _FLAT_GRADIENT),)),
            Option("far below the saddle", (("value", "<=", -0.5),)),
        ),
        answer="far below the saddle",
        stored_id="cc8a6db04",
        goal="Choose “slightly off the ridge” and drag t to the end.",
        conditions=(("saddle", "==", "beside"), ("slide", "==", STEPS)),
        by=("slide", "saddle"),
        why="Each step multiplies v by 1 + 2η, so an offset of 0.001 is enough: from a random "
        "start descent escapes such a saddle with probability 1. On u² + v³ a step multiplies v by "
        "1 − 3ηv: from every start with 0 < v < 1/(3η), here "
        f"{MAX_CONVERGING_V:.3g}, v stays above 0 and descent converges slowly to the saddle.",
    ),
)  # fmt: skip


@lru_cache(maxsize=len(STARTS))
def sweep(name: str) -> dict[str, Any]:
    """Compute F on a grid around a saddle, and the path of gradient descent after every step."""
    begin = STARTS[name]
    function = SaddleFunction(begin.kind)
    path = gradient_descent(function, begin.w, ETA, STEPS)
    nodes = np.linspace(-REACH, REACH, _GRID_NODES)
    table = np.column_stack([np.tile(nodes, _GRID_NODES), np.repeat(nodes, _GRID_NODES)])
    fixed_tensors = {
        "stops": np.array(STOPS), "orders": np.array(STOPS), "values": path.risk, "x": nodes,
        "y": nodes, "way": path.w, "origin_w": np.zeros(2),
        "field": function.values(table).reshape(_GRID_NODES, _GRID_NODES),
    }  # fmt: skip
    stop_tensors = {
        "upto": np.array(STOPS), "value": path.risk, "v": path.w[:, 1],
        "slope": np.array([np.linalg.norm(function.gradient(w)) for w in path.w]),
    }  # fmt: skip
    return sweep_item(
        "slide", flagged_tensors(fixed_tensors, stop_tensors), half_precision=["field"]
    )


def picture(view: Words) -> Picture:
    """Build the picture of gradient descent at a saddle; `view` has the words in `VIEW`."""
    start = view["saddle"] if view["saddle"] in STARTS else VIEW["saddle"]
    slider = items.stops_slider("slide", "t", "steps of gradient descent", STOPS, TICKS, count=True)
    plane = Sketch(
        range=[-REACH, REACH, -REACH, REACH], axes=["u", "v"],
        label="Level sets of a saddle, and the path of gradient descent.",
        parts=[
            {"part": "levels", "at": list(_LEVELS)},
            {"part": "spot", "of": "origin_w", "tone": "muted"},
            {"part": "path", "of": "way", "upto": "upto", "tone": "accent", "shape": "disc"},
        ],
    )  # fmt: skip
    return own_sweeps(
        "saddle",
        {name: sweep(name) for name in STARTS},
        by="saddle",
        at={"slide": nearest_stop(STOPS, view["slide"]), "saddle": start},
        main=[plane, Play(along="slide", last=STEPS, speeds=[3, 30]),
              slider],
        side=[
            switch("saddle", "The saddle and the start",
                          {k: s.button for k, s in STARTS.items()}),
            items.Curve(
                "F against steps.", "orders",
                [{"tensor": "values", "tone": "accent", "label": "F", "at": 0.02, "align": "left"}],
                note="t", range=[0, STEPS, -2, 4.2],
                marks=[["upto", "value", "accent"]]),
            items.readouts(
                items.row("value", "F", "number"), items.row("v", "v", "number"),
                items.row("slope", "‖∇F‖", "number", "0 at the saddle"),
            ),
        ],
        view={"speed": view["speed"]},
    )  # fmt: skip
