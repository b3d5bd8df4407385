"""The window does not change while points are moved inside it, and grows to include points
outside."""

import pytest

from lab.scene.learning_problem import ASPECT, enlarge_window

OWN_WINDOW = (-3.0, 3.0, -3.0 / ASPECT, 3.0 / ASPECT)


def test_places_within_the_window_do_not_change_it():
    for places in ([], [(0.0, 0.0)], [(-3.0, 1.0), (3.0, -3.0 / ASPECT)]):
        assert enlarge_window(OWN_WINDOW, places) == OWN_WINDOW


@pytest.mark.parametrize("far", [(9.0, 0.0), (-9.0, 0.0), (0.0, 9.0), (0.0, -9.0), (7.0, -8.0)])
def test_an_enlarged_window_shows_the_former_one_and_the_point_in_the_same_shape(far):
    x0, x1, y0, y1 = enlarge_window(OWN_WINDOW, [(0.5, 0.5), far])
    for x, y in (far, (OWN_WINDOW[0], OWN_WINDOW[2]), (OWN_WINDOW[1], OWN_WINDOW[3])):
        assert x0 < x < x1 and y0 < y < y1
    assert (x1 - x0) / (y1 - y0) == pytest.approx(ASPECT)
    longest = max((max(3.0, far[0]) - min(-3.0, far[0])) / ASPECT,
                  max(OWN_WINDOW[3], far[1]) - min(OWN_WINDOW[2], far[1]))  # fmt: skip
    assert longest < y1 - y0 < 1.3 * longest, "and hardly more"
