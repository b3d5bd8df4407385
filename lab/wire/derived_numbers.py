"""Compute further numbers of a fit for read-outs: shares of the loss, the log-likelihood, and the
numbers of a support vector machine.

Each is a tensor (S,) with a number for each stop of a sweep, except `kind` (S, m).
"""

import numpy as np

import kernel_core as kc
from kernel_core.svm import report_kkt
from lab.scene.scene import Scene

_ROUNDING = 1e-9  # losses, slacks and widths below this count as 0


def of_machine(sweep: kc.Sweep, y: np.ndarray) -> dict[str, np.ndarray]:
    """Compute the numbers of a support vector machine (note 001, soft margin) at each stop.

    With a_i = y_i α_i and the weight v_i of example i, `kind` (S, m) is 0 for a_i = 0, 1 for
    0 < a_i < v_i C, 2 for a_i = v_i C. The other numbers (S,) are C, ½‖w‖², Σ ξ_i, C Σ v_i ξ_i, the
    `margin` 1/‖w‖ (NaN where w is 0), and `bracket`, the width of the interval in which b may move
    without changing the loss (NaN where it is unbounded). For each class in the sample there are
    v_i C and the share of misclassified examples.
    """
    weights = np.ones(len(y)) * sweep.loss.example_weights
    parts = report_kkt(sweep)
    xi = np.where(parts.slack < _ROUNDING, 0.0, parts.slack)
    norm2 = 2 * parts.half_norm2
    room = parts.high - parts.low
    room = np.where(np.isfinite(room), room, np.nan)
    numbers = {
        "C": parts.C, "half_norm2": parts.half_norm2,
        "slack_sum": xi.sum(axis=1), "slack_penalty": parts.C * (xi @ weights),
        "margin": np.divide(1, np.sqrt(norm2), out=np.full_like(norm2, np.nan), where=norm2 > 0),
        "bracket": np.where(room < _ROUNDING, 0.0, room),
    }  # fmt: skip
    for name, sign in (("positive", 1), ("negative", -1)):
        is_member = y == sign
        if is_member.any():
            numbers[f"{name}_slack_price"] = parts.C * weights[is_member][0]
            numbers[f"{name}_error"] = (y * sweep.decision <= 0)[:, is_member].mean(axis=1)
    return {name: values.astype("<f8") for name, values in numbers.items()} | {
        "kind": parts.kkt_category
    }


def numbers_of(
    scene: Scene, along: str, stops: np.ndarray, sweep: kc.Sweep, y: np.ndarray
) -> dict[str, np.ndarray]:
    """Compute numbers of the fit at every stop.

    `rate` is lam/c, with c = 1/m for averaged losses and 1 for summed losses, so that L'(f_i) =
    -rate alpha_i (note 000 Th. 2.1). `beyond` is the share of the total loss that comes from points
    with a margin above 1. `overpaid` is like `beyond`, but counts only the part of each loss above
    the loss at margin 1. For the logistic loss there are also `log_likelihood` and `missing_log`,
    the value from a line of note 002 in which the logarithm is missing. For the hinge loss there
    are also the numbers of `of_machine`, but `bracket` only with an intercept."""
    loss = sweep.loss
    lam = np.asarray(stops, float) if along == "lam" else np.full(len(stops), scene.lam)
    losses = loss.value(sweep.decision, y)
    losses[losses < _ROUNDING] = 0.0
    total = losses.sum(axis=1)
    excess = np.maximum(losses - loss.value(y, y), 0.0)
    far = y * sweep.decision > 1

    def share(of: np.ndarray) -> np.ndarray:
        loss_far = np.where(far, of, 0.0).sum(axis=1)
        return np.divide(loss_far, total, out=np.zeros_like(total), where=total > 0)

    numbers = {
        "rate": lam * (max(1, len(y)) if scene.risk == "mean" else 1),
        "beyond": share(losses),
        "overpaid": share(excess),
    }
    if scene.loss == "logistic":
        numbers["log_likelihood"] = -total  # the logarithm of the product of all g(y_i f_i)
        # One line of the derivation in note 002 lacks the log and sums 1 + exp(-y f): its value.
        exponentials = kc.Exponential().value(sweep.decision, y)
        numbers["missing_log"] = -(1 + exponentials).sum(axis=1)
    tensors = {name: values.astype("<f8") for name, values in numbers.items()}
    if scene.loss != "hinge":
        return tensors
    tensors |= of_machine(sweep, y)
    if not scene.intercept:
        del tensors["bracket"]
    return tensors
