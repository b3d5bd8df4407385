"""Compute the numbers of the page's statements that a fit of its scene does not have."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from scipy.optimize import minimize
from sklearn.svm import SVC

from lab.scene.learning_problem import sample_of
from lab.scene.scene import Scene, parse
from pages.svm import derived_dual
from pages.svm.default_scene import DEFAULT

Stage = tuple[int, np.ndarray, np.ndarray]  # the newest example, the multipliers, y f(x)


def of_growing_dual(fields: Mapping[str, str]) -> dict[str, float]:
    """Add multipliers with scikit-learn's SVM, or with SciPy if one of them is fixed."""
    query = "&".join(f"{name}={fields[name]}" for name in fields if name in vars(DEFAULT))
    scene, _ = parse(query, default=DEFAULT)
    y, C = sample_of(scene).y, 1 / scene.lam
    count, kind = int(float(fields["multipliers"])), fields["slackness"]
    run = _stages(scene, None)
    _, best, margins = run[-1]
    optimum = _cost(scene, best, margins)
    beyond = np.where((best == 0) & (margins > 1.2), margins, np.inf).argmin()
    if kind == "holds":
        newest, a, margins = run[min(count, len(run)) - 1]
        i = newest if count <= len(run) else beyond
        remark = derived_dual.OPEN
        if count > len(run):
            remark = derived_dual.NOT_NEEDED
        elif count == len(run):
            remark = derived_dual.OPTIMAL
        elif count == 1:
            remark = derived_dual.ONE_MULTIPLIER
        elif a[i] > C * (1 - 1e-6):
            remark = derived_dual.AT_BOUND
    else:
        i, value = (beyond, best.max() / 2) if kind == "beyond" else (margins.argmin(), 0.0)
        run = _stages(scene, (int(i), float(value)))
        _, a, margins = run[min(count, len(run)) - 1]
        left = {"beyond": derived_dual.BEYOND_LEFT, "slack": derived_dual.SLACK_LEFT}[kind]
        remark = left if count >= len(run) else derived_dual.FIXED_MULTIPLIER
    K = _gram(scene)
    bound = a.sum() - (y * a) @ K @ (y * a) / 2
    slack = max(0.0, 1 - margins[i])
    return {
        "remark": float(remark), "price": a[i], "constraint": margins[i] - 1 + slack,
        "slack": slack, "gap_left": _cost(scene, a, margins) - bound, "optimum": optimum,
    }  # fmt: skip


def _gram(scene: Scene) -> np.ndarray:
    X = sample_of(scene).X
    return X @ X.T


def _cost(scene: Scene, a: np.ndarray, margins: np.ndarray) -> float:
    alpha = sample_of(scene).y * a
    return alpha @ _gram(scene) @ alpha / 2 + np.maximum(0, 1 - margins).sum() / scene.lam


@lru_cache(64)
def _stages(scene: Scene, fixed_multiplier: tuple[int, float] | None) -> list[Stage]:
    X, y = sample_of(scene).X, sample_of(scene).y
    distance = np.linalg.norm(X[:, None] - X, axis=2)
    nearest = np.where(y[:, None] != y, distance, np.inf).min(axis=1)
    slack = np.ones(len(y))
    if fixed_multiplier is not None and fixed_multiplier[1]:
        slack[y == y[fixed_multiplier[0]]] = 0
    stages: list[Stage] = []
    members: list[int] = []
    while slack.max() > 1e-6:
        ties = np.flatnonzero(slack > slack.max() - 1e-7)
        members.append(int(ties[nearest[ties].argmin()]))
        a, margins = _solve(scene, members, fixed_multiplier)
        stages.append((members[-1], a, margins))
        slack = np.maximum(0, 1 - margins)
        slack[members] = 0
        if fixed_multiplier is not None:
            slack[fixed_multiplier[0]] = 0
    return stages


def _solve(
    scene: Scene, members: list[int], fixed_multiplier: tuple[int, float] | None
) -> tuple[np.ndarray, np.ndarray]:
    y, C, K, a = sample_of(scene).y, 1 / scene.lam, _gram(scene), np.zeros(len(sample_of(scene).y))
    own = [y[i] for i in members]
    if fixed_multiplier is not None and fixed_multiplier[1]:
        i, value = fixed_multiplier
        active = [*members, i]
        Q = K[np.ix_(active, active)] * np.outer(y[active], y[active])
        answer = minimize(
            lambda v: v @ Q @ v / 2 - v.sum(), np.append(np.zeros(len(members)), value),
            jac=lambda v: Q @ v - 1, bounds=[(0, C)] * len(members) + [(value, value)],
            constraints={"type": "eq", "fun": lambda v: y[active] @ v, "jac": lambda v: y[active]},
            method="SLSQP", options={"ftol": 1e-15, "maxiter": 1000},
        )  # fmt: skip
        a[active] = answer.x
        f = K @ (y * a)
        free = [j for j in members if 1e-6 * C < a[j] < C * (1 - 1e-6)]
        return a, y * (f + np.mean((y - f)[free]))
    if len({*own}) < 2:
        return a, y * own[0]
    svc = SVC(kernel="linear", C=C, tol=1e-10).fit(sample_of(scene).X[members], own)
    a[np.array(members)[svc.support_]] = np.abs(svc.dual_coef_[0])
    return a, y * svc.decision_function(sample_of(scene).X)


NUMBERS = {"dual": of_growing_dual}
ADDRESSES: tuple[Mapping[str, str], ...] = (
    {},
    {"slackness": "beyond"},
    {"slackness": "slack"},
    {"m": "2", "edits": "c_p_0_0_p_1_1"},
    {"m": "2", "edits": "c"},
)
