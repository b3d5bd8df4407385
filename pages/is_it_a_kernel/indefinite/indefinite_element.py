"""A fit with a function that is not a kernel: the live elements and their texts."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from lab.scene.scene import SceneError
from lab.ui import embedded_sweep, items
from lab.ui.challenges import Challenge, Option, Statement, name_item, remark
from lab.ui.embedded_sweep import nearest_stop
from lab.ui.steps.step import Picture, own_sweeps
from pages.is_it_a_kernel.indefinite.indefinite_fit import (
    FAR,
    LAM,
    TRIALS_SHOWN,
    VIEW,
    S,
    T,
    Trial,
    dual_sweep,
    of_address,
    risk_sweep,
    trial,
)
from pages.is_it_a_kernel.items import Eigenvalues

ABOUT_BOTTOM = Challenge(
    question="αᵀKα stands for ‖θ‖². Let K be the matrix of the chosen similarity, at first "
    "‖x−x′‖², and let α = t v, where v is an eigenvector of K. For large t, how low does the risk "
    "J become?",
    stored_id="cde112733",
    options=(
        Option("not below 0", (("negative", "==", 0),)),
        Option("as low as you like", (("negative", "==", 1),)),
    ),
    answer="as low as you like",
    goal="Drag t to the value on the slider where J is smallest.",
    conditions=(("risk", "<=", ["least:risk", 1, 0.01]),),
    by=("along_c",),
    why=(
        Statement(
            "K has a negative eigenvalue: the losses grow like t, the penalty falls like −t². No α "
            "is optimal: for large t, the risk of t v is lower than that of any given α.",
            (("negative", "==", 1),),
        ),
        Statement(
            "K has no eigenvalue below 0, so the penalty is a squared length: like the losses, it "
            "is never below 0.",
            (("negative", "==", 0),),
        ),
    ),
    hides=("risk", "how low"),
)

_SETTING = (
    f"This fit has sixteen points, the hinge loss and $\\lambda = {LAM:g}$. $c$ is the unit "
    "eigenvector of the smallest eigenvalue of $K$, and $v$ is a multiple of $c$. (If no "
    "eigenvalue is below 0, $c$ belongs to the largest.)\n"
)
ABOUT_RISK = (
    _SETTING
    + r"""
