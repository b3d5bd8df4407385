"""GET /proof: solutions of a support vector machine in two forms, each with a certificate.

    /proof?<scene>              both forms and the hard margin, requested at first and after each
                                change
    /proof?<scene>&only=hard    the hard margin, or the proof that there is none; also requested
                                while a point is dragged

The hinge form is solved by the same solver as in the pictures, the constrained form by an
interior-point method.
"""

from collections.abc import Mapping
from typing import Any

import kernel_core as kc
from kernel_core.svm import fit_hard_margin
from lab.endpoints.endpoint import Endpoint
from lab.endpoints.static_assets import public_path
from lab.scene.learning_problem import LearningProblem, problem
from lab.scene.scene import (
    Problem,
    Scene,
    SceneError,
    parse_strict,
    query_of,
    replace,
    split,
    words_of,
)
from pages.svm.items import Proof
from pages.svm.mathematics.convergence_history import record_convergence
from pages.svm.mathematics.soft_margin import ConvergenceHistory, fit_soft_margin

MAX_POINTS = 200  # largest number of points, for which solving both forms takes up to half a second
# Largest number of points for the hard margin alone, which takes less time than both forms.
MAX_POINTS_OF_HARD_MARGIN = 300


def item(label: str) -> Proof:
    """Return the item that draws two solvers' certificates against their iterations."""
    return Proof(label=label, address=public_path("proof"))


def answer(scene: Scene) -> dict[str, Any]:
    """Solve both forms of the scene's problem and the hard margin; return the certificates.

    Raises SceneError if the scene has no points, or too many.
    """
    setting = _setting(scene, MAX_POINTS, "Both solutions are")
    X, y = setting.sample.X, setting.sample.y
    C = 1 / setting.lam
    hinge_problem = kc.Problem(X, y, setting.loss, "sum", setting.intercept)
    hinge = record_convergence(hinge_problem, setting.kernel, setting.lam)
    weights = setting.loss.example_weights
    price = "C Σ ξᵢ" if scene.class_weight == "equal" else "C Σ wᵢξᵢ"
    slack = fit_soft_margin(X, y, setting.kernel, C, weights=weights, intercept=setting.intercept)
    hard_solution = fit_hard_margin(X, y, setting.kernel, intercept=setting.intercept)
    return {
        "traces": [
            _line("hinge form", "hinge", hinge, C),
            _line("constrained form", "squared", slack.history),
        ],
        "rows": [
            _row("Hinge form", "primal, times C", C * hinge.primal[-1]),
            _row("Hinge form", "dual, times C", C * hinge.dual[-1]),
            _row("Constrained form", f"½‖w‖² + {price}, primal", slack.primal),
            _row("Constrained form", "dual", slack.dual),
            _row("Duality gap, hinge form", "relative", hinge.gap[-1], gap=True),
            _row("Duality gap, constrained form", "relative", slack.gap, gap=True),
            _row(
                "Hard margin, ½‖w‖²",
                "the limit for C → ∞" if hard_solution.feasible else "none, up to rounding",
                hard_solution.primal if hard_solution.feasible else None,
            ),
        ],
    }


def hard_margin(scene: Scene) -> dict[str, Any]:
    """Compute the hard margin of the scene's kernel, or the proof that there is none.

    With an intercept, the proof is a convex combination of the crosses that coincides in feature
    space with a convex combination of the circles. Without an intercept, the proof is a convex
    combination of all y_i φ(x_i) that is 0. `distance` is the distance between the two
    combinations, or between the one combination and 0; it is 0 up to rounding. A hard margin has
    `margin`, None for a single class with an intercept, and its `gap`.

    Raises SceneError if the scene has no points, or too many.
    """
    setting = _setting(scene, MAX_POINTS_OF_HARD_MARGIN, "The hard margin is")
    X, y, kernel = setting.sample.X, setting.sample.y, setting.kernel
    best = fit_hard_margin(X, y, kernel, intercept=setting.intercept)
    is_linear = isinstance(kernel, kc.Linear)
    answer = {"feasible": best.feasible, "is_linear": is_linear, "intercept": setting.intercept}
    if not best.feasible:
        return answer | {"distance": best.separation}
    return answer | {"margin": best.margin if best.margin < float("inf") else None, "gap": best.gap}


def _setting(scene: Scene, max_points: int, subject: str) -> LearningProblem:
    setting = problem(replace(scene, loss="hinge", risk="sum"))
    if (m := len(setting.sample.y)) > max_points:
        message = (
            f"{subject} computed for at most {max_points} points; this scene has {m:,}. Choose "
            "fewer points."
        )
        raise SceneError(Problem("m", str(m), f"at most {max_points}", message))
    return setting


def _line(label: str, tone: str, path: ConvergenceHistory, times: float = 1.0) -> dict[str, Any]:
    """Return a solver's certificates as a line of the chart; `times` multiplies primal and dual."""
    steps = {"iterations": path.iterations, "gap": path.gap}
    steps |= {"primal": times * path.primal, "dual": times * path.dual}
    return {"label": label, "tone": tone} | {name: step.tolist() for name, step in steps.items()}


def _row(label: str, note: str, value: float | None, *, gap: bool = False) -> dict[str, Any]:
    return {"label": label, "note": note, "value": None if value is None else float(value)} | (
        {"gap": True} if gap else {}
    )


def _answer(query: bytes) -> dict[str, Any]:
    words, _ = split(query)
    scene, only = parse_strict(query, ignore={"v", "only"}), words.get("only", [])
    if only not in ([], ["hard"]):
        raise SceneError(Problem("only", str(only[0])[:80], "hard", "only must be hard."))
    return {"hard": hard_margin(scene)} if only else answer(scene)


def _first_query(query: str, _: Mapping[str, str], item: Mapping[str, Any]) -> str:
    if not item.get("words"):
        return query
    return f"{query_of(words_of(query) | {'lam': '1'})}&only=hard"


ENDPOINT = Endpoint("proof", _answer, first_query=_first_query)
