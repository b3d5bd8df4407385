"""GET /ask-scikit-learn: scikit-learn's answer to a scene, measured by our own objective."""

import re
import subprocess
import sys

import numpy as np
import pytest
from sklearn.svm import SVC
from starlette.applications import Starlette

import kernel_core as kc
from lab.endpoints import sklearn_comparison
from lab.endpoints.json_endpoint import route
from lab.endpoints.sklearn_comparison import (
    ENDPOINT,
    MAX_POINTS,
    answer,
    at_most,
    percentage,
    round_up,
)
from lab.scene.learning_problem import GRID, problem
from lab.scene.scene import Scene, SceneError, replace
from lab.scene.sklearn_estimators import estimator_of
from tests.lab.asgi import get

APP = Starlette(routes=[route(ENDPOINT)])
SMALL = Scene(m=60)
# (estimator, loss, intercept)
CASES = [
    ("LinearSVC", "hinge", 0), ("SVC", "hinge", 1), ("KernelRidge", "squared", 0),
    ("Ridge", "squared", 1), ("LogisticRegression", "logistic", 0),
    ("LogisticRegression", "logistic", 1), ("LinearSVC", "squared-hinge", 0),
    ("LinearSVR", "epsilon-insensitive", 0), ("SVR", "epsilon-insensitive", 1),
]  # fmt: skip


@pytest.mark.thorough(keep_every=6)
@pytest.mark.parametrize("risk", ["sum", "mean"])
@pytest.mark.parametrize(("name", "loss", "intercept"), CASES)
def test_at_a_strict_tolerance_objectives_agree(name, loss, intercept, risk):
    lam = 0.2 if risk == "sum" else 0.2 / 60
    scene = replace(SMALL, loss=loss, intercept=intercept, risk=risk, lam=lam)
    comparison, solution = answer(scene), problem(scene).fit()
    own_row, *sklearn_rows = comparison["rows"]
    assert own_row["J"] == solution.primal
    assert all(row["name"] == name for row in sklearn_rows)
    assert len(sklearn_rows) == (1 if name in ("KernelRidge", "Ridge") else 2)
    for row in comparison["rows"]:
        assert row["J"] >= solution.dual - 1e-12 * abs(solution.dual), (
            "no answer is better than the best"
        )
        assert row["above"] == round_up((row["J"] - solution.dual) / solution.dual)
        assert 0 < row["seconds"] < np.inf
    assert sklearn_rows[-1]["above"] < 1e-5 and sklearn_rows[-1]["differs"] < 1e-3
    assert sklearn_rows[0]["above"] >= sklearn_rows[-1]["above"] - 1e-9


def test_the_reported_objective_matches_the_returned_function():
    """Compute the objective from scikit-learn's values of f."""
    scene = replace(SMALL, intercept=1, lam=0.005)
    setting = problem(scene)
    X, y = setting.sample.X, setting.sample.y
    K = setting.kernel(X, X)
    model = SVC(C=1 / scene.lam, kernel="precomputed").fit(K, y)
    f, a = model.decision_function(K), model.dual_coef_[0]
    norm2 = a @ K[np.ix_(model.support_, model.support_)] @ a
    J = np.maximum(0, 1 - y * f).sum() + scene.lam / 2 * norm2
    assert answer(scene)["rows"][1]["J"] == pytest.approx(J, rel=1e-9)


@pytest.mark.parametrize("intercept", [0, 1])
def test_class_weights_are_passed_on(intercept):
    """Compute the objective with the weight m / (2 × the size of its class) for each example."""
    scene = Scene(data="digits", classes="rest,7", m=80, lam=0.5, intercept=intercept,
                  class_weight="balanced")  # fmt: skip
    comparison, setting = answer(scene), problem(scene)
    X, y = setting.sample.X, setting.sample.y
    weights = np.where(y > 0, len(y) / 2 / np.sum(y > 0), len(y) / 2 / np.sum(y < 0))
    solution = setting.fit()
    f, norm2 = solution.decision(X), solution.alpha @ setting.kernel(X, X) @ solution.alpha
    J = weights @ np.maximum(0, 1 - y * f) + scene.lam / 2 * norm2
    assert comparison["rows"][0]["J"] == pytest.approx(J, rel=1e-9)
    assert [row["J"] for row in comparison["rows"]] == pytest.approx([J] * 3, rel=2e-3)
    assert comparison["rows"][-1]["above"] < 1e-5


