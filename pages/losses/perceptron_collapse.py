"""Why the perceptron loss with a penalty gives f = 0: the risk along t·α, for λ down to 0."""

from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import NO_POINTS, problem, sample_of
from lab.scene.scene import Scene, replace
from lab.ui import items
from lab.ui.challenges import remark
from lab.ui.embedded_sweep import nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweep
from pages.losses.mathematics.risk_along import risk_along

_T = np.linspace(0, 2, 81)
_STOPS = 41
_SEPARATING_LAM = 1e-4  # λ of the hinge fit whose α is scaled


@lru_cache(maxsize=64)
def sweep(scene: Scene) -> dict[str, Any]:
    """Compute J(t·α) with the perceptron loss and with the hinge loss at every λ, their minima over
    t, and the smallest t with each minimum. α is that of a hinge fit without an intercept."""
    setting = problem(replace(scene, loss="hinge", lam=_SEPARATING_LAM, risk="sum", intercept=0))
    try:
        solution = setting.fit()
    except kc.NotConverged as error:
        solution = error.solution
    f, y, norm2 = solution.decision(solution.X), solution.y, solution.norm2
    # At the largest λ the penalty of α is about half of the sum of the hinge losses of f = 0.
    highest = float(f"{len(y) / norm2:.2g}") if norm2 > 0 else 1.0
    lams = np.concatenate([[0.0], np.geomspace(highest / 1000, highest, _STOPS - 1)])
    risks = {
        name: np.stack([risk_along(_T, f, y, norm2, kc.LOSSES[name], lam) for lam in lams])
        for name in ("perceptron", "hinge")
    }
    tensors = {"t": (_T, True), "stops": (lams, True)}
    tensors["parted"] = (np.array([float((y * f >= 0).all())]), True)
    for name, risk in risks.items():
        tensors[name] = (risk, False)
        tensors[f"best_{name}"] = (_T[risk.argmin(axis=1)], False)
        tensors[f"dot_{name}"] = (risk.min(axis=1), False)
    return sweep_item("strength", tensors)


def picture(scene: Scene, strength: str) -> Picture:
    """Build the picture of two risks along the ray t·α, their minimisers, and a slider for λ;
    without points, a picture with a message."""
    if not len(sample_of(scene, empty=True).y):
        return Picture(main=(), empty_text=NO_POINTS)
    content = sweep(scene)
    stops = content["tensors"]["stops"]["data"]
    slider = items.stops_slider(
        "strength", "λ", "regularisation, down to 0", stops, [0.0, stops[-1]]
    )
    series: list[items.Series] = [
        {
            "tensor": "perceptron",
            "label": "perceptron",
            "tone": "perceptron",
            "at": 0.75,
            "align": "right",
        },
        {"tensor": "hinge", "label": "hinge", "tone": "hinge", "at": 0.12},
    ]
    risks = items.Curve(
        "The risk J(t·α) along the ray through one α.", "t", series, note="t", tall=True,
        marks=[["best_perceptron", "dot_perceptron", "perceptron"],
               ["best_hinge", "dot_hinge", "hinge"]])  # fmt: skip
    smallest_readouts = items.readouts(
        items.row("best_perceptron", "Perceptron: smallest t that minimises J", "number"),
        items.row("best_hinge", "Hinge: smallest t that minimises J", "number"),
    )
    level = remark("At λ = 0 the perceptron’s J is 0 at every t ≥ 0, so every such t is optimal.",
                   ("strength", "<=", 0), ("parted", ">=", 1))  # fmt: skip
    mixed_remark = remark("This α does not separate the points. So a smaller t lowers the "
                          "perceptron loss itself, even at λ = 0.",
                          ("parted", "<=", 0))  # fmt: skip
    value = nearest_stop(stops, strength)
    return own_sweep(
        "ray",
        "strength",
        value,
        content,
        main=[risks],
        side=[slider, smallest_readouts, level, mixed_remark],
    )
