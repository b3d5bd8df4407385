"""Losses: values from the notes, derivatives and conjugates against their definitions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel_core import (
    LOSSES,
    Absolute,
    EpsilonInsensitive,
    Exponential,
    Hinge,
    Huber,
    Logistic,
    Perceptron,
    Pinball,
    Squared,
    SquaredHinge,
    ZeroOne,
)

SMOOTH = [Logistic(), Squared(), Exponential(), SquaredHinge(), Huber(0.7)]
KINKED = [Hinge(), Perceptron(), Absolute(), EpsilonInsensitive(0.3), Pinball(0.2)]
CONVEX = [*SMOOTH, *KINKED]
MARGIN = [Hinge(), SquaredHinge(), Logistic(), Exponential(), Perceptron()]
# The values of yz, and below of |z - y|, at which the slope or curvature of a loss jumps.
MARGIN_KINKS = {"hinge": [1.0], "perceptron": [0.0], "squared-hinge": [1.0]}
RESIDUAL_KINKS = {"absolute": [0.0], "pinball": [0.0], "epsilon-insensitive": [0.3], "huber": [0.7]}

numbers = st.floats(-30, 30)
labels = st.sampled_from([-1.0, 1.0])


def near_a_kink(loss, z, y):
    distances = [abs(y * z - k) for k in MARGIN_KINKS.get(loss.name, [])]
    distances += [abs(abs(z - y) - k) for k in RESIDUAL_KINKS.get(loss.name, [])]
    return min(distances, default=1.0) < 1e-4


def parametrize_losses(losses):
    return pytest.mark.parametrize("loss", losses, ids=lambda loss: loss.name)


def test_values_from_the_notes():
    """Compare with values computed by hand from the definitions in notes 000, 002 and 004."""
    for y in (-1.0, 1.0):
        z = y * np.array([-2.0, 0.0, 0.5, 1.0, 3.0])
        np.testing.assert_array_equal(Hinge().value(z, y), [3, 1, 0.5, 0, 0])
        np.testing.assert_array_equal(Perceptron().value(z, y), [2, 0, 0, 0, 0])
        np.testing.assert_array_equal(ZeroOne().value(z, y), [1, 1, 0, 0, 0])
        np.testing.assert_array_equal(Squared().value(z, y), [4.5, 0.5, 0.125, 0, 2])
        np.testing.assert_allclose(Exponential().value(z, y), np.exp([2, 0, -0.5, -1, -3]))
        np.testing.assert_allclose(
            Logistic().value(z, y), np.log(1 + np.exp([2, 0, -0.5, -1, -3])), rtol=1e-14
        )


def test_slopes_by_hand():
    z = np.array([-1.0, 0.0, 1.0, 2.0])
    np.testing.assert_array_equal(Hinge().derivative(z, 1.0), [-1, -1, 0, 0])
    np.testing.assert_array_equal(Hinge().derivative(-z, -1.0), [1, 1, 0, 0])
    np.testing.assert_array_equal(Perceptron().derivative(z, 1.0), [-1, -1, 0, 0])
    np.testing.assert_array_equal(Perceptron().derivative(-z, -1.0), [1, 1, 0, 0])
    np.testing.assert_array_equal(Squared().derivative(z, 5.0), z - 5)
    assert Logistic().derivative(0.0, 1.0) == pytest.approx(-0.5, abs=1e-15)
    assert Exponential().derivative(0.0, -1.0) == 1.0


def test_squared_takes_any_labels():
    z, y = np.array([0.0, 1.5, -2.0]), np.array([3.0, 1.5, 0.25])
    np.testing.assert_allclose(Squared().value(z, y), [4.5, 0, 2.53125])
    assert Squared().check_labels([0.5, 7]).tolist() == [0.5, 7.0]


def test_squared_on_signs_is_a_margin_loss():
    z = np.linspace(-3, 3, 13)
    for y in (-1.0, 1.0):
        np.testing.assert_allclose(Squared().value(z, y), (1 - y * z) ** 2 / 2, atol=1e-15)


@pytest.mark.parametrize(
    "loss", [Hinge(), SquaredHinge(), Exponential()], ids=lambda loss: loss.name
)
def test_bounds_zero_one_from_above(loss):
    z = np.linspace(-4, 4, 801)
    for y in (-1.0, 1.0):
        assert (loss.value(z, y) >= ZeroOne().value(z, y)).all()


def test_logistic_bounds_zero_one_in_bits():
    """log(1 + e^-t) is log 2 at t = 0, so it bounds the zero-one loss after division by log 2."""
    z = np.linspace(-4, 4, 801)
    assert (Logistic().value(z, 1.0) / np.log(2) >= ZeroOne().value(z, 1.0) - 1e-15).all()
    assert (Logistic().value(z, 1.0) < ZeroOne().value(z, 1.0)).any()


def test_zero_is_an_error_of_either_class():
    assert ZeroOne().value(0.0, 1.0) == ZeroOne().value(0.0, -1.0) == 1.0


@parametrize_losses(CONVEX)
@settings(max_examples=100, deadline=None, derandomize=True)
@given(z=st.floats(-8, 8), y=labels)
def test_derivative_is_the_slope_of_the_value(loss, z, y):
    if near_a_kink(loss, z, y):
        return
    h = 1e-6
    numeric = (loss.value(z + h, y) - loss.value(z - h, y)) / (2 * h)
    assert loss.derivative(z, y) == pytest.approx(numeric, rel=1e-6, abs=1e-8)


@parametrize_losses(SMOOTH)
@settings(max_examples=100, deadline=None, derandomize=True)
@given(z=st.floats(-8, 8), y=labels)
def test_curvature_is_the_slope_of_the_derivative(loss, z, y):
    if near_a_kink(loss, z, y):
        return
    h = 1e-5
    numeric = (loss.derivative(z + h, y) - loss.derivative(z - h, y)) / (2 * h)
    assert loss.curvature(z, y) == pytest.approx(numeric, rel=1e-6, abs=1e-8)


@pytest.mark.thorough(keep_every=3)
@parametrize_losses(CONVEX)
@settings(max_examples=100, deadline=None, derandomize=True)
@given(z=numbers, other_z=numbers, y=labels)
def test_every_slope_supports_from_below(loss, z, other_z, y):
    """The tangent at z is nowhere above the loss: the loss is convex, and the slope at a kink is a
    subgradient."""
    below = loss.value(z, y) + loss.derivative(z, y) * (other_z - z)
    assert loss.value(other_z, y) >= below - 1e-9 * (1 + abs(below))


@parametrize_losses(CONVEX)
def test_subgradient_at_the_kink(loss):
    dual = loss.dual_pieces(np.array([-1.0, 1.0])) if loss.pieces else None
    assert bool(loss.pieces) == (loss not in (Logistic(), Squared(), Exponential()))
    for y, z in zip([-1.0, 1.0] * len(loss.pieces), dual.at.ravel() if dual else (), strict=True):
        other_values = np.linspace(-5, 5, 101)
        below = loss.value(z, y) + loss.derivative(z, y) * (other_values - z)
        assert (loss.value(other_values, y) >= below - 1e-12).all()


def u_for(loss, v, y):
    """Return the dual variable u with uy = v, clipped to the domain of the conjugate."""
    return loss.clip_dual(y * v, y)


@pytest.mark.thorough(keep_every=3)
@parametrize_losses(CONVEX)
@settings(max_examples=150, deadline=None, derandomize=True)
@given(z=numbers, v=st.floats(-3, 1), y=labels)
def test_fenchel_young(loss, z, v, y):
    """L(z, y) + L*(u, y) >= uz for all z and u, with equality at u = L'(z, y)."""
    u = u_for(loss, v, y)
    value = loss.value(z, y)
    assert value + loss.conjugate(u, y) >= u * z - 1e-9 * (1 + abs(value))
    best = loss.derivative(z, y)
    gap = value + loss.conjugate(best, y) - best * z
    assert gap == pytest.approx(0.0, abs=1e-9 * (1 + abs(value) + abs(best * z)))


