"""The numbers of the page's statements that no fit of its scene has."""

from collections.abc import Mapping

import numpy as np

from pages.is_it_a_kernel.indefinite import indefinite_fit
from tests.pages.is_it_a_kernel.test_answers import trial


def formula_of(fields: Mapping[str, str]) -> str:
    """What the learner has built."""
    return "x.z" if fields.get("kernel") == "linear" else fields.get("formula", "")


def along_v(fields: Mapping[str, str]) -> dict[str, float]:
    """v is so long that at t = 2 the risk is 0 again, or twice what it was."""
    _, y = indefinite_fit.sample()
    K, below, c = trial(fields["trial"], formula_of(fields))
    c = -c if y @ K @ c > 0 else c
    lengths = np.geomspace(1e-3, 1e7, 4001)
    losses = np.maximum(0, 1 - y * (lengths[:, None] * (K @ c))).mean(axis=1)
    J = losses + indefinite_fit.LAM / 2 * lengths**2 * (c @ K @ c)
    at = lengths[np.argmax(J <= 0 if below else J >= 2)]
    return {"negative": float(below), "length": at / 2}


def within_the_box(fields: Mapping[str, str]) -> dict[str, float]:
    """v is so long that at s = 1 one uᵢ all but reaches its bound, half a unit away."""
    _, below, c = trial(fields["trial"], formula_of(fields))
    return {"negative": float(below), "length": 0.5 / np.abs(c).max()}


NUMBERS = {"falling": along_v, "bending": within_the_box}
ADDRESSES = ({}, {"trial": "rbf"}, {"trial": "tanh"}, {"kernel": "linear", "trial": "own"})
