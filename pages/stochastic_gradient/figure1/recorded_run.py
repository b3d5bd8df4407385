"""A run of Figure 1, with the numbers that its pictures show after each step."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

import kernel_core as kc
from kernel_core import Loss
from kernel_core.learners import sgd_steps
from lab.scene.learning_problem import kernel_of, problem, sample_of
from pages.stochastic_gradient.figure1.run_request import RUN_STEPS, Run

Walk = tuple[np.ndarray, np.ndarray, str]


@dataclass(frozen=True, eq=False)
class Trace:
    """A run of `ended` <= T steps on m examples.

    All arrays except K (m, m) and y (m,) have T + 1 rows, for t = 0, …, T. If the run ended early,
    the row of its last step is repeated.

    index (T+1,): the example of step t, or -1 at t = 0. eta, z, slope, decay, factor (T+1,): the
    numbers of step t as in `SGDStep` of kernel_core, 0 at t = 0. Step t adds factor K⁽ⁱ⁾ to alpha,
    with K⁽ⁱ⁾ in `column` (T+1, m). alpha and f = K alpha (T+1, m): the values after step t.
    risk and train_error (T+1,): the risk and training error of alpha. mean_risk (T+1,): the risk
    of the average of alpha over the steps 1, …, t. stopped: the reason why the run ended early,
    or "".
    """

    K: np.ndarray
    y: np.ndarray
    index: np.ndarray
    eta: np.ndarray
    z: np.ndarray
    slope: np.ndarray
    decay: np.ndarray
    factor: np.ndarray
    column: np.ndarray
    alpha: np.ndarray
    f: np.ndarray
    risk: np.ndarray
    mean_risk: np.ndarray
    train_error: np.ndarray
    ended: int
    stopped: str


def run_of(run: Run) -> Trace:
    """Return the trace of a run."""
    setting = problem(run.scene)
    sample, loss = setting.sample, setting.loss
    K = setting.kernel(sample.X, sample.X)
    walk = _cached_walk(run.at("step", 0))
    return _describe_run(K, sample.y, loss, run.scene.lam, walk, RUN_STEPS)


def trace(
    K: np.ndarray, y: np.ndarray, loss: Loss, lam: float, c: float, seed: int, steps: int
) -> Trace:
    """Compute `steps` steps of Figure 1 from alpha = 0, for K (m, m) and y (m,)."""
    return _describe_run(K, y, loss, lam, _walk(K, y, loss, lam, c, seed, steps), steps)


# The cache serves requests for other steps of the same run. A run takes about 220 kB at m = 40.
@lru_cache(maxsize=100)
def _cached_walk(run: Run) -> Walk:
    sample, kernel = sample_of(run.scene), kernel_of(run.scene)
    loss = kc.LOSSES[run.scene.loss]
    K = kernel(sample.X, sample.X)
    return _walk(K, sample.y, loss, run.scene.lam, run.eta, run.draws, RUN_STEPS)


def _walk(
    K: np.ndarray, y: np.ndarray, loss: Loss, lam: float, c: float, seed: int, steps: int
) -> Walk:
    """Run n <= `steps` steps. Return alpha (n+1, m) after each step, the numbers of the steps
    (6, n+1), from `index` to `factor` in the order of `Trace`, and the reason for an early end, or
    "".
    """
    alphas, records = [np.zeros(len(y))], [(-1, 0.0, 0.0, 0.0, 0.0, 0.0)]
    stopped = ""
    for step, _ in zip(sgd_steps(K, y, loss, lam, c, seed), range(steps), strict=False):
        if step.stop_reason:
            stopped = step.stop_reason
            break
        alphas.append(step.alpha)
        records.append((step.i, step.eta, step.z, step.slope, step.decay, step.factor))
    return np.array(alphas), np.array(records).T, stopped


def _describe_run(
    K: np.ndarray, y: np.ndarray, loss: Loss, lam: float, walk: Walk, steps: int
) -> Trace:
    alpha, (index, *numbers), stopped = walk
    index, ended = index.astype(np.int32), len(alpha) - 1
    row = np.minimum(np.arange(steps + 1), ended)
    eta, z, slope, decay, factor = (records[row] for records in numbers)
    f, mean = alpha @ K, np.cumsum(alpha, axis=0) / np.maximum(np.arange(ended + 1), 1)[:, None]
    column = np.vstack([alpha[:1], K[index[1:]]])
    return Trace(
        K, y, index[row], eta, z, slope, decay, factor, column[row], alpha[row], f[row],
        _risk(loss, y, alpha, f, lam)[row], _risk(loss, y, mean, mean @ K, lam)[row],
        np.mean(y * f <= 0, axis=1)[row], ended, stopped,
    )  # fmt: skip


def _risk(loss: Loss, y: np.ndarray, alpha: np.ndarray, f: np.ndarray, lam: float) -> np.ndarray:
    """Compute J of note 000, eq. (2), shape (S,), for each row of alpha (S, m); f = alpha K."""
    return loss.value(f, y).mean(axis=1) + lam / 2 * np.sum(alpha * f, axis=1)
