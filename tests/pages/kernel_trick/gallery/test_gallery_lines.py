"""The gallery on a line: each picture agrees with kernel_core and with its text."""

import json
from dataclasses import replace
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from sklearn.linear_model import Ridge

import kernel_core as kc
from pages.kernel_trick.gallery.gallery_scene import ON_A_LINE, STOPS, GalleryScene
from pages.kernel_trick.gallery.kernels import kernel_of
from pages.kernel_trick.gallery.sweeps import line_fits
from tests.pages.kernel_trick.gallery.exhibits import exhibits, sweep_tensors

COSINE, BANK, POLY, MIN = (GalleryScene(piece=piece) for piece in ("cosine", "bank", "poly", "min"))
TERMS = {"cosine": "theta", "bank": "L", "poly": "power", "min": "firm"}


@pytest.mark.parametrize("piece", ON_A_LINE)
def test_every_stop_is_the_fit_of_its_kernel_with_its_proof(piece):
    """Kernel ridge regression has a closed form: (K + λmI)α = y."""
    tensors, _ = sweep_tensors(GalleryScene(piece=piece), TERMS[piece])
    X, y = tensors["points"][:, :1], tensors["targets"]
    assert tensors["gap"].max() <= 1e-9
    for k, exhibit in enumerate(exhibits(GalleryScene(piece=piece), TERMS[piece])):
        kernel, lam = kernel_of(exhibit), line_fits.LAM.get(piece, exhibit.firm)
        K = kernel(X, X)
        np.testing.assert_allclose(tensors["gram"][k], K, atol=1e-3 * np.abs(K).max())
        alpha = np.linalg.solve(K + lam * len(X) * np.eye(len(X)), y)
        f = kernel(tensors["x"][:, None], X) @ alpha
        np.testing.assert_allclose(tensors["fit"][k], f, atol=1e-4)
        assert tensors["train_mse"][k] == pytest.approx(np.mean((K @ alpha - y) ** 2), abs=1e-5)
        assert tensors["test_mse"][k] == pytest.approx(
            np.mean((f - tensors["truth"]) ** 2), rel=1e-3
        )


@pytest.mark.parametrize("piece", ON_A_LINE)
def test_the_slice_goes_through_its_handle_and_stays_in_the_picture(piece):
    along = "spot" if piece == "min" else "place"
    tensors, texts = sweep_tensors(GalleryScene(piece=piece), along)
    nodes, ranges = tensors["axis"], tensors["range"]
    for k, point in enumerate(tensors["stops"]):
        low, high = ranges if "range" in texts["fixed"].split(",") else ranges[k]
        values_here = tensors["slice_point"][k]
        assert values_here[0] == pytest.approx(point)
        size = np.abs(tensors["slice"][k]).max()
        assert np.interp(point, nodes, tensors["slice"][k]) == pytest.approx(
            values_here[1], abs=0.02 * size
        )
        assert low <= tensors["slice"][k].min() and tensors["slice"][k].max() <= high
        assert low <= 0 < high <= 3 * max(tensors["slice"].max(), high if piece != "poly" else size)


# ---- one cosine ----


def test_one_cosine_fits_with_two_weights():
    tensors, _ = sweep_tensors(COSINE, "theta")
    x, X, y = tensors["x"], tensors["points"][:, 0], tensors["targets"]
    for k, theta in enumerate(tensors["stops"]):
        wave = tensors["cos_weight"][k] * np.cos(theta * x) + tensors["sin_weight"][k] * np.sin(
            theta * x
        )
        np.testing.assert_allclose(tensors["fit"][k], wave, atol=1e-5)
        assert np.linalg.matrix_rank(kc.Cosine(theta)(X[:, None], X[:, None]), tol=1e-9) <= 2
    k = 16  # the same two weights by ridge regression over the two features
    phi = np.column_stack([np.cos(tensors["stops"][k] * X), np.sin(tensors["stops"][k] * X)])
    ridge = Ridge(alpha=0.01 * len(X), fit_intercept=False).fit(phi, y)
    weights = tensors["cos_weight"][k], tensors["sin_weight"][k]
    np.testing.assert_allclose(ridge.coef_, weights, atol=1e-6)


# ---- L waves, and both claims about their limit ----


def test_both_sums_and_the_limit_are_written_out():
    tensors, _ = sweep_tensors(BANK, "L")
    assert tensors["stops"][[0, -1]].tolist() == [1, 200]
    v = tensors["axis"] - BANK.place
    limit = 2 * np.pi * np.sinc(2 * v)
    np.testing.assert_allclose(np.broadcast_to(tensors["limit"], (1, len(v)))[0], limit, atol=1e-5)
    for k, L in enumerate(tensors["stops"]):
        waves = np.cos(2 * np.pi * np.outer(np.arange(L + 1) / L, v)).sum(axis=0)
        np.testing.assert_allclose(tensors["printed"][k], waves, atol=2e-5 * L)
        np.testing.assert_allclose(tensors["scaled"][k], 2 * np.pi / L * waves, atol=1e-4)
        assert tensors["count"][k] == 2 * (L + 1)


