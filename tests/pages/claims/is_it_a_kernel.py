"""What computes the numbers in the text of the page is_it_a_kernel."""

import numpy as np

import kernel_core as kc
from pages.is_it_a_kernel import counterexample_element
from pages.is_it_a_kernel.indefinite import indefinite_fit
from tests.pages.claims.computed import claim


@claim("is_it_a_kernel", "A thousand without one settle nothing")
def matrices_that_settle_nothing():
    """A thousand sets of points on which a function that is no kernel shows nothing below 0."""
    rng, least = np.random.default_rng(0), []
    for _ in range(1000):
        X = rng.uniform(0, 4, (3, 1))  # min{x, x′} where it has features
        least.append(np.linalg.eigvalsh(np.minimum(X, X.T)).min())
    assert min(least) > -1e-12
    X = np.array([[-1.0]])
    assert np.minimum(X, X.T).item() < 0, "and one matrix settles it"
    return {float(len(least))}


@claim("is_it_a_kernel", "the RBF kernel with τ")
def the_letter_of_a_formula():
    X = np.array([[0.0], [0.3]])
    parsed = kc.expression.kernel_of(kc.expression.read("rbf(0.4)"))
    assert np.allclose(parsed(X, X), kc.RBF(tau=0.4)(X, X))
    return {0.4}


@claim("is_it_a_kernel", "matrices and")
def what_a_search_may_cost():
    return [float(counterexample_element.BUDGET), float(counterexample_element.SECONDS)]


@claim("is_it_a_kernel", "the hinge loss, $\\lambda =")
def the_fit_of_a_non_kernel():
    assert len(indefinite_fit.sample()[1]) == 16 and indefinite_fit.LOSS.name == "hinge"
    return {indefinite_fit.LAM, 16.0}


@claim("is_it_a_kernel", "Penalty λ/2")
def half_a_lambda():
    at = indefinite_fit.trial_of_address({}, "")
    tensors = indefinite_fit.risk_sweep(at)["tensors"]
    t, penalty = (np.array(tensors[name]["data"]) for name in ("stops", "penalty"))
    quadratic = t[-1] ** 2 * at.v @ at.K @ at.v
    return {round(float(indefinite_fit.LAM * quadratic / penalty[-1]), 3)}


@claim("is_it_a_kernel", "on these points is no Gram matrix")
def what_fit_says():
    return {
        round(indefinite_fit.trial_of_address({}, "").lowest, 1),
        2.0,
    }  # the square in the kernel's formula


@claim("is_it_a_kernel", "J at t =")
def the_far_end():
    return {indefinite_fit.FAR}
