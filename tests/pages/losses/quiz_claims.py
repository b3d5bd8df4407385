"""Compute the numbers in the reasons of this page’s quiz."""

import numpy as np

import kernel_core as kc
from pages.losses import quiz
from tests.pages.quiz.claims import claim, question_of, two


@claim(question_of(quiz, "steepest_far_on_the_wrong_side"))
def slope_of_an_outlier():
    all_four = (kc.Hinge(), kc.Logistic(), kc.Perceptron(), kc.Exponential())
    slopes = {loss.name: float(loss.derivative(-5.0, 1)) for loss in all_four}
    steepest = slopes.pop("exponential")
    count = 100
    assert count * max(map(abs, slopes.values())) < abs(steepest), (
        "one such point outweighs a hundred others"
    )
    return {round(steepest), count}


@claim(question_of(quiz, "the_other_probability"))
def both_probabilities():
    g = [two(-float(kc.Logistic().derivative(z, 1))) for z in (-2.0, 2.0)]
    assert g == [0.88, 0.12] and sum(g) == 1
    return {two(2 * g[0])}


@claim(question_of(quiz, "perceptron_with_a_penalty"))
def half_of_an_alpha():
    X = np.random.default_rng(0).normal(size=(24, 2))
    y, K = np.sign(X @ (1.0, 2.0)), kc.Linear()(X, X)
    run = kc.learners.run_kernel_perceptron(K, y, passes=200)
    assert run.converged, "the perceptron separates the points"
    risks = [kc.Perceptron().value(K @ (s * run.alpha), y).sum() for s in (1, 1 / 2)]
    norms = [s**2 * run.alpha @ K @ run.alpha for s in (1, 1 / 2)]
    assert risks == [0, 0] and norms[1] < norms[0]
    return {1 / 2}
