"""Compute the numbers of the page's statements."""

from collections.abc import Mapping
from functools import cache
from itertools import islice

import numpy as np
from scipy.optimize import minimize

from kernel_core.learners.index_sampling import draw_indices
from lab.scene.learning_problem import kernel_of, sample_of
from lab.scene.scene import parse
from pages.stochastic_gradient import (
    gradient_variance,
    kernel_perceptron_element,
    linear_sgd_element,
)
from pages.stochastic_gradient.default_scene import DEFAULT
from pages.stochastic_gradient.figure1.run_request import RUN_STEPS, Run
from pages.stochastic_gradient.gradient_methods import gd_sgd_newton_runs
from tests.pages.statements.separate_fits import query_of

DIVERGED = 1e12  # a run with a larger |α| is stopped
SLOPES = {  # L′(z, y) for arrays z and y of one shape
    "hinge": lambda z, y: np.where(y * z < 1, -y, 0.0),
    "logistic": lambda z, y: -y / (1 + np.exp(np.clip(y * z, -700, 700))),
    "squared": lambda z, y: z - y,
    "exponential": lambda z, y: -y * np.exp(np.clip(-y * z, -700, 700)),
    "perceptron": lambda z, y: np.where(y * z <= 0, -y, 0.0),
}
VALUES = {
    "hinge": lambda z, y: np.maximum(0, 1 - y * z),
    "logistic": lambda z, y: np.logaddexp(0, -y * z),
}


@cache
def gram(run):
    sample = sample_of(run.scene)
    return kernel_of(run.scene)(sample.X, sample.X), sample.y


def walk_run(run, lams, loss):
    """Run Figure 1 for each λ; return α after all steps (S, m), and which runs diverge (S,)."""
    K, y = gram(run)
    m, lams = len(y), np.asarray(lams, dtype=float)
    alpha, has_stopped = np.zeros((len(lams), m)), np.zeros(len(lams), bool)
    draws = islice(draw_indices(m, run.draws), RUN_STEPS)
    for t, i in enumerate(draws, 1):
        with np.errstate(over="ignore", invalid="ignore"):
            bracket = SLOPES[loss](alpha @ K[i], y[i]) + m * lams * alpha[:, i]
            after = alpha - run.eta / np.sqrt(t) * bracket[:, None] * K[i]
        has_stopped |= ~(np.abs(after).max(axis=1) <= DIVERGED)
        alpha = np.where(has_stopped[:, None], alpha, after)
    return alpha, has_stopped


def risk(run, alpha, loss):
    K, y = gram(run)
    return VALUES[loss](K @ alpha, y).mean() + run.lam / 2 * alpha @ K @ alpha


def least_risk(run, loss):
    """Compute the minimum risk from its dual, in β with y_i α_i = β_i/(λm) and β in [0, 1]."""
    K, y = gram(run)
    m = len(y)
    Q = K * np.outer(y, y) / (run.lam * m * m)

    def minus_dual(beta):
        quadratic, slope = beta @ Q @ beta / 2, Q @ beta
        if loss == "hinge":
            return quadratic - beta.sum() / m, slope - 1 / m
        inside = np.clip(beta, 1e-15, 1 - 1e-15)
        entropy = -(inside * np.log(inside) + (1 - inside) * np.log1p(-inside)).sum() / m
        return quadratic - entropy, slope + (np.log(inside) - np.log1p(-inside)) / m

    options = {"maxiter": 50_000, "maxfun": 100_000, "ftol": 1e-15, "gtol": 1e-10}
    best = minimize(minus_dual, np.full(m, 0.5), jac=True, bounds=[(0, 1)] * m,
                    method="L-BFGS-B", options=options)  # fmt: skip
    return -best.fun


def gradients_needed(run, place):
    """Return after how many examples the mean of the stochastic gradients equals the mean of all,
    and the number of examples."""
    K, y = gram(run)
    alpha = gradient_variance.alpha_at(run, place)
    slopes, decay = SLOPES[run.loss](K @ alpha, y), len(y) * run.lam * alpha
    g = (slopes + decay)[:, None] * K
    means = np.cumsum(g, axis=0) / np.arange(1, len(y) + 1)[:, None]
    scale = np.maximum(np.abs(slopes), np.abs(decay)) @ np.eye(len(y)) * np.abs(K).max(axis=0)
    near = np.abs(means - means[-1]).max(axis=1) <= 1e-12 * scale.max()
    return int(np.argmax(near)) + 1, len(y)


def widest(X, y):
    """Return R = max ‖x‖ and the widest margin of a line through 0, found by trying directions."""
    angles = np.linspace(0, 2 * np.pi, 200_001)
    lines = np.stack([np.cos(angles), np.sin(angles)])
    return np.linalg.norm(X, axis=1).max(), (y[:, None] * (X @ lines)).min(axis=0).max()


