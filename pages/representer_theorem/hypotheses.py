"""How J changes as f leaves the span, if all hypotheses of the representer theorem hold or one
fails.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.page_declaration import Word
from lab.scene.fields import LINES
from lab.scene.learning_problem import problem
from lab.scene.samples.line_sample import line_sample
from lab.scene.scene import Scene, replace
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item, remark
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, own_sweeps
from pages.representer_theorem.default_scene import DEFAULT
from pages.representer_theorem.mathematics.function_off_span import function_off_span

POINTS = 8
STOPS = [round(t, 2) for t in np.linspace(-2, 2, 81).tolist()]
LABELS = {
    "all": "All hold",
    "falls": "The penalty falls",
    "sees": "Also a loss at z",
}
VIEW = {"failing": Word("all", tuple(LABELS)), "off": Word("0.8", stops=STOPS)}
NOTHING_OFF = (
    "Let z be the point in the middle between two examples. With this kernel the bump K(z, ·) is, "
    "up to rounding, a sum of the bumps at the examples, so there is no u that is 0 at every "
    "example and 1 at z. Choose a narrower kernel: under “Which αᵢ are 0” press RBF, or with the "
    "RBF kernel set τ to 0.5 under “A sum of bumps”."
)
_NODES = 201

CHALLENGES = (
    Challenge(
        question="The penalty falls as the norm grows: −(λ/2)‖f‖². For which f = s + t·u is J "
        "smallest?",
        options=(
            Option("for s, the sum of bumps", (("falls", "==", 0), ("t", "==", 0))),
            Option("for none", (("falls", "==", 1), ("distance", ">=", 2))),
        ),
        answer="for none",
        goal="Choose “The penalty falls”, and find the smallest J on the slider.",
        conditions=(("failing", "==", "falls"), ("J", "<=", ["least:J", 1])),
        by=("off", "failing"),
        certificate="",
        hides=("risk", "told"),
        why=(
            Statement("The losses are the same for every t, and the penalty is −(λ/2)(‖s‖² + "
                      "t²‖u‖²). It falls without bound: J has no minimum, and adding u to any "
                      "sum of bumps at the examples lowers J."),
        ),
    ),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class OffSpanFits:
    """The functions f = s + t u for all t: s minimises J where all hypotheses hold, and u is 0 at
    the examples and 1 at z.

    `losses` is the sum of the losses of all examples, and `loss_at_z` (S,) the loss at z for the
    label `target`, both weighted as in J; `norm2` (S,) is ‖f‖².
    """

    X: np.ndarray
    y: np.ndarray
    z: float
    target: float
    at: np.ndarray
    s: np.ndarray
    u: np.ndarray
    s_norm2: float
    u_norm2: float
    losses: float
    loss_at_z: np.ndarray
    lam: float

    @property
    def norm2(self) -> np.ndarray:
        return self.s_norm2 + np.square(STOPS) * self.u_norm2

    def objective(self, failing: str) -> np.ndarray:
        """Compute J (S,) if the hypothesis `failing` does not hold; with "all", all hold."""
        penalty = self.lam / 2 * self.norm2
        if failing == "falls":
            return self.losses - penalty
        return self.losses + penalty + (self.loss_at_z if failing == "sees" else 0.0)


def scene_on_line(scene: Scene) -> Scene:
    """Return the scene with eight examples on a line, from the default data set if the scene's own
    data set is not on a line."""
    line = scene if scene.data in LINES else replace(scene, data=DEFAULT.data)
    return replace(line, m=POINTS)


@lru_cache(maxsize=32)
def fits_of(scene: Scene) -> OffSpanFits | None:
    """Fit s and add multiples of u. z is the middle of the largest gap between the examples. Return
    None if, up to rounding, no function in the space is 0 at the examples and 1 at z.
    """
    setting, data = problem(scene), line_sample(scene)
    try:
        solution = setting.fit()
    except kc.NotConverged as error:
        solution = error.solution
    X, y, kernel, loss = solution.X, solution.y, solution.kernel, setting.loss
    order = np.sort(X[:, 0])
    gap = int(np.diff(order).argmax())
    z = float(order[gap : gap + 2].mean())
    u = function_off_span(kernel, X, [z])
    if u is None:
        return None
    at = np.linspace(*data.window[:2], _NODES)
    s, s_z = solution.decision(at[:, None]), float(solution.decision(np.array([[z]]))[0])
    share = 1.0 if scene.risk == "sum" else 1.0 / len(y)
    target = 1.0 if s_z < 0 else -1.0
    values = s_z + np.array(STOPS)
    return OffSpanFits(
        X[:, 0], y, z, target, at, s, u(at[:, None]),
        s_norm2=float(solution.alpha @ kernel(X, X) @ solution.alpha), u_norm2=u.norm2,
        losses=share * float(loss.value(solution.decision(X), y).sum()),
        loss_at_z=share * loss.value(values, np.full(len(values), target)), lam=scene.lam,
    )  # fmt: skip


def sweep(fits: OffSpanFits, failing: str) -> dict[str, Any]:
    """Compute f and J at every t if the hypothesis `failing` fails; with "all", all hold."""
    t = np.array(STOPS)
    J = fits.objective(failing)
    smallest = float(J.min())
    best = t[smallest + 1e-12 * max(1.0, abs(smallest)) >= J]
    constants = {
        "stops": t, "t_axis": t, "at": fits.at, "s": fits.s, "J_line": J, "px": fits.X,
        "py": fits.y, "zx": np.array([fits.z]), "s_norm2": np.array([fits.s_norm2]),
        "target": np.array([fits.target]),
        "best": best[np.abs(best).argmin()][None],
        "falls": np.array([float(failing == "falls")]),
        "off_best": np.array([float(failing == "sees" and not best[np.abs(best) < 1e-9].size)]),
        "regular": np.array([float(failing == "all")]),
    }  # fmt: skip
    stop_tensors = {
        "f": fits.s + t[:, None] * fits.u, "t": t, "distance": np.abs(t), "norm2": fits.norm2,
        "losses": J - (-1 if failing == "falls" else 1) * fits.lam / 2 * fits.norm2, "J": J,
        "fz": np.interp(fits.z, fits.at, fits.s) + t,
    }  # fmt: skip
    return sweep_item("off", flagged_tensors(constants, stop_tensors))


def picture(scene: Scene, view: Mapping[str, str]) -> Picture:
    """Build the picture of f, and of J against t, with a switch for the hypothesis that does not
    hold."""
    fits = fits_of(scene_on_line(scene))
    if fits is None:
        return Picture(main=(), empty_text=NOTHING_OFF, written_words=frozenset(VIEW))
    failing = view["failing"] if view["failing"] in LABELS else "all"
    curve = items.Curve(
        "f, the sum of bumps s, and the examples.", "at",
        [{"tensor": "s", "tone": "muted", "dash": [5, 4], "label": "s", "at": 0.04},
         {"tensor": "f", "tone": "zero", "width": 2.8, "label": "f = s + t·u", "at": 0.6}],
        note="x", points=["px", "py"], marks=[["zx", "fz", "accent"]], tall=True,
    )  # fmt: skip
    risk = items.Curve(
        "J against t.",
        "t_axis",
        [{"tensor": "J_line", "tone": "accent", "label": "J", "at": 0.12}],
        note="t",
        marks=[["t", "J", "accent"]],
    )
    sentences = [
        remark("J is smallest at t = 0, for the sum of bumps s: adding t·u changes no loss, and "
               "makes the norm of f larger.", ("regular", "==", 1)),
        remark("The farther f is from the span, the smaller J is, without bound. No f "
               "minimises J, so no sum of bumps does.", ("falls", "==", 1)),
        remark("On the slider J is smallest near t = {best:number}, outside the span of the eight "
               "bumps: the loss at z, with target {target:number}, is smaller for another f(z), "
               "and u changes f(z) without changing f at the examples.",
               ("off_best", "==", 1)),
    ]  # fmt: skip
    return own_sweeps(
        "hypotheses",
        {name: sweep(fits, name) for name in LABELS},
        by="failing",
        at={"off": nearest_stop(STOPS, view["off"]), "failing": failing},
        main=[curve, *(name_item("told", sentence) for sentence in sentences)],
        side=[
            switch("failing", "Which hypothesis fails?", LABELS),
            items.stops_slider("off", "t", "factor of u", STOPS, [-2, -1, 0, 1, 2]),
            items.readouts(
                items.row("losses", "Losses", "number"),
                items.row("norm2", "Squared norm of f", "number", "‖s‖² + t²‖u‖²"),
                items.row("s_norm2", "Squared norm of s", "number", "αᵀKα"),
                items.row("J", "Objective", "number", "J"),
            ),
            name_item("risk", risk),
        ],
    )
