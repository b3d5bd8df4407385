"""Other minimisers: α moves along the null space of K, or off it (note 001)."""

from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.ui import embedded_sweep, items
from lab.ui.challenges import Challenge, Option, challenges, name_item
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.representer_theorem.mathematics.null_space import (
    along_direction,
    null_space_basis,
    risk_at_alpha,
)

X = np.array([-0.9, -0.2, 0.35, 0.9, -0.2])[:, None]  # the last point equals the second
Y = np.array([0.7, -0.6, 0.5, -0.4, -0.6])
TWINS = (1, 4)  # indices of the two equal points
# A kernel with four features for five points, so that K has a null space.
KERNEL = kc.Polynomial(3, 1.0)
LAM = 0.05
WAYS = ("null", "off")
_NODES = 81

CHALLENGES = (
    Challenge(
        question="At t = 0 the risk has its minimum. How many α have this risk?",
        options=(
            Option("only this one", (("rise", ">=", 1e-6),)),
            Option("infinitely many", (("rise", "<=", 1e-9),)),
        ),
        answer="infinitely many",
        goal="Move along the null space until the α of one of the two equal points is almost 0.",
        conditions=(("along", "==", 1), ("least_twin", "<=", 0.1)),
        by=("walk", "way"),
        why="The two equal points have the same bump, so only the sum of their coefficients "
        "counts. Every split of this sum gives the same function, the same w* and the same risk.",
        hides=("risks",),
    ),
    Challenge(
        question="Increase both coefficients of the equal points, or decrease both. Does w = Φᵀα "
        "change?",
        stored_id="c1a74535e",
        options=(
            Option("no", (("moved_w", "<=", 1e-9),)),
            Option("yes", (("moved_w", ">=", 0.1),)),
        ),
        answer="yes",
        goal="Choose “Off the null space”, and drag t until the risk is twice its minimum.",
        conditions=(("risk", ">=", ["least", 2]),),
        by=("walk", "way"),
        why="Now vᵀKv > 0: the sum of the two coefficients changes, and so does the function. The "
        "risk has its minimum at t = 0, so it can only rise.",
    ),
)


def stops() -> list[float]:
    """Return the stops t of the slider from -2 to 2, which include 0."""
    return [round(t, 1) for t in np.linspace(-2, 2, 41).tolist()]


def direction(way: str) -> np.ndarray:
    """Return the direction (m,) of length 1 in which α moves: along the null space of K, or off it.

    Along the null space the coefficient of one of the two equal points rises as much as that of the
    other falls. In the other direction both coefficients rise.
    """
    K = KERNEL(X, X)
    along = null_space_basis(K)[:, 0]
    return along if way == "null" else np.abs(along)


@lru_cache(maxsize=2)
def sweep(way: str) -> dict[str, Any]:
    """Compute the risk, f at the points and on a grid, and w = Φᵀα, for α + t v at every t."""
    t, K, Phi = np.array(stops()), KERNEL(X, X), KERNEL.features(X)
    best = kc.fit(X, Y, KERNEL, kc.Squared(), LAM, tol=1e-12)
    alpha = along_direction(best.alpha, direction(way), t)
    risks = risk_at_alpha(K, Y, alpha, kc.Squared(), LAM, Phi=Phi)
    assert risks.w is not None  # Φ was passed, so w is computed
    x = np.linspace(-1.1, 1.1, _NODES)
    start = stops().index(0)
    stop_tensors = {
        "alpha": alpha, "w": risks.w, "risk": risks.risk, "norm2": risks.norm2, "t_now": t,
        "fit": alpha @ KERNEL(X, x[:, None]),
        "rise": risks.risk - risks.risk[start],
        "least_twin": np.abs(alpha[:, TWINS]).min(axis=1),
        "along": np.full(len(t), way == "null"),
        "moved": np.abs(risks.f - risks.f[start]).max(axis=1),
        "moved_w": np.abs(risks.w - risks.w[start]).max(axis=1),
    }  # fmt: skip
    constants = {
        "stops": t, "t": t, "x": x, "risks": risks.risk, "start": best.alpha,
        "least": risks.risk[start : start + 1], "points_x": X[:, 0], "points_y": Y, "gram": K,
    }  # fmt: skip
    return sweep_item(
        "walk", flagged_tensors(constants, stop_tensors), exact=("risk", "norm2", "least")
    )


def picture(walk: str, way: str) -> Picture:
    """Build the picture: α and w as bars, f, the risk against t, K, and a slider for t."""
    slider = items.stops_slider(
        "walk", "t", "how far along the direction v", stops(), [-2, -1, 0, 1, 2]
    )
    tones = ["squared" if i in TWINS else "accent" for i in range(len(Y))]
    highest = max(sweep("off")["tensors"]["risks"]["data"])
    return own_sweeps(
        "others",
        {name: sweep(name) for name in WAYS},
        by="way",
        at={"walk": nearest_stop(stops(), walk or "0"), "way": way if way in WAYS else WAYS[0]},
        main=[
            items.Vector("The entries of α.", "alpha", "accent",
                         "α + t v: points 2 and 5 are equal, the start is dashed",
                         tones=tones, start="start"),
            items.Vector("The entries of w.", "w", "logistic", "w = Φᵀ(α + t v)"),
        ],
        side=[
            slider,
            embedded_sweep.switch("way", "The direction of the change", {
                "null": "Along the null space", "off": "Off the null space"}),
            items.readouts(
                items.row("risk", "Risk", "digits", "J(α + t v)"),
                items.row("norm2", "‖w‖²", "digits", "αᵀKα"),
                items.row("moved", "Change of the predictions", "number", "largest"),
                items.row("moved_w", "Change of w", "number", "largest")),
        ],
        below=[
            items.half_width(items.Curve(
                "The function with the coefficients α + t v.", "x",
                [{"tensor": "fit", "tone": "zero", "width": 2.6}],
                note="x", points=["points_x", "points_y"], range=[-1.1, 1.1, -2.6, 2.6])),
            name_item("risks", items.half_width(items.Curve(
                "The risk J(α + t v) as a function of t.", "t",
                [{"tensor": "risks", "tone": "accent", "label": "J", "at": 0.12}],
                note="t", range=[-2, 2, 0, 1.08 * highest],
                marks=[["t_now", "risk", "accent"]]))),
            items.half_width(items.Entries(
                "gram", "K, with the rows of the equal points marked",
                "The Gram matrix K; the rows of the two equal points are the same.",
                highlights=list(TWINS))),
            items.half_width(challenges(CHALLENGES)),
        ],
    )  # fmt: skip
