"""Compute the numbers of the page's statements that a fit of its scene does not have."""

import tomllib
from collections.abc import Mapping

import numpy as np

from pages.rbf_bandwidth.setting_choice import FILE, LAMS, TAUS


def of_the_choice(fields: Mapping[str, str]) -> dict[str, float]:
    """Return the test errors at the settings that both rules choose, and the limit of the
    one-standard-error rule, from the stored counts of errors."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    errors, test = np.array(table["wrong"]) / 40, np.array(table["test"])
    mean, spread = errors.mean(axis=0), errors.std(axis=0, ddof=1) / np.sqrt(5)
    settings = [(k, t) for k in range(len(LAMS)) for t in range(len(TAUS))]
    at_least = [(k, t) for k, t in settings if mean[t, k] < mean.min() + 1e-9]
    k, t = max(at_least)
    limit = mean[t, k] + spread[t, k]
    one_k, one_t = max((k, t) for k, t in settings if mean[t, k] < limit + 1e-9)
    now = TAUS.index(float(fields["width"])), LAMS.index(float(fields["weight"]))
    return {
        "limit": limit, "smallest_test": test[t, k], "one_test": test[one_t, one_k],
        "best_test": test.min(), "spread": spread[now],
    }  # fmt: skip


def of_fresh_samples(fields: Mapping[str, str]) -> dict[str, float]:
    """Count the samples on which each rule's test error is at most an excess above the smallest."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    limit = float(fields["excess"]) / 100 + 1e-9
    counts = [sum(row[k] - row[2] <= limit for row in table["fresh"]) for k in range(2)]
    return dict(zip(("close_smallest", "close_one"), counts, strict=True))


NUMBERS = {"choice": of_the_choice, "fresh": of_fresh_samples}
ADDRESSES = (
    {}, {"risk": "mean"}, {"loss": "perceptron"}, {"data": "iris"}, {"kernel": "linear"},
    {"kernel": "linear", "intercept": "0"},
)  # fmt: skip
