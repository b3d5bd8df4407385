"""The cost of φ and of the kernel: the timed features are φ, and the counts are kernel_core's."""

from math import comb

import numpy as np
import pytest

import kernel_core as kc
from lab.endpoints.benchmark_stream import Benchmark
from lab.ui.challenges import is_met
from pages.kernel_trick import feature_cost
from pages.kernel_trick.feature_timing import (
    BENCHMARK,
    CELLS,
    DEGREES,
    MAX_BYTES,
    SIZES,
    STREAM,
    FeatureMapCase,
    features,
    fits,
    measure,
    row,
    work,
)
from tests.pages.kernel_trick.counted_multiplications import count_multiplications


@pytest.mark.parametrize("d", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("degree", [1, 2, 3, 4, 8])
def test_the_features_that_are_timed_are_those_of_the_kernel(d, degree):
    if comb(d + degree, degree) > 20_000:
        degree = 5
    x, z = np.random.default_rng(d).uniform(-1, 1, (2, d))
    phi = features(d, degree)
    assert phi(x).shape == (comb(d + degree, degree),)
    assert phi(x) @ phi(z) == pytest.approx((x @ z + 1) ** degree, rel=1e-11)
    expected = kc.Polynomial(degree, 1.0).features(x[None])[0]
    np.testing.assert_allclose(np.sort(phi(x)), np.sort(expected), rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("d, degree", [(1, 1), (6, 3), (24, 2), (4, 8)])
def test_both_methods_give_one_number(d, degree):
    values = [work(FeatureMapCase(d, degree, method))() for method in ("explicit", "kernel")]
    assert values[0] == pytest.approx(values[1], rel=1e-11)


def test_every_cell_that_fits_is_measured_once_and_no_other():
    assert len(CELLS) == len(set(CELLS))
    for d in SIZES:
        for degree in DEGREES:
            assert FeatureMapCase(d, degree, "kernel") in CELLS
            bytes_ = 8 * comb(d + degree, degree)
            assert fits(d, degree) == (bytes_ <= MAX_BYTES)
            assert (FeatureMapCase(d, degree, "explicit") in CELLS) == fits(d, degree)
    assert not fits(1024, 8) and fits(1024, 1), "the largest features no longer fit"


def test_a_real_measurement_and_its_row():
    cell = FeatureMapCase(8, 2, "explicit")
    seconds = measure(cell)
    assert 0 < seconds < np.inf
    measured_row = row(cell, seconds)
    assert (measured_row["d"], measured_row["degree"], measured_row["method"]) == (8, 2, "explicit")
    assert measured_row["seconds"] == pytest.approx(seconds, rel=6e-3)


def test_one_visitor_at_a_time_as_for_other_measurements():
    assert isinstance(BENCHMARK, Benchmark) and STREAM.at_once == 1


# ---- the pictures ----


@pytest.mark.parametrize("d, degree", [(1, 1), (2, 3), (4, 2), (6, 4), (3, 8)])
def test_the_table_holds_what_was_counted_step_by_step(d, degree):
    ran, _, _ = count_multiplications(np.full(d, 0.3), np.full(d, 0.2), degree)
    i, j = SIZES.index(d), DEGREES.index(degree)
    assert feature_cost.table("explicit")[i][j] == pytest.approx(ran.explicit, rel=1e-3)
    assert feature_cost.table("kernel")[i][j] == ran.kernel == d + degree - 1
    assert feature_cost.table("bytes")[i][j] == 8 * comb(d + degree, degree)
    row = feature_cost.costs(d, degree)
    assert (row["explicit"], row["kernel"], row["features"]) == (
        ran.explicit, ran.kernel, comb(d + degree, degree))  # fmt: skip
    assert row["times"] == ran.explicit / ran.kernel


def test_some_cases_do_not_fit():
    explicit, space = (
        np.array(feature_cost.table("explicit")),
        np.array(feature_cost.table("bytes")),
    )
    inside = space <= feature_cost.LAPTOP_BYTES
    assert explicit[inside].max() <= 1e11 and (~inside).sum() > 10
    assert np.array(feature_cost.table("kernel")).max() <= 1e11
    assert (np.diff(space, axis=0) > 0).all() and (np.diff(space, axis=1) > 0).all(), (
        "memory grows along both axes"
    )


def test_a_sweep_is_a_row_of_the_table():
    for degree in DEGREES:
        tensors = feature_cost.sweep(degree)["tensors"]
        assert tensors["stops"]["data"] == list(SIZES)
        np.testing.assert_allclose(
            tensors["explicit"]["data"],
            np.array(feature_cost.table("explicit"))[:, degree - 1],
            rtol=1e-3,
        )
        assert len(tensors["less"]["data"]) == len(SIZES) and not tensors["less"]["fixed"]


def test_the_goal_is_met_in_one_cell_and_has_one_right_answer():
    goal_cells = [
        (d, degree)
        for d in SIZES
        for degree in DEGREES
        if is_met(
            feature_cost.ABOUT_PIXELS.conditions,
            feature_cost.costs(d, degree) | {"coords": d, "order": degree},
        )
    ]
    assert goal_cells == [(256, 5)]
    right = [
        o.label for o in feature_cost.ABOUT_PIXELS.options if is_met(o.conditions, {"order": 5})
    ]
    assert right == [feature_cost.ABOUT_PIXELS.answer]
    assert comb(261, 5) == pytest.approx(1e10, rel=0.1), "nearly ten billion"
    assert feature_cost.costs(256, 5)["kernel"] == 260
