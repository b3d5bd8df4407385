"""The axis of bias and variance leaves out only values far below the noise or far above the total
error, and its text says so."""

from dataclasses import replace

import numpy as np
import pytest

from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.polynomial_fits import bias_variance


@pytest.mark.parametrize("data", ["wave", "steps"])
@pytest.mark.parametrize("m", [2, 8, 15, 30, 60])
@pytest.mark.parametrize("along", ["degree", "lam"])
def test_the_axis_leaves_out_only_what_its_text_says(data, m, along):
    scene = replace(DEFAULT, data=data, m=m)
    tables = {
        "degree": bias_variance.table_by_degree,
        "lam": bias_variance.table_along_lam,
    }
    table = tables[along](scene)
    (low, high), text = bias_variance.error_axis(table)
    parts = np.array([table.bias2, table.variance, table.sample_bias2, table.total])
    left_out_below, left_out_above = parts[parts < 10.0**low], parts[parts > 10.0**high]
    assert (left_out_below <= 0.01 * table.noise).all()
    assert (left_out_above >= 100 * min(table.total[0], table.total[-1])).all()
    assert ("The error axis begins" in text) == bool(len(left_out_below))
    assert ("The error axis ends" in text) == bool(len(left_out_above))
    assert high - low <= 7, "not twelve decades"
