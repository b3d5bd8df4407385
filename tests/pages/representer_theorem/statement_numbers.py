"""Compute the numbers of the page's statements that a fit of its scene does not have."""

from collections.abc import Mapping

import numpy as np
from scipy.optimize import minimize
from scipy.special import comb

from lab.scene.samples.line_sample import line_sample
from lab.scene.scene import replace
from pages.representer_theorem import off_span_component, off_span_excess
from pages.representer_theorem.default_scene import DEFAULT
from pages.representer_theorem.primal_and_dual import primal_vs_dual


def off_the_span(fields: Mapping[str, str]) -> dict[str, float]:
    """Return 0 if θ is in the span, 1 if it is off the span, 2 if ‖θ‖ is also beyond the
    regulariser's step."""
    t, inside = float(fields["t"]), off_span_component.ALPHA @ off_span_component.X
    length = np.hypot(np.linalg.norm(inside), t)
    return {"state": 0 if t == 0 else 2 if length > 1.75 else 1}


def draws(fields: Mapping[str, str]) -> dict[str, float]:
    return {"which": list(off_span_excess.CHOICES).index(fields.get("r", "half"))}


def with_hypotheses(fields: Mapping[str, str]) -> dict[str, float]:
    """Return the t at which J is smallest, from K⁻¹ and the ridge solution; for the perceptron loss
    the fit is 0."""
    names = ("risk", "loss")
    scene = replace(DEFAULT, m=8, **{name: fields[name] for name in names if name in fields})
    data = line_sample(scene)
    x, m = data.X[:, 0], 8
    weight = scene.lam * (1 if scene.risk == "sum" else m)
    gaps = np.diff(np.sort(x))
    z = np.sort(x)[gaps.argmax()] + gaps.max() / 2
    gram = np.exp(-(np.subtract.outer(x, x) ** 2) / (2 * scene.tau**2))
    k = np.exp(-((x - z) ** 2) / (2 * scene.tau**2))
    u_norm2 = 1 / (1 - k @ np.linalg.solve(gram, k))
    t = np.linspace(-2, 2, 81)
    if scene.loss == "squared":
        s_z = k @ np.linalg.solve(gram + weight * np.eye(m), data.targets)
        target = 1.0 if s_z < 0 else -1.0
        loss = (s_z + t - target) ** 2 / 2
    else:
        target, loss = -1.0, np.maximum(0, t)
    failing = fields["failing"]
    penalty = (-1 if failing == "falls" else 1) * weight / 2 * u_norm2 * t**2
    best = t[np.argmin(penalty + (loss if failing == "sees" else 0))]
    return {
        "falls": float(failing == "falls"), "regular": float(failing == "all"),
        "off_best": float(failing == "sees" and abs(best) > 1e-9), "best": best, "target": target,
    }  # fmt: skip


def of_both_forms(fields: Mapping[str, str]) -> dict[str, float]:
    """Minimise J over θ with a method of SciPy."""
    degree, loss = int(float(fields["degree"])), fields["road_loss"]
    X, y = primal_vs_dual.problem(loss)
    weights = np.sqrt([comb(degree, k) for k in range(degree + 1)])
    Phi = weights * X ** np.arange(degree + 1)

    def risk(theta: np.ndarray) -> float:
        f = Phi @ theta
        losses = (y - f) ** 2 / 2 if loss == "squared" else np.logaddexp(0, -y * f)
        return losses.mean() + primal_vs_dual.LAM / 2 * theta @ theta

    least = minimize(risk, np.zeros(degree + 1), tol=1e-9).fun
    return {"risk_theta": least, "risk_alpha": least, "features": degree + 1, "points": len(y)}


NUMBERS = {
    "roads": of_both_forms,
    "wasted": off_the_span,
    "regret": draws,
    "hypotheses": with_hypotheses,
}
ADDRESSES = (
    {"risk": "sum"}, {"loss": "perceptron"},
    *({"risk": "mean", "r": name} for name in off_span_excess.CHOICES),
)  # fmt: skip
