"""The pictures of the kernel perceptron: the same steps in two forms, in w and in α."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np

from kernel_core.datasets import circles, moons
from lab.course.page_declaration import Word
from lab.ui import items
from lab.ui.challenges import Challenge, Option, remark
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, Words, own_sweeps
from lab.wire.packed_sweeps import EmbeddedSweep
from pages.stochastic_gradient import linear_sgd_element
from pages.stochastic_gradient.items import CountPlane, Play
from pages.stochastic_gradient.mathematics.primal_dual_perceptron import (
    PrimalDualStep,
    primal_and_dual_perceptron,
)

STEPS, POINTS = 60, 24
STOPS = [float(t) for t in range(STEPS + 1)]
# Number of grid nodes along a side; f is at most quadratic, so a coarse grid is exact enough.
_GRID_NODES = 25
_SAME_TOL = 1e-9
_COMPARED = ("stops", "example", "alpha", "w", "wx", "fx", "apart", "agree", "wrong")
COUNTS = items.Vector(
    label="α: the number of mistakes on each example, with the sign of its label.",
    tensor="alpha",
    tone="positive",
    title="αₙ ← αₙ + yₙ",
    first=1,
)


@dataclass(frozen=True)
class PerceptronExample:
    """A data set, with the features of its perceptron and the seed of the random indices."""

    button: str
    phi: str
    draws: int
    sample: Callable[[], tuple[np.ndarray, np.ndarray]]
    square: bool


EXAMPLE_SETS = {
    "rings": PerceptronExample("Two rings", "1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂²", 0,
                               lambda: circles(noise=0.5).sample(POINTS, 1), True),
    "line": PerceptronExample("Separated by a line", "x₁, x₂", linear_sgd_element.DRAWS,
                              lambda: linear_sgd_element.data("narrow"), False),
    "moons": PerceptronExample("Two moons", "1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂²", 0,
                               lambda: moons(noise=0.5).sample(POINTS, 1), True),
}  # fmt: skip
VIEW = {"turns": Word("9", stops=STOPS), "shape": Word("rings", EXAMPLE_SETS), "speed": ""}

COUNT_CHALLENGES = (
    Challenge(
        question="Some points have a number αₙ. What does |αₙ| count?",
        options=(
            Option("how often the point was drawn", (("all", ">=", ["turns", 1]),)),
            Option("how often it was misclassified", (("all", "==", ["mistakes", 1]),)),
        ),
        answer="how often it was misclassified",
        goal="With “Two rings”, drag t until there are at least 10 mistakes and step t itself is "
        "not a mistake.",
        conditions=(("shape", "==", "rings"), ("mistakes", ">=", 10), ("mistake", "==", 0)),
        by=("turns", "shape"),
        why="Drawing a correctly classified point changes nothing. So αₙ is yₙ times the number of "
        "mistakes on xₙ, and the |αₙ| add up to the number of mistakes so far.",
    ),
)
FORM_CHALLENGES = (
    Challenge(
        question="Can α be computed without w?",
        options=(
            Option("yes, K is enough", (("apart", "<=", _SAME_TOL),)),
            Option("no, each step needs w", (("apart", ">=", 1e-3),)),
        ),
        answer="yes, K is enough",
        goal="With “Two rings”, drag t until no point is misclassified, and compare the two forms.",
        conditions=(("shape", "==", "rings"), ("wrong", "==", 0)),
        by=("turns", "shape"),
        why="w is Σ αₙφ(xₙ) at every step, so wᵀφ(x) is Σ αₙK(xₙ, x). The rule needs only the sign "
            "of this sum. Even if φ has infinitely many features, as for the RBF kernel, α has m "
            "entries.",
    ),
)  # fmt: skip


def features(X: np.ndarray, square: bool) -> np.ndarray:
    """Return φ(x) (n, 6) with φ(x)ᵀφ(z) = (1 + xᵀz)² if `square`, else x itself (n, 2)."""
    if not square:
        return X
    (a, b), r = X.T, np.sqrt(2)
    return np.column_stack([np.ones(len(X)), r * a, r * b, a * a, r * a * b, b * b])


@lru_cache(maxsize=len(EXAMPLE_SETS))
def steps_of(name: str) -> tuple[np.ndarray, np.ndarray, list[PrimalDualStep]]:
    """Compute the steps of the perceptron in w and in α. Return the points, their labels, and the
    steps.
    """
    data = EXAMPLE_SETS[name]
    X, y = data.sample()
    return (
        X,
        y,
        list(islice(primal_and_dual_perceptron(features(X, data.square), y, data.draws), STEPS)),
    )


@lru_cache(maxsize=len(EXAMPLE_SETS))
def sweep(name: str) -> dict[str, Any]:
    """Compute both forms of the perceptron after every step: w, α, mistakes, decision values."""
    X, y, steps = steps_of(name)
    data = EXAMPLE_SETS[name]
    Phi = features(X, data.square)
    alpha = np.vstack([np.zeros(len(y)), *(step.alpha for step in steps)])
    w = np.vstack([np.zeros(Phi.shape[1]), *(step.w for step in steps)])
    decision = alpha @ (Phi @ Phi.T)
    mistake = np.array([step.mistake for step in steps], dtype=float)
    difference = np.maximum.accumulate([0.0, *(step.max_difference for step in steps)])
    reach = 1.15 * float(np.abs(X).max())
    gx, gy = (
        np.linspace(-reach * 1.2, reach * 1.2, _GRID_NODES),
        np.linspace(-reach, reach, _GRID_NODES),
    )
    nodes = np.column_stack([np.tile(gx, _GRID_NODES), np.repeat(gy, _GRID_NODES)])
    K = features(nodes, data.square) @ Phi.T
    stop_tensors = {
        "alpha": alpha, "w": w, "decision": decision,
        "field": (alpha @ K.T).reshape(-1, _GRID_NODES, _GRID_NODES),
        "index": np.array([-1, *(step.i for step in steps)]),
        "example": np.array([np.nan, *(step.i + 1 for step in steps)]),
        "wx": np.array([np.nan, *(step.wx for step in steps)]),
        "fx": np.array([np.nan, *(step.f for step in steps)]),
        "mistake": np.array([0.0, *mistake]), "mistakes": np.cumsum([0.0, *mistake]),
        "all": np.abs(alpha).sum(axis=1), "apart": difference,
        "agree": np.cumprod([1.0, *(float(step.is_equal) for step in steps)]),
        "wrong": (y * decision <= 1e-9).sum(axis=1),
    }  # fmt: skip
    fixed_tensors = {"stops": np.array(STOPS), "x": gx, "y": gy, "points": X, "labels": y}
    return sweep_item(
        "turns",
        flagged_tensors(fixed_tensors, stop_tensors),
        exact=["wx", "fx"],
        half_precision=["field"],
    )


@lru_cache(maxsize=len(EXAMPLE_SETS))
def form_sweep(name: str) -> EmbeddedSweep:
    """Return the sweep without the plane, which the picture of the two forms does not need."""
    content = sweep(name)
    tensors = {key: content["tensors"][key] for key in _COMPARED}
    return EmbeddedSweep(meta=content["meta"], tensors=tensors)


def counts_picture(view: Words) -> Picture:
    """Build the picture of the points with mistake counts; `view` has the words in `VIEW`."""
    return _picture(
        "perceptrons",
        sweep,
        view,
        main=[
            CountPlane(
                counts="alpha",
                levels=[],
                colour_scale=0.15,
                label="The plane, with αₙ on each point: the number of mistakes on it, with the "
                "sign of yₙ.",
            ),
            items.legend(
                positive="y = +1", negative="y = −1", zero="f(x) = 0", free="example of step t"
            ),
        ],
        side=[
            COUNTS,
            items.readouts(
                items.row("mistakes", "Mistakes", "whole", "so far"),
                items.row("wrong", "Misclassified points", "whole"),
            ),
        ],
    )


def forms_picture(view: Words) -> Picture:
    """Build the picture of w and α as bars, with both decision values at the example of the
    step."""
    weights = [
        items.only_where(
            items.Vector(
                label=f"w, the weights of {phi}.",
                tensor="w",
                tone="accent",
                title=f"w ← w + yₙφ(xₙ): {phi}",
                first=1,
            ),
            shape=[key for key, s in EXAMPLE_SETS.items() if s.phi == phi],
        )
        for phi in dict.fromkeys(s.phi for s in EXAMPLE_SETS.values())
    ]
    return _picture(
        "forms",
        form_sweep,
        view,
        main=[*weights, COUNTS],
        side=[
            items.readouts(
                items.row("wx", "wᵀφ(xₙ)", "number", "before the step"),
                items.row("fx", "Σⱼ αⱼK(xⱼ, xₙ)", "number", "the same number"),
                items.row("apart", "Largest |w − Σ αₙφ(xₙ)|", "power", "over all steps so far"),
                items.row("wrong", "Misclassified points", "whole"),
            ),
            remark("Both forms have made the same updates so far.", ("agree", "==", 1)),
        ],
    )


def _picture(
    name: str,
    sweep_of: Callable[[str], dict[str, Any]],
    view: Words,
    main: Sequence[items.Item],
    side: Sequence[items.Item],
) -> Picture:
    """Build a picture with the slider of the steps and the choice of the data set."""
    shape = view["shape"] if view["shape"] in EXAMPLE_SETS else VIEW["shape"]
    slider = items.stops_slider(
        "turns", "t", "examples drawn", STOPS, [0, 15, 30, 45, 60], count=True
    )
    return own_sweeps(
        name,
        {key: sweep_of(key) for key in EXAMPLE_SETS},
        by="shape",
        at={"turns": nearest_stop(STOPS, view["turns"]), "shape": shape},
        main=[*main, Play(along="turns", last=STEPS, speeds=[3, 30]), slider],
        side=[
            switch("shape", "The data", {key: s.button for key, s in EXAMPLE_SETS.items()}),
            *side,
        ],
        view={"speed": view["speed"]},
    )
