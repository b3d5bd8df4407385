"""The picture of one fold left out: its names, its question, and a fit that is 0 everywhere."""

from urllib.parse import parse_qsl

import pytest

from lab.scene.samples.real_datasets import TUMOURS
from lab.scene.scene import DEFAULT, Scene, parse
from lab.ui.embedded_sweep import tensors_at
from pages.rbf_bandwidth import folds, steps
from pages.rbf_bandwidth.declaration import PAGE
from tests.pages.challenges.judging import questions
from tests.pages.rbf_bandwidth.statement_numbers import of_one_fold


def test_the_names_are_those_of_the_data():
    scene, _ = parse(TUMOURS, default=DEFAULT)
    sample, meta = folds.sample_of(scene), folds.sweep(scene)["meta"]
    assert (meta["class_negative"], meta["class_positive"]) == sample.classes
    assert (meta["axis_x"], meta["axis_y"]) == sample.axes


def test_a_fit_of_zero_has_no_support_vectors():
    scenes = [Scene(m=50, kernel="linear", loss=loss) for loss in ("perceptron", "hinge")]
    zero, fitted = (tensors_at(folds.sweep(scene), folds.STOPS)["support"] for scene in scenes)
    assert not zero.any()
    assert fitted.all()


@pytest.mark.parametrize("loss", ["perceptron", "hinge"])
def test_a_sentence_explains_a_fit_of_zero(loss):
    picture, *_ = steps.left_out(Scene(m=50, loss=loss), {"fold": "1"})
    assert (steps.ZERO_EVERYWHERE in picture.side) == (loss == "perceptron")


@pytest.mark.parametrize("scene", [DEFAULT, Scene(seed=9, tau=0.1), Scene(loss="perceptron")])
def test_the_question_about_the_folds_has_the_answer_of_separate_fits(scene):
    (challenge,) = folds.CHALLENGES
    address = dict(parse_qsl(scene.query()))
    (question,) = (q for q in questions(PAGE, address) if q.id == challenge.id)
    errors = [of_one_fold(address | {"fold": f"{j}"})["fold_error"] for j in range(1, 6)]
    is_apart = max(errors) - min(errors) > 0.03
    assert (question.state, question.option) == ("asked", challenge.options[int(is_apart)].label)
    assert is_apart == (scene.loss != "perceptron")
