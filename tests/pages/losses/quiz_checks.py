"""Compute with kernel_core the right option of each quiz question of this page."""

import numpy as np

import kernel_core as kc
from tests.pages.quiz.checks import X, Y, check, only


@check
def hinge_at_a_small_margin() -> str:
    return f"{float(kc.Hinge().value(0.3, 1)):.1f}"


@check
def not_above_zero_one() -> str:
    z = np.linspace(-4, 4, 801)
    mistakes = kc.ZeroOne().value(z, 1)
    losses = {"hinge": kc.Hinge(), "exponential": kc.Exponential(), "perceptron": kc.Perceptron()}
    return only({f"the {name} loss": bool((loss.value(z, 1) < mistakes).any())
                 for name, loss in losses.items()})  # fmt: skip


@check
def steepest_far_on_the_wrong_side() -> str:
    losses = (kc.Hinge(), kc.Logistic(), kc.Exponential(), kc.Perceptron())
    slopes = {loss.name: abs(float(loss.derivative(-5.0, 1))) for loss in losses}
    assert 148 < slopes["exponential"] < 149 and max(sorted(slopes.values())[:-1]) <= 1
    return max(slopes, key=slopes.get)


@check
def the_other_probability() -> str:
    def g(z: float) -> float:
        return -float(kc.Logistic().derivative(-z, 1))

    assert f"{g(2.0):.2f}" == "0.88"
    return f"{g(-2.0):.2f}"


@check
def perceptron_with_a_penalty() -> str:
    alpha = kc.fit(X, Y, kc.Linear(), kc.Perceptron(), lam=1e-3).alpha
    hinge = kc.fit(X, Y, kc.Linear(), kc.Hinge(), lam=1e-3).alpha
    return only({"all zero": bool((alpha == 0).all()),
                 "the same as for the hinge loss": bool(np.allclose(alpha, hinge))})  # fmt: skip


LOSSES = {"hinge": kc.Hinge(), "logistic": kc.Logistic(), "squared": kc.Squared(),
          "exponential": kc.Exponential()}  # fmt: skip


@check
def flat_beyond_the_margin() -> str:
    return only({name: float(loss.derivative(2.0, 1)) == 0 for name, loss in LOSSES.items()})


@check
def loss_that_rises_again() -> str:
    slopes = {name: float(loss.derivative(3.0, 1)) for name, loss in LOSSES.items()}
    return only({name: slope > 0 for name, slope in slopes.items()})


@check
def loss_that_tells_the_classes_apart() -> str:
    f = np.linspace(-3, 3, 13)
    asymmetric = {name: not np.allclose(loss.value(f, 1), loss.value(-f, -1))
             for name, loss in LOSSES.items()}  # fmt: skip
    return only(asymmetric | {"none of them": not any(asymmetric.values())})
