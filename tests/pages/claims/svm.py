"""What computes the numbers in the text of the page svm."""

import numpy as np

from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.svm.default_scene import DEFAULT as SVM
from tests.pages.claims.computed import claim


@claim("svm", "Minimise half the squared norm", "minus half of alpha K alpha")
def halves_of_the_norm_in_both_forms():
    s = problem(replace(SVM, risk="sum")).fit()
    f, norm2 = s.decision(s.X), s.alpha @ s.kernel(s.X, s.X) @ s.alpha
    slack = np.maximum(0, 1 - s.y * f).sum()
    primal, dual = (s.primal - slack) / s.lam / norm2, (s.y @ s.alpha - s.dual / s.lam) / norm2
    return {round(primal, 6), round(dual, 6)}


@claim("svm", "the two differ")
def where_two_conventions_are_compared():
    return {SVM.lam}


@claim("svm", "The sum has $C")
def prices_and_slack_of_two_conventions():
    found = []
    for risk, m in (("sum", 1), ("mean", SVM.m)):
        s = problem(replace(SVM, risk=risk)).fit(tol=1e-9)
        f = (s.alpha * (s.X @ s.X.T)).sum(axis=1) + s.intercept
        slack = np.maximum(0, 1 - s.y * f).sum()
        found += [1 / (SVM.lam * m), float(f"{slack:.3g}")]
    return found
