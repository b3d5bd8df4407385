"""Answer the questions of this page independently, in NumPy and scikit-learn."""

import os

import numpy as np
import pytest
from sklearn.svm import SVC

from lab.scene.learning_problem import sample_of
from lab.scene.scene import parse
from pages.is_it_a_kernel import challenges, counterexample_element
from pages.is_it_a_kernel.declaration import PAGE
from pages.is_it_a_kernel.indefinite import indefinite_element, indefinite_fit
from tests.examples import THOROUGH, seeds
from tests.pages.challenges.answers import Answer, Answers, always, check_answers, some_states
from tests.pages.challenges.judging import Question
from tests.pages.is_it_a_kernel.statement_numbers import ROUNDING, rbf, squared_distances, trial

MAX_POINTS = 60  # largest size of a shown matrix
LARGEST_C = 2e5  # largest 1/λ on the slider


def rank(K: np.ndarray) -> int:
    return int(np.linalg.matrix_rank(K, tol=ROUNDING * np.abs(K).max()))


def points(question: Question) -> tuple[np.ndarray, np.ndarray]:
    scene, _ = parse("&".join(f"{name}={value}" for name, value in question.scene.items()
                              if name in ("data", "m", "seed", "noise")))  # fmt: skip
    sample = sample_of(scene)
    return sample.X, sample.y


def weigh_one_below_zero(question: Question) -> Answer:
    """RBF − a xᵀx′ is not positive semidefinite on these points; for any a > 0 a point far from 0
    shows it."""
    X = points(question)[0][:MAX_POINTS]
    least = [np.linalg.eigvalsh(rbf(X, 0.4) - a * X @ X.T)[0] for a in (1.0, 0.5, 0.3)]
    far = np.array([[1e4, 0.0]])
    assert rbf(far, 0.4)[0, 0] - 1e-6 * (far @ far.T)[0, 0] < 0
    return "no", min(least) <= -1e-6


def rank_of_the_inner_product(question: Question) -> Answer:
    X = points(question)[0][:MAX_POINTS]
    few = rank(X @ X.T) <= 6 < 20 <= len(X)
    K = X @ X.T + 1
    return ("a handful" if few else "as many as there are points",
            rank(K) == 3 and np.linalg.eigvalsh(K)[0] > -ROUNDING * np.abs(K).max())  # fmt: skip


def spirals_with_few_support_vectors(question: Question) -> Answer:
    """Use the spirals of this size and seed, whatever data the scene has."""
    question.scene["data"] = "spirals"
    X, y = points(question)
    shares = []
    for K in (np.exp(X @ X.T), np.exp(2 * X @ X.T), rbf(X, 0.8) + 0.3 * X @ X.T, rbf(X, 1.0)):
        svm = SVC(kernel="precomputed", C=LARGEST_C, tol=1e-6).fit(K, y)
        if svm.score(K, y) == 1:
            shares.append(len(svm.support_) / len(y))
    return "yes", len(y) >= 40 and min(shares, default=1) < 0.5


@always
def distance_of_two_points() -> Answer:
    lowest = [np.linalg.eigvalsh(squared_distances(np.array([[0.0, 0.0], [r, 0.0]])))[0]
              for r in (1.0, 3.0)]  # fmt: skip
    return f"by {lowest[1] / lowest[0]:.0f}", lowest[1] <= -9 + ROUNDING


@always
def one_point_below_zero() -> Answer:
    x = np.array([-1.0, 0.5])
    return "one is enough", np.linalg.eigvalsh(np.minimum.outer(x, x))[0] <= -0.5


@always
def a_search_in_vain() -> Answer:
    """For random sets of up to 25 points all matrices are positive semidefinite; for a grid of 49
    points the matrix is not."""
    rng, least = np.random.default_rng(0), 0.0
    for _ in range(2000):
        X = rng.uniform(-3, 3, (rng.integers(2, 26), 2))
        least = min(least, np.linalg.eigvalsh(rbf(X, 0.5) - 0.3 * rbf(X, 1.0))[0])
    line = 0.8 * (np.arange(7) - 3)
    grid = np.array([(a, b) for a in line for b in line])
    assert np.linalg.eigvalsh(rbf(grid, 0.5) - 0.3 * rbf(grid, 1.0))[0] < -0.07
    return "no" if least > -1e-6 else "yes", True


def bottom_of_the_risk(question: Question) -> Answer:
    """The risk is unbounded below exactly if K has a negative eigenvalue: the hinge loss grows only
    like |t|."""
    _, y = indefinite_fit.sample()
    K, below, c = trial(question.scene["trial"], question.address.get("formula", ""))
    far = [np.maximum(0, 1 - y * (t * K @ c)).mean() + 0.005 * t**2 * c @ K @ c
           for t in (1e5, 1e6)]  # fmt: skip
    assert (far[1] < far[0] < 0) if below else (far[1] > far[0] > 0)
    return ("as low as you like" if below else "not below 0"), True


ANSWERS: Answers = {
    challenges.CHALLENGES[0].id: weigh_one_below_zero,
    challenges.CHALLENGES[1].id: rank_of_the_inner_product,
    challenges.CHALLENGES[2].id: spirals_with_few_support_vectors,
    counterexample_element.ABOUT_DISTANCE.id: distance_of_two_points,
    counterexample_element.ABOUT_MIN.id: one_point_below_zero,
    counterexample_element.ABOUT_BUDGET.id: a_search_in_vain,
    indefinite_element.ABOUT_BOTTOM.id: bottom_of_the_risk,
}
STRIDE = 1 if THOROUGH in os.environ else 3
ADDRESSES = (
    *({"data": data, "seed": str(seed)}
      for data in [data for data in PAGE.sources if data != "own"][::STRIDE] for seed in seeds()),
    *({"trial": name} for name in indefinite_fit.TRIALS_SHOWN),
    {"trial": "own", "formula": "rbf(1)-rbf(0.5)"},
    *({"loss": name} for name in ("logistic", "squared")),
    *({"data": "spirals", "m": str(m), "seed": str(seed)}
      for m in (60, 100, 200)[: 3 if STRIDE == 1 else 2] for seed in seeds()),
)  # fmt: skip


def test_in_every_state_each_question_has_a_correct_answer():
    for address in some_states(PAGE, quick=48):
        check_answers(PAGE, address, ANSWERS)


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("address", ADDRESSES, ids=lambda a: "-".join(a.values()))
def test_each_question_has_a_correct_answer(address):
    asked_questions = [q for q in check_answers(PAGE, address, ANSWERS) if q.state == "asked"]
    assert len(asked_questions) == 7 - ("loss" in address)
