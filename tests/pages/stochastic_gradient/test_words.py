"""What is said of a perceptron's rule is the rule by which the pages draw."""

import numpy as np

from kernel_core.learners import run_kernel_perceptron
from lab.course.glossary.terms import TERMS
from pages.stochastic_gradient import kernel_perceptron_element, linear_sgd_element, quiz

(PERCEPTRON,) = [term for term in TERMS if term.name == "Perceptron"]


def goes_in_turn(drawn: np.ndarray, m: int) -> bool:
    """Whether each pass takes every example once."""
    passes = drawn[: len(drawn) // m * m].reshape(-1, m)
    return all(len({*one}) == m for one in passes)


def test_perceptrons_draw_at_random_as_their_term_says():
    runs = [
        (np.array([step.i for step in steps]), len(y))
        for _, y, steps in map(kernel_perceptron_element.steps_of, kernel_perceptron_element.SHOWN)
    ]
    assert runs and not any(goes_in_turn(drawn, m) for drawn, m in runs)
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
        slope = -1 / (1 + np.exp(alpha @ K[i]))  # of the logistic loss, for labels 1
        alpha = alpha - (slope / np.sqrt(t)) * K[i]
        lengths.append(abs(slope) / np.sqrt(t))
    assert not np.isclose(lengths[99] / lengths[0], 0.1, rtol=0.2)
    (asked,) = [q for q in quiz.QUESTIONS if q.check == "hundredth_step"]
    assert "step size" in asked.text