@parametrize_losses(CONVEX)
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_conjugate_is_the_supremum(loss, y):
    z = np.linspace(-60, 60, 240_001)
    low, high = loss.slopes
    for v in (-1.0, -0.9, -0.5, -0.1, -0.01):
        u = y * v
        if not low <= (v if loss.margin_based else u) <= high:
            continue
        sup = (u * z - loss.value(z, y)).max()
        assert loss.conjugate(u, y) == pytest.approx(sup, abs=1e-6)


@pytest.mark.parametrize("y", [-2.5, 0.0, 3.0])
def test_squared_conjugate_for_real_labels(y):
    z = np.linspace(-20, 20, 400_001)
    for u in (-3.0, 0.0, 4.0):
        sup = (u * z - Squared().value(z, y)).max()
        assert Squared().conjugate(u, y) == pytest.approx(sup, abs=1e-8)


@parametrize_losses([loss for loss in CONVEX if loss.pieces])
def test_the_pieces_are_the_conjugate(loss):
    """L*(u, y) = Σ_j at_j u_j + width_j/2 u_j²: piece by piece, u_j takes as much of u as its
    bounds allow."""
    for y in (-1.0, 1.0):
        dual = loss.dual_pieces(np.array([y]))
        for u in np.linspace(-2, 2, 41):
            left, total = u, 0.0
            for u_value, low, high, width in zip(*map(np.ravel, vars(dual).values()), strict=True):
                minimiser = np.clip(left, low, high)
                left, total = (
                    left - minimiser,
                    total + u_value * minimiser + width / 2 * minimiser**2,
                )
            expected = total if abs(left) < 1e-12 else np.inf
            assert loss.conjugate(u, y) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("value", [lambda: Huber(0.0), lambda: EpsilonInsensitive(-1.0),
                                   lambda: Pinball(1.0), lambda: Pinball(0.0)])  # fmt: skip
