"""The representer theorem along a sweep: both sides of α_i = −L′/(λm), and bounds at a kink."""

import numpy as np
import pytest

import kernel_core as kc
from lab.endpoints.sweep_endpoint import make_request
from lab.scene.fields import FIELDS
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, replace
from lab.scene.slider_stops import slider_stops
from lab.wire import safetensors_format
from lab.wire.representer_tensors import MAX_POINTS, similarity, terms_of, to_sent_types
from lab.wire.scene_sweep import solve
from lab.wire.sweep_payload import pack
from tests.lab.scenes import LINEAR, WAVE

SMOOTH = [name for name in FIELDS["loss"].choices if kc.LOSSES[name].smooth]
KINKED = [name for name in FIELDS["loss"].choices if not kc.LOSSES[name].smooth]
GROUNDS = {"line": WAVE, "plane": Scene(data="mixture", m=24, tau=0.8, risk="mean")}
every_ground = pytest.mark.parametrize("ground", GROUNDS)


def make_sweep(scene, along="lam", stops=9):
    return solve(scene, along, slider_stops(scene, along, stops), 11)


@every_ground
@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("loss", SMOOTH)
def test_a_smooth_loss_puts_every_weight_on_the_diagonal(ground, risk, loss):
    sweep = make_sweep(replace(GROUNDS[ground], loss=loss, risk=risk))
    terms = terms_of(sweep)
    m = len(sweep.y)
    slopes = -kc.LOSSES[loss].derivative(sweep.decision, sweep.y)
    slopes /= sweep.lams[:, None] * (m if risk == "mean" else 1)
    np.testing.assert_allclose(terms["expected"], slopes)
    size = np.maximum(1, np.abs(sweep.alpha).max(axis=1))
    np.testing.assert_allclose(
        terms["deviation"], np.abs(sweep.alpha - slopes).max(axis=1), rtol=1e-4, atol=1e-14
    )
    assert (terms["deviation"] <= 1e-3 * size).all(), "to solver accuracy"
    factor = (m - 1 if risk == "mean" else 0) * np.abs(slopes).max(axis=1)
    np.testing.assert_allclose(terms["deviation_printed"], factor, rtol=2e-2, atol=1e-3)
    assert "low" not in terms and "high" not in terms


@every_ground
@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("loss", KINKED)
@pytest.mark.parametrize("along", ["lam", "tau"])
def test_at_a_kink_the_weight_lies_in_the_interval_of_slopes(ground, risk, loss, along):
    sweep = make_sweep(replace(GROUNDS[ground], loss=loss, risk=risk), along)
    terms = terms_of(sweep)
    low, high, rate = terms["low"], terms["high"], terms["rate"][:, None]
    assert (low <= high).all() and (terms["deviation"] <= 1e-6 * (1 + 1 / terms["rate"])).all()
    kinks = sweep.loss.dual_pieces(sweep.y).at[:, None]
    distance = np.abs(sweep.decision - kinks).min(axis=0)
    slope = -sweep.loss.derivative(sweep.decision, sweep.y)
    for end in (low, high):
        np.testing.assert_allclose(
            (rate * end)[distance > 1e-4], slope[distance > 1e-4], atol=1e-12
        )
    # At a kink the slope jumps by 1.
    np.testing.assert_allclose((rate * (high - low))[distance < 1e-9], 1)
    assert "expected" not in terms


@pytest.mark.filterwarnings("error")
def test_overflowing_values_are_clipped_to_the_largest_float():
    largest = np.finfo(np.float32).max
    values = np.array([[-1e39, -np.inf, 0.5, 1e300]])
    sent_tensors = to_sent_types({"expected": values, "norm2": values[0, 2:]})
    for singles in (sent_tensors["expected"], similarity(values, [kc.Polynomial(9)])):
        assert singles.dtype == np.float32
        assert singles.tolist() == [[-largest, -largest, 0.5, largest]]
    assert sent_tensors["norm2"].tolist() == [0.5, 1e300], "single numbers are doubles"


def test_as_printed_a_weight_at_its_bound_is_off_by_the_factor_m():
    sweep = make_sweep(replace(WAVE, loss="hinge"))
    terms, m = terms_of(sweep), len(sweep.y)
    at_bound = terms["at_bound"] > 0
    assert at_bound.any()
    np.testing.assert_allclose(
        terms["deviation_printed"][at_bound], ((m - 1) / terms["rate"])[at_bound]
    )


@pytest.mark.parametrize("loss", FIELDS["loss"].choices)
def test_a_slope_of_at_most_one_bounds_the_weights(loss):
    sweep = make_sweep(replace(WAVE, loss=loss))
    terms = terms_of(sweep)
    size = np.abs(sweep.alpha)
    assert ("bound" in terms) == (loss not in ("squared", "exponential", "squared-hinge"))
    bound = terms.get("bound", np.full(len(size), np.inf))
    assert (size.max(axis=1) <= bound * (1 + 1e-9)).all()
    at_bound_count = (size >= (1 - 1e-6) * bound[:, None]).sum(axis=1)
    np.testing.assert_array_equal(terms["at_bound"], at_bound_count)
    np.testing.assert_allclose(terms["largest_alpha"], size.max(axis=1))
    share = terms["least_share"] * terms["largest_alpha"]
    np.testing.assert_allclose(share, size.min(axis=1), atol=1e-15)


@every_ground
def test_the_norm_is_the_quadratic_form_of_k(ground):
    sweep = make_sweep(replace(GROUNDS[ground], loss="logistic", intercept=1))
    norms = [sweep.solution(k).norm2 for k in range(len(sweep.lams))]
    np.testing.assert_allclose(terms_of(sweep)["norm2"], norms, rtol=1e-6)


@pytest.mark.parametrize("along", ["tau", "lam"])
def test_small_scenes_in_the_plane_bring_their_matrix(along):
    scene = replace(GROUNDS["plane"], loss="hinge")
    request = make_request(scene, along, 5, 21)
    packed = pack(scene, along, request.stops, 21)
    tensors, meta = safetensors_format.decode(packed.to_bytes(packed.head(scene, request.stop)))
    for k, stop in enumerate(request.stops):
        s = problem(replace(scene, **{along: float(stop)})).fit()
        gram = tensors["gram"] if along == "lam" else tensors["gram"][k]
        np.testing.assert_allclose(gram, s.kernel(s.X, s.X), atol=1e-3)
        assert tensors["norm2"][k] == pytest.approx(s.norm2, rel=1e-4)
        assert (tensors["low"][k] <= tensors["high"][k]).all()
    assert meta["fixed"] == ("gram" if along == "lam" else "")


def test_larger_scenes_omit_the_matrix():
    for scene, has_gram in (
        (replace(LINEAR, m=MAX_POINTS), True),
        (replace(LINEAR, m=MAX_POINTS + 1), False),
    ):
        request = make_request(scene, "lam", 2, 11)
        packed = pack(scene, "lam", request.stops, 11)
        assert ("gram" in packed.layout) == ("low" in packed.layout) == has_gram
        assert "rate" in packed.layout and "kind" in packed.layout


def test_what_is_sent_has_a_type_of_the_layout():
    sent_tensors = to_sent_types(terms_of(make_sweep(WAVE)))
    assert (
        sent_tensors["expected"].dtype == np.float32
        and sent_tensors["deviation"].dtype == np.float64
    )
    assert sent_tensors["at_bound"].dtype == np.int32
