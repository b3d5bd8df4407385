"""A part off the span only increases the norm: in three dimensions, and for a thousand θ in fifty
dimensions."""

import json
import re

import numpy as np
import pytest

import kernel_core as kc
from lab.ui.palette import THEMES
from pages.representer_theorem import off_span_component, off_span_excess
from pages.representer_theorem.mathematics.regularisers import Regulariser
from pages.representer_theorem.mathematics.span import random_wide_problem, regularised_risk

NAMES = ("half", "length", "log", "nothing", "step")


def read(item):
    return {n: np.reshape(t["data"], t["shape"]) for n, t in item["tensors"].items()}


@pytest.fixture(scope="module")
def tensors():
    return read(off_span_component.sweep())


# ---- the picture in three dimensions ----


def test_u_stands_at_a_right_angle_to_both_examples():
    u = off_span_component.unit_off_span()
    assert np.linalg.norm(u) == pytest.approx(1) and u[2] > 0
    np.testing.assert_allclose(off_span_component.X @ u, 0, atol=1e-15)


def test_theta_goes_along_u_through_its_part_in_the_span(tensors):
    t, u = tensors["stops"], off_span_component.unit_off_span()
    assert t[0] == -t[-1] and 0 in t and off_span_component.START in t
    np.testing.assert_allclose(tensors["theta"], tensors["inside"] + t[:, None] * u, atol=1e-4)
    np.testing.assert_allclose(
        tensors["inside"], off_span_component.ALPHA @ off_span_component.X, atol=1e-5
    )
    np.testing.assert_allclose(tensors["off"], np.abs(t), atol=1e-5)


def test_the_predictions_stay_digit_for_digit_and_the_norm_does_not(tensors):
    for name in ("p1", "p2"):
        assert len(set(tensors[name])) == 1, "five digits are sent, and all are the same"
    np.testing.assert_allclose(
        [tensors["p1"][0], tensors["p2"][0]], off_span_component.X @ tensors["inside"], atol=1e-4
    )
    t = tensors["stops"]
    np.testing.assert_allclose(
        tensors["norm2"], tensors["inside"] @ tensors["inside"] + t**2, atol=1e-4
    )
    assert len(set(tensors["norm2"])) == len(t) // 2 + 1, "the same on both sides of 0"


@pytest.mark.parametrize("name", NAMES)
def test_no_r_rewards_leaving_the_span(tensors, name):
    """J_r has its minimum at t = 0, never decreases with |t|, and agrees with kernel_core."""
    J, t = tensors[f"now_{name}"], tensors["stops"]
    middle = len(t) // 2
    assert t[middle] == 0 and (J[middle] <= J).all()
    assert (np.diff(J[middle:]) >= 0).all() and (np.diff(J[: middle + 1]) <= 0).all()
    r = off_span_component._LINES[name][0]
    theta = (
        off_span_component.ALPHA @ off_span_component.X
        + t[:, None] * off_span_component.unit_off_span()
    )
    np.testing.assert_allclose(
        J,
        regularised_risk(
            theta, off_span_component.X, off_span_component.Y, off_span_component.LOSS, r
        ),
        rtol=1e-4,
    )


def test_for_r_zero_nothing_changes_and_for_the_step_only_beyond_it(tensors):
    assert len(set(tensors["now_nothing"])) == 1 and len(set(tensors["J_nothing"])) == 1
    jump = tensors["now_step"] - tensors["now_nothing"]
    long = np.sqrt(tensors["norm2"]) > 1.75
    assert long.any() and not long.all()
    np.testing.assert_allclose(jump, long.astype(float), atol=1e-4)


def test_the_sentences_are_shown_where_they_are_true(tensors):
    state, t = tensors["state"], tensors["stops"]
    assert (state[t == 0] == 0).all() and (state[t != 0] > 0).all()
    stepped = tensors["now_step"] > tensors["now_step"].min() + 0.5
    assert ((state == 2) == stepped).all() and set(state) == {0, 1, 2}


def test_the_curves_pass_through_their_markers(tensors):
    for name in NAMES:
        marker_values = np.interp(tensors["t"], tensors["along"], tensors[f"J_{name}"])
        np.testing.assert_allclose(marker_values, tensors[f"now_{name}"], atol=1e-4)
    edges = tensors["along"][:-1][np.abs(np.diff(tensors["J_step"])) > 0.5]
    assert len(edges) == 2, "the step is one jump to each side"
    np.testing.assert_allclose(
        np.diff(tensors["along"])[np.abs(np.diff(tensors["J_step"])) > 0.5], 0
    )


def test_the_plane_holds_the_examples_and_what_they_span(tensors):
    e, normal = np.stack([tensors["one"], tensors["other"]]), off_span_component.unit_off_span()
    np.testing.assert_allclose(e @ normal, 0, atol=1e-4)
    for point in (*off_span_component.X, tensors["inside"], np.zeros(3)):
        share = (point - tensors["at"]) @ e.T / np.square(e).sum(axis=1)
        assert (np.abs(share) <= 1).all(), "within the sheet"
    corners = tensors["corner"][tensors["square"] > 0]
    first, second = corners[:, 1] - corners[:, 2], corners[:, 1] - corners[:, 0]
    np.testing.assert_allclose((first * second).sum(axis=1), 0, atol=1e-4)


