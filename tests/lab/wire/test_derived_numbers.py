"""Derived numbers: slopes, likelihoods, shares of the loss; each checked against kernel_core."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.svm import report_kkt
from kernel_core.svm.kkt_report import BOUND, FREE, OUTSIDE
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import Scene, replace
from lab.scene.slider_stops import slider_stops
from lab.wire.derived_numbers import numbers_of
from lab.wire.scene_sweep import solve
from tests.lab.scenes import BLOBS, LINEAR

LOSSES = ("hinge", "logistic", "squared", "exponential", "perceptron")


def sweep_numbers(scene, along="lam", n=5):
    stops = slider_stops(scene, along, n)
    sweep = solve(scene, along, stops, 11)
    return stops, sweep, numbers_of(scene, along, stops, sweep, sample_of(scene).y)


@pytest.mark.parametrize("risk", ["sum", "mean"])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("along", ["lam", "tau"])
def test_the_slope_at_a_point_is_minus_rate_times_alpha(loss, risk, along):
    """By theorem 2.1 of note 000, alpha_i is -L'(f_i)/lam for the sum, and -L'(f_i)/(lam m) for the
    mean."""
    scene = replace(BLOBS, loss=loss, risk=risk, m=30)
    stops, sweep, numbers = sweep_numbers(scene, along)
    f, y, slope = sweep.decision, sample_of(scene).y, -numbers["rate"][:, None] * sweep.alpha
    lams = stops if along == "lam" else np.full(5, scene.lam)
    np.testing.assert_allclose(numbers["rate"], lams * (30 if risk == "mean" else 1))
    if kc.LOSSES[loss].smooth:
        scale = np.maximum(1, np.abs(kc.LOSSES[loss].derivative(f, y)))
        np.testing.assert_allclose(
            slope / scale, kc.LOSSES[loss].derivative(f, y) / scale, atol=2e-3
        )
    elif loss == "hinge":  # at the kink any slope from -1 to 0, elsewhere the derivative
        t = y * f
        assert (y * slope >= -1 - 1e-9).all() and (y * slope <= 1e-9).all()
        np.testing.assert_allclose((y * slope)[t > 1 + 1e-6], 0, atol=1e-9)
        np.testing.assert_allclose((y * slope)[t < 1 - 1e-6], -1, atol=1e-9)
    else:
        assert (slope == 0).all(), "at alpha = 0 the perceptron's slopes cancel"


@pytest.mark.parametrize("loss", LOSSES)
def test_the_share_of_the_loss_beyond_margin_1_is_that_of_the_points_there(loss):
    _, sweep, numbers = sweep_numbers(replace(BLOBS, loss=loss))
    for share, f in zip(numbers["beyond"], sweep.decision, strict=True):
        losses = kc.LOSSES[loss].value(f, sweep.y)
        far = sweep.y * f > 1
        expected = losses[far].sum() / losses.sum() if losses.sum() else 0.0
        assert share == pytest.approx(expected, abs=1e-6)
    falling = loss in ("logistic", "exponential")
    assert (numbers["beyond"] >= numbers["overpaid"]).all()
    assert not falling or numbers["beyond"].max() > 0.3, "these losses are positive there"


@pytest.mark.parametrize("loss", LOSSES)
def test_only_the_squared_loss_penalises_points_far_on_their_right_side(loss):
    _, sweep, numbers = sweep_numbers(replace(BLOBS, loss=loss))
    overpaid = numbers["overpaid"]
    assert overpaid.shape == (5,) and (overpaid >= 0).all() and (overpaid <= 1).all()
    if loss != "squared":
        assert (overpaid == 0).all()
        return
    for share, f in zip(overpaid, sweep.decision, strict=True):
        losses = (f - sweep.y) ** 2 / 2
        assert share == pytest.approx(losses[sweep.y * f > 1].sum() / losses.sum())
    assert overpaid.max() > 0.05


def test_the_likelihood_is_the_product_of_all_probabilities():
    scene = replace(BLOBS, loss="logistic")
    _, sweep, numbers = sweep_numbers(scene)
    for k, f in enumerate(sweep.decision):
        p = 1 / (1 + np.exp(-f))
        probabilities = np.where(sweep.y > 0, p, 1 - p)
        assert numbers["log_likelihood"][k] == pytest.approx(np.log(probabilities).sum())
        assert np.exp(numbers["log_likelihood"][k]) == pytest.approx(np.prod(probabilities))
        # The log-likelihood is minus the logistic risk (note 002), without the penalty.
        penalty = sweep.lams[k] / 2 * sweep.solution(k).norm2
        assert numbers["log_likelihood"][k] == pytest.approx(penalty - sweep.primal[k])


def test_without_the_logarithm_the_number_differs():
    """The fourth line of note 002 has 1 + exp(-y f) where log(1 + exp(-y f)) is meant."""
    _, sweep, numbers = sweep_numbers(replace(BLOBS, loss="logistic"))
    weights = -(1 + np.exp(-sweep.y * sweep.decision)).sum(axis=1)
    np.testing.assert_allclose(numbers["missing_log"], weights)
    assert (numbers["missing_log"] < numbers["log_likelihood"]).all()
    assert (numbers["missing_log"] <= -len(sweep.y)).all(), "at most -m, however good the fit"


@pytest.mark.parametrize("loss", LOSSES)
def test_a_loss_has_its_own_numbers_and_no_others(loss):
    _, _, numbers = sweep_numbers(replace(BLOBS, loss=loss))
    assert ("log_likelihood" in numbers) == (loss == "logistic")
    assert ("kind" in numbers) == ("margin" in numbers) == (loss == "hinge")


MACHINES = {
    "first": LINEAR,
    "without b": replace(LINEAR, intercept=0),
    "mixed": replace(LINEAR, data="mixture", noise=1.0, lam=0.2),
    "mean": replace(LINEAR, risk="mean"),
    "rbf": replace(LINEAR, kernel="rbf", tau=0.8, data="moons", noise=1.0, lam=0.1),
    "polynomial": replace(LINEAR, kernel="poly", degree=3),
    "weighted": replace(LINEAR, data="cancer", m=60, noise=1.0, class_weight="balanced"),
}


def weights_of(scene):
    """Compute the class weights by hand: m / (2 × the number of examples of the class)."""
    y = sample_of(scene).y
    counts = {sign: np.count_nonzero(y == sign) for sign in (-1, 1)}
    balanced = np.array([len(y) / 2 / counts[sign] for sign in y])
    return balanced if scene.class_weight == "balanced" else np.ones(len(y))


@pytest.mark.parametrize("scene", MACHINES.values(), ids=MACHINES)
def test_the_parts_of_a_machine_are_kernel_cores(scene):
    stops, sweep, numbers = sweep_numbers(scene, n=9)
    for k, lam in enumerate(stops):
        report = report_kkt(problem(replace(scene, lam=float(lam))).fit(tol=1e-8))
        C = 1 / (lam * (len(sweep.y) if scene.risk == "mean" else 1))
        assert numbers["C"][k] == pytest.approx(C) == pytest.approx(float(report.C))
        assert numbers["half_norm2"][k] == pytest.approx(report.half_norm2, rel=1e-4, abs=1e-9)
        assert numbers["slack_sum"][k] == pytest.approx(report.slack.sum(), rel=1e-4, abs=1e-6)
        slack_loss = C * weights_of(scene) @ report.slack
        assert numbers["slack_penalty"][k] == pytest.approx(slack_loss, rel=1e-4, abs=1e-6)
        assert numbers["margin"][k] == pytest.approx(report.margin, rel=1e-4)
        # ½‖w‖² + C Σ ξ = C J
        J = numbers["half_norm2"][k] + numbers["slack_penalty"][k]
        weight = len(sweep.y) if scene.risk == "mean" else 1
        assert pytest.approx(C * weight * sweep.primal[k], rel=1e-6) == J


@pytest.mark.parametrize("scene", MACHINES.values(), ids=MACHINES)
def test_the_kinds_are_told_apart_by_alpha_and_meet_their_margins(scene):
    """a_i = 0 beyond the margin, 0 < a_i < C on it, a_i = C inside it or misclassified (note
    001)."""
    _, sweep, numbers = sweep_numbers(scene, n=9)
    assert numbers["kind"].dtype == np.int8
    for k, kind in enumerate(numbers["kind"]):
        a = np.abs(sweep.alpha[k]) / (numbers["C"][k] * weights_of(scene))
        t = sweep.y * sweep.decision[k]
        assert (a[kind == OUTSIDE] <= 1e-9).all() and (t[kind == OUTSIDE] >= 1 - 1e-5).all()
        assert ((a > 0) & (a < 1))[kind == FREE].all()
        np.testing.assert_allclose(t[kind == FREE], 1, atol=1e-5)
        np.testing.assert_allclose(a[kind == BOUND], 1)
        assert (t[kind == BOUND] <= 1 + 1e-5).all()
        assert (kind != OUTSIDE).sum() == sweep.support[k]


@pytest.mark.parametrize("scene", MACHINES.values(), ids=MACHINES)
def test_each_class_has_its_own_c_and_its_own_error(scene):
    _, sweep, numbers = sweep_numbers(scene, n=9)
    weights = weights_of(scene)
    for k, f in enumerate(sweep.decision):
        for name, in_class in (("positive", sweep.y > 0), ("negative", sweep.y < 0)):
            assert numbers[f"{name}_slack_price"][k] == pytest.approx(
                numbers["C"][k] * weights[in_class][0]
            )
            error = np.count_nonzero(sweep.y[in_class] * f[in_class] <= 0) / np.count_nonzero(
                in_class
            )
            assert numbers[f"{name}_error"][k] == pytest.approx(error)


def test_a_class_without_examples_has_no_errors():
    edits = ";".join(f"d{i}" for i, label in enumerate(sample_of(LINEAR).y) if label > 0)
    for class_weight in ("equal", "balanced"):
        _, _, numbers = sweep_numbers(replace(LINEAR, edits=edits, class_weight=class_weight))
        assert numbers["negative_slack_price"] == pytest.approx(numbers["C"])
        assert "negative_error" in numbers
        assert not {"positive_slack_price", "positive_error"} & {*numbers}


def test_how_far_b_may_move():
    for scene in (LINEAR, replace(LINEAR, lam=1e-3)):
        report = report_kkt(problem(scene).fit())
        _, _, numbers = sweep_numbers(scene, n=1)
        assert numbers["bracket"][0] == pytest.approx(report.high - report.low, abs=1e-8)


@pytest.mark.parametrize("loss", LOSSES)
def test_every_number_is_finite_where_it_exists(loss):
    deletions = ";".join(f"d{i}" for i in range(1, 12))
    for edits in (deletions, "p,0,0;n,0,0", "p,100,100;n,100,100"):
        scene = Scene(data="blobs", m=12, kernel="linear", loss=loss, lam=0.01, edits=edits)
        _, _, numbers = sweep_numbers(scene)
        for name, values in numbers.items():
            assert np.isfinite(values).all() or name in ("margin", "bracket"), name


def test_one_class_alone_has_neither_a_margin_nor_a_range_of_b():
    one_class = ";".join(f"d{i}" for i in range(1, 12))
    _, _, numbers = sweep_numbers(replace(LINEAR, data="blobs", m=12, edits=one_class))
    assert np.isnan(numbers["margin"]).all() and not numbers["half_norm2"].any()
    assert np.isnan(numbers["bracket"]).all()
    _, _, numbers = sweep_numbers(LINEAR)
    assert np.isfinite(numbers["margin"]).all() and np.isfinite(numbers["bracket"]).all()
