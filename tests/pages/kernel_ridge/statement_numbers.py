"""Compute with scikit-learn the numbers of the page's statements that a fit of its scene does not
have."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import rbf_kernel

from lab.scene.fields import LINES
from lab.scene.samples.line_sample import LineSample, line_sample
from lab.scene.scene import Scene, parse, replace
from pages.kernel_ridge import how_much_lambda, large_n
from pages.kernel_ridge.default_scene import DEFAULT
from pages.kernel_ridge.mathematics.low_rank import fourier_features
from pages.kernel_ridge.samples import sample_of


def of_two_systems(fields: Mapping[str, str]) -> dict[str, float]:
    return {"p": float(fields["unknowns"]), "equations": float(fields["examples"])}


def left_out_predictions(X: np.ndarray, y: np.ndarray, tau: float) -> np.ndarray:
    """Return the prediction (λ, m) for each example by a fit to all others, at every λ."""
    K, lams = rbf_kernel(X, gamma=0.5 / tau**2), np.array(how_much_lambda.LAMS)
    predictions = np.empty((len(lams), len(y)))
    for j in range(len(y)):
        remaining = np.arange(len(y)) != j
        values, vectors = np.linalg.eigh(K[np.ix_(remaining, remaining)])
        parts = (vectors.T @ y[remaining]) * (vectors.T @ K[remaining, j])
        predictions[:, j] = (parts / (values + lams[:, None])).sum(axis=1)
    return predictions


@cache
def errors(query: str, name: str, tau: float) -> tuple[np.ndarray, np.ndarray]:
    """Compute the leave-one-out errors, from one fit for each example, and the errors on new data,
    both at every λ."""
    data = sample_of(points_of_query(query), name)
    machines = [KernelRidge(alpha=lam, kernel="rbf", gamma=0.5 / tau**2)
                for lam in how_much_lambda.LAMS]  # fmt: skip
    left_out = left_out_predictions(data.X, data.y, tau)
    new = [machine.fit(data.X, data.y).predict(data.new_X) for machine in machines]
    return (
        np.square(left_out - data.y).mean(axis=1),
        np.square(np.array(new) - data.new_y).mean(axis=1) + data.noise,
    )


def points_query(fields: Mapping[str, str]) -> str:
    """Return the words of an address that determine the points on a line, as a query."""
    names = ("data", "m", "seed", "noise", "edits") if fields.get("data") in (None, *LINES) else ()
    return urlencode({name: fields[name] for name in ("seed", *names) if name in fields})


def points_of_query(query: str) -> Scene:
    return parse(query, default=DEFAULT)[0]


def of_sample(X: np.ndarray, targets: np.ndarray) -> dict[str, float]:
    x, y = X.ravel().tolist(), targets.tolist()
    return {
        "distinct_x": len({*x}), "repeated_x": len(x) - len({*x}),
        "target_range": max(y) - min(y), "largest_target": max(max(y), -min(y)),
    }  # fmt: skip


def of_left_out(fields: Mapping[str, str]) -> dict[str, float]:
    loo, test = errors(points_query(fields), fields["sample"], float(fields["width"]))
    lams = how_much_lambda.LAMS
    k = int(np.argmin(np.abs(np.log(np.divide(lams, float(fields["weight"]))))))
    equal = sum(f"{error:.3g}" == f"{loo.min():.3g}" for error in loo)
    data = sample_of(points_of_query(points_query(fields)), fields["sample"])
    return of_sample(data.X, data.y) | {
        "loo": loo[k],
        "test": test[k],
        "best": lams[int(loo.argmin())],
        "equal": float(equal),
    }


def with_truth(query: str, truth: str) -> LineSample:
    scene = points_of_query(query)
    return line_sample(scene if scene.data == truth else replace(scene, data=truth))


@cache
def coverage(query: str, truth: str, tau: float) -> float:
    """Compute the expected share of targets within the band of scikit-learn's Gaussian process."""
    data = with_truth(query, truth)
    s = data.line.s
    process = GaussianProcessRegressor(RBF(tau), alpha=s**2, optimizer=None)
    x = np.linspace(-3, 3, 2001)
    mean, deviation = process.fit(data.X, data.targets).predict(x[:, None], return_std=True)
    reach, off = 1.96 * np.hypot(deviation, s), mean - data.line.truth(x)
    return float(np.mean(norm.cdf((off + reach) / s) - norm.cdf((off - reach) / s)))


def of_the_band(fields: Mapping[str, str]) -> dict[str, Any]:
    tau = float(fields["scale"])
    query, truth = points_query(fields), fields["truth"]
    data, share = with_truth(query, truth), coverage(query, truth, tau)
    shown = {"coverage": pytest.approx(share, abs=0.03), "tau": tau}
    return of_sample(data.X, data.targets) | shown


@cache
def distance_from_exact(name: str, p: int) -> float:
    """Compute the root mean square difference between a fit over p features and KernelRidge's
    fit."""
    X, y = large_n.sample()
    gamma, at = 0.5 / large_n.TAU**2, np.linspace(-3, 3, 61)[:, None]
    exact = KernelRidge(alpha=large_n.LAM, kernel="rbf", gamma=gamma).fit(X, y).predict(at)
    if name == "waves":
        features = RBFSampler(gamma=gamma, n_components=p).fit(X)
        ours = fourier_features(large_n.TAU, p, 1, 0)
        features.random_weights_, features.random_offset_ = ours.frequencies, ours.phases
    else:
        landmarks = X[np.random.default_rng(0).permutation(len(X))[:p]]
        features = Nystroem(kernel="rbf", gamma=gamma, n_components=p).fit(landmarks)
    linear = Ridge(alpha=large_n.LAM, fit_intercept=False, solver="cholesky")
    fit = linear.fit(features.transform(X), y).predict(features.transform(at))
    return float(np.sqrt(np.square(fit - exact).mean()))


def of_features(fields: Mapping[str, str]) -> dict[str, float]:
    p = int(float(fields["rank"]))
    far = {name: distance_from_exact(name, p) for name in ("nystroem", "waves")}
    m = large_n.POINTS
    return {
        "far_nystroem": far["nystroem"], "far_fourier": far["waves"], "nearest": min(far.values()),
        "exact_work": sum(j * (m - j) for j in range(m)) + m * (m - 1),
        "work": m * p * (p + 3) / 2 + sum(j * (p - j) for j in range(p)) + p * (p - 1),
    }  # fmt: skip


NUMBERS = {
    "two-ways": of_two_systems, "how-much-lambda": of_left_out, "prior-over-functions": of_the_band,
    "large-n": of_features,
}  # fmt: skip
ADDRESSES = (
    {},
    {"risk": "mean"},
    {"data": "steps", "m": "40"},
    {"seed": "3", "sample": "iris"},
    {"data": "wave", "m": "3", "edits": "c;p,0.5,1;p,0.5,2;n,0.5,-1"},
    {"data": "wave", "m": "3", "edits": "c;p,0.5,1;p,1,1;p,-1,1"},
    {"data": "wave", "m": "3", "edits": "c;p,0.5,0;p,1,0;p,-1,0"},
    {"data": "wave", "m": "3", "edits": "c;p,0.5,1"},
    {"data": "wave", "m": "3", "edits": "c;p,0.5,1;p,0.5,2;p,1,1"},
)
