"""Compute the numbers of the page's statements that a fit of its scene does not have."""

import tomllib
from collections.abc import Mapping

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import problem
from lab.scene.scene import parse
from pages.rbf_bandwidth.default_scene import DEFAULT
from pages.rbf_bandwidth.mathematics.cross_validation import fold_numbers
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


def of_one_fold(fields: Mapping[str, str]) -> dict[str, float]:
    """Compute the errors on the folds from five separate fits."""
    scene, _ = parse(
        {name: text for name, text in fields.items() if name != "fold"}, default=DEFAULT
    )
    core, kernel = problem(scene).core, problem(scene).kernel
    folds, errors = fold_numbers(len(core.y), 5, scene.seed), []
    for j in range(5):
        X, y = core.X[folds == j], core.y[folds == j]
        rest = kc.Problem(core.X[folds != j], core.y[folds != j], core.loss, core.risk,
                          core.intercept)  # fmt: skip
        fit = kc.solve(rest, kernel, scene.lam)
        errors.append(sum(y * fit.decision(X) <= 0) / len(y))
    j = int(float(fields["fold"])) - 1
    return {"fold_error": errors[j], "fold_size": sum(folds == j), "mean": sum(errors) / 5}


NUMBERS = {"folds": of_one_fold, "choice": of_the_choice, "fresh": of_fresh_samples}
ADDRESSES = (
    {}, {"risk": "mean"}, {"loss": "perceptron"}, {"data": "iris"}, {"kernel": "linear"},
    {"kernel": "linear", "intercept": "0"},
)  # fmt: skip
