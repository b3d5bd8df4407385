"""The right options of the page's questions for many data sets, computed with NumPy and
scikit-learn."""

import os
from functools import cache

import numpy as np
import pytest

from kernel_core.datasets import REGRESSION_SOURCES
from lab.ui.challenges import is_met
from pages.order import PAGES
from pages.regularisation import implicit_regularisation
from pages.regularisation.guarantees import sparse_recovery
from pages.regularisation.implicit_regularisation import X as EQUATION
from pages.regularisation.implicit_regularisation import Y as RIGHT_SIDE
from pages.regularisation.mathematics.sparse_recovery import recovery_cell
from pages.regularisation.penalties import norm_ball, shrinkage_curves
from pages.regularisation.polynomial_fits import bias_variance, polynomial_degree, ridge
from tests.examples import THOROUGH, seeds
from tests.pages.challenges.answers import check_promises, some_states
from tests.pages.challenges.judging import questions
from tests.pages.regularisation.statement_numbers import Sample

(PAGE,) = [page for page in PAGES if page.name == "regularisation"]
STRIDE = 1 if THOROUGH in os.environ else 2
SETTINGS = ({}, {"m": "6"}, {"m": "60", "noise": "0.25"}, {"m": "24", "noise": "3"})
ADDRESSES = [
    {"data": data, "seed": str(seed)} | setting
    for data in REGRESSION_SOURCES for seed in seeds() for setting in SETTINGS[::STRIDE]
]  # fmt: skip
# Questions whose answers depend on the data.
NEAREST, FROM_WHICH, WITH_M, FIFTY = (
    challenge.id
    for challenge in (
        *polynomial_degree.CHALLENGES, *ridge.CHALLENGES, *bias_variance.CHALLENGES
    )
)  # fmt: skip
LAST_DIGIT = 1e-5  # the last shown digit of an error
NEAR = 2e-3  # largest difference of errors that agree up to the order of summation


def asked_question(address, challenge_id):
    """Return the question of a challenge at an address at which it is asked."""
    (question,) = [q for q in questions_of(tuple(address.items())) if q.id == challenge_id]
    assert question.state == "asked", str(question)
    return question


@cache
def questions_of(items):
    return questions(PAGE, dict(items))


def among(M):
    return "below 5" if M < 5 else "5 to 8" if M < 9 else "above 8"


def reached_stops(question, along):
    """Return the stops of the question's slider at which its goal is met."""
    numbers = [name for name, value in question.frames[0].items() if not isinstance(value, str)]
    values = {name: np.array([frame[name] for frame in question.frames]) for name in numbers}
    extremes = {f"least:{n}": v.min() for n, v in values.items()}
    extremes |= {f"most:{n}": v.max() for n, v in values.items()}
    return [
        f[along] for f in question.frames if is_met(question.challenge["conditions"], f | extremes)
    ]


def name(address):
    return "-".join(address.values())


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("address", ADDRESSES, ids=name)
def test_the_degree_nearest_to_the_truth(address):
    check_degree(asked_question(address, NEAREST), address)


def check_degree(question, address):
    errors = Sample(address).by_degree()[0]
    (M,) = reached_stops(question, "M")
    assert errors[int(M)] <= errors.min() * (1 + NEAR)
    assert question.option == among(M)


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("address", ADDRESSES, ids=name)
def test_the_degree_from_which_on_the_training_error_is_smallest(address):
    check_training_error(asked_question(address, FROM_WHICH), address)


def check_training_error(question, address):
    sample = Sample(address)
    M = min(15, sample.m - 1)  # the curve through all points, or the largest degree
    assert question.option == among(M)
    errors, goal_degrees = sample.by_degree()[1], set(reached_stops(question, "M"))
    assert {*range(M, 16)} <= goal_degrees, "and where it is as small in the digits that are shown"
    assert goal_degrees <= {*np.flatnonzero(errors <= errors.min() + LAST_DIGIT)}


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("power", ridge.DEGREES)
@pytest.mark.parametrize("address", ADDRESSES[:: len(SETTINGS[::STRIDE])], ids=name)
def test_where_along_lam_the_test_error_is_smallest(address, power):
    address = address | {"power": power}
    check_penalty(asked_question(address, WITH_M), address)


@pytest.mark.parametrize("address", ADDRESSES, ids=name)
def test_where_along_lam_it_is_smallest_for_few_points_and_many(address):
    check_penalty(asked_question(address, WITH_M), address)


