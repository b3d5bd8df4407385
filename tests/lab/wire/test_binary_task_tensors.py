"""One binary classifier of a method for many classes: its training set, its names, its field."""

import numpy as np
import pytest

import kernel_core as kc
from lab.scene.class_scene import ClassScene
from lab.wire.binary_task_tensors import inside_tensors, tasks_of


@pytest.mark.parametrize("inside", ["ova.0", "ova.2", "ovo.1", "tree.0"])
def test_a_classifier_is_shown_with_its_own_points_names_and_field(inside):
    scene = ClassScene(m=40, inside=inside)
    method, _, number = inside.partition(".")
    task, sample = tasks_of(scene, method)[int(number)], scene.sample
    tensors, texts = inside_tensors(scene, "lam", np.array([0.1, 5.0]), 9)
    signs = task.to_signs(sample.y)
    np.testing.assert_allclose(tensors["points"], sample.X[signs != 0], rtol=1e-6)
    np.testing.assert_array_equal(tensors["labels"], signs[signs != 0])
    np.testing.assert_allclose(tensors["discarded"], sample.X[signs == 0], rtol=1e-6)
    np.testing.assert_array_equal(tensors["classes"], sample.y[signs != 0])
    assert sample.axes[0] != sample.axes[1]
    assert (texts["axis_x"], texts["axis_y"]) == tuple(sample.axes)
    for side, name in ((task.negative, "class_negative"), (task.positive, "class_positive")):
        assert texts[name].split(" or ") == [sample.classes[k] for k in side]
    fit = kc.fit(
        sample.X[signs != 0], signs[signs != 0].astype(float), kc.RBF(scene.tau),
        kc.LOSSES[scene.loss], 5.0, risk=scene.risk, intercept=bool(scene.intercept),
    )  # fmt: skip
    np.testing.assert_allclose(tensors["decision"][1], fit.decision(fit.X), rtol=2e-3, atol=2e-3)
    field = tensors["field"][1].astype(float) * float(texts["scale"])
    place = np.array([[tensors["x"][3], tensors["y"][5]]], dtype=float)
    assert field[5, 3] == pytest.approx(fit.decision(place)[0], rel=0.3, abs=0.05)
