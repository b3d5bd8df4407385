"""Numbers of a fit that a page reads out beside the errors: slopes, likelihoods, who pays.

Each is a tensor along the stops (S,) of a sweep, made from its decision values.
"""

import numpy as np

import kernel_core as kc
from lab.scene import Scene

_ROUNDING = 1e-9  # a loss below this is what rounding leaves of 0


def kinds(alpha: np.ndarray, rate: np.ndarray) -> np.ndarray:
    """What each example is to a support vector machine, (S, m): 0 outside, 1 free, 2 at C."""
    share = np.abs(alpha) * rate[:, None]  # of the most that it may have, C = 1/rate
    return np.where(share == 0, 0, np.where(share < 1 - 1e-9, 1, 2)).astype("i1")


def _svm(sweep: kc.Sweep, rate: np.ndarray, slack: np.ndarray) -> dict[str, np.ndarray]:
    """½‖w‖², C Σ ξ and the margin 1/‖w‖ (001, soft margin); rate = 1/C."""
    within = sweep.decision - sweep.intercept[:, None]
    norm2 = np.maximum((sweep.alpha * within).sum(axis=1), 0.0)
    margin = np.divide(1, np.sqrt(norm2), out=np.zeros_like(norm2), where=norm2 > 0)  # w = 0: none
    numbers = {"half_norm2": norm2 / 2, "slack_sum": slack, "paid_slack": slack / rate}
    return numbers | {"margin": margin, "C": 1 / rate}


def numbers_of(
    scene: Scene, along: str, stops: np.ndarray, sweep: kc.Sweep, y: np.ndarray
) -> dict[str, np.ndarray]:
    """`rate` = lam/c, so that L'(f_i) = -rate alpha_i (000 Th. 2.1); `overpaid`, the part of the
    loss that comes from points beyond margin 1; for the logistic loss its log-likelihood (002)."""
    loss = kc.LOSSES[scene.loss]
    lam = np.asarray(stops, float) if along == "lam" else np.full(len(stops), scene.lam)
    losses = loss.value(sweep.decision, y)
    losses[losses < _ROUNDING] = 0.0
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
    if scene.loss == "hinge":
        numbers |= _svm(sweep, numbers["rate"], total)
    return {name: values.astype("<f8") for name, values in numbers.items()}
