"""Sweeps of the perceptron and of the nearest-neighbour rule, compared with kernel_core and
scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsClassifier

import kernel_core as kc
from kernel_core.learners import run_kernel_perceptron
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import parse, replace
from lab.wire.perceptron_and_neighbours import MAX_PASSES, MAX_STEPS, passes
from lab.wire.scene_sweep import solve
from tests.lab.scenes import MOONS

TAUS = np.array([0.08, 0.6, 1.2, 4.0])
GRID = 21


def make_sweep(learner, along="tau", stops=TAUS, **fields):
    return solve(replace(MOONS, learner=learner, **fields), along, np.asarray(stops), GRID)


def test_the_perceptron_is_kernel_cores_at_every_stop():
    sweep, sample = make_sweep("perceptron"), sample_of(MOONS)
    for k, tau in enumerate(TAUS):
        K = rbf_kernel(sample.X, gamma=1 / (2 * tau**2))
        run = run_kernel_perceptron(K, sample.y, passes(60), MOONS.seed)
        np.testing.assert_array_equal(sweep.alpha[k], run.alpha)
        assert sweep.iterations[k] == len(run.index) <= MAX_PASSES * 60
        np.testing.assert_allclose(sweep.decision[k], K @ run.alpha, atol=1e-9)
        assert sweep.train_error[k] == np.mean(sample.y * (K @ run.alpha) <= 0)
        assert sweep.support[k] == np.count_nonzero(run.alpha)
        gx, gy = sample.grid(GRID)
        grid = kc.RBF(float(tau)).on_grid(sample.X, run.alpha, gx, gy)
        np.testing.assert_allclose(sweep.field[k], grid, atol=1e-9)
    assert sweep.train_error[0] == 0 and sweep.train_error[-1] > 0, "one ends, one is stopped"


@pytest.mark.parametrize("kernel", ["rbf", "linear", "poly"])
def test_the_nearest_neighbour_is_scikit_learns_in_feature_space(kernel):
    scene = replace(MOONS, kernel=kernel, learner="nearest")
    along, stops = ("tau", TAUS) if kernel == "rbf" else ("lam", [0.1, 1.0])
    sweep, setting = solve(scene, along, np.asarray(stops), GRID), problem(scene)
    sample = setting.sample
    gx, gy = sample.grid(GRID)
    places = np.stack(np.meshgrid(gx, gy), axis=-1).reshape(-1, 2)
    if kernel == "poly":  # the other two kernels order distances as the plane does
        own_features, place_features = (
            setting.kernel.features(sample.X),
            setting.kernel.features(places),
        )
    else:
        own_features, place_features = sample.X, places
    predicted = KNeighborsClassifier(1).fit(own_features, sample.y).predict(place_features)
    for k in range(len(stops)):
        field = sweep.field[k].ravel()
        sure = np.abs(field) > 1e-9
        assert (np.sign(field) == predicted)[sure].all() and sure.mean() > 0.99
        assert sweep.train_error[k] == 0 and sweep.support[k] == len(sample.y)
    assert np.ptp(sweep.test_error) == 0, "neither slider changes the test error"


@pytest.mark.parametrize("learner", ["perceptron", "nearest"])
def test_lambda_does_not_matter_and_nothing_is_certified(learner):
    sweep = make_sweep(learner, "lam", [1e-5, 0.1, 50.0])
    assert np.ptp(sweep.field, axis=0).max() == 0 and np.ptp(sweep.alpha, axis=0).max() == 0
    np.testing.assert_array_equal(sweep.lams, [1e-5, 0.1, 50.0])
    for values in (sweep.primal, sweep.dual, sweep.gap):
        assert np.isnan(values).all()


@pytest.mark.parametrize("learner", ["perceptron", "nearest"])
def test_few_points_and_one_class_are_no_fault(learner):
    deletions = ";".join(f"d{i}" for i in range(MOONS.m))
    for points in ("p,0,0", "p,0,0;p,1,1", "p,0,0;n,0,0", "p,1,1;n,-1,-1"):
        sweep = make_sweep(learner, edits=f"{deletions};{points}")
        assert np.isfinite(sweep.field).all() and np.isfinite(sweep.decision).all()
        if points == "p,1,1;n,-1,-1":
            assert (sweep.train_error == 0).all()


def test_many_examples_take_fewer_passes():
    assert passes(2) == passes(60) == MAX_PASSES and passes(1000) == 8 and passes(10**6) == 1
    assert all(passes(m) * m <= max(MAX_STEPS, m) for m in (2, 60, 200, 1000))


def test_a_scenes_text_has_its_learner_unless_it_is_the_usual_one():
    assert "learner" not in MOONS.query()
    scene = replace(MOONS, learner="nearest")
    assert parse(scene.query())[0] == scene
    assert parse("learner=bayes")[1][0].message.startswith("learner must be")
