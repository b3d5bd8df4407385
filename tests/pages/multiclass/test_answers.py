"""The right options on this page, computed without its sweeps."""

import os
from urllib.parse import quote

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.svm import SVC

import kernel_core as kc
from lab.scene.class_scene import ClassScene, parse
from pages.multiclass import challenges, default_scenes
from pages.multiclass.declaration import PAGE
from pages.multiclass.method import largest_score, method_items
from tests.examples import THOROUGH
from tests.pages.challenges.answers import check_promises, some_states
from tests.pages.challenges.judging import questions
from tests.pages.goals import GRID

LAM = 5.0
ADDRESSES = [
    {"data": data, "seed": str(seed), "lam": str(LAM)}
    for data in ("blobs", "row", "pinwheel", "iris")[: 4 if THOROUGH in os.environ else 2]
    for seed in range(2 if THOROUGH in os.environ else 1)
]


def rbf(X: np.ndarray, Z: np.ndarray, tau: float) -> np.ndarray:
    return np.exp(-((X[:, None] - Z[None]) ** 2).sum(axis=2) / (2 * tau**2))


def claimed_by_none_and_several(scene: ClassScene) -> tuple[float, float]:
    """Compute the shares of the plane claimed by no class and by several, for a λ so large that
    every hinge is active. Then each coefficient is at its bound yᵢ/λ, and the sign of f is that of
    Σ yᵢ K(xᵢ, x)."""
    X, y = scene.sample.X, scene.sample.y
    plane = np.stack(np.meshgrid(*scene.sample.grid(61)), axis=-1).reshape(-1, 2)
    signs = np.where(y == np.arange(scene.classes)[:, None], 1.0, -1.0)
    positive = signs @ rbf(X, plane, scene.tau) > 0
    return float(np.mean(~positive.any(axis=0))), float(np.mean(positive.sum(axis=0) > 1))


def expected_errors(scene: ClassScene) -> tuple[float, float]:
    """Compute the errors of the likeliest class and of a class drawn at random, on new points.
    Softmax with a Gaussian kernel is scikit-learn's multinomial regression on features with the
    Gram matrix K."""
    X, y = scene.sample.X, scene.sample.y
    features = np.linalg.cholesky(rbf(X, X, scene.tau) + 1e-9 * np.eye(len(X)))
    fit = LogisticRegression(C=1 / scene.lam, fit_intercept=False, tol=1e-8, max_iter=5000)
    weights = np.linalg.solve(features.T, fit.fit(features, y).coef_.T)
    new_scene = ClassScene(
        data=scene.data, classes=scene.classes, noise=scene.noise, m=400, seed=97
    )
    scores = rbf(new_scene.sample.X, X, scene.tau) @ weights
    P = np.exp(scores - scores.max(axis=1, keepdims=True))
    P /= P.sum(axis=1, keepdims=True)
    own_probability = P[np.arange(len(P)), new_scene.sample.y]
    return float(np.mean(P.argmax(axis=1) != new_scene.sample.y)), float(
        np.mean(1 - own_probability)
    )


@pytest.mark.thorough
@pytest.mark.parametrize("address", ADDRESSES, ids=lambda a: f"{a['data']}-{a['seed']}")
def test_the_marked_options_are_correct(address):
    found_questions = {question.id: question for question in questions(PAGE, address)}
    scene = parse("&".join(f"{name}={value}" for name, value in address.items()))[0]
    scene = ClassScene(**vars(scene) | {"lam": 50.0, "tau": 1.6, "kernel": "rbf"})
    plane = found_questions[method_items.CHALLENGES[1].id]
    unclaimed, several = claimed_by_none_and_several(scene)
    if plane.state == "asked":
        assert (unclaimed > several) == (plane.option == "claimed by no class")
    chance_question = found_questions[challenges.CHANCE[0].id]
    if chance_question.state == "asked" and "data" in address and address["data"] != "iris":
        plain, drawn_error = expected_errors(scene)
        assert (drawn_error > 2 * plain) == (chance_question.option == "more than that"), (
            plain,
            drawn_error,
        )
    likelihood = found_questions[challenges.LIKELIHOOD[0].id]
    assert likelihood.option == "at 1"


