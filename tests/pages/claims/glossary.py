"""What computes the numbers in the sentences of the glossary, and on its page."""

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import DEFAULT, replace
from tests.pages.claims import kernel_trick, multiclass, regularisation, stochastic_gradient
from tests.pages.claims.computed import claim


@claim("glossary", "learned from 200 points")
def points():
    return {float(len(sample_of(DEFAULT).y))}


@claim("glossary", "influence reaches: at distance τ")
def height_of_a_bump():
    tau, zero = 0.4, np.zeros((1, 1))
    return [round(kc.RBF(tau)(zero, zero + k * tau).item(), 2) for k in (1, 2)]


@claim("glossary", "penalty λ/2", "A price on large weights, λ/2")
def what_lambda_is_divided_by():
    found = set()
    for risk, total in (("sum", np.sum), ("mean", np.mean)):
        s = problem(replace(DEFAULT, risk=risk)).fit()
        f, norm2 = s.decision(s.X), s.alpha @ s.kernel(s.X, s.X) @ s.alpha
        penalty = s.primal - total(np.maximum(0, 1 - s.y * f))
        found.add(round(float(s.lam * norm2 / penalty), 6))
    return found


@claim("glossary", "Fifty samples, fifty fits")
def samples():
    return regularisation.fits_that_are_drawn()


@claim("glossary", "Five learners")
def learners():
    return kernel_trick.learners()


@claim("glossary", "Four ways")
def ways_of_many_classes():
    return multiclass.planes()


@claim("glossary", "Three ways down")
def ways_down():
    return stochastic_gradient.ways_down()
