"""The lift: raised points, the plane and the decision boundary agree with kernel_core's."""

import base64

import numpy as np
import pytest
from sklearn.svm import SVC

from lab.ui.challenges import is_met
from pages.kernel_trick.feature_lift import CHALLENGES, LIFT_VIEWS, STOPS, data, places, sweep


def tensor(name, tensor_name):
    tensor = sweep(name)["tensors"][tensor_name]
    if isinstance(tensor["data"], str):
        flat = np.frombuffer(base64.b64decode(tensor["data"]), "<f2").astype(float)
    else:
        flat = np.array([np.nan if v == "none" else v for v in tensor["data"]], dtype=float)
    return flat.reshape(tensor["shape"])


@pytest.mark.parametrize("name", LIFT_VIEWS)
def test_flat_points_lie_where_they_are_and_raised_ones_at_their_features(name):
    view, features = LIFT_VIEWS[name], tensor(name, "lifted")
    X, _ = data(view)
    np.testing.assert_allclose(features[0][:, 0], X[:, 0], rtol=1e-3)
    assert not np.any(features[0][:, 2]) or name == "norm"
    np.testing.assert_allclose(features[-1], places(view, X, 1.0), rtol=1e-3, atol=1e-9)


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("name", LIFT_VIEWS)
def test_the_margin_is_scikit_learns_or_there_is_none(name):
    view = LIFT_VIEWS[name]
    X, y = data(view)
    margin, feasible = tensor(name, "margin"), tensor(name, "feasible")
    assert feasible[0] == 0 and margin[0] == 0, "no plane separates the flat points"
    assert feasible[-1] == 1
    for k in (-1, -3):
        reference = SVC(kernel="linear", C=1e7, tol=1e-10).fit(view.lift(X, STOPS[k]), y)
        assert margin[k] == pytest.approx(1 / np.linalg.norm(reference.coef_), rel=2e-3)
    assert np.nanmax(tensor(name, "gap")) < 1e-9
    assert np.isnan(tensor(name, "gap")[feasible == 0]).all(), "without a plane there is no gap"


@pytest.mark.parametrize("name", LIFT_VIEWS)
def test_the_patch_lies_in_the_plane(name):
    """The decision value is 0 all over the patch, as the margins of the raised points show."""
    view = LIFT_VIEWS[name]
    X, y = data(view)
    anchor, u_corner, v_corner = (
        tensor(name, tensor_name)[-1] for tensor_name in ("at", "one", "other")
    )
    normal = np.cross(u_corner, v_corner)
    normal /= np.linalg.norm(normal)
    distances = (places(view, X, 1.0) - anchor) @ normal
    distances *= np.sign(distances[y > 0][0])
    assert (y * distances > 0).all(), "all crosses on one side, all circles on the other"
    assert (y * distances).min() == pytest.approx(tensor(name, "margin")[-1], rel=5e-3)


@pytest.mark.parametrize("name", ["paraboloid", "cone"])
def test_the_shadow_is_a_closed_curve_between_the_rings(name):
    shadow = tensor(name, "shadow")[-1]
    X, y = data(LIFT_VIEWS[name])
    r, size = np.hypot(*shadow[:, :2].T), np.hypot(*X.T)
    assert np.isfinite(shadow).all() and not shadow[:, 2].any()
    assert size[y > 0].max() < r.max() and r.min() < size[y < 0].min()
    decision = LIFT_VIEWS[name].lift(shadow[:, :2], 1.0)
    # Where wᵀφ + b = 0, the features lie in one plane.
    centred = decision - decision.mean(axis=0)
    assert np.linalg.svd(centred)[1][-1] < 2e-2
    assert np.isnan(tensor(name, "shadow")[0]).all(), "no plane, no shadow"


def test_under_the_paraboloid_the_cut_is_a_circle():
    """The page states this for every height at which the plane cuts the paraboloid."""
    for shadow in tensor("paraboloid", "shadow")[1:, :, :2]:
        unit = np.ones(len(shadow))
        (x, y, c), *_ = np.linalg.lstsq(np.column_stack([2 * shadow, unit]), (shadow**2).sum(1))
        radius = np.sqrt(c + x**2 + y**2)
        np.testing.assert_allclose(np.hypot(*(shadow - [x, y]).T), radius, rtol=2e-3)


@pytest.mark.parametrize("name, count", [("parabola", 2), ("cubic", 3)])
def test_on_a_line_the_shadow_is_where_the_class_changes(name, count):
    shadow = tensor(name, "shadow")[-1]
    X, y = data(LIFT_VIEWS[name])
    thresholds = shadow[:, 0]
    assert len(thresholds) == count and not shadow[:, 1:].any()
    sides = (thresholds < X).sum(axis=1)
    assert (y == y[0] * (-1.0) ** sides).all()
    np.testing.assert_allclose(thresholds, -thresholds[::-1], atol=0.02)


@pytest.mark.parametrize("name", ["parabola", "cubic"])
def test_the_points_lie_on_the_picture_of_their_line(name):
    X, _ = data(LIFT_VIEWS[name])
    for k in (0, 10, -1):
        thread, features = tensor(name, "thread")[k], tensor(name, "lifted")[k]
        x = np.linspace(thread[0, 0], thread[-1, 0], len(thread))
        for axis in range(3):
            positions = np.interp(X[:, 0], x, thread[:, axis])
            np.testing.assert_allclose(features[:, axis], positions, atol=0.02)


def test_the_notes_own_features_are_among_them():
    """The attribute x has the features (x, x², x³) (note 000, section 3)."""
    np.testing.assert_allclose(LIFT_VIEWS["cubic"].lift([[2.0]]), [[2.0, 4.0, 8.0]])


def test_the_field_is_the_sign_of_the_classes():
    for name in ("paraboloid", "cone", "quadratic", "norm"):
        decision, (_, y) = tensor(name, "decision"), data(LIFT_VIEWS[name])
        feasible = tensor(name, "feasible") > 0
        assert (y * decision[feasible] > 0.99).all()
        field = tensor(name, "field")[-1]
        centre = field[len(field) // 2, len(field) // 2]
        assert centre > 0 > field[0, 0], "the inner ring is positive"


def test_each_goal_can_be_reached_and_is_not_at_the_start():
    frames = [
        {"map": name} | {w: tensor(name, w)[k] for w in ("lift", "feasible", "margin")}
        for name in LIFT_VIEWS
        for k in range(len(STOPS))
    ]
    start = frames[int(np.flatnonzero(STOPS == 0.6)[0])]
    for challenge in CHALLENGES:
        assert not is_met(challenge.conditions, start)
        goal_frames = [frame for frame in frames if is_met(challenge.conditions, frame)]
        assert goal_frames
        for frame in goal_frames:
            right = [o.label for o in challenge.options if is_met(o.conditions, frame)]
            assert right == [challenge.answer]


def test_what_travels_is_small():
    import json

    assert all(len(json.dumps(sweep(name))) < 180_000 for name in LIFT_VIEWS)
