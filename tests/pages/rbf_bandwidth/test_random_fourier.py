"""The sweep in the footnote has kernel_core's numbers at every stop."""

import json

import numpy as np
import pytest

import kernel_core as kc
from lab.formulas.sequences import cosine_averages, frequencies
from pages.rbf_bandwidth.mathematics.normal_density import normal_density
from pages.rbf_bandwidth.random_fourier import MAX_FREQUENCIES, counts, sweep


def arrays(tau=0.4, seed=0):
    tensors = sweep(tau, seed)["tensors"]
    return {name: np.reshape(t["data"], t["shape"]) for name, t in tensors.items()}


def test_the_slider_stops_at_whole_numbers_from_1_to_2000():
    stops = counts()
    assert stops[0] == 1 and stops[-1] == MAX_FREQUENCIES == 2000
    assert stops.dtype.kind == "i" and np.all(np.diff(stops) > 0) and len(stops) > 40


@pytest.mark.parametrize("tau", [0.05, 0.4, 1.0, 6.4])
def test_averages_and_errors_are_those_of_the_experiment(tau):
    t = arrays(tau, seed=3)
    r = t["distance"][:, None]
    kernel = kc.RBF(tau)(r, np.zeros((1, 1)))[:, 0]
    np.testing.assert_allclose(t["kernel"], kernel, atol=1e-4)
    for name, slip in (("average", False), ("slip", True)):
        W = frequencies(MAX_FREQUENCIES, 1, tau, seed=3, printed_variance=slip)
        expected = cosine_averages(W, r, counts())
        np.testing.assert_allclose(t[name], expected, atol=1e-3)  # the sent r is rounded
        np.testing.assert_allclose(
            t[f"{name}_error"], np.abs(t[name] - t["kernel"]).max(axis=1), atol=1e-4
        )
    assert t["average_error"][-1] < 0.08, "with 2000 cosines the right variance gives the kernel"
    if tau != 1:
        assert t["slip_error"][-1] > 0.3, "and the printed one does not"


def test_the_histogram_is_one_of_the_draws_and_has_area_one():
    t = arrays(0.4)
    W = frequencies(MAX_FREQUENCIES, 1, 0.4)[:, 0]
    edges, heights = t["edges"], t["heights"]
    assert heights.shape == (len(counts()), len(edges))
    for k in (0, 30, -1):
        area = np.sum(np.diff(edges) * (heights[k][1:] + heights[k][:-1]) / 2)
        inside = np.mean(np.abs(W[: counts()[k]]) <= edges[-1])
        assert area == pytest.approx(inside, abs=1e-3)
    np.testing.assert_allclose(t["density"], normal_density(t["w"], 1 / 0.4), rtol=1e-3)
    np.testing.assert_allclose(t["slip_density"], normal_density(t["w"], 0.4), rtol=1e-3, atol=1e-9)


def test_both_curves_are_in_the_picture_at_any_bandwidth():
    for tau in (0.01, 0.1, 1.0, 10.0, 100.0):
        t = arrays(tau)
        assert np.isfinite([t[name].sum() for name in t]).all()
        assert t["kernel"].min() < 0.7, "the kernel falls within the picture"


def test_it_travels_as_plain_json_of_moderate_size():
    text = json.dumps(sweep(0.4, 0), allow_nan=False)
    assert len(text) < 120_000
    tensors = json.loads(text)["tensors"]
    moving_names = {name for name, tensor in tensors.items() if not tensor["fixed"]}
    assert moving_names == {"average", "slip", "average_error", "slip_error", "heights"}
    assert all(tensors[name]["shape"][0] == len(counts()) for name in moving_names)
