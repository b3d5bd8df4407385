"""The RBF kernel from finitely many features: the errors follow the theory, and the boundaries are
compared with the exact one."""

from dataclasses import replace

import numpy as np
import pytest

import kernel_core as kc
from lab.formulas.sequences import RBFTaylor, frequencies
from pages.kernel_trick.gallery.gallery_scene import MAX_TERMS, MAX_WAVES, STOPS, GalleryScene
from pages.kernel_trick.gallery.kernels import kernel_of
from pages.kernel_trick.gallery.sweeps import plane_fits
from tests.pages.kernel_trick.gallery.exhibits import exhibits, sweep_tensors

TAYLOR, FOURIER = GalleryScene(piece="taylor"), GalleryScene(piece="fourier")
SLIP = replace(FOURIER, spread="printed")
LAM = 0.1
POINTS = plane_fits.data()["points"]  # as sent to the page, rounded
ROUNDED = 0.02  # largest rounding error of a field, relative to its largest value


def exact(tau, X):
    return np.exp(-np.square(X[:, None] - X).sum(axis=2) / (2 * tau**2))


# ---- both approximations ----


@pytest.mark.thorough
@pytest.mark.parametrize("exhibit", [TAYLOR, FOURIER, SLIP], ids=["taylor", "fourier", "slip"])
def test_the_boundary_is_the_fit_with_the_truncated_kernel(exhibit):
    along = "terms" if exhibit.piece == "taylor" else "waves"
    tensors, texts = sweep_tensors(exhibit, along)
    X, y, x, grid = POINTS, tensors["labels"], tensors["x"], np.meshgrid(tensors["x"], tensors["y"])
    places = np.column_stack([part.ravel() for part in grid])
    assert tensors["gap"].max() <= 1e-6 and "exact" in texts["fixed"].split(",")
    best = kc.fit(X, y, kc.RBF(exhibit.width), kc.Hinge(), LAM, risk="sum")
    field = best.decision(places).reshape(len(x), -1)
    np.testing.assert_allclose(tensors["exact"], field, atol=ROUNDED * np.abs(field).max())
    for k in range(0, len(tensors["stops"]), 9):
        drawn = exhibits(exhibit, along)[k]
        kernel = kernel_of(drawn)
        np.testing.assert_allclose(tensors["gram"][k], kernel(X, X), atol=1e-3)
        fit = kc.fit(X, y, kernel, kc.Hinge(), LAM, risk="sum")
        field = fit.decision(places).reshape(len(x), -1)
        np.testing.assert_allclose(tensors["field"][k], field, atol=ROUNDED * np.abs(field).max())
        features = kernel.features(X)
        assert tensors["count"][k] == features.shape[1]
        np.testing.assert_allclose(features @ features.T, kernel(X, X), atol=1e-12)


@pytest.mark.parametrize(("exhibit", "along"), [(TAYLOR, "terms"), (FOURIER, "waves")])
def test_the_boundary_comes_to_the_exact_one(exhibit, along):
    tensors, _ = sweep_tensors(exhibit, along)
    assert tensors["differs"][0] > 0.2 and tensors["differs"][-1] < 0.005
    assert abs(tensors["test_error"][-1] - tensors["exact_error"][-1]) < 0.005
    near, far = tensors["differs_near"], tensors["differs_far"]
    assert (np.minimum(near, far) <= tensors["differs"] + 1e-12).all()
    assert (tensors["differs"] <= np.maximum(near, far) + 1e-12).all()
    np.testing.assert_allclose(tensors["slice"][-1], tensors["target"], atol=0.02)