def test_a_parameter_out_of_bounds_is_refused_with_a_message(value):
    with pytest.raises(ValueError, match="must be"):
        value()


def test_conjugates_by_hand():
    for y in (-1.0, 1.0):
        assert Hinge().conjugate(-0.25 * y, y) == -0.25
        assert Perceptron().conjugate(-0.25 * y, y) == 0.0
        assert Logistic().conjugate(-0.5 * y, y) == pytest.approx(-np.log(2))
        assert Logistic().conjugate(-y, y) == 0.0 == Logistic().conjugate(0.0, y)
        assert Exponential().conjugate(-np.e * y, y) == pytest.approx(0.0, abs=1e-15)
        assert Exponential().conjugate(0.0, y) == 0.0
        assert Squared().conjugate(2.0, y) == 2 + 2 * y


@parametrize_losses(MARGIN)
def test_domain_of_the_conjugate(loss):
    for y in (-1.0, 1.0):
        assert loss.conjugate(y * 0.1, y) == np.inf
        outside_values = loss.conjugate(y * -1.1, y)
        is_bounded_below = loss.name in ("exponential", "squared-hinge")
        assert np.isfinite(outside_values) if is_bounded_below else outside_values == np.inf
        for v in (0.0, 1e-13, -1.0, -1.0 - 1e-13):  # rounding at the edge is tolerated
            assert np.isfinite(loss.conjugate(y * v, y))


@pytest.mark.thorough(keep_every=3)
@parametrize_losses(CONVEX)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(u=numbers, other_u=numbers, y=labels)
def test_clip_dual_is_the_nearest_point_of_the_domain(loss, u, other_u, y):
    clipped = loss.clip_dual(u, y)
    assert np.isfinite(loss.conjugate(clipped, y))
    if np.isfinite(loss.conjugate(u, y)):
        assert clipped == pytest.approx(u, abs=1e-12)
    if np.isfinite(loss.conjugate(other_u, y)):
        assert abs(clipped - u) <= abs(other_u - u) + 1e-12


