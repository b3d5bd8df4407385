"""Numbers of a fit that a page reads out beside the errors: slopes, likelihoods, who pays.

Each is a tensor along the stops (S,) of a sweep, made from its decision values.
"""

import numpy as np

import kernel_core as kc
from lab.scene import Scene


def numbers_of(
    scene: Scene, along: str, stops: np.ndarray, sweep: kc.Sweep, y: np.ndarray
) -> dict[str, np.ndarray]:
    """`rate` = lam/c, so that L'(f_i) = -rate alpha_i (000 Th. 2.1); `overpaid`, the part of the
    loss that comes from points beyond margin 1; for the logistic loss its log-likelihood (002)."""
    loss = kc.LOSSES[scene.loss]
    lam = np.asarray(stops, float) if along == "lam" else np.full(len(stops), scene.lam)
    losses = loss.value(sweep.decision, y)
    total = losses.sum(axis=1)
    beyond = np.where(y * sweep.decision > 1, losses, 0.0).sum(axis=1)
    numbers = {
        "rate": lam * (len(y) if scene.risk == "mean" else 1),
        "overpaid": np.divide(beyond, total, out=np.zeros_like(total), where=total > 0),
    }
    if scene.loss == "logistic":
        numbers["log_likelihood"] = -total  # the logarithm of the product of all g(y_i f_i)
        grown = kc.Exponential().value(
            sweep.decision, y
        )  # 002's fourth line: 1 + exp(-y f), no log
        numbers["missing_log"] = -(1 + grown).sum(axis=1)
    return {name: values.astype("<f8") for name, values in numbers.items()}
