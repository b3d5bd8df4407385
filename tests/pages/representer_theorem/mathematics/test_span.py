"""Theorem A.1: the part off the span of the data changes no prediction and never reduces the
objective."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_core as kc
from pages.representer_theorem.mathematics.primal_fit import fit_primal
from pages.representer_theorem.mathematics.regularisers import (
    HalfSquaredNorm,
    Regulariser,
    StepRegulariser,
)
from pages.representer_theorem.mathematics.span import (
    orthogonal_split,
    random_wide_problem,
    regularised_risk,
    sample_off_span_excess,
    span_bases,
)

REGULARISERS = {kind.name: kind() for kind in Regulariser.__subclasses__()}
LOSSES = ["hinge", "logistic", "squared", "exponential", "perceptron"]


def draw(m, n, seed, rank=None):
    """Return points X (m, n), of the given rank or full rank, and θ (n,)."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, n))
    if rank is not None:
        X = rng.normal(size=(m, rank)) @ rng.normal(size=(rank, n))
    return X, rng.normal(size=n)


@settings(max_examples=80)
@given(
    st.integers(1, 9), st.integers(1, 9), st.integers(0, 10**6), st.integers(0, 9),
    st.sampled_from([1e-6, 1.0, 1e6]),
)  # fmt: skip
def test_theta_splits_into_its_part_in_the_span_and_an_orthogonal_part(m, n, seed, rank, scale):
    """Check both parts, the bases, and equations (6a) and (6b) of note 000, for any shape, rank and
    scale."""
    rank = min(rank, m, n)
    X, theta = draw(m, n, seed, rank)
    X *= scale
    alpha, inside, off_span = orthogonal_split(theta, X)
    v, u = span_bases(X)
    assert v.shape == (n, rank) and u.shape == (n, n - rank)
    basis = np.hstack([v, u])
    np.testing.assert_allclose(basis.T @ basis, np.eye(n), atol=1e-12)
    size = np.abs(X).max(initial=1e-300)
    np.testing.assert_allclose(X @ u / size, 0, atol=1e-11)
    np.testing.assert_allclose(inside + off_span, theta, atol=1e-12)
    np.testing.assert_allclose(X @ off_span / size, 0, atol=1e-11)  # (6b)
    assert abs(inside @ off_span) < 1e-12 * (1 + theta @ theta)
    assert inside @ inside + off_span @ off_span == pytest.approx(theta @ theta)  # (6a)
    s = np.linalg.svd(X, compute_uv=False)[:rank]
    condition = s[0] / s[-1] if rank else 1.0
    np.testing.assert_allclose(X.T @ alpha, inside, atol=1e-13 * condition + 1e-11)


def test_two_points_in_space_by_hand():
    X = [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]
    alpha, inside, off_span = orthogonal_split([2.0, 3.0, 5.0], X)
    np.testing.assert_allclose(alpha, [-1, 3])
    np.testing.assert_allclose(inside, [2, 3, 0], atol=1e-15)
    np.testing.assert_allclose(off_span, [0, 0, 5], atol=1e-15)
    np.testing.assert_allclose(np.abs(span_bases(X).u[:, 0]), [0, 0, 1], atol=1e-15)


def test_copies_share_their_weight_and_change_nothing():
    X, theta = draw(3, 6, 0)
    single, doubled = (
        orthogonal_split(theta, X),
        orthogonal_split(theta, np.vstack([X, X])),
    )
    np.testing.assert_allclose(doubled.in_span, single.in_span, atol=1e-13)
    np.testing.assert_allclose(doubled.alpha, np.tile(single.alpha / 2, 2), atol=1e-13)


def test_points_at_the_origin_span_nothing():
    alpha, inside, off_span = orthogonal_split([1.0, 2.0], np.zeros((3, 2)))
    assert not alpha.any() and not inside.any()
    np.testing.assert_allclose(off_span, [1, 2])


def test_a_fit_lies_in_the_span():
    """The minimiser over all θ has no part off the span (theorem 2.1)."""
    X, y = random_wide_problem()
    for name in LOSSES[:4]:
        theta = fit_primal(X, y, kc.LOSSES[name], 0.1, tol=1e-9).theta
        _, inside, off_span = orthogonal_split(theta, X)
        assert np.linalg.norm(off_span) < 1e-8 * np.linalg.norm(inside)


def test_the_general_risk_is_equation_5():
    X, y = random_wide_problem(5, 3)
    theta = np.arange(5.0)
    for name in LOSSES:
        for r in REGULARISERS.values():
            expected = sum(kc.LOSSES[name].value(x @ theta, t) for x, t in zip(X, y, strict=True))
            expected = expected / 3 + r(np.sqrt(30.0))
            assert regularised_risk(theta, X, y, kc.LOSSES[name], r) == pytest.approx(expected)
    many = regularised_risk([theta, 2 * theta], X, y, kc.Hinge(), HalfSquaredNorm(2.0))
    assert many.shape == (2,)
    assert many[1] == regularised_risk(2 * theta, X, y, kc.Hinge(), HalfSquaredNorm(2.0))
    fitted = fit_primal(X, y, kc.Hinge(), 0.7)
    risk = regularised_risk(fitted.theta, X, y, kc.Hinge(), HalfSquaredNorm(0.7))
    assert risk == pytest.approx(fitted.primal)