# ---- the series ----


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("tau", [0.5, 0.7, 1.0, 2.0])
def test_the_error_falls_faster_than_any_power_and_below_its_bound(tau):
    tensors, _ = sweep_tensors(replace(TAYLOR, width=tau), "terms")
    X, counts, errors = POINTS, tensors["counts"], tensors["errors"]
    assert counts.tolist() == list(range(1, MAX_TERMS + 1))
    for N in (1, 3, 10, 25):
        far = np.abs(RBFTaylor(tau, N)(X, X) - exact(tau, X)).max()
        assert errors[N - 1] == pytest.approx(far, abs=1e-12)
    assert (errors <= tensors["bounds"] * (1 + 1e-9) + 1e-14).all()
    assert (np.diff(tensors["bounds"]) <= 1e-15).all() and tensors["bounds"][0] <= 1
    falling = (errors > 1e-13) & (counts > 2 * np.abs(X @ X.T).max() / tau**2)
    slopes = np.diff(np.log(errors[falling])) / np.diff(np.log(counts[falling]))
    assert (np.diff(slopes) < 0).all(), "on log axes it bends down ever more"
    np.testing.assert_allclose(tensors["error"], errors)


def test_its_features_are_the_weighted_monomials_of_the_notes():
    tau, x = 0.7, np.linspace(-1, 1, 9)
    alpha = 2 * tau**2  # the letter used in note 003
    k = np.arange(6)
    factorial = np.cumprod([1, *k[1:]])
    phi = (
        np.sqrt(2**k / (alpha**k * factorial)) * x[:, None] ** k * np.exp(-(x**2) / alpha)[:, None]
    )
    np.testing.assert_allclose(RBFTaylor(tau, 6).features(x[:, None]), phi, atol=1e-12)


@pytest.mark.parametrize("tau", [2.0**-1.5, 0.5, 1.0, 2.0])
def test_the_letter_of_the_notes_meets_the_bandwidth_at_twice_its_square_only(tau):
    """Compare exp(−‖x − y‖²/α) of note 003 with the RBF kernel at every stop of α."""
    tensors, _ = sweep_tensors(replace(TAYLOR, width=tau), "letter")
    axis, stops = tensors["axis"], tensors["stops"]
    for alpha, values in zip(stops, tensors["lettered"], strict=True):
        np.testing.assert_allclose(values, np.exp(-((axis - TAYLOR.place) ** 2) / alpha), atol=1e-6)
    near = tensors["letter_error"] <= 0.01
    np.testing.assert_allclose(stops[near], [2 * tau**2], rtol=1e-9)
    np.testing.assert_allclose(tensors["twice"], 2 * tau**2)


def test_the_two_boundaries_meet_the_later_the_smaller_tau_is():
    needed_terms = []
    for tau in (2.0, 1.0, 0.7, 0.5):
        tensors, _ = sweep_tensors(replace(TAYLOR, width=tau), "terms")
        needed_terms.append(int(np.flatnonzero(tensors["differs"] > 0.001).max(initial=-1)) + 2)
    assert needed_terms == sorted(needed_terms) and needed_terms[0] < needed_terms[-1] <= MAX_TERMS


@pytest.mark.thorough
def test_where_the_boundary_is_right_the_kernel_is_not_yet():
    """Where the boundary is close enough, the error of K is as large as the reason states."""
    for draw in (1, 4):
        tensors, _ = sweep_tensors(replace(FOURIER, draw=draw), "waves")
        (k,) = np.flatnonzero(tensors["stops"] == tensors["sufficient_waves"][0])
        assert (
            tensors["test_error"][k] <= tensors["exact_error"][k] + 0.01
            and tensors["error"][k] > 0.04
        )


# ---- random cosines ----


def rms(tau, exhibit, along="waves"):
    """Return the numbers D of cosines, and the root mean square error over six draws for each D."""
    draws = [
        sweep_tensors(replace(exhibit, width=tau, draw=draw), along)[0]
        for draw in (1, 2, 3, 4, 5, 6)
    ]
    return draws[0]["counts"], np.sqrt(
        np.mean([draw_tensors["errors"] ** 2 for draw_tensors in draws], axis=0)
    )


