"""The picture of ridge regression solved for w and for α, with sliders for the numbers of features
and of examples (notes 003 and 001)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from kernel_core.datasets import REGRESSION_SOURCES
from kernel_core.learners import ridge_dual, ridge_primal
from lab.course.page_declaration import Word
from lab.scene.scene import Scene, points_of
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.kernel_ridge.items import SystemSizes
from pages.kernel_ridge.mathematics.waves import waves
from pages.kernel_ridge.samples import TRUTH

LAM = 0.1
FEATURES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40]
EXAMPLES = [2, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40]
COMPARED_X = 1.0  # the x at which the two curves are compared
VIEW = {
    "unknowns": Word("8", stops=FEATURES),
    "examples": Word("12", stops=EXAMPLES),
}
_TICKS = [1, 10, 20, 30, 40]
_NODES = 61
_TRUTH_NODES = 241  # number of nodes of the true function; large, since it may have jumps

CHALLENGES = (
    Challenge(
        question="You add features and keep the examples. How does the size of the system for α "
                 "change?",
        options=(
            Option("it grows with the number of features", (("equations", "==", ["p", 1]),)),
            Option("it stays the same", (("equations", "<=", ["p", 0.5]),)),
        ),
        answer="it stays the same",
        goal="Drag p until the system for ŵ has at least twice as many equations as the one for α.",
        conditions=(("unknowns", ">=", ["equations", 2]),),
        by=("unknowns",),
        why=(
            Statement(
                "{p:whole} features and {equations:whole} examples: ŵ needs {p:whole} equations, "
                "α needs {equations:whole}. The curve is the same."
            ),
            Statement(
                "α needs only inner products of the examples’ features. A kernel computes these "
                "for any number of features."
            ),
        ),
        certificate="",
    ),
)  # fmt: skip


@lru_cache(maxsize=64)
def sweep(scene: Scene, m: int) -> dict[str, Any]:
    """Solve both systems with the first m examples, for every number of features."""
    line = REGRESSION_SOURCES[scene.data](scene.noise)
    X, y = line.sample(m, scene.seed)
    x = np.linspace(line.low, line.high, _NODES)
    rows: dict[str, list[Any]] = {name: [] for name in (
        "fit", "fit_alpha", "over_w", "over_alpha", "apart_w")}  # fmt: skip
    for p in FEATURES:
        Phi, at_x, at_place = (waves(places, p) for places in (X[:, 0], x, [COMPARED_X]))
        over_w = ridge_primal(Phi, y, LAM, risk="sum")
        over_alpha = ridge_dual(Phi, y, LAM, risk="sum")
        rows["fit"].append(at_x @ over_w.theta)
        rows["fit_alpha"].append((at_x @ Phi.T) @ over_alpha.alpha)
        rows["over_w"].append((at_place @ over_w.theta).item())
        rows["over_alpha"].append(((at_place @ Phi.T) @ over_alpha.alpha).item())
        rows["apart_w"].append(np.abs(over_w.theta - Phi.T @ over_alpha.alpha).max())
    at_truth = np.linspace(line.low, line.high, _TRUTH_NODES)
    fixed_tensors = {
        "stops": np.array(FEATURES), "at": x, "line": at_truth, "truth": line.truth(at_truth),
        "px": X[:, 0], "py": y,
    }  # fmt: skip
    tensors = flagged_tensors(fixed_tensors, rows)
    tensors["p"] = (np.array(FEATURES, dtype=float), False)
    tensors["equations"] = (np.full(len(FEATURES), float(m)), False)
    return sweep_item(
        "unknowns", tensors,
        exact=("over_w", "over_alpha"), half_precision=("fit", "fit_alpha", "truth"),
    )  # fmt: skip


def picture(scene: Scene, view: Mapping[str, str]) -> Picture:
    """Build the picture of the curves from ŵ and from α, and of the sizes of the two systems."""
    x0, x1, y0, y1 = REGRESSION_SOURCES[scene.data](scene.noise).window
    curve = items.Curve(
        "The curves from ŵ and from α, the examples, and the dotted truth.",
        "at",
        [TRUTH,
         {"tensor": "fit", "tone": "accent", "width": 8, "ink": 0.45, "curved": True},
         {"tensor": "fit_alpha", "tone": "logistic", "width": 2, "dash": [5, 4], "curved": True}],
        note="x", tall=True, range=[x0, x1, y0, y1], points=["px", "py"],
    )  # fmt: skip
    return own_sweeps(
        "two-ways",
        {f"{m}": sweep(points_of(scene), m) for m in EXAMPLES},
        by="examples",
        at={
            "unknowns": nearest_stop(FEATURES, view["unknowns"]),
            "examples": nearest_stop(EXAMPLES, view["examples"]),
        },
        main=[
            curve,
            items.legend(wide="from ŵ", dashed="from α", truth="truth"),
        ],
        side=[
            items.stops_slider("unknowns", "p", "features", FEATURES, _TICKS, count=True),
            items.stops_slider("examples", "m", "examples", EXAMPLES, [2, *_TICKS[1:]], count=True),
            SystemSizes(
                "The two systems of equations.", "p", "equations", max(*FEATURES, *EXAMPLES)
            ),
            items.readouts(
                items.row("over_w", "f(1) from ŵ", "digits", "Σ ŵⱼφⱼ(1)"),
                items.row("over_alpha", "f(1) from α", "digits", "Σ αᵢ⟨φ(xᵢ), φ(1)⟩"),
                items.row("apart_w", "Difference of ŵ and Φᵀα", "power", "largest entry"),
            ),
        ],
    )
