"""What goes wrong in a fit with a non-kernel (M4): the live elements and the words beside them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lab.scene.scene import SceneError
from lab.ui import embedded_sweep, items
from lab.ui.challenges import Challenge, Option, challenges
from lab.ui.embedded_sweep import nearest
from pages.is_it_a_kernel.indefinite_fit import (
    FAR,
    LAM,
    SHOWN,
    VIEW,
    S,
    T,
    Trial,
    dual_sweep,
    of_address,
    risk_sweep,
    trial,
)

ABOUT_BOTTOM = Challenge(
    question="αᵀKα stands for ‖θ‖². With ‖x−x′‖² and α = t c, how low does the risk J go?",
    options=(
        Option("not below 0", (("risk", ">=", 0),)),
        Option("as low as you like", (("risk", "<=", -0.01),)),
    ),
    answer="as low as you like",
    goal="Drag t until J is below −1.",
    conditions=(("risk", "<=", -1),),
    why="The losses grow like t, the penalty falls like −t². No α is the best one, for a longer "
    "one is always better.",
)

ABOUT_RISK = r"""
The risk is $J(\alpha) = \tfrac1m\sum_i L(f(x_i), y_i) + \tfrac{\lambda}{2}\alpha^TK\alpha$. The
penalty stands for $\lVert\theta\rVert^2$, which cannot be negative. With a non-kernel it can: along
$\alpha = tc$ it is $\tfrac{\lambda}{2}t^2\,c^TKc$, with $c^TKc < 0$. The hinge losses
grow like $t$ and lose against $t^2$, so $J$ falls without bound and no $\alpha$ is the best.
(000 §3, 001)
"""
ABOUT_DUAL = r"""
The dual is $D(u) = -\tfrac1m\sum_i L^*(u_i, y_i) - \tfrac{1}{2\lambda m^2}u^TKu$. Along $c$ its
second derivative is $-c^TKc/\lambda m^2$. Where that is above 0, the curve lies above its tangent:
$D$ is not concave, a solver that climbs may end on any corner of the box, and the gap proves
nothing. (001)
"""


def risk_element(given: Mapping[str, str], formula: str) -> Any:
    """The risk along c, with its slider and the choice of what is fitted with."""
    name = of_address(given, formula)
    trials = {}
    for one in SHOWN:
        try:
            trials[one] = trial(one, formula)
        except SceneError:
            continue
    return embedded_sweep.element(
        "falling",
        {one: risk_sweep(at) for one, at in trials.items()},
        by="trial",
        at={"along_c": nearest(T.tolist(), given.get("along_c", VIEW["along_c"])), "trial": name},
        main=[_risk_picture()],
        side=[
            items.heading(
                "Drag t",
                f"Sixteen points, the hinge loss, λ = {LAM:g}. You go along one direction, "
                "α = t c, with c the eigenvector of the smallest eigenvalue of K. (For a kernel, "
                "which has none below 0: of the largest.)",
            ),
            embedded_sweep.switch(
                "trial", "What is fitted with", {one: SHOWN[one] for one in trials}
            )
            | {"shape": "kl-wrap"},
            _slider("along_c", "t", "how far along c", T, [0, 1, 2, 3]),
            items.readouts(
                items.row("lowest", "Smallest eigenvalue of K", "number"),
                items.row("losses", "Losses, on average", "number"),
                items.row("penalty", "Penalty λ/2 αᵀKα", "number"),
                items.row("risk", "Risk J, their sum", "number"),
                items.row("far", f"J at t = {FAR:.0f}", "number"),
            ),
            challenges([ABOUT_BOTTOM]),
        ],
    )


def dual_element(given: Mapping[str, str], at: Trial) -> Any:
    """The dual along the same direction, and its slider."""
    return embedded_sweep.element(
        "bending",
        dual_sweep(at),
        at={"along_u": nearest(S.tolist(), given.get("along_u", VIEW["along_u"]))},
        main=[items.function_curve(
            "The dual D along the direction c.", "s",
            [{"tensor": "tangent", "label": "tangent at s = 0", "tone": "muted", "dash": [5, 4],
              "at": 0.97, "align": "right", "below": True},
             {"tensor": "line", "label": "dual D(u + s c)", "tone": "logistic", "width": 3,
              "at": 0.03}],
            note="s", tall=True, marks=[["here", "dual", "accent"]])],
        side=[
            items.heading(
                "Drag s",
                "The dual of the same fit, along the same c, as far as its box reaches. A concave "
                "function lies below each of its tangents. Only then is a largest value that "
                "you have climbed to the largest of all."),
            _slider("along_u", "s", "how far along c", S, [-1, 0, 1]),
            items.readouts(
                items.row("dual", "Dual D(u + s c)", "number"),
                items.row("above", "Above the tangent", "number"),
                items.row("bend", "Second derivative D″", "number", "−cᵀKc/λm²")),
        ],
    )  # fmt: skip


def _risk_picture() -> items.Item:
    series = [
        {"tensor": "zero", "label": "", "tone": "line", "width": 1},
        {"tensor": "loss_line", "label": "losses", "tone": "positive", "dash": [5, 4], "at": 0.5,
         "align": "right"},
        {"tensor": "penalty_line", "label": "penalty", "tone": "negative", "dash": [5, 4],
         "at": 0.62, "below": True, "align": "right"},
        {"tensor": "total", "label": "risk J(t c)", "tone": "accent", "width": 3, "at": 0.99,
         "align": "right", "below": True},
    ]  # fmt: skip
    return items.function_curve(
        "The risk J(t c), the losses and the penalty.", "t", series, note="t", tall=True,
        marks=[["here", "risk", "accent"]])  # fmt: skip


def _slider(along: str, symbol: str, label: str, stops: np.ndarray, ticks: list) -> items.Item:
    return {
        "kind": "slider", "along": along, "symbol": symbol, "label": label,
        "low": float(stops[0]), "high": float(stops[-1]), "stops": stops.tolist(), "ticks": ticks,
    }  # fmt: skip
