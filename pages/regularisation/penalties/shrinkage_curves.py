"""The isotropic case (G3): with XᵀX = I each coefficient shrinks alone, in one of three ways."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from kernel_core.theory import hard_threshold, ridge_shrink, soft_threshold
from lab.ui import items
from lab.ui.embedded_sweep import nearest, sweep_item
from lab.ui.steps.step import Picture, own_sweeps

VIEW = {"cut": "1", "entry": "1.5"}
STOPS = [float(f"{v:.3g}") for v in np.linspace(0, 4, 41)]
B = np.round(np.linspace(-3, 3, 121), 6)
CURVES = (
    ("ridge", "ridge: b/(1 + λ)", ridge_shrink, "logistic"),
    ("soft", "soft: ℓ₁", soft_threshold, "squared"),
    ("hard", "hard: ℓ₀", hard_threshold, "exponential"),
)


@lru_cache(maxsize=1)
def sweep() -> dict[str, Any]:
    """The three answers for every b, at every λ."""
    tensors = {"stops": (np.array(STOPS), True), "b": (B, True)}
    for name, _, shrink, _ in CURVES:
        tensors[name] = (np.array([shrink(B, lam) for lam in STOPS]), False)
    return sweep_item("cut", tensors)


def picture(view: Mapping[str, str]) -> Picture:
    """λ on a slider, a point that runs along the three curves."""
    slider = items.stops_slider("cut", "λ", "price of the penalty", STOPS, [0, 1, 2, 3, 4])
    series = [{"tensor": name, "label": label, "tone": tone} for name, label, _, tone in CURVES]
    curves = {
        "kind": "shrink", "x": "b", "series": series, "look": "entry",
        "label": "What becomes of a coefficient b: ridge, soft and hard threshold.",
    }  # fmt: skip
    return own_sweeps(
        "shrink",
        sweep(),
        at={"cut": nearest(STOPS, view["cut"])},
        main=[curves],
        side=[
            slider,
            items.heading(
                "Three penalties",
                "Ridge takes a share of b. ℓ₁ takes a fixed amount, λ/2, down to exactly 0. ℓ₀ "
                "keeps b whole, or drops it where b² ≤ λ.",
            ),
        ],
        view={"entry": f"{nearest(B.tolist(), view['entry']):g}"},
    )