@pytest.mark.thorough
def test_the_default_tolerance_is_visible_at_a_large_c():
    """At C = 200,000 scikit-learn's objective is about 1 % above the optimum, as the remark
    says."""
    comparison = answer(Scene(intercept=1, lam=5e-6))
    row = comparison["rows"][1]
    assert 0.005 < row["above"] < 0.05
    assert (
        at_most(row["above"]) in comparison["remarks"][0]
        and "agrees with" not in comparison["remarks"][0]
    )
    assert percentage(row["differs"]) in comparison["remarks"][0]


def test_the_marked_nodes_are_those_whose_signs_differ():
    comparison = answer(Scene())
    own_fields, sklearn_fields = np.array(comparison["fields"])
    differ = np.flatnonzero((own_fields > 0) != (sklearn_fields > 0))
    assert comparison["differing"] == differ.tolist() and len(differ) > 0
    assert comparison["rows"][1]["differs"] == len(differ) / GRID**2
    difference = np.abs(own_fields - sklearn_fields).max()
    assert comparison["rows"][1]["away"] == pytest.approx(difference, rel=1e-2)
    scene, sample = Scene(), problem(Scene()).sample
    solution = problem(scene).fit()
    np.testing.assert_allclose(
        own_fields.reshape(GRID, GRID), solution.on_grid(*sample.grid(GRID)), rtol=1e-3
    )


def test_early_stops_are_reported_and_ours_are_not_judged(monkeypatch):
    default = answer(Scene())
    assert any("1,000 iterations, its default limit" in remark for remark in default["remarks"])
    monkeypatch.setattr(sklearn_comparison, "_SMO_STEPS", 40)
    comparison = answer.__wrapped__(replace(SMALL, intercept=1))
    assert [row["name"] for row in comparison["rows"]] == ["this app"]
    assert "fields" not in comparison
    assert all("stopped by this server after 40 iter" in text for text in comparison["remarks"][:2])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"loss": "exponential"}, "no kernel classifier with the exponential loss"),
        ({"loss": "perceptron"}, "no kernel classifier with the perceptron loss"),
        ({"loss": "huber"}, "also estimates a scale"),
        ({"loss": "squared-hinge", "intercept": 1}, "also penalises the intercept"),
        ({"learner": "nearest"}, "minimises no objective"),
        ({"m": 2, "edits": "d0"}, "points of both classes"),
    ],
)
def test_a_missing_estimator_is_explained(changes, words):
    comparison = answer(replace(SMALL, **changes))
    assert comparison["rows"] == [] and words in comparison["remarks"][0]


def test_every_loss_has_an_estimator_or_a_reason():
    for loss in kc.LOSSES:
        if loss == "zero-one":
            continue
        try:
            scene = replace(SMALL, loss=loss)
        except SceneError:
            continue  # a scene can't have this loss
        estimator = estimator_of(scene)
        assert (
            estimator.remark
            if not isinstance(estimator, str)
            else estimator.startswith("scikit-learn")
        )


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (replace(SMALL, m=MAX_POINTS + 1).query(), f"at most {MAX_POINTS} points"),
        (replace(SMALL, edits="c").query(), "no points here"),
        ("data=wave&m=9", "in the plane"),
        ("kernel=own&formula=-dist&m=9", "formula"),
        ("tau=nan", "tau"),
    ],
)
def test_invalid_requests_are_refused_with_a_message(query, words):
    reply = get(APP, "/ask-scikit-learn", query)
    assert reply.status == 400 and words in reply.json()["message"]


def test_the_endpoint_sends_the_answer():
    reply = get(APP, "/ask-scikit-learn", f"{SMALL.query()}&v=1")
    assert reply.status == 200 and reply.json() == answer(SMALL)


@pytest.mark.parametrize("part", [0.0, 1e-9, 9.9e-6, 0.00123, 0.0129, 0.0996, 0.5, 1.5, 19.17])
def test_at_most_is_never_below(part):
    text = at_most(part)
    share = float(re.fullmatch(r"([\d.]+) %", text)[1]) / 100
    assert part <= share * (1 + 1e-9) and share <= max(1.1 * part, 1e-5)
    assert part <= round_up(part) * (1 + 1e-9) and round_up(part) <= 1.1 * part
    assert at_most(round_up(part)) == text, "the table and the sentence show the same"


@pytest.mark.thorough
def test_scikit_learn_is_imported_on_demand():
    script = (
        "import sys, app; from lab.endpoints import sklearn_comparison as comparison\n"
        "from lab.scene import scripts; from lab.scene.scene import Scene\n"
        "assert scripts.with_scikit_learn(Scene())\n"
        "assert 'sklearn' not in sys.modules, 'at start-up'\n"
        "assert comparison.answer(Scene(m=9, loss='huber'))['rows'] == []\n"
        "assert 'sklearn' not in sys.modules, 'where it has no estimator'\n"
        "comparison.answer(Scene(m=9)); assert 'sklearn' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