def test_every_part_names_a_tensor_and_a_tone_that_there_are(tensors):
    scene = off_span_component.scene()
    for part in scene.parts:
        names = {part[k] for k in ("from", "to", "at", "u", "v", "along", "on") if part.get(k)}
        assert names <= set(tensors), part
        assert all(part["tone"] in theme for theme in THEMES.values())
    assert set(re.findall(r"\{(\w+)\}", scene.description)) <= set(tensors)
    for series in off_span_component.risks().series:
        assert series["tensor"] in tensors and series["tone"] in THEMES["dark"]


def test_every_regulariser_can_be_chosen():
    kinds = {*Regulariser.__subclasses__()}
    assert {type(r) for r, *_ in off_span_component._LINES.values()} == kinds
    assert {type(r) for r, *_ in off_span_excess.CHOICES.values()} == kinds


def test_it_travels_as_a_small_text():
    assert len(json.dumps(off_span_component.sweep(), allow_nan=False)) < 40_000
    assert off_span_component.sweep() is off_span_component.sweep()


# ---- fifty features ----


@pytest.mark.parametrize("r", NAMES)
@pytest.mark.parametrize("loss", ["hinge", "logistic", "squared", "exponential", "perceptron"])
def test_no_draw_is_ever_below_zero(r, loss):
    tensors = read(off_span_excess.sweep(r, loss, 3))
    assert (tensors["below"] == 0).all() and (tensors["least"] >= 0).all()
    assert (tensors["slip"] <= 1e-9 * max(1, np.abs(tensors["largest"]).max())).all() or (
        loss == "exponential" and (tensors["slip"] < 1e-3).all()
    ), "the losses differ by rounding alone"


@pytest.mark.parametrize("r", NAMES)
def test_the_bars_count_the_draws(r):
    tensors = read(off_span_excess.sweep(r, "logistic", 0))
    bars = tensors["heights"][:, ::2]
    assert (tensors["stops"] == off_span_excess.counts()).all() and tensors["stops"][
        -1
    ] == off_span_excess.DRAWS
    np.testing.assert_array_equal(bars.sum(axis=1), tensors["stops"])
    edges = tensors["edges"][::2]
    assert (bars[:, edges < -1e-9] == 0).all() and (edges < -1e-9).sum() > 3, "room below 0"
    assert (
        tensors["least"].min() >= 0 and tensors["largest"].max() <= off_span_excess.CHOICES[r][2]
    ), "all in view"


def test_for_r_zero_all_differences_are_exactly_zero():
    tensors = read(off_span_excess.sweep("nothing", "hinge", 5))
    assert (tensors["equal"] == 1).all() and (tensors["largest"] == 0).all()
    bars, edges = tensors["heights"][-1, ::2], tensors["edges"][::2]
    assert bars[np.abs(edges).argmin()] == off_span_excess.DRAWS == bars.sum()


def test_the_step_penalises_some_theta_by_one_and_the_other_regularisers_penalise_all():
    step = off_span_excess.sample_excess("step", "logistic", 0).excess
    assert set(step) == {0.0, 1.0} and 200 < step.sum() < 800
    for r in ("half", "length", "log"):
        assert off_span_excess.sample_excess(r, "logistic", 0).excess.min() > 0


def test_other_draws_have_no_negative_difference_and_fit_the_picture():
    """Draw other θ, and compare the risk of each with that of its projection onto the span."""
    X, y = random_wide_problem(off_span_excess.FEATURES, off_span_excess.POINTS)
    assert (len(X), X.shape[1] - np.linalg.matrix_rank(X)) == (10, 40), "directions off the span"
    theta = np.random.default_rng(1).normal(size=(20, 50))
    inside = theta @ np.linalg.pinv(X) @ X
    for name, (r, *_) in off_span_excess.CHOICES.items():
        loss = kc.Logistic()
        gap = regularised_risk(theta, X, y, loss, r) - regularised_risk(inside, X, y, loss, r)
        assert gap.min() >= -1e-12, name
        assert gap.max() <= off_span_excess.CHOICES[name][2]


def test_the_loss_does_not_change_the_differences():
    first, second = (
        off_span_excess.sample_excess("half", loss, 0).excess for loss in ("hinge", "squared")
    )
    np.testing.assert_array_equal(first, second)


def test_another_seed_draws_other_theta():
    first, second = (read(off_span_excess.sweep("half", "logistic", seed)) for seed in (0, 1))
    assert (first["heights"] != second["heights"]).any()
    assert off_span_excess.sweep("half", "logistic", 0) is off_span_excess.sweep(
        "half", "logistic", 0
    )


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("7", 7),
        ("0", 0),
        ("-1", 0),
        ("", 0),
        ("1e3", 0),
        ("٣", 0),
        ("9" * 30, 0),
        ("999999", 999999),
    ],
)
def test_a_seed_is_a_small_whole_number(text, seed):
    assert off_span_excess.seed_of(text) == seed


def test_the_sentence_that_reveals_the_answer_waits_for_the_prediction():
    picture = off_span_component.picture({"t": "", "turn": ""})
    (challenge,) = off_span_component.CHALLENGES
    remarks = [remark for remark in picture.main if "step" in getattr(remark, "text", "")]
    assert len(remarks) == 2
    assert {remark.name for remark in remarks} <= {*challenge.hides}
