"""The derived dual: an example of each kind, and the multiplier at which nothing is violated."""

import numpy as np
import pytest

from lab.scene.scene import replace
from pages.svm import derived_dual
from pages.svm.declaration import PAGE
from pages.svm.default_scene import DEFAULT
from tests.pages.challenges.judging import questions

SCENES = {
    "page": DEFAULT,
    "without b": replace(DEFAULT, intercept=0),
    "curved": replace(DEFAULT, kernel="rbf", tau=0.8, noise=2.0, lam=0.5),
    "weighted": replace(DEFAULT, class_weight="balanced", noise=2.0),
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_gap_closes_at_one_multiplier_of_each_example(scene):
    content = derived_dual.sweeps(scene)
    assert {*content} == {*derived_dual.LABELS}
    for kind, sweep in content.items():
        gap, share = (np.array(sweep["tensors"][name]["data"]) for name in ("relative", "share"))
        (closed,) = np.flatnonzero(gap <= 1e-9)
        expected = {"beyond": share[closed] == 0, "slack": share[closed] == pytest.approx(1)}
        assert expected.get(kind, 0 < share[closed] < 1)


def test_the_multiplier_is_zero_beyond_the_margin():
    (challenge,) = derived_dual.CHALLENGES
    (question,) = (q for q in questions(PAGE, {}) if q.id == challenge.id)
    assert (question.state, question.option) == ("asked", "0")


def test_too_many_points_are_reported_in_a_message():
    picture = derived_dual.picture(replace(DEFAULT, m=400), derived_dual.VIEW)
    assert "200" in picture.empty_text and not picture.main
