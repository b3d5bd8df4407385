"""The RBF kernel by finitely many features: errors as in theory, boundaries beside the exact."""

from dataclasses import replace

import numpy as np
import pytest

import kernel_core as kc
from lab.formulas.sequences import RBFTaylor, frequencies
from pages.kernel_trick.gallery.gallery_scene import MAX_TERMS, MAX_WAVES, STOPS, GalleryScene
from pages.kernel_trick.gallery.kernels import kernel_of
from pages.kernel_trick.gallery.sweeps import plane_fits
from tests.pages.kernel_trick.gallery.exhibits import exhibits, swept

TAYLOR, FOURIER = GalleryScene(piece="taylor"), GalleryScene(piece="fourier")
SLIP = replace(FOURIER, spread="printed")
LAM = 0.1
POINTS = plane_fits.data()["points"]  # what is sent of them is rounded
ROUNDED = 0.02  # of the largest value of a field


def exact(tau, X):
    return np.exp(-np.square(X[:, None] - X).sum(axis=2) / (2 * tau**2))


# ---- both ----


@pytest.mark.parametrize("shown", [TAYLOR, FOURIER, SLIP], ids=["taylor", "fourier", "slip"])
def test_the_boundary_is_the_fit_with_the_truncated_kernel(shown):
    along = "terms" if shown.piece == "taylor" else "waves"
    told, texts = swept(shown, along)
    X, y, x, grid = POINTS, told["labels"], told["x"], np.meshgrid(told["x"], told["y"])
    places = np.column_stack([part.ravel() for part in grid])
    assert told["gap"].max() <= 1e-6 and "exact" in texts["fixed"].split(",")
    best = kc.fit(X, y, kc.RBF(shown.width), kc.Hinge(), LAM, risk="sum")
    field = best.decision(places).reshape(len(x), -1)
    np.testing.assert_allclose(told["exact"], field, atol=ROUNDED * np.abs(field).max())
    for k in range(0, len(told["stops"]), 9):
        one = exhibits(shown, along)[k]
        kernel = kernel_of(one)
        np.testing.assert_allclose(told["gram"][k], kernel(X, X), atol=1e-3)
        fit = kc.fit(X, y, kernel, kc.Hinge(), LAM, risk="sum")
        field = fit.decision(places).reshape(len(x), -1)
        np.testing.assert_allclose(told["field"][k], field, atol=ROUNDED * np.abs(field).max())
        features = kernel.features(X)
        assert told["count"][k] == features.shape[1]
        np.testing.assert_allclose(features @ features.T, kernel(X, X), atol=1e-12)


@pytest.mark.parametrize(("shown", "along"), [(TAYLOR, "terms"), (FOURIER, "waves")])
def test_the_boundary_comes_to_the_exact_one(shown, along):
    told, _ = swept(shown, along)
    assert told["differs"][0] > 0.2 and told["differs"][-1] < 0.005
    assert abs(told["test_error"][-1] - told["exact_error"][-1]) < 0.005
    near, far = told["differs_near"], told["differs_far"]
    assert (np.minimum(near, far) <= told["differs"] + 1e-12).all()
    assert (told["differs"] <= np.maximum(near, far) + 1e-12).all()
    np.testing.assert_allclose(told["slice"][-1], told["target"], atol=0.02)


# ---- the series ----


@pytest.mark.parametrize("tau", [0.5, 0.7, 1.0, 2.0])
def test_the_error_falls_faster_than_any_power_and_below_its_bound(tau):
    told, _ = swept(replace(TAYLOR, width=tau), "terms")
    X, counts, errors = POINTS, told["counts"], told["errors"]
    assert counts.tolist() == list(range(1, MAX_TERMS + 1))
    for N in (1, 3, 10, 25):
        far = np.abs(RBFTaylor(tau, N)(X, X) - exact(tau, X)).max()
        assert errors[N - 1] == pytest.approx(far, abs=1e-12)
    assert (errors <= told["bounds"] * (1 + 1e-9) + 1e-14).all()
    assert (np.diff(told["bounds"]) <= 1e-15).all() and told["bounds"][0] <= 1
    falling = (errors > 1e-13) & (counts > 2 * np.abs(X @ X.T).max() / tau**2)
    slopes = np.diff(np.log(errors[falling])) / np.diff(np.log(counts[falling]))
    assert (np.diff(slopes) < 0).all(), "on log axes it bends down ever more"
    np.testing.assert_allclose(told["error"], errors)


def test_its_features_are_the_weighted_monomials_of_the_notes():
    tau, x = 0.7, np.linspace(-1, 1, 9)
    alpha = 2 * tau**2  # 003's letter
    k = np.arange(6)
    factorial = np.cumprod([1, *k[1:]])
    phi = (
        np.sqrt(2**k / (alpha**k * factorial)) * x[:, None] ** k * np.exp(-(x**2) / alpha)[:, None]
    )
    np.testing.assert_allclose(RBFTaylor(tau, 6).features(x[:, None]), phi, atol=1e-12)


@pytest.mark.parametrize("tau", [2.0**-1.5, 0.5, 1.0, 2.0])
def test_the_letter_of_the_notes_meets_the_bandwidth_at_twice_its_square_only(tau):
    """003's exp(−‖x − y‖²/α), as printed, against the RBF kernel at every stop of α."""
    told, _ = swept(replace(TAYLOR, width=tau), "letter")
    axis, stops = told["axis"], told["stops"]
    for alpha, values in zip(stops, told["lettered"], strict=True):
        np.testing.assert_allclose(values, np.exp(-((axis - TAYLOR.place) ** 2) / alpha), atol=1e-6)
    near = told["letter_error"] <= 0.01
    np.testing.assert_allclose(stops[near], [2 * tau**2], rtol=1e-9)
    np.testing.assert_allclose(told["twice"], 2 * tau**2)


