"""The right options on this page, computed with scikit-learn."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from lab.scene.learning_problem import problem
from lab.scene.scene import parse
from pages.kernel_ridge import (
    another_kernel,
    classifier,
    how_much_lambda,
    large_n,
    one_system,
    process,
    two_ways,
)
from pages.kernel_ridge.declaration import PAGE
from tests.pages.challenges.answers import Answers, check_answers, some_states
from tests.pages.challenges.judging import Question
from tests.pages.kernel_ridge.statement_numbers import (
    coverage,
    distance_from_exact,
    errors,
    points_query,
)


def of_two_systems(question: Question) -> tuple[str, bool]:
    """The system for α has one row for each example, at every p."""
    m = float(question.scene["examples"])
    return "it stays the same", m <= two_ways.FEATURES[-1] / 2


def of_large_lam(question: Question) -> tuple[str, bool]:
    """Answer from ‖w‖² at every λ, computed with scikit-learn."""
    address = "&".join(f"{name}={text}" for name, text in question.scene.items()).replace(
        "+", "%2B"
    )
    setting = problem(parse(address)[0])
    K, y, mean = setting.kernel(setting.sample.X, setting.sample.X), setting.sample.y, 1.0
    if question.scene["risk"] == "mean":
        mean = len(y)
    sizes = []
    for frame in question.frames:
        alpha = KernelRidge(alpha=frame["lam"] * mean, kernel="precomputed").fit(K, y).dual_coef_
        sizes.append(alpha @ K @ alpha)
    return "f = 0", min(sizes) <= 0.02 * max(sizes)


def of_left_out(question: Question, address: Mapping[str, str]) -> tuple[str, bool]:
    fields = question.scene
    loo, _ = errors(points_query(address), fields["sample"], float(fields["width"]))
    best = int(np.argmin(loo))
    ends = {0: "the smallest", len(loo) - 1: "the largest"}
    return ends.get(best, "one in between"), True


def of_support(question: Question) -> tuple[str, bool]:
    return "only for the SVM", True


def of_the_band(question: Question, address: Mapping[str, str]) -> tuple[str, bool]:
    """Answer from scikit-learn's band, which contains less than 80 % of the targets only for a
    large τ."""
    points, truth = points_query(address), question.scene["truth"]
    shares = {tau: coverage(points, truth, tau) for tau in process.TAUS}
    assert min(shares[tau] for tau in process.TAUS if tau <= 0.3) > 0.8
    return "for a large one", min(shares.values()) <= 0.8


def of_the_signs(question: Question) -> tuple[str, bool]:
    """Answer from the signs of scikit-learn's KernelRidge at λ = 1."""
    setting = problem(classifier.SCENE)
    X, y = setting.sample.X, setting.sample.y
    fit = KernelRidge(alpha=1.0, kernel="rbf", gamma=0.5 / classifier.SCENE.tau**2).fit(X, y)
    return "yes", np.mean(np.sign(fit.predict(X)) != y) <= 0.02


def of_features(question: Question) -> tuple[str, bool]:
    """Answer from the root mean square differences from scikit-learn's KernelRidge."""
    far = {name: distance_from_exact(name, 64) for name in ("nystroem", "waves")}
    assert far["nystroem"] < far["waves"]
    return "features from p of the examples", far["nystroem"] <= large_n.SMALL_ERROR


def answers_at(address: Mapping[str, str]) -> Answers:
    return {
        two_ways.CHALLENGES[0].id: of_two_systems,
        one_system.CHALLENGES[0].id: of_large_lam,
        another_kernel.CHALLENGES[0].id: of_support,
        how_much_lambda.CHALLENGES[0].id: partial(of_left_out, address=address),
        classifier.CHALLENGES[0].id: of_the_signs,
        large_n.CHALLENGES[0].id: of_features,
        process.CHALLENGES[0].id: partial(of_the_band, address=address),
    }


def test_every_question_has_an_answer_here():
    assert {challenge.id for challenge in PAGE.challenges} == {*answers_at({})}


@pytest.mark.thorough(keep_every=2)
@pytest.mark.parametrize("seed", ["0", "3"])
def test_the_right_options_are_right(seed):
    asked = check_answers(PAGE, {"seed": seed}, answers_at({"seed": seed}))
    assert {question.id for question in asked} == {*answers_at({})}


@pytest.mark.thorough
def test_the_right_options_are_right_in_every_state():
    for address in some_states(PAGE):
        check_answers(PAGE, address, answers_at(address))
