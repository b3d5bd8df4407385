"""What computes the numbers in the text of the page rbf_bandwidth."""

from math import log, sqrt

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import replace
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


@claim("rbf_bandwidth", "weights may be as large as")
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


@claim("rbf_bandwidth", "at six bandwidths")
def bandwidths_in_a_row():
    data = data_of(looked_at("rbf_bandwidth/page.py"), "six-bandwidths")
    assert {len(row["values"]) for row in items(data, "panels")} == {6}
    return {6.0}


@claim("rbf_bandwidth", "on the dotted circle", "at 1.18 τ, K is ½")
def radius_of_half_a_bump():
    r = round(sqrt(2 * log(2)), 2)
    assert np.isclose(kc.RBF(tau=1.0)(np.zeros((1, 1)), np.full((1, 1), r)), 1 / 2, atol=0.002)
    return {r, 1 / 2}