def check_penalty(question, address):
    errors = Sample(address).by_lam(int(address.get("power", 15)))
    places = ["at the smallest λ", *["in between"] * (len(errors) - 2), "at the largest λ"]
    near = {place for place, error in zip(places, errors, strict=True)
            if error <= errors.min() * (1 + 1e-4)}  # fmt: skip
    assert question.option in near
    stops = [ridge.STOPS[k] for k in np.flatnonzero(errors <= 1.05 * errors.min() * (1 - NEAR))]
    assert set(stops) <= set(reached_stops(question, "penalty"))


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("address", ADDRESSES[: 2 * len(SETTINGS[::STRIDE])], ids=name)
def test_the_degree_at_which_the_fits_agree_and_are_wrong(address):
    check_fifty(asked_question(address, FIFTY), address)


def check_fifty(question, address):
    shares = Sample(address).shares_of_bias()
    assert question.option == ("low degree" if shares.argmax() <= 3 else "high degree")
    assert shares.argmax() in reached_stops(question, "many")


CHECKS = {NEAREST: check_degree, FROM_WHICH: check_training_error, WITH_M: check_penalty,
          FIFTY: check_fifty}  # fmt: skip


@pytest.mark.thorough
def test_in_every_state_what_is_asked_of_the_data_has_its_answer():
    """An address may also contain a kernel, a loss, a convention and b; none of them changes an
    answer."""
    count = 0
    for address in some_states(PAGE):
        for question in check_promises(PAGE, address):
            check = CHECKS.get(question.id)
            if check and question.state == "asked":
                check(question, address)
                count += 1
    assert count > 0


# ---- questions whose answers do not depend on the data ----


def test_examples_that_the_diamond_needs():
    """Run the experiment: for s = 6, half of the true w are recovered from about 18 examples."""
    probabilities = {n: recovery_cell(sparse_recovery.D, n, 6, 10).probability
             for n in sparse_recovery.NS}  # fmt: skip
    half = next(n for n in sparse_recovery.NS if probabilities[n] >= 0.5)
    question = asked_question(ADDRESSES[0], sparse_recovery.CHALLENGES[0].id)
    assert abs(half - 18) <= 4 and question.option == "about 18"
    assert reached_stops(question, "constant")


def test_the_first_penalty_that_drops_a_coefficient():
    b, lams = shrinkage_curves.QUESTION_B, np.array(shrinkage_curves.STOPS)
    first = {"ℓ₁": lams[np.maximum(b - lams / 2, 0) == 0].min(), "ℓ₀": lams[b**2 <= lams].min()}
    question = asked_question(ADDRESSES[0], shrinkage_curves.CHALLENGES[0].id)
    assert question.option == min(first, key=first.get), "ridge never does"
    assert reached_stops(question, "cut") == [c for c in lams if first["ℓ₀"] <= c < first["ℓ₁"]]


def test_the_answer_of_gradient_descent_from_zero():
    shortest = np.linalg.pinv(EQUATION) @ RIGHT_SIDE
    w = np.zeros(2)
    for _ in range(10_000):
        w -= 0.03 * EQUATION.T @ (EQUATION @ w - RIGHT_SIDE)
    np.testing.assert_allclose(w, shortest)
    question = asked_question(ADDRESSES[0], implicit_regularisation.CHALLENGES[0].id)
    assert question.option == "the one nearest to 0" and reached_stops(question, "steps")


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("shape", norm_ball.SHAPES)
def test_dragging_brings_the_diamond_but_not_the_disc_to_a_corner(shape):
    """Try many places of ŵ and values of β: wherever the goal is met, only the diamond has a
    zero."""
    (challenge,) = norm_ball.CHALLENGES
    met_count, largest = 0, norm_ball.REACH
    for hat in np.mgrid[-largest:largest:9j, -largest:largest:9j].reshape(2, -1).T:
        for beta in norm_ball.STOPS[::3]:
            tensors = norm_ball.tensors_at((hat[0], hat[1]), shape, beta)
            frame = {n: float(t) for n, t in tensors.items() if t.ndim == 0}
            frame |= {"least_hat": np.abs(hat).min()}
            if is_met(challenge.conditions, frame):
                met_count += 1
                right = [o.label for o in challenge.options if is_met(o.conditions, frame)]
                assert right == ["the diamond"]
    assert met_count > 20
