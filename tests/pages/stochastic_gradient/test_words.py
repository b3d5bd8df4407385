"""What is said of a perceptron's rule is the rule by which the pages draw."""

import numpy as np

from kernel_core.learners import run_kernel_perceptron
from lab.course.glossary.terms import TERMS
from pages.stochastic_gradient import kernel_perceptron_element, linear_sgd_element

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
