"""GET /proof: a support vector machine proved twice (rows S4, S8).

The hinge form by the solver that draws the pictures, the constrained form by an interior-point
method: two roads, two certificates, one answer. Too slow for a drag, asked for when the hand rests.
"""

from typing import Any

from kernel_core.hard_margin import hard_margin
from kernel_core.soft_margin import soft_margin
from kernel_core.trace import Trace, trace
from lab.answers import route
from lab.problem import problem
from lab.scene import Problem, Scene, SceneError, parse_strict, replace

MOST = 120  # points: the trace solves again for every round


def answer(scene: Scene) -> dict[str, Any]:
    """Both forms of the scene's problem with their certificates. Raises SceneError if too large."""
    setting = problem(replace(scene, loss="hinge", risk="sum"))
    X, y = setting.sample.X, setting.sample.y
    if len(y) > MOST:
        allowed = f"at most {MOST}"
        message = f"Both proofs are worked out for at most {MOST} points; these are {len(y)}."
        raise SceneError(Problem("m", str(len(y)), allowed, message))
    C = 1 / setting.lam
    hinge = trace(
        X, y, setting.kernel, setting.loss, setting.lam, risk="sum", intercept=setting.intercept
    )
    slack = soft_margin(X, y, setting.kernel, C, intercept=setting.intercept)
    hard = hard_margin(X, y, setting.kernel, intercept=setting.intercept)
    return {
        "traces": [
            _line("hinge form", "hinge", hinge),
            _line("constrained form", "squared", slack.trace),
        ],
        "rows": [
            _row("Hinge form", "C·J, primal", C * hinge.primal[-1]),
            _row("Hinge form", "C·J, dual", C * hinge.dual[-1]),
            _row("Constrained form", "½‖w‖² + C Σ ξ, primal", slack.primal),
            _row("Constrained form", "dual", slack.dual),
            _row("Hinge form proved within", "gap", hinge.gap[-1], gap=True),
            _row("Constrained form proved within", "gap", slack.gap, gap=True),
            _row(
                "Hard margin, ½‖w‖²",
                "what C → ∞ comes to" if hard.feasible else "no street wide enough to be seen",
                hard.primal if hard.feasible else None,
            ),
        ],
    }


def _line(label: str, tone: str, path: Trace) -> dict[str, Any]:
    steps = {"iterations": path.iterations.tolist(), "gap": path.gap.tolist()}
    return {"label": label, "tone": tone} | steps


def _row(label: str, note: str, value: float | None, *, gap: bool = False) -> dict[str, Any]:
    return {"label": label, "note": note, "value": None if value is None else float(value)} | (
        {"gap": True} if gap else {}
    )


ROUTE = route("proof", lambda query: answer(parse_strict(query, ignore={"v"})))
