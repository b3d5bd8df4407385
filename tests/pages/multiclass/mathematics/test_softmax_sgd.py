"""SGD for softmax, one step at a time (note 004)."""

from itertools import islice

import numpy as np
import pytest

from kernel_core import multiclass as mc
from kernel_core.datasets import class_mixtures
from pages.multiclass.mathematics.linear_scores import EXAMPLE_WEIGHTS_004
from pages.multiclass.mathematics.softmax_sgd import softmax_step, softmax_steps

X, Y = class_mixtures.blobs(4).sample(60, 0)


def test_one_step_by_hand():
    x = np.array([0.4, -0.9])
    s = np.array([0.7, 0.25, -0.9])  # scores at x for W of note 004
    P = np.exp(s) / np.exp(s).sum()
    step = softmax_step(EXAMPLE_WEIGHTS_004, x, 1, 0.5, n=7)
    np.testing.assert_allclose(step.probabilities, P)
    np.testing.assert_allclose(step.loss_gradient, P - [0, 1, 0])
    np.testing.assert_allclose(step.change, -0.5 * np.outer(P - [0, 1, 0], x))
    np.testing.assert_allclose(step.W, EXAMPLE_WEIGHTS_004 + step.change)
    assert step.loss_before == pytest.approx(-np.log(P[1])) and step.n == 7


def test_rows_are_pushed_towards_the_example_and_away_from_it():
    for k in range(3):
        step = softmax_step(EXAMPLE_WEIGHTS_004, [0.4, -0.9], k, 0.1)
        along = step.change @ step.x
        assert along[k] > 0 and (np.delete(along, k) < 0).all()
        np.testing.assert_allclose(step.change.sum(axis=0), 0, atol=1e-15)
        assert step.loss_after < step.loss_before


def test_the_change_is_the_gradient():
    rng = np.random.default_rng(0)
    W, x, k, h = rng.normal(size=(5, 3)), rng.normal(size=3), 2, 1e-6
    step = softmax_step(W, x, k, 1.0)

    def loss(W):
        return mc.cross_entropy((W @ x)[None], np.eye(5)[[k]])[0]

    for i in range(5):
        for j in range(3):
            nudge = np.zeros((5, 3))
            nudge[i, j] = h
            slope = (loss(W + nudge) - loss(W - nudge)) / (2 * h)
            assert step.change[i, j] == pytest.approx(-slope, abs=1e-8)


def test_two_classes_are_the_notes_binary_step():
    """The difference w = w₁ − w₂ moves by twice the binary step: each row moves by one binary step,
    in opposite directions."""
    rng = np.random.default_rng(1)
    W, x = rng.normal(size=(2, 3)), rng.normal(size=3)
    step = softmax_step(W, x, 0, 0.3)
    sigma = 1 / (1 + np.exp((W[0] - W[1]) @ x))  # σ(-y wᵀx)
    np.testing.assert_allclose(step.change[0] - step.change[1], 2 * 0.3 * sigma * x)


def test_steps_are_consecutive():
    steps = list(islice(softmax_steps(X, Y, 0.2, seed=3), 50))
    steps_again = list(islice(softmax_steps(X, Y, 0.2, seed=3), 50))
    other_steps = list(islice(softmax_steps(X, Y, 0.2, seed=4), 50))
    assert steps[-1].W.tobytes() == steps_again[-1].W.tobytes() != other_steps[-1].W.tobytes()
    W = np.zeros((4, 2))
    for step in steps:
        W_next = softmax_step(W, X[step.n], Y[step.n], 0.2)
        np.testing.assert_array_equal(W_next.W, step.W)
        assert step.k == Y[step.n]
        W = step.W
    assert len({step.n for step in steps}) > 20


def test_the_loss_decreases():
    *_, last = islice(softmax_steps(X, Y, 0.1), 3000)
    assert np.mean(mc.softmax(X @ last.W.T).argmax(axis=1) != Y) < 0.1


def test_a_walk_starts_from_the_given_weights():
    first = next(softmax_steps(X, Y, 0.1, W=np.ones((4, 2)), order="cyclic"))
    assert first.n == 0
    np.testing.assert_allclose(first.W - first.change, np.ones((4, 2)), rtol=1e-14)


def test_extreme_values_do_not_overflow():
    step = softmax_step([(900.0, 0), (0, 900.0)], [9.0, -9.0], 1, 0.1)
    assert step.loss_before == pytest.approx(16200) and np.isfinite(step.W).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (lambda: softmax_step(EXAMPLE_WEIGHTS_004, [0, 0], 3, 0.1), "Class 3 has no row"),
        (
            lambda: softmax_step(EXAMPLE_WEIGHTS_004, [0, 0, 1], 1, 0.1),
            "2 coordinates and the points 3",
        ),
        (lambda: softmax_step(EXAMPLE_WEIGHTS_004, [0, 0], 1, -0.1), "eta must be"),
        (lambda: next(softmax_steps(X, np.zeros(60), 0.1)), "two classes"),
        (lambda: next(softmax_steps(X, Y, 0.1, order="best")), "order must be"),
    ],
)
def test_bad_input_is_refused_with_a_message(arguments, message):
    with pytest.raises(ValueError, match=message):
        arguments()
