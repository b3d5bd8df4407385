"""Compute the numbers of the page's statements that a fit of its scene does not have."""

from collections.abc import Mapping

import numpy as np
from sklearn.svm import SVC

from lab.scene.learning_problem import sample_of
from pages.svm.default_scene import DEFAULT


def with_one_price(fields: Mapping[str, str]) -> dict[str, float]:
    """Change the multiplier of one example in scikit-learn's optimum; return whether it exceeds C,
    and how far Σ yᵢaᵢ is from 0."""
    sample, C, price = sample_of(DEFAULT), 1 / DEFAULT.lam, float(fields["price"])
    svc = SVC(kernel="linear", C=C, tol=1e-10).fit(sample.X, sample.y)
    alpha = np.zeros(len(sample.y))
    alpha[svc.support_] = svc.dual_coef_[0]
    margins, prices = sample.y * svc.decision_function(sample.X), np.abs(alpha)
    i = {
        "beyond": np.where((prices == 0) & (margins > 1.2), margins, np.inf).argmin(),
        "on": np.where(prices < C * (1 - 1e-6), prices, -1.0).argmax(),
        "slack": margins.argmin(),
    }[fields["priced"]]
    balance = sample.y[i] * price - alpha[i]
    return {
        "above": float(price > C * (1 + 1e-6)),
        "balance": 0.0 if abs(balance) < 1e-4 * C else float(balance),
    }


NUMBERS = {"dual": with_one_price}
ADDRESSES: tuple[Mapping[str, str], ...] = (
    {},
    {"priced": "on"},
    {"priced": "slack"},
    {"m": "2", "edits": "c_p_0_0_p_1_1"},
    {"m": "2", "edits": "c"},
)