def test_a_step_off_the_span_keeps_the_losses_and_lengthens_theta():
    """From θ to θ + s u with increasing s, no regulariser decreases, and the predictions do not
    change."""
    X, y = random_wide_problem(3, 2, seed=4)
    theta, u = (
        orthogonal_split([1.0, -2.0, 0.5], X).in_span,
        span_bases(X).u[:, 0],
    )
    s = np.linspace(0, 3, 31)
    way = theta + np.outer(s, u)
    np.testing.assert_allclose(way @ X.T, np.tile(X @ theta, (31, 1)), atol=1e-14)
    np.testing.assert_allclose((way**2).sum(axis=1), theta @ theta + s**2)
    risks = {
        name: regularised_risk(way, X, y, kc.Logistic(), r) for name, r in REGULARISERS.items()
    }
    for name in ("half lambda t squared", "t", "log(1+t)"):
        assert (np.diff(risks[name]) > 0).all()
    np.testing.assert_allclose(risks["0"], risks["0"][0], rtol=1e-14)
    t0 = np.linalg.norm(way[15])
    step = regularised_risk(way, X, y, kc.Logistic(), StepRegulariser(t0))
    np.testing.assert_allclose(step - risks["0"], np.arange(31) > 15, atol=1e-12)


@pytest.mark.parametrize("name", list(REGULARISERS))
def test_a_regulariser_never_falls_and_says_what_it_is(name):
    r = REGULARISERS[name]
    t = np.linspace(0, 50, 5001)
    assert r.name == name and r.formula
    assert (np.diff(r(t)) >= 0).all() and r(t).shape == t.shape and np.ndim(r(1.0)) == 0


def test_regularisers_by_hand():
    values = {name: float(r(3.0)) for name, r in REGULARISERS.items()}
    assert values == {
        "half lambda t squared": 4.5, "t": 3.0, "log(1+t)": np.log(4.0), "0": 0.0, "step": 1.0,
    }  # fmt: skip
    assert HalfSquaredNorm(0.1)(2.0) == pytest.approx(0.2)
    assert StepRegulariser(3.0)(3.0) == 0 and StepRegulariser(3.0)(3.0001) == 1


@pytest.mark.parametrize("r", [*REGULARISERS.values(), StepRegulariser(7.0)], ids=repr)
@pytest.mark.parametrize("name", LOSSES)
def test_no_random_theta_beats_its_projection(name, r):
    X, y = random_wide_problem()
    loss = kc.LOSSES[name]
    d = sample_off_span_excess(X, y, loss, r, draws=1000, seed=0)
    assert X.shape == (10, 50) and d.excess.shape == (1000,)
    assert d.excess.min() >= 0
    assert (d.norm > d.in_span_norm).all()
    theta = np.random.default_rng([0, 1]).normal(size=(1000, 50))
    np.testing.assert_allclose(d.norm, np.linalg.norm(theta, axis=1))
    for i in range(0, 1000, 100):
        inside = orthogonal_split(theta[i], X).in_span
        np.testing.assert_allclose(d.in_span_norm[i], np.linalg.norm(inside))
        risks = [regularised_risk(part, X, y, loss, r) for part in (theta[i], inside)]
        np.testing.assert_allclose(d.excess[i], np.subtract(*risks), atol=1e-12 * risks[0])
    losses = loss.value(theta @ X.T, y).mean(axis=1)
    assert (np.abs(d.loss_rounding) <= 1e-13 * (1 + losses)).all()  # (6b)
    if r.name in ("half lambda t squared", "t", "log(1+t)"):
        assert d.excess.min() > 0
    if r == StepRegulariser(7.0):  # its step is between the smallest and the largest ‖θ‖
        assert set(d.excess) == {0.0, 1.0}
    if r.name == "0":
        assert not d.excess.any()


def test_full_span_leaves_no_off_span_component():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(9, 4)), rng.choice([-1.0, 1.0], 9)
    d = sample_off_span_excess(X, y, kc.Hinge(), HalfSquaredNorm(), draws=50)
    assert not d.excess.any() and np.abs(d.loss_rounding).max() < 1e-13


def test_the_same_seed_gives_the_same_draws():
    X, y = random_wide_problem(6, 2, seed=3)
    first, repeated, other_seed = (
        sample_off_span_excess(X, y, kc.Hinge(), HalfSquaredNorm(), 20, seed).excess
        for seed in (1, 1, 2)
    )
    assert first.tobytes() == repeated.tobytes() and (first != other_seed).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: orthogonal_split([1.0], [[1.0, 2.0]]), "2 finite numbers"),
        (lambda: orthogonal_split([1.0, np.nan], [[1.0, 2.0]]), "2 finite numbers"),
        (lambda: orthogonal_split(["a", 1], [[1.0, 2.0]]), "must hold numbers"),
        (lambda: span_bases([1.0, 2.0]), "one row for each point"),
        (lambda: HalfSquaredNorm(-1.0), "finite number of at least 0"),
        (lambda: StepRegulariser(np.inf), "t0 must be"),
        (
            lambda: sample_off_span_excess([[1.0]], [2], kc.Hinge(), StepRegulariser()),
            "labels -1 and",
        ),
        (
            lambda: sample_off_span_excess([[1.0]], [1], kc.ZeroOne(), StepRegulariser()),
            "NP-hard",
        ),
    ],
)
def test_bad_input_is_refused_with_a_message(call, message):
    with pytest.raises(ValueError, match=message):
        call()
