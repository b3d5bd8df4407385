"""What goes wrong in a fit with a non-kernel (M4): the live elements and the words beside them."""

from collections.abc import Mapping

import numpy as np

from lab.scene.scene import SceneError
from lab.ui import embedded_sweep, items
from lab.ui.challenges import Challenge, Option, name_item
from lab.ui.embedded_sweep import nearest
from lab.ui.steps.step import Picture, own_sweeps
from pages.is_it_a_kernel.indefinite.indefinite_fit import (
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
    hides=("risk", "how low"),
)

_SETTING = (
    f"Sixteen points, the hinge loss, $\\lambda = {LAM:g}$; $c$ is the eigenvector of the smallest "
    "eigenvalue of $K$. (For a kernel, which has none below 0: of the largest.)\n"
)
ABOUT_RISK = (
    _SETTING
    + r"""
The risk is $J(\alpha) = \tfrac1m\sum_i L(f(x_i), y_i) + \tfrac{\lambda}{2}\alpha^TK\alpha$. The
penalty stands for $\lVert\theta\rVert^2$, which cannot be negative. With a non-kernel it can: along
$\alpha = tc$ it is $\tfrac{\lambda}{2}t^2\,c^TKc$, with $c^TKc < 0$. The hinge losses
grow like $t$ and lose against $t^2$, so $J$ falls without bound and no $\alpha$ is the best.
(000 §3, 001)
"""
)
ABOUT_DUAL = r"""
The dual is $D(u) = -\tfrac1m\sum_i L^*(u_i, y_i) - \tfrac{1}{2\lambda m^2}u^TKu$. Along $c$ its
second derivative is $-c^TKc/\lambda m^2$. Where that is above 0, the curve lies above its tangent:
$D$ is not concave, a solver that climbs may end on any corner of the box, and the gap proves
nothing. (001)
"""


def risk_picture(given: Mapping[str, str], formula: str) -> Picture:
    """The risk along c, with its slider and the choice of what is fitted with."""
    trials = _trials(formula)
    return own_sweeps(
        "falling",
        {one: risk_sweep(at) for one, at in trials.items()},
        by="trial",
        at={"along_c": nearest(T.tolist(), given.get("along_c", VIEW["along_c"])),
            "trial": of_address(given, formula)},
        main=[name_item("risk", _risk_curves())],
        side=[
            _switch(trials),
            _slider("along_c", "t", "how far along c", T, [0, 1, 2, 3]),
            items.readouts(
                items.row("lowest", "Smallest eigenvalue of K", "number"),
                items.row("losses", "Losses, on average", "number"),
            ),
            name_item("how low", items.readouts(
                items.row("penalty", "Penalty λ/2 αᵀKα", "number"),
                items.row("risk", "Risk J, their sum", "number"),
                items.row("far", f"J at t = {FAR:.0f}", "number"),
            )),
        ],
    )  # fmt: skip


def dual_picture(given: Mapping[str, str], formula: str) -> Picture:
    """The dual along the same direction, its slider, and the same choice."""
    trials = _trials(formula)
    return own_sweeps(
        "bending",
        {one: dual_sweep(at) for one, at in trials.items()},
        by="trial",
        at={"along_u": nearest(S.tolist(), given.get("along_u", VIEW["along_u"])),
            "trial": of_address(given, formula)},
        main=[items.function_curve(
            "The dual D along the direction c.", "s",
            [{"tensor": "tangent", "label": "tangent at s = 0", "tone": "muted", "dash": [5, 4],
              "at": 0.97, "align": "right", "below": True},
             {"tensor": "line", "label": "dual D(u + s c)", "tone": "logistic", "width": 3,
              "at": 0.03}],
            note="s", tall=True, marks=[["here", "dual", "accent"]])],
        side=[
            _switch(trials),
            _slider("along_u", "s", "how far along c", S, [-1, 0, 1]),
            items.readouts(
                items.row("dual", "Dual D(u + s c)", "number"),
                items.row("above", "Above the tangent", "number"),
                items.row("bend", "Second derivative D″", "number", "−cᵀKc/λm²")),
        ],
    )  # fmt: skip


def _trials(formula: str) -> dict[str, Trial]:
    """All that can be fitted with; a formula of the learner's own may have no value here."""
    trials = {}
    for one in SHOWN:
        try:
            trials[one] = trial(one, formula)
        except SceneError:
            continue
    return trials


def _switch(trials: Mapping[str, Trial]) -> items.Item:
    names = {one: SHOWN[one] for one in trials}
    return embedded_sweep.switch("trial", "What is fitted with", names) | {"shape": "kl-wrap"}


def _risk_curves() -> items.Item:
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
    return items.stops_slider(along, symbol, label, stops.tolist(), ticks)