The risk is $J(\alpha) = \tfrac1m\sum_i L(f(x_i), y_i) + \tfrac{\lambda}{2}\alpha^TK\alpha$. The
penalty stands for $\lVert\theta\rVert^2$, which cannot be negative. Along $\alpha = tv$ the penalty
is $\tfrac{\lambda}{2}t^2\,v^TKv$, and where $K$ has a negative eigenvalue, $v^TKv < 0$. The hinge
losses grow only like $t$, so $J$ falls without bound, and no $\alpha$ is optimal. (000 §3, 001)
"""
)
ABOUT_DUAL = r"""
The **dual** of a fit is a function $D$ of $u$, with one number $u_i$ for each example. With the
hinge loss each $-y_iu_i$ lies between 0 and 1: these bounds are the **box**. For a kernel, no
value of $D$ is above any value of $J$, and the maximum of $D$ is the minimum of $J$. So the **gap**
$J - D$ bounds how far a fit is from the optimum.
"""
BENT_DUAL = r"""
In the box $D(u) = -\tfrac1m\sum_i y_iu_i - \tfrac{1}{2\lambda m^2}u^TKu$. Along $v$, a multiple of
$c$, the second derivative of $D$ is $-v^TKv/\lambda m^2$. Where that is above 0, the curve lies
above its tangent: $D$ is not concave. A solver that increases $D$ may then end at a corner of the
box that is not the highest. And since $D$ is no longer a lower bound of $J$, the gap proves
nothing. (001)
"""
_HAS_NEGATIVE = ("negative", "==", 1)
_NONE_BELOW = ("negative", "==", 0)


def _direction() -> list[items.Item]:
    """Return remarks about v: its length, and the eigenvector of which it is a multiple."""
    return [
        remark("v = {length:few} c. Here c is the unit eigenvector of the smallest eigenvalue.",
               _HAS_NEGATIVE),
        remark("v = {length:few} c. No eigenvalue of K is below 0, so here c is the unit "
               "eigenvector of the largest.", _NONE_BELOW),
    ]  # fmt: skip


def risk_picture(words: Mapping[str, str], formula: str) -> Picture:
    """Build the picture of the risk at α = t v, with its slider and the choice of the candidate."""
    trials = _trials(formula)
    return own_sweeps(
        "falling",
        {name: risk_sweep(at) for name, at in trials.items()},
        by="trial",
        at={"along_c": nearest_stop(T.tolist(), words.get("along_c", VIEW["along_c"])),
            "trial": of_address(words, formula)},
        main=[
            Eigenvalues(label="The eigenvalues."),
            name_item("risk", _risk_curves()),
        ],
        side=[
            _switch(trials),
            _slider("along_c", "t", "factor of v", T, [0, 1, 2, 3]),
            *_direction(),
            items.readouts(
                items.row("lowest", "Smallest eigenvalue of K", "number"),
                items.row("losses", "Losses, on average", "number"),
            ),
            name_item("how low", items.readouts(
                items.row("penalty", "Penalty λ/2 αᵀKα", "number"),
                items.row("risk", "Risk J, losses + penalty", "number"),
                items.row("far", f"J at t = {FAR:.0f}", "number"),
            )),
        ],
    )  # fmt: skip


def dual_picture(words: Mapping[str, str], formula: str) -> Picture:
    """Build the picture of the dual at u + s v, with its slider and the choice of the candidate."""
    trials = _trials(formula)
    return own_sweeps(
        "bending",
        {name: dual_sweep(at) for name, at in trials.items()},
        by="trial",
        at={"along_u": nearest_stop(S.tolist(), words.get("along_u", VIEW["along_u"])),
            "trial": of_address(words, formula)},
        main=[items.Curve(
            "The dual D along the direction v.", "s",
            [{"tensor": "tangent", "label": "tangent at s = 0", "tone": "muted", "dash": [5, 4],
              "at": 0.97, "align": "right", "below": True},
             {"tensor": "line", "label": "dual D(u + s v)", "tone": "logistic", "width": 3,
              "at": 0.03}],
            note="s", tall=True, marks=[["position", "dual", "accent"]])],
        side=[
            _switch(trials),
            _slider("along_u", "s", "factor of v", S, [-1, 0, 1]),
            *_direction(),
            items.readouts(
                items.row("dual", "Dual D(u + s v)", "number"),
                items.row("above", "Height above the tangent", "number"),
                items.row("bend", "Second derivative D″", "number", "−vᵀKv/λm²")),
        ],
    )  # fmt: skip


def _trials(formula: str) -> dict[str, Trial]:
    """Return the candidates by name.

    The visitor's own formula is omitted if `trial` refuses it.
    """
    trials = {}
    for name in TRIALS_SHOWN:
        try:
            trials[name] = trial(name, formula)
        except SceneError:
            continue
    return trials


def _switch(trials: Mapping[str, Trial]) -> items.Item:
    names = {name: TRIALS_SHOWN[name] for name in trials}
    return replace(embedded_sweep.switch("trial", "Similarity in the fit", names), shape="kl-wrap")


def _risk_curves() -> items.Item:
    series: list[items.Series] = [
        {"tensor": "zero", "label": "", "tone": "line", "width": 1},
        {"tensor": "loss_line", "label": "losses", "tone": "positive", "dash": [5, 4], "at": 0.5,
         "align": "right"},
        {"tensor": "penalty_line", "label": "penalty", "tone": "negative", "dash": [5, 4],
         "at": 0.62, "below": True, "align": "right"},
        {"tensor": "total", "label": "risk J(t v)", "tone": "accent", "width": 3, "at": 0.99,
         "align": "right", "below": True},
    ]  # fmt: skip
    return items.Curve(
        "The risk J(t v), the losses and the penalty.", "t", series, note="t", tall=True,
        marks=[["position", "risk", "accent"]])  # fmt: skip


def _slider(along: str, symbol: str, label: str, stops: np.ndarray, ticks: list) -> items.Item:
    return items.stops_slider(along, symbol, label, stops.tolist(), ticks)
