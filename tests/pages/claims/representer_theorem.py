"""What computes the numbers in the text of the page representer_theorem."""

import re

import numpy as np

from pages.representer_theorem import (
    feature_matrix_field,
    non_unique_alpha,
    off_span_component,
    off_span_excess,
)
from pages.representer_theorem.primal_and_dual import primal_dual_timing, primal_vs_dual
from pages.representer_theorem.proofs import gradient_proof, span_proof
from tests.pages.claims.computed import claim


@claim("representer_theorem", "forty directions to waste", "forty of the fifty",
       "The same with fifty features")  # fmt: skip
def directions_off_the_span():
    X, _ = off_span_excess.random_wide_problem(off_span_excess.FEATURES, off_span_excess.POINTS)
    span = np.linalg.matrix_rank(X)
    return {2.0, *map(float, (len(X), X.shape[1] - span, X.shape[1]))}  # and the half of λ/2


@claim("representer_theorem", "Step 1 of")
def steps_of_the_proof():
    assert len(span_proof.walk().steps) > 1
    return {1.0, float(len(gradient_proof.walk().steps))}


@claim("representer_theorem", "here it is the squared loss")
def problem_of_the_proof():
    return {float(len(gradient_proof.X)), gradient_proof.LAM, *map(float, gradient_proof.Y)}


@claim("representer_theorem", "here $m = 8$")
def both_roads():
    return [float(primal_vs_dual.POINTS), primal_vs_dual.LAM]


@claim("representer_theorem", "(λ/2)‖θ‖²")
def halves():
    return {2.0}


@claim("representer_theorem", "every one of the five", "for five r")
def five_prices():
    return {float(len(off_span_component._LINES)), 5.0}


@claim("representer_theorem", "‖θ‖ is beyond")
def the_edge_of_the_step():
    return {off_span_component._LONG}


@claim("representer_theorem", "others")
def draws():
    return {float(off_span_excess.DRAWS)}


@claim("representer_theorem", "Here λ =", "A step at ‖θ‖")
def prices_of_the_draws():
    return {off_span_excess.LAM, off_span_excess.EDGE}


@claim("representer_theorem", "half as long")
def length_of_the_price():
    return {gradient_proof.LAM}


@claim("representer_theorem", "twice as long")
def without_the_mean():
    return {float(len(gradient_proof.X))}  # θ without the 1/m is m times too long


@claim("representer_theorem", "three pieces")
def pieces_of_a_gradient():
    return {len(gradient_proof.X) + 1.0}  # a loss each, and the price


@claim("representer_theorem", "m = 128", "p = 128")
def the_number_that_stays():
    return {float(primal_dual_timing.FIXED)}


@claim("representer_theorem", "the twins 2 and 5", "points 2 and 5")
def twins():
    i, j = non_unique_alpha.TWINS
    assert np.array_equal(non_unique_alpha.X[i], non_unique_alpha.X[j])
    return {i + 1.0, j + 1.0}


@claim("representer_theorem", "with at most three decimals")
def cells_of_phi():
    return {
        float(feature_matrix_field.LARGEST),
        -float(feature_matrix_field.LARGEST),
        float(
            next(
                k
                for k in range(9)
                if not re.fullmatch(feature_matrix_field.NUMBER, "1." + "5" * (k + 1))
            )
        ),
    }
