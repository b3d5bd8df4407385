"""Additional tensors of a scene's sweep: fields, errors and counts."""

import numpy as np
import pytest

import kernel_core as kc
from lab.scene.error_rates import HoldOutSet, PopulationRisk
from lab.scene.learning_problem import NoHoldOut
from lab.wire.plane_fields import fields_along
from lab.wire.scene_sweep import measure
from tests.core.problems import noisy

X, Y = noisy(60)
KERNELS = [kc.RBF(tau) for tau in (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4)]
LAMS = [1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0]
PLANE = np.linspace(-2, 2, 9), np.linspace(-1, 2, 7)


@pytest.mark.parametrize("name", ["hinge", "logistic"])
def test_fields_and_errors_belong_to_their_stops(name):
    evaluator = PopulationRisk(kc.datasets.mixture())
    several = [kc.Linear(), kc.RBF(0.4), kc.RBF(0.4) + kc.Linear()]
    for kernels, lams in (
        (KERNELS, 0.05), (kc.RBF(0.4), LAMS), (KERNELS[:6], LAMS), (several, 0.05)
    ):  # fmt: skip
        path = kc.sweep(
            kc.Problem(X, Y, kc.LOSSES[name], risk="sum", intercept=True), kernels, lams
        )
        out = measure(path, evaluator, PLANE)
        assert out.field.shape == (len(out.lams), 7, 9)
        for k in range(len(out.lams)):
            s = out.solution(k)
            np.testing.assert_allclose(out.field[k], s.on_grid(*PLANE), rtol=1e-12, atol=1e-9)
            assert out.test_error[k] == evaluator.error(s)
        np.testing.assert_array_equal(out.support, (out.alpha != 0).sum(axis=1))
        np.testing.assert_allclose(out.train_error, (Y * out.decision <= 0).mean(axis=1))


def test_without_grid_and_evaluator_there_are_none():
    out = measure(
        kc.sweep(kc.Problem(X, Y, kc.Hinge()), kc.RBF(0.4), [0.1, 1.0]), NoHoldOut(), None
    )
    assert out.field is None
    assert np.isnan(out.test_error).all()


def test_a_test_set_is_an_evaluator_too():
    Z, t = noisy(500, seed=5)
    path = kc.sweep(kc.Problem(X, Y, kc.Hinge(), risk="sum"), KERNELS, 0.05)
    out = measure(path, HoldOutSet(Z, t), None)
    expected = [np.mean(t * out.solution(k).decision(Z) <= 0) for k in range(8)]
    np.testing.assert_array_equal(out.test_error, expected)


def test_the_field_of_one_stop_is_that_among_several():
    """At a single stop an RBF kernel makes no tables for examples that are no support vectors."""
    kernel = kc.RBF(0.4)
    plane = np.linspace(-3, 3, 23), np.linspace(-2, 2, 19)
    path = measure(
        kc.sweep(kc.Problem(X, Y, kc.Hinge(), risk="sum"), kernel, LAMS), NoHoldOut(), plane
    )
    for k in range(len(LAMS)):
        fields = fields_along(X, [kernel], path.alpha[[k]], path.intercept[[k]], *plane)
        np.testing.assert_array_equal(next(fields), path.field[k])
    assert (path.support < len(X)).any()
