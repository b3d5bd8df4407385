"""What computes the numbers in the text of the page rbf_bandwidth."""

from math import log, sqrt

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

import kernel_core as kc
from lab.scene.learning_problem import problem, sample_of, solve
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from pages.rbf_bandwidth.default_scene import DEFAULT as BANDWIDTH
from pages.rbf_bandwidth.steps import FIGURES
from tests.lab.ui.visit import looked_at
from tests.pages.claims.computed import claim
from tests.pages.goals import data_of, items


@claim("rbf_bandwidth", "that this page opens with")
def the_scene_that_is_told():
    data = data_of(looked_at("rbf_bandwidth/page.py"), "six-bandwidths")
    return [float(len(sample_of(BANDWIDTH).y)), max(items(data, "panels")[0]["values"])]


@claim("rbf_bandwidth", "of the points $f$ has the sign", "Summing leaves two bent branches")
def shares_of_a_straight_line():
    shares = set()
    for risk in ("mean", "sum"):
        s = problem(replace(BANDWIDTH, tau=3.2, risk=risk)).fit()
        f, rows = s.decision(s.X), np.column_stack([np.ones(len(s.X)), s.X])
        line = rows @ np.linalg.lstsq(rows, f, rcond=None)[0]
        shares.add(round(float(np.mean(np.sign(line) == np.sign(f))), 2))
    return shares


@claim("rbf_bandwidth", "they may be as large as")
def weights_of_the_first_scene():
    """Where the two branches are is seen by tests/pages/rbf_bandwidth."""
    s = problem(replace(BANDWIDTH, tau=FIGURES[-1])).fit()
    largest = np.abs(s.alpha).max()
    assert np.isclose(largest, 1 / BANDWIDTH.lam) and s.alpha.min() < 0 < s.alpha.max()
    return [round(float(largest), 6), FIGURES[-1], *bandwidths_in_a_row()]


@claim("rbf_bandwidth", "lambda half times alpha K alpha")
@claim("representer_theorem", "lambda half times alpha K alpha")
def half_of_the_norm():
    shares = set()
    for risk, total in (("sum", np.sum), ("mean", np.mean)):
        s = problem(replace(BANDWIDTH, risk=risk)).fit()
        loss = total(np.maximum(0, 1 - s.y * s.decision(s.X)))
        shares.add(round((s.primal - loss) / (s.lam * s.alpha @ s.kernel(s.X, s.X) @ s.alpha), 6))
    return shares


@claim("rbf_bandwidth", "At six bandwidths")
def bandwidths_in_a_row():
    page = looked_at("rbf_bandwidth/page.py")
    for step in ("six-bandwidths", "too-narrow-too-wide"):
        assert {len(row["values"]) for row in items(data_of(page, step), "panels")} == {6}
    return {6.0}


@claim("rbf_bandwidth", "on the dotted circle", "at 1.18 τ, K is ½")
def radius_of_half_a_bump():
    r = round(sqrt(2 * log(2)), 2)
    assert np.isclose(kc.RBF(tau=1.0)(np.zeros((1, 1)), np.full((1, 1), r)), 1 / 2, atol=0.002)
    return {r, 1 / 2}


@claim("rbf_bandwidth", "from the other side: the weight of the losses")
def price_of_a_loss():
    return {1 / BANDWIDTH.lam}


# What the step says of the bend of the test error, for the first scene.


def at(tau):
    sweep = solve(BANDWIDTH, "tau", np.array([tau]), 5)
    return float(sweep.test_error[0]), float(np.abs(sweep.alpha).max())


@claim("rbf_bandwidth", "the nearest example decides")
def left_end_of_the_slider():
    assert slider_stops(BANDWIDTH, "tau")[0] == 0.05
    return {0.05}


@claim("rbf_bandwidth", "about that of the nearest-neighbour rule")
def errors_of_the_nearest_example():
    """Over the densities, by a grid of squares in place of the page's own quadrature."""
    sample = sample_of(BANDWIDTH)
    axis = np.arange(-6, 6, 0.03)
    nodes = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    blue = KNeighborsClassifier(1).fit(sample.X, sample.y).predict(nodes) > 0
    red, other = (sample.density.class_density(k, axis, axis).ravel() for k in (-1, 1))
    wrong = np.where(blue, red, other).sum() / (red + other).sum()
    return [round(at(0.05)[0], 3), round(float(wrong), 3)]


@claim("rbf_bandwidth", "At $\\tau = 0.2$ they overlap")
def where_bumps_overlap():
    errors = [at(tau)[0] for tau in (0.05, 0.2, 0.4)]
    assert max(errors) == errors[1]
    return {0.2}


@claim("rbf_bandwidth", "needs a large coefficient to be classified correctly")
def coefficients_where_bumps_overlap():
    (error, largest), (_, at_first) = at(0.2), at(0.05)
    return [round(largest, 6), round(at_first, 2), round(error, 3)]