def test_the_two_boundaries_meet_the_later_the_smaller_tau_is():
    needed = []
    for tau in (2.0, 1.0, 0.7, 0.5):
        told, _ = swept(replace(TAYLOR, width=tau), "terms")
        needed.append(int(np.flatnonzero(told["differs"] > 0.001).max(initial=-1)) + 2)
    assert needed == sorted(needed) and needed[0] < needed[-1] <= MAX_TERMS


def test_where_the_boundary_is_right_the_kernel_is_not_yet():
    """What the reason says: the error of K at the D that is asked for, and it is told beside."""
    for draw in (1, 4):
        told, _ = swept(replace(FOURIER, draw=draw), "waves")
        (k,) = np.flatnonzero(told["stops"] == told["enough"][0])
        assert told["test_error"][k] <= told["exact_error"][k] + 0.01 and told["error"][k] > 0.04


# ---- random cosines ----


def rms(tau, shown, along="waves"):
    """The root mean square error over draws, against D."""
    draws = [swept(replace(shown, width=tau, draw=draw), along)[0] for draw in (1, 2, 3, 4, 5, 6)]
    return draws[0]["counts"], np.sqrt(np.mean([told["errors"] ** 2 for told in draws], axis=0))


@pytest.mark.thorough
def test_the_error_falls_like_one_over_the_root_of_D():
    counts, errors = rms(0.7, FOURIER)
    assert counts[[0, -1]].tolist() == [1, MAX_WAVES]
    slope = np.polyfit(np.log(counts), np.log(errors), 1)[0]
    assert slope == pytest.approx(-0.5, abs=0.08)
    expected = swept(FOURIER, "waves")[0]["expected"]
    np.testing.assert_allclose(expected, expected[0] / np.sqrt(counts))
    assert 0.6 < np.median(errors / expected) < 1.6


def test_with_the_printed_variance_it_comes_to_another_kernel():
    told, _ = swept(SLIP, "waves")
    X, tau = POINTS, SLIP.width
    pairs = np.triu_indices(len(X))
    slip, right = told["slip_errors"], told["errors"]
    levels = np.sqrt(np.mean((exact(1 / tau, X) - exact(tau, X))[pairs] ** 2))
    assert slip[-1] == pytest.approx(levels, rel=0.1) and levels > 0.3 > 20 * right[-1]
    np.testing.assert_allclose(told["gram"][-1], exact(1 / tau, X), atol=0.06)
    np.testing.assert_allclose(told["error"], slip, atol=1e-9)
    assert told["differs"][-1] > 0.03, "the boundary settles beside the dotted one"


def test_the_footnote_is_right_where_tau_is_one():
    one, other = (swept(replace(shown, width=1.0), "waves")[0] for shown in (FOURIER, SLIP))
    for name in ("field", "gram", "error", "slice"):
        np.testing.assert_array_equal(one[name], other[name])


def test_a_larger_D_keeps_the_cosines_of_a_smaller_one():
    W = frequencies(MAX_WAVES, 2, 0.7, seed=3)
    assert (frequencies(10, 2, 0.7, seed=3) == W[:10]).all()
    draws = swept(FOURIER, "draw")[0]
    assert len({tuple(alpha) for alpha in draws["alpha"]}) == len(STOPS["draw"]) == 12


def test_enough_is_where_it_stays_good():
    waves = np.array([1.0, 2, 5, 10])
    assert plane_fits.sufficient_waves(waves, np.array([0.3, 0.1, 0.2, 0.1]), np.full(4, 0.1)) == 10
    assert plane_fits.sufficient_waves(waves, np.array([0.3, 0.1, 0.1, 0.1]), np.full(4, 0.1)) == 2
    assert plane_fits.sufficient_waves(waves, np.full(4, 0.1), np.full(4, 0.1)) == 1
    assert plane_fits.sufficient_waves(waves, np.full(4, 0.3), np.full(4, 0.1)) == np.inf
    told, _ = swept(FOURIER, "waves")
    (enough,) = set(told["enough"])
    late = told["stops"] >= enough
    assert (told["test_error"][late] <= told["exact_error"][late] + 0.01).all()


def test_random_cosines_err_where_f_is_almost_0_as_in_the_corners():
    """By area, over five draws of the most cosines."""
    data, whole = plane_fits.data(), plane_fits.svm_fit(kc.RBF(FOURIER.width))["field"]
    drawn = [replace(FOURIER, waves=MAX_WAVES, draw=draw) for draw in range(1, 6)]
    fields = [plane_fits.svm_fit(kernel_of(shown))["field"] for shown in drawn]
    wrong = np.mean([np.sign(field) != np.sign(whole) for field in fields], axis=0)
    x, y = (np.abs(data[axis] - data[axis].mean()) / np.ptp(data[axis]) * 2 for axis in "xy")
    corner = (x > 0.75) & (y[:, None] > 0.75)
    assert wrong[corner].mean() > 4 * wrong[~corner].mean()
    assert np.abs(whole[corner]).mean() < 0.05 * np.abs(whole).max()
    assert wrong[np.abs(whole) < 0.02].mean() > 50 * wrong[np.abs(whole) > 0.2].mean()
