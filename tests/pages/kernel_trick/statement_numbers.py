"""The numbers of the page's statements that no fit of its scene has."""

from collections.abc import Mapping

from pages.kernel_trick import feature_lift
from tests.pages.kernel_trick.test_answers import is_separable


def lift(fields: Mapping[str, str]) -> dict[str, float]:
    """Whether a plane parts the points at this height."""
    shown = feature_lift.SHOWN[fields["map"]]
    X, y = feature_lift.data(shown)
    return {"feasible": float(is_separable(shown.lift(X, float(fields["lift"])), y))}


NUMBERS = {"lift": lift}
ADDRESSES = ({}, {"data": "iris"}, {"piece": "poly", "shift": "0"})
