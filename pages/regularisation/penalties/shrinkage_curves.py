"""The isotropic case: with XᵀX = I a penalty changes each coefficient separately."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from lab.course.page_declaration import Word
from lab.ui import items
from lab.ui.challenges import Challenge, Option, name_item
from lab.ui.embedded_sweep import nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.regularisation.items import ShrinkCurves, ShrinkPaths
from pages.regularisation.mathematics.thresholding import (
    hard_threshold,
    ridge_shrink,
    soft_threshold,
)

STOPS = [float(f"{v:.3g}") for v in np.linspace(0, 4, 41)]
VIEW = {"cut": Word("1", stops=STOPS), "entry": "1.5"}
B = np.round(np.linspace(-3, 3, 121), 6)
CURVES = (
    ("ridge", "ridge: b/(1 + λ)", ridge_shrink, "logistic"),
    ("soft", "soft: ℓ₁", soft_threshold, "squared"),
    ("hard", "hard: ℓ₀", hard_threshold, "exponential"),
)
QUESTION_B = 1.5  # coefficient b in the question of the challenge

CHALLENGES = (
    Challenge(
        question=f"b is {QUESTION_B:g}, and λ grows. Which penalty is the first to make it exactly "
        "0?",
        options=(
            Option("ridge", (("zero_ridge", ">=", 1),)),
            Option("ℓ₁", (("zero_soft", ">=", 1),)),
            Option("ℓ₀", (("zero_hard", ">=", 1),)),
        ),
        answer="ℓ₀",
        goal=f"Drag λ until exactly one of the three penalties sets b = {QUESTION_B:g} to 0.",
        conditions=(("zeros", "==", 1),),
        by=("cut",),
        why="ℓ₀ gives 0 once b² ≤ λ: from λ = 2.25 on. ℓ₁ subtracts λ/2, which gives 0 from λ = 3 "
        "on. Ridge divides by 1 + λ: the result gets small, but never 0.",
        hides=("paths",),
    ),
)


@lru_cache(maxsize=1)
def sweep() -> dict[str, Any]:
    """Compute the three penalised values for every b at every λ, and which of them are 0 for b =
    `QUESTION_B`."""
    tensors = {"stops": (np.array(STOPS), True), "b": (B, True)}
    for name, _, shrink, _ in CURVES:
        tensors[name] = (np.array([shrink(B, lam) for lam in STOPS]), False)
        zero = [float(shrink(np.array([QUESTION_B]), lam)[0] == 0) for lam in STOPS]
        tensors[f"zero_{name}"] = (np.array(zero), False)
    zeros = np.sum([tensors[f"zero_{name}"][0] for name, *_ in CURVES], axis=0)
    return sweep_item("cut", tensors | {"zeros": (zeros, False)})


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of the three curves over b, and of their values at one b against λ."""
    slider = items.stops_slider("cut", "λ", "weight of the penalty", STOPS, [0, 1, 2, 3, 4])
    series: list[items.Series] = [
        {"tensor": name, "label": label, "tone": tone} for name, label, _, tone in CURVES
    ]
    curves = ShrinkCurves(
        x="b", series=series, look="entry",
        label="The penalised value of a coefficient b: ridge, soft and hard threshold.",
    )  # fmt: skip
    paths = ShrinkPaths(
        x="b", series=series, look="entry", along="cut",
        label="The penalised value of the chosen b, against λ: ridge, soft and hard threshold.",
    )  # fmt: skip
    return own_sweeps(
        "shrink",
        sweep(),
        at={"cut": nearest_stop(STOPS, view["cut"])},
        main=[curves],
        side=[
            slider,
            name_item("paths", paths),
        ],
        view={"entry": f"{nearest_stop(B.tolist(), view['entry']):g}"},
    )
