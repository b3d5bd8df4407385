"""The logistic loss of several classes, compared with its definition and with the binary loss."""

import numpy as np
import pytest
from sklearn.metrics import log_loss

import kernel_core as kc
from pages.losses.multinomial_logistic import OTHER_SCORES, OTHER_STOPS, losses, stops, sweep

TENSORS = {n: np.reshape(t["data"], t["shape"]) for n, t in sweep()["tensors"].items()}


@pytest.mark.parametrize("k", range(0, 33, 8))
def test_the_numbers_are_those_of_the_definition(k):
    """Compare with log Σ_i exp(z_i − z_y) (note 000, section 1), and with scikit-learn's log loss
    of the probabilities."""
    z = np.array([stops()[k], *OTHER_SCORES])
    expected = np.log(np.exp(z - z[0]).sum())
    p = np.exp(z) / np.exp(z).sum()
    assert TENSORS["three_now"][k] == pytest.approx(expected, rel=1e-4)
    np.testing.assert_allclose([TENSORS[f"p{i}"][k] for i in (1, 2, 3)], p, rtol=1e-4)
    assert log_loss([0], [p], labels=[0, 1, 2]) == pytest.approx(expected)
    assert TENSORS["slope_now"][k] == pytest.approx(p[0] - 1, rel=1e-3)
    assert np.interp(z[0], TENSORS["z"], TENSORS["three"]) == pytest.approx(expected, rel=1e-4)


def test_two_classes_are_the_logistic_loss_at_the_difference_of_scores():
    np.testing.assert_allclose(TENSORS["two_now"], TENSORS["logistic_now"], rtol=1e-4)
    margins = stops() - OTHER_SCORES[0]
    expected = kc.Logistic().value(margins, np.ones(len(margins)))
    np.testing.assert_allclose(TENSORS["logistic_now"], expected, rtol=1e-4)


def test_a_class_more_costs_more_and_a_higher_score_less():
    assert (TENSORS["three"] > TENSORS["two"]).all() and (np.diff(TENSORS["three"]) < 0).all()
    z = np.array([-800.0, 0.0, 800.0])
    assert np.isfinite(losses(z, OTHER_SCORES)).all(), "no overflow"
    slope = np.gradient(TENSORS["three"], TENSORS["z"])[1:-1]
    assert (np.diff(slope) > 0).all(), "convex"


@pytest.mark.parametrize("others", [(0.0, 6.0), (6.0, 6.0), (1.0, 4.0)])
def test_every_place_of_the_other_scores_has_its_own_loss(others):
    tensors = {n: np.reshape(t["data"], t["shape"]) for n, t in sweep(others)["tensors"].items()}
    for k in (0, 10, 32):
        z = np.array([stops()[k], *others])
        expected = np.log(np.exp(z - z[0]).sum())
        assert tensors["three_now"][k] == pytest.approx(expected, rel=1e-4) and expected < 7
        assert tensors["p1"][k] == pytest.approx(np.exp(-expected), rel=1e-4)


def test_what_travels_for_all_places_is_modest():
    assert sum(len(str(sweep((a, b)))) for a in OTHER_STOPS for b in OTHER_STOPS) < 250_000
