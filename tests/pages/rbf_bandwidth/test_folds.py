"""The picture of one fold left out: its names, and a fit that is 0 everywhere."""

import pytest

from lab.scene.samples.real_datasets import TUMOURS
from lab.scene.scene import DEFAULT, Scene, parse
from lab.ui.embedded_sweep import tensors_at
from pages.rbf_bandwidth import folds, steps


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
