"""Compute the numbers of the page's statements that a fit of its scene does not have."""

from collections.abc import Mapping

import numpy as np
from scipy.optimize import minimize

from lab.scene.learning_problem import kernel_of, sample_of
from lab.scene.scene import parse
from pages.losses.default_scene import DEFAULT
from tests.pages.statements.separate_fits import query_of


def along_a_ray(fields: Mapping[str, str]) -> dict[str, float]:
    """Return whether the hinge loss with a very small λ separates the points, by maximising its
    dual."""
    scene = parse(query_of(fields), default=DEFAULT)[0]
    X, y = sample_of(scene).X, sample_of(scene).y
    Q = kernel_of(scene)(X, X) * np.outer(y, y)

    def minus_dual(a: np.ndarray) -> tuple[float, np.ndarray]:
        return a @ Q @ a / 2 - a.sum(), Q @ a - 1

    options = {"maxiter": 20_000, "maxfun": 50_000}
    best = minimize(minus_dual, np.zeros(len(y)), jac=True, bounds=[(0, 1e4)] * len(y),
                    method="L-BFGS-B", options=options)  # fmt: skip
    return {"parted": float((Q @ best.x > 0).all())}


NUMBERS = {"ray": along_a_ray}
ADDRESSES = (
    {"data": "iris"},
    {"data": "mixture", "m": "40", "kernel": "linear"},
    *({"loss": name} for name in ("hinge", "logistic", "squared", "exponential", "perceptron")),
)