def descents(start, steps, work=np.inf):
    """Return F − F* of GD and of Newton after `steps` steps each, or as many as `work` allows, and
    F*."""
    risk, begin = gd_sgd_newton_runs.linear_risk(), gd_sgd_newton_runs.STARTS[start]
    X, y, lam, w0 = risk.X, risk.y, risk.lam, np.array(begin.w)

    def F(w):
        return np.logaddexp(0, -y * (X @ w)).mean() + lam / 2 * w @ w

    def slope(w):
        return -(y / (1 + np.exp(y * (X @ w)))) @ X / len(y) + lam * w

    def curvature(w):
        p = 1 / (1 + np.exp(X @ w))
        return (X.T * (p * (1 - p))) @ X / len(y) + lam * np.eye(2)

    least = minimize(F, w0, jac=slope, tol=1e-12).fun
    eta = begin.eta / risk.largest_curvature()
    gd = newton = w0
    for _ in range(int(min(steps, work // len(y)))):
        gd = gd - eta * slope(gd)
    for _ in range(int(min(steps, work // (3 * len(y))))):
        newton = newton - np.linalg.solve(curvature(newton), slope(newton))
    return F(gd) - least, F(newton) - least, least


def both_forms(shape):
    """Return α after all draws, how often each point was drawn and misclassified, and whether the
    forms in w and in α agreed at every draw."""
    drawn_shape = kernel_perceptron_element.EXAMPLE_SETS[shape]
    X, y = drawn_shape.sample()
    Phi = kernel_perceptron_element.features(X, drawn_shape.square)
    K, w, alpha = Phi @ Phi.T, np.zeros(Phi.shape[1]), np.zeros(len(y))
    draw_counts, wrong_counts, is_alike = np.zeros(len(y)), np.zeros(len(y)), True
    for i in islice(draw_indices(len(y), drawn_shape.draws), kernel_perceptron_element.STEPS):
        mistake = y[i] * (w @ Phi[i]) <= 1e-9
        is_alike &= bool(mistake == (y[i] * (alpha @ K[i]) <= 1e-9))
        draw_counts[i] += 1
        wrong_counts[i] += mistake
        w, alpha[i] = w + mistake * y[i] * Phi[i], alpha[i] + mistake * y[i]
    return alpha, draw_counts, wrong_counts, is_alike


def run_of(fields: Mapping[str, str]) -> Run:
    run_fields = {
        name: text for name, text in fields.items() if name not in ("step", "eta", "draws")
    }
    run = Run.over(parse(query_of(run_fields), default=DEFAULT)[0])
    return Run.over(run.scene, eta=float(fields.get("eta", run.eta)))


def of_a_run(fields: Mapping[str, str]) -> dict[str, float]:
    run = run_of(fields)
    return {"diverges": float(walk_run(run, [run.lam], run.loss)[1][0])}


def of_two_losses(fields: Mapping[str, str]) -> dict[str, float]:
    return excess_of_two_losses(run_of(fields))


@cache
def excess_of_two_losses(run: Run) -> dict[str, float]:
    """Return for both losses by what share a run's final risk exceeds its minimum risk."""
    numbers = {}
    for loss in VALUES:
        (alpha,), (final_loss,) = walk_run(run, [run.lam], loss)
        excess = np.inf if final_loss else risk(run, alpha, loss) / least_risk(run, loss) - 1
        numbers[f"excess_{loss}"] = excess
    return numbers


def of_averages(fields: Mapping[str, str]) -> dict[str, float]:
    run = run_of(fields)
    gradients, m = gradients_needed(run, fields["where"])
    return {"needed": gradients, "spare": m - gradients}


def of_the_bound(fields: Mapping[str, str]) -> dict[str, float]:
    numbers = {}
    for gap, ending in ((fields["gap"], ""), ("wide", "_wide")):
        R, gamma = widest(*linear_sgd_element.data(gap))
        bound = (R / gamma) ** 2 if gamma > 0 else np.nan
        numbers |= {f"radius{ending}": R, f"gamma{ending}": max(gamma, 0), f"bound{ending}": bound}
    return numbers


@cache
def of_a_budget(start: str, work: float) -> dict[str, float]:
    gd, newton, least = descents(start, np.inf, work)
    steps = gd_sgd_newton_runs.paths(start)["sgd"].w
    sgd = gd_sgd_newton_runs.linear_risk().value(steps[int(work)]) - least
    return {"e_gd": gd, "e_newton": newton, "e_sgd": sgd}


def by_budget(fields: Mapping[str, str]) -> dict[str, float]:
    start = fields.get("from", "near")
    path = of_a_budget(start, gd_sgd_newton_runs.MAX_GRADIENTS)
    lowest = {f"lowest_{name[2:]}": value for name, value in path.items()}
    return of_a_budget(start, float(fields["budget"])) | lowest


def of_both_forms(fields: Mapping[str, str]) -> dict[str, float]:
    return {"agree": float(both_forms(fields["shape"])[-1])}


NUMBERS = {
    "bold-steps": of_a_run, "which-loss": of_two_losses, "unbiased": of_averages,
    "linear": of_the_bound, "budget": by_budget, "forms": of_both_forms,
}  # fmt: skip
ADDRESSES = (
    {}, {"eta": "100"}, {"loss": "logistic", "where": "way"}, {"kernel": "linear", "data": "xor"},
    {"from": "far"}, {"from": "long"}, {"edits": "c;p,0,0;p,0,0;p,0,0;p,0,0"},
)  # fmt: skip