def test_only_with_the_factor_there_is_a_limit():
    tensors, _ = sweep_tensors(BANK, "L")
    L, printed, scaled = tensors["counts"], tensors["printed_errors"], tensors["scaled_errors"]
    is_late = L >= 10
    assert (np.diff(printed[is_late]) > 0).all() and printed[-1] == pytest.approx(201 - 2 * np.pi)
    assert (np.diff(scaled[is_late]) < 0).all() and scaled[-1] < 0.04
    np.testing.assert_allclose(scaled[L >= 50] * L[L >= 50], 2 * np.pi, rtol=0.08)  # like 1/L
    doubled_terms = tensors["stops"].astype(int) - 1
    np.testing.assert_allclose(tensors["scaled_error"], scaled[doubled_terms])
    np.testing.assert_allclose(tensors["printed_error"], printed[doubled_terms])


def test_the_factor_scales_the_matrix_and_nothing_else():
    with_it, unscaled = (
        sweep_tensors(replace(BANK, factor=f), "L")[0] for f in ("with", "printed")
    )
    for k, L in enumerate(with_it["stops"]):
        np.testing.assert_allclose(
            with_it["gram"][k], 2 * np.pi / L * unscaled["gram"][k], atol=0.01)  # fmt: skip
    assert np.abs(with_it["fit"] - unscaled["fit"]).max() > 0.05, "λ means something else then"


# ---- the polynomial's features ----


@pytest.mark.parametrize("d", [1, 2, 3, 4])
@pytest.mark.parametrize("c", [0.0, 1.0])
def test_the_list_has_as_many_features_as_the_formula_says(d, c):
    tensors, texts = sweep_tensors(replace(POLY, dims=d, shift=c), "power")
    lists = json.loads(texts["features"])
    for k, M in enumerate(STOPS["power"]):
        names = [name for group in lists[k] for name in group]
        assert len(names) == len(set(names)) == tensors["listed"][k]
        assert tensors["listed"][k] == comb(d + int(M) - (c == 0), int(M))
        assert tensors["formula"][k] == tensors["growth"][k] == comb(d + int(M), int(M))
        assert tensors["upside_down"][k] == 0, "more than d of d things can't be chosen"
        assert tensors["lowest"][k] == (0 if c > 0 else M)


def test_the_features_are_named_with_their_weights():
    _, texts = sweep_tensors(replace(POLY, power=2), "shift")
    lists, k = json.loads(texts["features"]), STOPS["shift"].index(1.0)
    assert lists[k] == [["1"], ["√2·x₁", "√2·x₂"], ["x₁²", "√2·x₁x₂", "x₂²"]]
    assert lists[0] == [["x₁²", "√2·x₁x₂", "x₂²"]]


def test_a_fit_of_degree_M_is_a_polynomial_of_degree_M():
    tensors, _ = sweep_tensors(POLY, "power")
    x = tensors["x"] / 3.3
    for k, M in enumerate(STOPS["power"]):
        best = np.polynomial.Polynomial.fit(x, tensors["fit"][k], int(M))
        np.testing.assert_allclose(best(x), tensors["fit"][k], atol=1e-4)


# ---- min{x, x′} ----


def test_a_fit_of_the_min_kernel_bends_at_the_data_only():
    tensors, _ = sweep_tensors(MIN, "firm")
    x, knots = tensors["x"], np.sort(tensors["points"][:, 0])
    bends_here = [((knots > a) & (knots < b)).any() for a, b in zip(x, x[2:], strict=False)]
    assert x[0] == 0 and x[-1] > knots[-1]
    for fit in tensors["fit"]:
        second = np.abs(np.diff(fit, 2))
        assert second[~np.array(bends_here)].max() < 1e-5
        assert second.max() > 1e-4 and fit[0] == pytest.approx(0, abs=1e-7)
        beyond_data = fit[x > knots[-1]]
        assert np.ptp(beyond_data) < 1e-6


def test_the_staircase_is_the_slope_of_the_fit():
    tensors, _ = sweep_tensors(MIN, "firm")
    x, knots = (
        tensors["x"],
        np.broadcast_to(tensors["knots"], (len(tensors["stops"]), tensors["knots"].shape[-1])),
    )
    middle = (x[1:] + x[:-1]) / 2
    data = tensors["points"][:, 0]
    clear = [not ((data >= a) & (data <= b)).any() for a, b in pairwise(x)]
    for k, steps in enumerate(tensors["slope"]):
        piece_index = np.searchsorted(knots[k], middle) - 1
        slopes = np.diff(tensors["fit"][k]) / np.diff(x)
        np.testing.assert_allclose(steps[piece_index][clear], slopes[clear], atol=1e-3)


def test_with_a_tiny_lambda_the_fit_interpolates():
    tensors, _ = sweep_tensors(MIN, "firm")
    first = np.argsort(tensors["points"][:, 0])
    X, y = tensors["points"][first, 0], tensors["targets"][first]
    dots = np.interp(tensors["x"], [0, *X], [0, *y])
    distance = np.abs(tensors["fit"] - dots).max(axis=1)
    assert distance[0] < 0.01 and (np.diff(distance) > 0).all()


def test_constant_tensors_are_sent_once():
    for piece in ON_A_LINE:
        _, texts = sweep_tensors(GalleryScene(piece=piece), TERMS[piece])
        assert {"points", "x", "axis"} <= set(texts["fixed"].split(","))
    tensors, _ = sweep_tensors(COSINE, "place")
    assert tensors["gram"].shape == (20, 20) and tensors["slice"].shape[0] == 61
    assert line_fits.data(False)["points"].shape == (20, 2)
