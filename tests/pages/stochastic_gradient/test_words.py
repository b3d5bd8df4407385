"""The page's sentences about perceptrons, runs and step sizes are true."""

import numpy as np

from lab.course.glossary.terms import TERMS
from pages.stochastic_gradient import kernel_perceptron_element, linear_sgd_element, quiz

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


def test_another_order_of_the_examples_changes_the_lengths_of_steps_and_not_their_sizes():
    lengths = [
        np.linalg.norm(np.diff(linear_sgd_element.run("wide", "logistic", seed).w, axis=0), axis=1)
        for seed in (0, 1)
    ]
    assert np.abs(lengths[0] - lengths[1]).max() > 0.1
    (question,) = [q for q in quiz.QUESTIONS if q.check == "what_makes_a_run_converge"]
    (reason,) = [a.why for a in question.answers if a.text == "another random seed"]
    assert "step size" in reason and "length" not in reason
