"""The derived dual: the gap closes as multipliers are added, and only if slackness holds."""

import numpy as np
import pytest

from lab.scene.scene import replace
from lab.wire.packed_sweeps import EmbeddedSweep
from pages.svm import derived_dual
from pages.svm.declaration import PAGE
from pages.svm.default_scene import DEFAULT
from pages.svm.derived_dual import BEYOND, HOLDS, LABELS, NOT_NEEDED, OPTIMAL, SLACK
from tests.pages.challenges.judging import questions

SCENES = {
    "page": DEFAULT,
    "without b": replace(DEFAULT, intercept=0),
    "curved": replace(DEFAULT, kernel="rbf", tau=0.8, noise=2.0, lam=0.5),
    "weighted": replace(DEFAULT, class_weight="balanced", noise=2.0),
    "large C": replace(DEFAULT, noise=2.0, lam=1e-4),
    "many": replace(DEFAULT, noise=2.0, m=200),
}


def tensor(sweep: EmbeddedSweep, name: str) -> np.ndarray:
    return np.array(sweep["tensors"][name]["data"])


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_gap_closes_only_if_slackness_holds(scene):
    content = derived_dual.sweeps(scene)
    assert {*content} == {*LABELS}
    relative = {kind: tensor(sweep, "relative") for kind, sweep in content.items()}
    assert relative[HOLDS][-1] <= 1e-9 < 1e-6 < min(relative[BEYOND][-1], relative[SLACK][-1])
    for sweep in content.values():
        bound = tensor(sweep, "bound")
        assert (np.diff(bound) >= -1e-4 * np.abs(bound[1:])).all()  # five digits are sent
        assert bound[-1] <= tensor(sweep, "optimum") * (1 + 1e-4)
        np.testing.assert_allclose(
            tensor(sweep, "gap_left"), tensor(sweep, "primal") - bound, rtol=1e-3,
            atol=1e-4 * np.abs(bound).max(),
        )  # fmt: skip
        if scene.intercept:
            assert not tensor(sweep, "balance").any()


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_gap_that_is_left_is_the_product_of_the_marked_example(scene):
    content = derived_dual.sweeps(scene)
    beyond, slack = (
        {
            name: tensor(content[kind], name)[-1]
            for name in ("price", "share", "constraint", "slack", "gap_left")
        }
        for kind in (BEYOND, SLACK)
    )
    assert beyond["constraint"] > 0.2 and beyond["slack"] == 0 < beyond["price"]
    product = beyond["price"] * beyond["constraint"]
    assert beyond["gap_left"] == pytest.approx(product, rel=1e-3)
    assert slack["price"] == slack["constraint"] == 0 < slack["slack"]
    price_of_slack = tensor(content[SLACK], "top")[int(tensor(content[SLACK], "index")[-1])]
    assert slack["gap_left"] == pytest.approx(price_of_slack * slack["slack"], rel=1e-3)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_last_multiplier_is_zero_and_changes_nothing(scene):
    sweep = derived_dual.sweeps(scene)[HOLDS]
    remarks = tensor(sweep, "remark")
    last = int(np.flatnonzero(remarks == OPTIMAL)[-1])
    assert (remarks[last + 1 :] == NOT_NEEDED).all() and last + 1 < len(remarks)
    assert not tensor(sweep, "price")[last + 1 :].any()
    alpha = tensor(sweep, "alpha").reshape(len(remarks), -1)
    np.testing.assert_array_equal(alpha[last:], alpha[[last]].repeat(len(alpha) - last, axis=0))
    index = tensor(sweep, "index")
    assert len({*index}) == len(index)


def test_a_single_class_needs_no_multiplier():
    scene = replace(DEFAULT, m=2, edits="c_p_0_0_p_1_1")
    content = derived_dual.sweeps(scene)
    assert {*content} == {HOLDS} and not tensor(content[HOLDS], "alpha").any()


def test_the_multiplier_is_zero_beyond_the_margin():
    (challenge,) = derived_dual.CHALLENGES
    (question,) = (q for q in questions(PAGE, {}) if q.id == challenge.id)
    assert (question.state, question.option) == ("asked", "0")


@pytest.mark.parametrize(
    ("address", "slackness"),
    [
        ({"priced": "beyond", "price": "0.1"}, BEYOND),
        ({"priced": "beyond", "price": "0"}, HOLDS),
        ({"price": "0.05"}, BEYOND),
        ({"priced": "on", "price": "0.1"}, HOLDS),
        ({"priced": "slack", "price": "0"}, SLACK),
        ({"priced": "slack", "price": "0.2"}, HOLDS),
    ],
)
def test_an_older_address_shows_the_end_of_the_run(address, slackness):
    words = derived_dual.of_older_link({"step": "dual", **address})
    assert words == {"step": "dual", "slackness": slackness, "multipliers": "200"}
    picture = derived_dual.picture(DEFAULT, derived_dual.VIEW | words)
    stops = tensor(derived_dual.sweeps(DEFAULT)[slackness], "stops")
    assert picture.data["query"] == f"slackness={slackness}&multipliers={stops[-1]:g}"


def test_another_address_is_unchanged():
    assert derived_dual.of_older_link({"step": "dual", "m": "20"}) == {"step": "dual", "m": "20"}


def test_too_many_points_are_reported_in_a_message():
    picture = derived_dual.picture(replace(DEFAULT, m=400), derived_dual.VIEW)
    assert "200" in picture.empty_text and not picture.main