@pytest.mark.thorough
def test_the_error_falls_like_one_over_the_root_of_D():
    counts, errors = rms(0.7, FOURIER)
    assert counts[[0, -1]].tolist() == [1, MAX_WAVES]
    slope = np.polyfit(np.log(counts), np.log(errors), 1)[0]
    assert slope == pytest.approx(-0.5, abs=0.08)
    expected = sweep_tensors(FOURIER, "waves")[0]["expected"]
    np.testing.assert_allclose(expected, expected[0] / np.sqrt(counts))
    assert 0.6 < np.median(errors / expected) < 1.6


def test_with_the_printed_variance_it_comes_to_another_kernel():
    tensors, _ = sweep_tensors(SLIP, "waves")
    X, tau = POINTS, SLIP.width
    pairs = np.triu_indices(len(X))
    slip, right = tensors["slip_errors"], tensors["errors"]
    levels = np.sqrt(np.mean((exact(1 / tau, X) - exact(tau, X))[pairs] ** 2))
    assert slip[-1] == pytest.approx(levels, rel=0.1) and levels > 0.3 > 20 * right[-1]
    np.testing.assert_allclose(tensors["gram"][-1], exact(1 / tau, X), atol=0.06)
    np.testing.assert_allclose(tensors["error"], slip, atol=1e-9)
    assert tensors["differs"][-1] > 0.03, "the boundary settles beside the dotted one"


@pytest.mark.thorough
def test_the_footnote_is_right_where_tau_is_one():
    first, second = (
        sweep_tensors(replace(exhibit, width=1.0), "waves")[0] for exhibit in (FOURIER, SLIP)
    )
    for name in ("field", "gram", "error", "slice"):
        np.testing.assert_array_equal(first[name], second[name])


@pytest.mark.thorough
def test_a_larger_D_keeps_the_cosines_of_a_smaller_one():
    W = frequencies(MAX_WAVES, 2, 0.7, seed=3)
    assert (frequencies(10, 2, 0.7, seed=3) == W[:10]).all()
    draws = sweep_tensors(FOURIER, "draw")[0]
    assert len({tuple(alpha) for alpha in draws["alpha"]}) == len(STOPS["draw"]) == 12


def test_enough_waves_stay_enough():
    waves = np.array([1.0, 2, 5, 10])
    assert plane_fits.sufficient_waves(waves, np.array([0.3, 0.1, 0.2, 0.1]), np.full(4, 0.1)) == 10
    assert plane_fits.sufficient_waves(waves, np.array([0.3, 0.1, 0.1, 0.1]), np.full(4, 0.1)) == 2
    assert plane_fits.sufficient_waves(waves, np.full(4, 0.1), np.full(4, 0.1)) == 1
    assert plane_fits.sufficient_waves(waves, np.full(4, 0.3), np.full(4, 0.1)) == np.inf
    tensors, _ = sweep_tensors(FOURIER, "waves")
    (enough_waves,) = set(tensors["sufficient_waves"])
    is_late = tensors["stops"] >= enough_waves
    assert (tensors["test_error"][is_late] <= tensors["exact_error"][is_late] + 0.01).all()


def test_random_cosines_err_where_f_is_almost_0_as_in_the_corners():
    """Compare shares of the plane, for five draws with the largest number of cosines."""
    data, exact_field = plane_fits.data(), plane_fits.svm_fit(kc.RBF(FOURIER.width))["field"]
    drawn_exhibits = [replace(FOURIER, waves=MAX_WAVES, draw=draw) for draw in range(1, 6)]
    fields = [plane_fits.svm_fit(kernel_of(exhibit))["field"] for exhibit in drawn_exhibits]
    disagreement = np.mean([np.sign(field) != np.sign(exact_field) for field in fields], axis=0)
    x, y = (np.abs(data[axis] - data[axis].mean()) / np.ptp(data[axis]) * 2 for axis in "xy")
    corner = (x > 0.75) & (y[:, None] > 0.75)
    assert disagreement[corner].mean() > 4 * disagreement[~corner].mean()
    assert np.abs(exact_field[corner]).mean() < 0.05 * np.abs(exact_field).max()
    assert (
        disagreement[np.abs(exact_field) < 0.02].mean()
        > 50 * disagreement[np.abs(exact_field) > 0.2].mean()
    )