def claimed(scene: ClassScene, lam: float) -> tuple[float, float]:
    """Compute the shares of the plane claimed by no class and by several, at any λ.

    There is one hinge problem for each class; its primal and dual prove the optimum.
    """
    X, y = scene.sample.X, scene.sample.y
    plane = np.stack(np.meshgrid(*scene.sample.grid(GRID)), axis=-1).reshape(-1, 2)
    K, distance_factor = rbf(X, X, scene.tau), rbf(plane, X, scene.tau)
    if not scene.intercept:  # f divided by its largest bump has the sign of f
        distance2 = ((plane[:, None] - X[None]) ** 2).sum(axis=2) / (2 * scene.tau**2)
        distance_factor = np.exp(distance2.min(axis=1, keepdims=True) - distance2)
    C = 1 / lam if scene.risk == "sum" else 1 / (lam * len(y))
    positive = []
    for label in range(scene.classes):
        signs = np.where(y == label, 1.0, -1.0)
        conventions = {"risk": scene.risk, "intercept": bool(scene.intercept)}
        s = kc.fit(X, signs, kc.RBF(scene.tau), kc.Hinge(), lam, **conventions)
        alpha, b = s.alpha, s.intercept
        assert not scene.intercept or abs(alpha.sum()) <= 1e-9 * np.abs(alpha).sum()
        assert (signs * alpha >= 0).all() and (signs * alpha <= C * (1 + 1e-9)).all()
        norm2 = alpha @ K @ alpha
        primal = C * np.maximum(0, 1 - signs * (K @ alpha + b)).sum() + norm2 / 2
        assert primal - (signs @ alpha - norm2 / 2) <= max(2e-6 * primal, 1e-9 * C * len(y))
        positive.append(distance_factor @ alpha + b > 0)
    count = np.sum(positive, axis=0)
    return float(np.mean(count == 0)), float(np.mean(count > 1))


@pytest.mark.thorough
def test_in_every_state_what_grows_in_one_versus_all_is_what_is_claimed_by_none():
    count = 0
    for address in some_states(PAGE, quick=240):
        found_questions = {question.id: question for question in check_promises(PAGE, address)}
        question = found_questions.get(method_items.CHALLENGES[1].id)
        if question is None or question.state not in ("asked", "unreachable"):
            continue
        scene = parse("&".join(f"{n}={quote(text)}" for n, text in question.scene.items()))[0]
        if scene.loss != "hinge":  # only the hinge loss is solved here
            continue
        frame = max(question.frames, key=lambda frame: frame["no_positive_ova"])
        unclaimed, several = claimed(scene, frame["stops"])
        assert abs(unclaimed - frame["no_positive_ova"]) <= 2 / GRID**2, str(question)
        if question.state == "asked":
            right = "claimed by no class" if unclaimed > several else "claimed by several"
            assert question.option == right, str(question)
        else:
            assert unclaimed < 0.15, str(question)
        count += 1
    assert count > 0


@pytest.mark.thorough
def test_by_the_largest_score_the_logistic_loss_errs_least_and_the_squared_loss_masks_a_class():
    """Compare with scikit-learn's classifiers, one for each class, on new points."""
    scene = default_scenes.ROW
    X, y, C = scene.sample.X, scene.sample.y, 1 / scene.lam
    new_sample = ClassScene(**vars(scene) | {"m": 400, "seed": 91}).sample
    predicted = {}
    for loss, estimator in {
        "hinge": SVC(kernel="linear", C=C),
        "logistic": LogisticRegression(C=C, tol=1e-10, max_iter=10**4),
        "squared": Ridge(alpha=scene.lam),  # its objective is twice ours
    }.items():
        scores = []
        for k in range(scene.classes):
            fitted = estimator.fit(X, np.where(y == k, 1.0, -1.0))
            score = getattr(fitted, "decision_function", fitted.predict)
            scores.append(score(new_sample.X))
        predicted[loss] = np.argmax(scores, axis=0)
    errors = {loss: np.mean(choice != new_sample.y) for loss, choice in predicted.items()}
    assert min(errors, key=errors.__getitem__) == "logistic"
    assert not (predicted["squared"] == 2).any()
    (question,) = (q for q in questions(PAGE, {}) if q.id == largest_score.CHALLENGE.id)
    assert question.option == "Logistic"
    for frame in question.frames:
        if frame["loss"] != "hinge":  # the hinge loss may have many optimal b
            assert frame["score_error_ova"] == pytest.approx(errors[frame["loss"]], abs=0.05)