@parametrize_losses(CONVEX)
@pytest.mark.filterwarnings("error")
def test_extreme_values_give_no_warning_and_no_nan(loss):
    z = np.array([-1e150, -1e5, -800.0, 800.0, 1e5, 1e150])
    value, slope = loss.value(z, 1.0), loss.derivative(z, 1.0)
    assert not np.isnan(value).any() and not np.isnan(slope).any()


def test_logistic_far_out():
    loss = Logistic()
    assert loss.value(-1000.0, 1.0) == 1000.0
    assert loss.value(50.0, 1.0) == pytest.approx(np.exp(-50.0), rel=1e-12)
    assert -1e-290 < loss.derivative(1000.0, 1.0) < 0.0, "it is never constant"
    assert loss.derivative(-1000.0, 1.0) == -1.0
    assert loss.curvature(40.0, 1.0) == pytest.approx(np.exp(-40.0), rel=1e-12)


@pytest.mark.filterwarnings("error")
def test_exponential_overflows_quietly():
    assert Exponential().value(-1000.0, 1.0) == np.inf
    assert Exponential().derivative(-1000.0, 1.0) == -np.inf
    assert Exponential().curvature(-1000.0, 1.0) == np.inf


@parametrize_losses(CONVEX)
def test_arrays_broadcast(loss):
    z, y = np.linspace(-2, 2, 5)[:, None], np.array([-1.0, 1.0, 1.0])
    methods = [loss.value, loss.derivative, *([loss.curvature] if loss.smooth else [])]
    for method in methods:
        table = method(z, y)
        assert table.shape == (5, 3)
        assert table[3, 0] == method(float(z[3, 0]), -1.0)
    assert loss.conjugate(-0.5 * y, y).shape == (3,)
    assert loss.clip_dual(y, y).shape == (3,)


@parametrize_losses([*CONVEX, ZeroOne()])
def test_plain_lists_and_numbers(loss):
    assert loss.value([0, 2], [1, -1]).shape == (2,)
    assert np.ndim(loss.value(0, 1)) == 0


def test_named():
    assert set(LOSSES) == {loss.name for loss in [*CONVEX, ZeroOne()]}
    assert all(loss.name == name for name, loss in LOSSES.items())
    assert {loss.name for loss in LOSSES.values() if loss.smooth} == {loss.name for loss in SMOOTH}
    margin = {loss.name for loss in [*MARGIN, ZeroOne()]}
    assert {loss.name for loss in LOSSES.values() if loss.margin_based} == margin
    assert Hinge() == Hinge() and Hinge() != Perceptron() and len({Hinge(), Hinge()}) == 1


@parametrize_losses(KINKED)
def test_kinks_have_no_curvature(loss):
    with pytest.raises(ValueError, match="kink"):
        loss.curvature(0.3, 1.0)


@pytest.mark.parametrize("method", ["derivative", "curvature", "conjugate", "clip_dual"])
def test_zero_one_refuses_with_the_reason(method):
    with pytest.raises(ValueError, match="NP-hard"):
        getattr(ZeroOne(), method)(0.5, 1.0)


@parametrize_losses([*MARGIN, ZeroOne()])
@pytest.mark.parametrize("y", [0.0, 2.0, 0.5, np.nan, np.inf])
def test_other_labels(loss, y):
    with pytest.raises(ValueError, match=r"labels -1 and \+1"):
        loss.value([0.1, 0.2], [1.0, y])


@parametrize_losses([*CONVEX, ZeroOne()])
def test_labels_that_are_no_numbers(loss):
    for y in (["yes", "no"], [None, object()]):
        with pytest.raises(ValueError, match="Labels must be"):
            loss.check_labels(y)
    with pytest.raises(ValueError):
        loss.check_labels([1.0, np.nan])
