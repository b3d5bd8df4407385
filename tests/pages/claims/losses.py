"""What computes the numbers in the text of the page losses."""

from math import log

import numpy as np

import kernel_core as kc
from pages.losses import perceptron_collapse, squared_loss_regression
from tests.lab.ui.visit import looked_at
from tests.pages.claims.computed import claim
from tests.pages.goals import data_of, items


@claim("losses", "divided by log 2")
def what_lifts_the_logistic_loss():
    at_0 = float(kc.Logistic().value(0.0, 1))
    assert np.isclose(at_0, log(2))
    return {2.0}  # within the logarithm


@claim("losses", "above if doubled", "the squared loss doubled")
def what_lifts_the_others():
    for loss in (kc.Squared(), kc.Huber()):
        assert float(loss.value(0.0, 1)) == 1 / 2
    z = np.linspace(-3, 1, 41)
    double = 2 * kc.Squared().value(z, np.ones(41))
    np.testing.assert_allclose(kc.SquaredHinge().value(z, np.ones(41)), double)
    assert not kc.SquaredHinge().value(np.array([1.5, 3]), np.ones(2)).any(), "no charge beyond"
    return {2.0, 1 / 2}


@claim("losses", "varepsilon = 0.25")
def width_of_the_tube():
    return {kc.EpsilonInsensitive().epsilon}


@claim("losses", "sets the nine losses apart")
def losses_of_the_table():
    (table,) = [m.value for m in looked_at("losses/page.py").markdown if "| zero-one |" in m.value]
    return {table.count("\n| ") - 2.0}


@claim("losses", "Four losses, four lines")
def losses_of_the_lab():
    data = data_of(looked_at("losses/page.py"), "outlier")
    return {float(len([plane for plane in items(data, "plane") if plane.get("small")]))}


@claim("losses", "The lines are P(y = 1 | x)")
def levels_of_probability():
    data = data_of(looked_at("losses/page.py"), "how-sure")
    (levels,) = [plane["levels"] for plane in items(data, "plane") if plane.get("levels")]
    return {round(1 / (1 + np.exp(-level["f"])), 9) for level in levels}


@claim("losses", "scaled by t, from")
def ends_of_the_ray():
    scales = perceptron_collapse._T
    return {float(scales[0]), float(scales[-1])}


@claim("losses", "three losses")
def losses_over_the_angle():
    sent = data_of(looked_at("losses/page.py"), "turn")["sweeps"][0]["sweep"]["tensors"]
    return {float(len([name for name in sent if name.startswith("risk_")]))}


@claim("losses", "eight houses", "in 100 m²")
def houses():
    return {float(len(squared_loss_regression.AREA)), 100.0}  # and the unit of their area


@claim("losses", "three classes", "classes 1 and 2")
def names_of_classes():
    assert len(items(data_of(looked_at("losses/page.py"), "score"), "slider")) == 3
    return {1.0, 2.0, 3.0}


def label_of(k: int):
    @claim("losses", f"score of class {k}")
    def number_of_a_slider():
        sliders = items(data_of(looked_at("losses/page.py"), "score"), "slider")
        return {[one["symbol"] for one in sliders].index(f"z{'₁₂₃'[k - 1]}") + 1.0}


for k in (2, 3):
    label_of(k)
