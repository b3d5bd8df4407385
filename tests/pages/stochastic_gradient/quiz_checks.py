"""Compute with kernel_core the right option of each quiz question of this page."""

import numpy as np

import kernel_core as kc
from pages.stochastic_gradient.mathematics.gradient_methods import (
    gradient_descent,
    newton_descent,
    stochastic_descent,
)
from pages.stochastic_gradient.mathematics.gradient_variance import (
    full_gradient,
    stochastic_gradient,
)
from pages.stochastic_gradient.mathematics.linear_sgd import run_linear_sgd
from pages.stochastic_gradient.mathematics.objectives import LinearRisk
from tests.pages.quiz.checks import FAR, SIGNS, check, only


@check
def average_of_the_gradients() -> str:
    K = kc.RBF(tau=0.5)(FAR, FAR)
    alpha = np.random.default_rng(2).normal(size=len(SIGNS))
    gradients = [stochastic_gradient(K, SIGNS, alpha, kc.Logistic(), 0.1, i)
            for i in range(len(SIGNS))]  # fmt: skip
    assert np.allclose(np.mean(gradients, axis=0),
                       full_gradient(K, SIGNS, alpha, kc.Logistic(), 0.1))  # fmt: skip
    return "So that the average over i is the full gradient."


@check
def alpha_of_three_mistakes() -> str:
    run = kc.learners.run_kernel_perceptron(kc.RBF(tau=0.4)(FAR, FAR), SIGNS, passes=20)
    assert np.array_equal(run.alpha, SIGNS * run.mistake_counts) and run.mistake_counts.max() >= 2
    return f"{-1 * 3}".replace("-", "−")


@check
def logistic_step_at_margin_five() -> str:
    X, y = np.array([[1.0, 0.0]]), np.array([1])
    step = run_linear_sgd(X, y, "logistic", steps=1, eta=1.0).size[0]
    assert np.isclose(step, 0.5), "from w = 0 the factor is g(0)"
    factor = -float(kc.Logistic().derivative(5.0, 1))
    return only({"y x": np.isclose(factor, 1), "exactly nothing": factor == 0,
                 "less than a hundredth of y x": 0 < factor < 0.01})  # fmt: skip


@check
def hundredth_step() -> str:
    K = kc.RBF(tau=0.4)(FAR, FAR)
    run = [step for step, _ in zip(kc.learners.sgd_steps(K, SIGNS, kc.Logistic(), 0.01, 1.0),
                                   range(101), strict=False)]  # fmt: skip
    sizes = [step.eta for step in run if step.eta]
    return only({"as long": np.isclose(sizes[99], sizes[0]),
                 "a tenth": np.isclose(sizes[99], sizes[0] / 10),
                 "a hundredth": np.isclose(sizes[99], sizes[0] / 100)})  # fmt: skip


@check
def what_makes_a_run_converge() -> str:
    K = kc.RBF(tau=0.4)(FAR, FAR)

    def converges(c: float = 1.0, lam: float = 1.0, seed: int = 0, steps: int = 300) -> bool:
        run = kc.learners.sgd_steps(K, SIGNS, kc.Squared(), lam, c, seed)
        last = [step for step, _ in zip(run, range(steps), strict=False)][-1]
        return bool(np.abs(last.alpha).max() < 1)

    assert not converges()
    return only({"more steps": converges(steps=1500), "a smaller c": converges(c=0.01),
                 "a larger λ": converges(lam=10.0), "another random seed": converges(seed=1),
                 })  # fmt: skip


@check
def fewest_steps() -> str:
    risk = LinearRisk(FAR, SIGNS, kc.Logistic(), 0.01)
    minimum, start = risk.value(risk.optimum()[0]), np.zeros(2)
    eta = 1 / risk.largest_curvature()
    runs = {"GD": gradient_descent(risk, start, eta, 200),
            "SGD": stochastic_descent(risk, start, eta, 200),
            "Newton": newton_descent(risk, start, 200)}  # fmt: skip
    steps = {name: int(np.argmax(np.append(run.risk, minimum) <= minimum + 1e-6))
             for name, run in runs.items()}  # fmt: skip
    return min(steps, key=steps.get)
