"""Pictures of the page for degenerate samples, compared with scikit-learn."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from lab.scene.scene import parse_strict, points_of
from lab.wire.line_tensors import line_tensors
from pages.kernel_ridge import how_much_lambda

LAMS = np.array([1e-6, 1e-3, 1.0, 1e3])
QUERY = "data=wave&m=20&seed=0&kernel=rbf&tau=0.5&loss=squared&lam=1e-06&risk=sum&intercept=0"
SAMPLES = {
    "one example": [(0.5, 1.0)],
    "all x equal": [(0.5, 1.0), (0.5, 2.0), (0.5, -1.0)],
    "all targets equal": [(0.5, 1.0), (1.0, 1.0), (-1.0, 1.0)],
    "all targets 0": [(0.5, 0.0), (1.0, 0.0)],
    "an x with two targets": [(0.5, 1.0), (0.5, 2.0), (1.0, 0.0)],
    "an example twice": [(0.5, 1.0), (0.5, 1.0)],
}


def scene_of(sample):
    edits = ";".join(f"{'p' if y >= 0 else 'n'},{x},{y}" for x, y in sample)
    return parse_strict(f"{QUERY}&edits=c;{edits}")


@pytest.mark.parametrize("name", SAMPLES)
def test_the_fit_is_that_of_scikit_learn(name):
    sample = SAMPLES[name]
    tensors, _ = line_tensors(scene_of(sample), "lam", LAMS, 21)
    X, y = np.array(sample)[:, :1], np.array(sample)[:, 1]
    for lam, fit in zip(LAMS, tensors["fit"], strict=True):
        machine = KernelRidge(alpha=lam, kernel="rbf", gamma=2.0).fit(X, y)
        np.testing.assert_allclose(fit, machine.predict(tensors["x"][:, None]), atol=1e-3)
    assert (tensors["gap"] < 1e-6).all()
    assert tensors["distinct_x"][0] == len(np.unique(X))
    assert tensors["repeated_x"][0] == len(X) - len(np.unique(X))
    assert tensors["target_range"][0] == pytest.approx(np.ptp(y))
    assert tensors["largest_target"][0] == pytest.approx(abs(y).max())


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("name", SAMPLES)
def test_leaving_one_out_is_fitting_the_others(name):
    sample = SAMPLES[name]
    fits, _ = how_much_lambda.fits_of(points_of(scene_of(sample)), "line", 0.4)
    X, y = np.array(sample)[:, :1], np.array(sample)[:, 1]
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        predicted = np.zeros(len(how_much_lambda.LAMS))  # f = 0 without examples
        if rest.any():
            predicted = np.array([
                KernelRidge(alpha=lam, kernel="rbf", gamma=0.5 / 0.16)
                .fit(X[rest], y[rest]).predict(X[[i]])[0]
                for lam in how_much_lambda.LAMS
            ])  # fmt: skip
        np.testing.assert_allclose(fits.left_out[:, i], y[i] - predicted, atol=1e-4)


@pytest.mark.parametrize("name", ["one example", "all targets 0"])
def test_no_lambda_is_asked_for_where_every_error_is_the_same(name):
    challenge = how_much_lambda.CHALLENGES[0]
    tensors = how_much_lambda.sweep(points_of(scene_of(SAMPLES[name])), "line", 0.4)["tensors"]
    numbers = {key: tensors[key]["data"][0] for key in ("distinct_errors", "m")}
    assert numbers == {"distinct_errors": 1, "m": len(SAMPLES[name])}
    assert all(challenge.holds[key] > number for key, number in numbers.items())


def test_without_examples_f_is_0():
    tensors, _ = line_tensors(parse_strict(f"{QUERY}&edits=c"), "lam", LAMS, 21)
    assert not tensors["fit"].any() and tensors["distinct_x"][0] == 0
