"""GET /vote: the contributions at a point are the fit's own and add up to f(x); invalid requests
are refused."""

import json
from urllib.parse import urlencode

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC
from starlette.applications import Starlette

from lab.endpoints.json_endpoint import route
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from lab.ui.weighted_vote import ENDPOINT, MAX_VOTES, answer
from tests.lab.asgi import get
from tests.lab.scenes import MOONS

APP = Starlette(routes=[route(ENDPOINT)])
PLACES = [(0.0, 0.0), (1.3, -0.4), (-2.5, 2.5), (50.0, -50.0)]
SCENES = {
    "hinge": MOONS,
    "logistic": replace(MOONS, loss="logistic", m=90),
    "intercept": replace(MOONS, intercept=1, kernel="linear"),
    "poly": replace(MOONS, kernel="poly", degree=3, loss="squared"),
}


def ask_vote(place, scene=MOONS):
    return get(APP, "/vote", f"{scene.query()}&{urlencode({'at': place})}")


def sum_of_votes(vote):
    return sum(v["vote"] for v in vote["votes"]) + vote["others"]["vote"] + vote["intercept"]


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
@pytest.mark.parametrize("place", PLACES)
def test_the_votes_add_up_to_the_decision(scene, place):
    vote, solution = answer(scene, place), problem(scene).fit()
    f = solution.decision([place])[0]
    scale = 1 + float(np.abs(solution.alpha) @ np.abs(solution.kernel(solution.X, [place])[:, 0]))
    assert vote["f"] == pytest.approx(f, abs=1e-9 * scale)
    assert sum_of_votes(vote) == pytest.approx(f, abs=1e-9 * scale)
    sizes = [abs(v["vote"]) for v in vote["votes"]]
    assert sizes == sorted(sizes, reverse=True) and len(sizes) <= MAX_VOTES
    assert len(sizes) + vote["others"]["count"] <= len(solution.support)
    for v in vote["votes"]:
        assert v["alpha"] == solution.alpha[v["i"]]
        assert v["vote"] == pytest.approx(v["alpha"] * v["similar"], rel=1e-12)


def test_small_votes_are_summed():
    vote = answer(SCENES["logistic"], (0.2, 0.1))
    assert len(vote["votes"]) == MAX_VOTES and vote["others"]["count"] > 10


def test_the_vote_is_scikit_learns_decision():
    scene = replace(MOONS, lam=0.5)
    sample = problem(scene).sample
    reference = SVC(C=2.0, gamma=1 / (2 * scene.tau**2), tol=1e-8).fit(sample.X, sample.y)
    with_b = replace(scene, intercept=1)
    for place in PLACES[:2]:
        assert answer(with_b, place)["f"] == pytest.approx(
            reference.decision_function([place])[0], abs=1e-5
        )


def test_far_away_all_votes_vanish():
    vote = answer(MOONS, (90.0, 90.0))
    assert vote["f"] == 0 and vote["votes"] == []


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_vote_is_relative_to_the_votes_at_the_examples(scene):
    """Far from the examples all contributions are small relative to `largest_vote`, the largest at
    an example."""
    solution, near, far = (
        problem(scene).fit(),
        *(answer(scene, place) for place in [(0.1, 0.1), (9, 9)]),
    )
    votes = np.abs(solution.alpha) * np.diag(solution.kernel(solution.X, solution.X))
    assert near["largest_vote"] == far["largest_vote"] == pytest.approx(votes.max(), rel=1e-12)
    if scene.kernel == "rbf":
        assert 0 < abs(far["votes"][0]["vote"]) < 1e-3 * far["largest_vote"]
        assert abs(near["votes"][0]["vote"]) > 1e-3 * near["largest_vote"]


def test_the_endpoint_agrees():
    reply = ask_vote("0.5,-0.25")
    assert reply.status == 200 and reply.json() == answer(MOONS, (0.5, -0.25))


@pytest.mark.parametrize(
    "place", ["", "1", "a,b", "1,2,3", "nan,0", "1e3,0", "101,0", "0," + "1" * 99]
)
def test_an_invalid_point_is_reported_in_a_message(place):
    reply = ask_vote(place)
    assert reply.status == 400
    message = "at must be two numbers x,y between -100 and 100, with at most 6 decimals."
    assert reply.json()["message"] == message


def test_an_invalid_scene_is_reported_in_a_message():
    reply = get(APP, "/vote", "tau=-3&at=0,0")
    assert reply.status == 400 and reply.json()["field"] == "tau"


@given(st.text(max_size=60))
@settings(max_examples=40, deadline=None)
def test_any_text_gets_an_answer(text):
    reply = ask_vote(text)
    assert reply.status in (200, 400)
    json.loads(reply.body)
