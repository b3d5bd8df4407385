"""The page's sentences about perceptrons, runs and step sizes are true."""

import numpy as np

import kernel_core as kc
from kernel_core.learners import run_kernel_perceptron
from lab.course.glossary.terms import TERMS
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.stochastic_gradient import kernel_perceptron_element, linear_sgd_element, quiz, steps
from pages.stochastic_gradient.declaration import PAGE
from pages.stochastic_gradient.default_scene import DEFAULT
from pages.stochastic_gradient.figure1 import figure1_element, run_request
from pages.stochastic_gradient.gradient_methods import gd_sgd_newton_runs
from pages.stochastic_gradient.gradient_variance import variance_by_m
from tests.lab.ui.visit import view_page
from tests.pages.goals import data_of, items

(PERCEPTRON,) = [term for term in TERMS if term.name == "Perceptron"]


def goes_in_turn(draws: np.ndarray, m: int) -> bool:
    """Return whether each pass draws every example once."""
    passes = draws[: len(draws) // m * m].reshape(-1, m)
    return all(len({*draws_of_pass}) == m for draws_of_pass in passes)


def test_perceptrons_draw_at_random_as_their_term_says():
    runs = [
        (np.array([step.i for step in steps]), len(y))
        for _, y, steps in map(
            kernel_perceptron_element.steps_of, kernel_perceptron_element.EXAMPLE_SETS
        )
    ]
    assert runs and not any(goes_in_turn(draws, m) for draws, m in runs)
    assert "drawn at random" in PERCEPTRON.sentence


def test_a_mistake_adds_the_example_times_its_label():
    assert "times its label" in PERCEPTRON.sentence
    X, y = linear_sgd_element.data("wide")
    run = run_kernel_perceptron(X @ X.T, y, 1, linear_sgd_element.DRAWS)
    assert run.alpha.any() and (run.alpha * y >= 0).all()


def test_of_step_100_the_quiz_asks_the_step_size_for_a_step_has_other_lengths():
    rng, K = np.random.default_rng(0), np.eye(8)
    alpha, lengths = np.zeros(8), []
    for t in range(1, 101):
        i = rng.integers(8)
        slope = -1 / (1 + np.exp(alpha @ K[i]))  # slope of the logistic loss, for labels 1
        alpha = alpha - (slope / np.sqrt(t)) * K[i]
        lengths.append(abs(slope) / np.sqrt(t))
    assert not np.isclose(lengths[99] / lengths[0], 0.1, rtol=0.2)
    (question,) = [q for q in quiz.QUESTIONS if q.check == "hundredth_step"]
    assert "step size" in question.text


def test_where_no_line_can_say_anything_the_scatter_grows_and_settles_nowhere():
    """On XOR the gradient of a linear f tends to 0 as m grows, so the ratio has no limit."""
    tensors = variance_by_m(replace(DEFAULT, data="xor", kernel="linear", loss="squared"))[
        "tensors"
    ]
    sizes, ratios, norms = (np.array(tensors[n]["data"]) for n in ("sizes", "ratios", "norms"))
    assert ratios[-1] > 2 * ratios[len(ratios) // 2] > 4 * ratios[0]
    assert norms[-1] / norms[0] < 0.5 * sizes[-1] / sizes[0], "and no growth in proportion to m"
    assert "settles" not in steps.SCATTER and "proportion" not in steps.SCATTER


def test_the_rules_are_those_of_mixed_classes_too_and_the_bound_is_not():
    X, y = linear_sgd_element.data("mixed")
    mixed_alpha = run_kernel_perceptron(X @ X.T, y, 1, linear_sgd_element.DRAWS).alpha
    assert mixed_alpha.any() and "mixed" in linear_sgd_element.GAPS
    assert "separates" not in steps.TWO_RULES, "the rule is given for all classes of the switch"
    bound = steps.BOUND.partition("at most")[0]
    assert "separates" in bound, "the bound only where a line separates them"


def test_with_a_smooth_loss_a_constant_step_size_comes_to_rest():
    s = problem(replace(DEFAULT, loss="squared", m=8, lam=1.0)).fit()
    K, m, loss = s.kernel(s.X, s.X), len(s.y), kc.Squared()
    rng, alpha = np.random.default_rng(0), np.zeros(m)
    for _ in range(20_000):
        i = rng.integers(m)
        alpha = alpha - 0.02 * (loss.derivative(K[i] @ alpha, s.y[i]) + m * s.lam * alpha[i]) * K[i]
    moves = [abs(loss.derivative(K[i] @ alpha, s.y[i]) + m * s.lam * alpha[i]) for i in range(m)]
    assert max(moves) < 1e-8 and np.allclose(alpha, s.alpha, atol=1e-6)
    (question,) = [q for q in quiz.QUESTIONS if q.check == "hundredth_step"]
    (constant,) = [a for a in question.answers if a.text == "the same"]
    assert "never" not in constant.why


def test_with_a_bounded_slope_a_run_may_diverge_for_every_lam_because_of_the_penalty():
    scene = replace(DEFAULT, loss="hinge", kernel="poly", degree=8, c=10.0)
    setting = problem(scene)
    sizes, smallest_lam = setting.kernel.diagonal(setting.sample.X), min(run_request.STOPS["lam"])
    assert (len(sizes) * smallest_lam * sizes > 2).all(), (
        "each factor is below −1 in the first step"
    )
    texts = [reason.text for reason in figure1_element.DIVERGENCE.reasons]
    assert not any("the loss alone" in text for text in texts)


def test_long_steps_of_gd_overshoot_the_minimum_and_may_come_nearer_to_it():
    risk, (best, _) = gd_sgd_newton_runs.hill(), gd_sgd_newton_runs.hill().optimum()
    rate = gd_sgd_newton_runs.STARTS["long"].eta / risk.largest_curvature()
    w = gd_sgd_newton_runs.paths("long")["gd"].w
    distances = np.linalg.norm(w - best, axis=1)
    curvature = [np.linalg.eigvalsh(risk.hessian(at)).max() for at in (w[0], best)]
    assert min(curvature) > 2 / rate and distances[1] < distances[0]
    assert distances[2:].min() > 0.1
    remarks = items(data_of(view_page(PAGE.file), "three"), "remark")
    (text,) = [remark["text"] for remark in remarks if "overshoots" in remark["text"]]
    assert "at the minimum is above 2/η" in text and "each step increases" not in text


def test_another_order_of_the_examples_changes_the_lengths_of_steps_and_not_their_sizes():
    lengths = [
        np.linalg.norm(np.diff(linear_sgd_element.run("wide", "logistic", seed).w, axis=0), axis=1)
        for seed in (0, 1)
    ]
    assert np.abs(lengths[0] - lengths[1]).max() > 0.1
    (question,) = [q for q in quiz.QUESTIONS if q.check == "what_makes_a_run_converge"]
    (reason,) = [a.why for a in question.answers if a.text == "another random seed"]
    assert "step size" in reason and "length" not in reason
