"""The perceptron and the nearest neighbour along a slider: kernel_core's and scikit-learn's."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsClassifier

import kernel_core as kc
from kernel_core.learners import run_kernel_perceptron
from lab.scene.learning_problem import problem, sample_of, solve
from lab.scene.perceptron_and_neighbours import PASSES, STEPS, passes
from lab.scene.scene import parse, replace
from lab.scene.slider_stops import slider_stops
from lab.ui.challenges import is_met
from pages.kernel_trick.default_scene import DEFAULT as TRICK
from pages.kernel_trick.five_learners import ABOUT_ALL, ABOUT_MISTAKES, FIVE
from tests.pages.goals import frames

TAUS = np.array([0.08, 0.6, 1.2, 4.0])
GRID = 21


def swept(learner, along="tau", stops=TAUS, **fields):
    return solve(replace(TRICK, learner=learner, **fields), along, np.asarray(stops), GRID)


def test_the_perceptron_is_kernel_cores_at_every_stop():
    sweep, sample = swept("perceptron"), sample_of(TRICK)
    for k, tau in enumerate(TAUS):
        K = rbf_kernel(sample.X, gamma=1 / (2 * tau**2))
        run = run_kernel_perceptron(K, sample.y, passes(60), TRICK.seed)
        np.testing.assert_array_equal(sweep.alpha[k], run.alpha)
        assert sweep.iterations[k] == len(run.index) <= PASSES * 60
        np.testing.assert_allclose(sweep.decision[k], K @ run.alpha, atol=1e-9)
        assert sweep.train_error[k] == np.mean(sample.y * (K @ run.alpha) <= 0)
        assert sweep.support[k] == np.count_nonzero(run.alpha)
        gx, gy = sample.grid(GRID)
        grid = kc.RBF(float(tau)).on_grid(sample.X, run.alpha, gx, gy)
        np.testing.assert_allclose(sweep.field[k], grid, atol=1e-9)
    assert sweep.train_error[0] == 0 and sweep.train_error[-1] > 0, "one ends, one is stopped"


@pytest.mark.parametrize("kernel", ["rbf", "linear", "poly"])
def test_the_nearest_neighbour_is_scikit_learns_in_feature_space(kernel):
    scene = replace(TRICK, kernel=kernel, learner="nearest")
    along, stops = ("tau", TAUS) if kernel == "rbf" else ("lam", [0.1, 1.0])
    sweep, setting = solve(scene, along, np.asarray(stops), GRID), problem(scene)
    sample = setting.sample
    gx, gy = sample.grid(GRID)
    places = np.stack(np.meshgrid(gx, gy), axis=-1).reshape(-1, 2)
    if kernel == "poly":  # its own features; for the others the plane will do
        own, new = setting.kernel.features(sample.X), setting.kernel.features(places)
    else:
        own, new = sample.X, places
    judged = KNeighborsClassifier(1).fit(own, sample.y).predict(new)
    for k in range(len(stops)):
        field = sweep.field[k].ravel()
        sure = np.abs(field) > 1e-9
        assert (np.sign(field) == judged)[sure].all() and sure.mean() > 0.99
        assert sweep.train_error[k] == 0 and sweep.support[k] == len(sample.y)
    assert np.ptp(sweep.test_error) == 0, "neither slider has a part in it"


@pytest.mark.parametrize("learner", ["perceptron", "nearest"])
def test_lambda_has_no_part_in_them_and_nothing_is_proved(learner):
    sweep = swept(learner, "lam", [1e-5, 0.1, 50.0])
    assert np.ptp(sweep.field, axis=0).max() == 0 and np.ptp(sweep.alpha, axis=0).max() == 0
    np.testing.assert_array_equal(sweep.lams, [1e-5, 0.1, 50.0])
    for nothing in (sweep.primal, sweep.dual, sweep.gap):
        assert np.isnan(nothing).all()


@pytest.mark.parametrize("learner", ["perceptron", "nearest"])
def test_few_points_and_one_class_are_no_fault(learner):
    everything = ";".join(f"d{i}" for i in range(TRICK.m))
    for points in ("p,0,0", "p,0,0;p,1,1", "p,0,0;n,0,0", "p,1,1;n,-1,-1"):
        sweep = swept(learner, edits=f"{everything};{points}")
        assert np.isfinite(sweep.field).all() and np.isfinite(sweep.decision).all()
        if points == "p,1,1;n,-1,-1":
            assert (sweep.train_error == 0).all()


def test_many_examples_take_fewer_passes():
    assert passes(2) == passes(60) == PASSES and passes(1000) == 8 and passes(10**6) == 1
    assert all(passes(m) * m <= max(STEPS, m) for m in (2, 60, 200, 1000))


def test_the_scene_carries_the_learner_and_only_then():
    assert "learner" not in TRICK.query()
    scene = replace(TRICK, learner="nearest")
    assert parse(scene.query())[0] == scene
    assert parse("learner=bayes")[1][0].message.startswith("learner must be")


# ---- the challenges ----


def test_the_svm_errs_a_little_and_is_better_for_it():
    told = [frame for frame in frames(TRICK, "lam") if is_met(ABOUT_ALL.conditions, frame)]
    assert told, "λ alone is enough"
    neighbour = frames(replace(TRICK, learner="nearest"), "tau")[0]["test_error"]
    for frame in told:
        assert frame["test_error"] < neighbour
        assert [is_met(o.conditions, frame) for o in ABOUT_ALL.options] == [True, False, False]
    (here,) = [k for k, lam in enumerate(slider_stops(TRICK, "lam")) if abs(lam - TRICK.lam) < 1e-9]
    assert not is_met(ABOUT_ALL.conditions, frames(TRICK, "lam")[here]), "not reached at the start"


def test_the_perceptron_goes_on_only_with_a_long_reach():
    told = frames(replace(TRICK, learner="perceptron"), "tau")
    reached = [frame for frame in told if is_met(ABOUT_MISTAKES.conditions, frame)]
    assert len(reached) > 5
    for frame in reached:
        labels = [o.label for o in ABOUT_MISTAKES.options if is_met(o.conditions, frame)]
        assert labels == ["a large one, above 2"] and frame["iterations"] == passes(60) * 60


def test_with_a_long_reach_a_plane_still_exists():
    """What the explanation says: some margin is there, and so tiny that the bound is no comfort."""
    sample = sample_of(TRICK)
    short, long = (kc.learners.mistake_bound(sample.X, sample.y, kc.RBF(tau)) for tau in (0.3, 2.5))
    assert 0 < long.gamma < short.gamma / 20
    assert short.bound < 100 and long.bound > 10 * passes(TRICK.m) * TRICK.m


@pytest.mark.parametrize("noise", [0.25, 1.5])
def test_what_the_reason_says_holds_on_any_moons(noise):
    """The neighbour never errs on its own examples. Whether the SVM does better on unseen ones
    depends on τ and λ, so that is for the learner to look at."""
    for tau in (0.1, 3.0):
        (frame,) = frames(replace(TRICK, noise=noise, tau=tau, learner="nearest"), "lam", stops=1)
        assert frame["train_error"] == 0
    machines = [one["test_error"] for one in frames(replace(TRICK, noise=noise), "tau")]
    assert frame["test_error"] < max(machines) and "below" not in ABOUT_ALL.why
    (bound,) = [b for name, _, b in ABOUT_ALL.conditions if name == "test_error"]
    assert f"{100 * bound:.0f} %" in ABOUT_ALL.why


def test_a_long_reach_is_a_question_about_rbf():
    assert ("kernel", "==", "rbf") in ABOUT_MISTAKES.conditions


def test_the_five_are_five():
    assert len(FIVE) == 5 and len({str(fields) for _, fields in FIVE}) == 5
