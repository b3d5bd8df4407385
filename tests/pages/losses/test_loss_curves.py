"""The loss curves with points on them agree with kernel_core's losses and slopes."""

import json

import numpy as np
import pytest

import kernel_core as kc
from lab.scene.fields import FIELDS
from lab.ui.items import as_json
from lab.ui.palette import THEMES
from pages.losses import loss_curves

MARGIN = as_json(loss_curves.losses_over_margin("off"))
NAMES = ["zero-one", *FIELDS["loss"].choices]


def table(item, name, field="values"):
    return np.array(next(c for c in item["curves"] if c["name"] == name)[field])


@pytest.mark.parametrize("name", NAMES)
def test_a_loss_over_the_margin_is_kernel_cores(name):
    z, loss = np.array(MARGIN["z"]), kc.LOSSES[name]
    unit_labels = np.ones_like(z)
    np.testing.assert_allclose(table(MARGIN, name), loss.value(z, unit_labels), rtol=1e-3)
    if name != "zero-one":
        np.testing.assert_allclose(
            table(MARGIN, name, "slopes"), loss.derivative(z, unit_labels), rtol=1e-3, atol=1e-12
        )


def test_all_are_there_in_one_plot_and_the_zero_one_bound_is_seen():
    assert [c["name"] for c in MARGIN["curves"]] == NAMES
    z, zero_one = np.array(MARGIN["z"]), table(MARGIN, "zero-one")
    for name in ("hinge", "exponential", "squared-hinge"):
        assert (table(MARGIN, name) >= zero_one).all(), f"{name} bounds it from above"
    # The logistic loss is an upper bound if its logarithm has base 2 (note 002).
    assert (table(MARGIN, "logistic") / np.log(2) >= zero_one - 1e-3).all()
    assert (table(MARGIN, "perceptron")[z > -1] < zero_one[z > -1] + 1e-9).all()
    x0, x1, y0, y1 = MARGIN["range"]
    assert z[0] <= x0 and z[-1] >= x1 and y0 <= 0 < 1 < y1
    assert "slopes" not in next(c for c in MARGIN["curves"] if c["name"] == "zero-one")


def test_every_curve_has_a_colour_of_its_own_in_both_themes():
    for theme in THEMES.values():
        tones = [theme[c["tone"]] for c in MARGIN["curves"]]
        assert len(set(tones)) == len(tones)
    lines = [(c["tone"], tuple(c.get("dash", ()))) for c in MARGIN["curves"]]
    dashes = [dash for _, dash in lines]
    assert len({*dashes}) == len(dashes), "lines differ without their colours"


def test_the_sigmoid_and_its_mirror_add_up_to_one():
    item = as_json(loss_curves.sigmoid())
    z, g, mirror = np.array(item["z"]), table(item, "g"), table(item, "g_minus")
    np.testing.assert_allclose(g, 1 / (1 + np.exp(-z)), rtol=1e-3)
    np.testing.assert_allclose(g + mirror, 1, atol=1e-3)
    np.testing.assert_allclose(mirror, 1 / (1 + np.exp(z)), rtol=1e-2)
    assert item["mirror"] == mirror.tolist() and item["total"] == "g(f) + g(−f)"


def test_one_loss_alone_keeps_its_place_and_marks_what_lies_beyond():
    item = as_json(loss_curves.one_loss("squared", beyond=1))
    assert [c["name"] for c in item["curves"]] == ["zero-one", "squared"]
    assert item["current"] == "squared" and item["beyond"] == 1 and not item["toggles"]
    assert table(item, "squared").tolist() == table(MARGIN, "squared").tolist()
    assert "follow" not in item and "follow" in MARGIN


def test_the_items_are_plain_json_and_short():
    other_items = (loss_curves.sigmoid(), loss_curves.one_loss("squared"))
    for item in (MARGIN, *map(as_json, other_items)):
        assert len(json.dumps(item, allow_nan=False)) < 50_000


UNDER = {  # the margin at which each loss is 1; from there to 0 the loss is below zero-one
    "hinge": None, "exponential": None, "squared-hinge": None, "logistic": -np.log(np.e - 1),
    "perceptron": -1, "squared": 1 - np.sqrt(2), "huber": -0.5, "epsilon-insensitive": -0.25,
}  # fmt: skip


@pytest.mark.parametrize("name", UNDER)
def test_the_picture_shows_which_loss_is_convex_and_which_lies_above_zero_one(name):
    """The page shows the margins of UNDER below the picture, to four digits."""
    curve = next(c for c in MARGIN["curves"] if c["name"] == name)
    loss, fine = kc.LOSSES[name], np.linspace(-4, 5, 9001)
    value = loss.value(fine, np.ones_like(fine))
    under = fine[value < (fine <= 0) - 1e-12]
    if UNDER[name] is None:
        assert not curve["under"] and not len(under)
    else:
        np.testing.assert_allclose(curve["under"], [UNDER[name], 0], atol=5e-5)
        np.testing.assert_allclose(under[[0, -1]], [UNDER[name], 0], atol=1.1e-3)
    a, b, low, high = curve["chord"]
    within = (fine >= a) & (fine <= b)
    above = np.interp(fine[within], (a, b), (low, high)) >= value[within] - 1e-9
    assert curve["convex"] and above.all()


def test_a_jump_is_no_slope():
    """Only zero-one jumps: it is drawn in horizontal pieces, has no slope at its jump, and is not
    convex."""
    (jumping,) = [c for c in MARGIN["curves"] if c.get("jumps")]
    assert jumping["name"] == "zero-one" and jumping["kinks"] == [0.0]
    z, values = np.array(MARGIN["z"]), np.array(jumping["values"])
    np.testing.assert_array_equal(values, z <= 1e-12)
    assert not jumping["convex"] and jumping["chord"] == [-1, 3, 1, 0]
    assert (np.interp(z, (-1, 3), (1, 0)) < values)[(z > -1) & (z <= 0)].all(), (
        "its chord lies below it"
    )
