"""Stochastic gradient descent for kernels: the algorithm of note 000, Figure 1, with η_t = c/√t.

    (i)  choose i in {1, …, m} uniformly at random
    (ii) alpha := alpha - η_t [L'(K⁽ⁱ⁾ᵀalpha, y⁽ⁱ⁾) K⁽ⁱ⁾ + m lam K⁽ⁱ⁾ alpha_i]

The algorithm minimises the mean risk J of note 000, eq. (2), starting from alpha = 0. For the
summed risk of note 000, section 6, with λ', use lam = λ'/m: the minimiser is the same, and the
summed risk is m times as large.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..base_loss import Loss
from ..duality_gap import primal_objective
from ..validation import check_count, check_lam, check_matrix, check_number
from .index_sampling import draw_indices

MAX_ALPHA = 1e12  # a larger |alpha_i| counts as divergence
# By default, a run of at least this many steps has at least this many snapshots.
DEFAULT_SNAPSHOTS = 200


@dataclass(frozen=True, eq=False)
class SGDStep:
    """Step t = 1, 2, … on example i in 0, …, m - 1, with all terms of its update.

    z = K⁽ⁱ⁾ᵀalpha and slope = L'(z, y_i) before the step; decay = m lam alpha_i. The step adds -eta
    (slope + decay) K⁽ⁱ⁾; alpha (m,) is the result. If stop_reason is not None, the step would have
    diverged: alpha is unchanged, and no step follows.
    """

    t: int
    i: int
    eta: float
    z: float
    slope: float
    decay: float
    alpha: np.ndarray
    stop_reason: str | None = None

    @property
    def factor(self) -> float:
        """The factor of K⁽ⁱ⁾ in the update: -eta (slope + decay)."""
        return -self.eta * (self.slope + self.decay)


@dataclass(frozen=True, eq=False)
class KernelSGD:
    """A run of T steps of stochastic gradient descent in alpha, for K (m, m) and y (m,).

    Arrays of shape (T,) describe each step: the example `index`, η_t, z = K⁽ⁱ⁾ᵀalpha, slope L'(z,
    y_i) and decay m lam alpha_i. `at` (S,) are the steps with a snapshot, from 0 to T, and alpha
    (S, m) the coefficients there. risk (S,) is the risk of alpha, and mean_risk (S,) that of the
    average of alpha over the steps from 1 to `at`; mean_alpha (m,) is the average over the whole
    run. stop_reason is None, or sentences that explain why the run ended early. All numbers are
    finite.
    """

    K: np.ndarray
    y: np.ndarray
    index: np.ndarray
    eta: np.ndarray
    z: np.ndarray
    slope: np.ndarray
    decay: np.ndarray
    at: np.ndarray
    alpha: np.ndarray
    risk: np.ndarray
    mean_risk: np.ndarray
    mean_alpha: np.ndarray
    stop_reason: str | None

    def alpha_at(self, t: int) -> np.ndarray:
        """Return alpha after t steps, shape (m,), recomputed from the last snapshot up to t; it is
        bitwise equal to the run's alpha. Raises ValueError unless 0 <= t <= T."""
        if not 0 <= t <= len(self.index):
            raise ValueError(f"The run has {len(self.index)} steps; there is no step {t!r}.")
        k = int(np.searchsorted(self.at, t, side="right")) - 1
        alpha = self.alpha[k].copy()
        for s in range(self.at[k], t):
            alpha -= self.eta[s] * (self.slope[s] + self.decay[s]) * self.K[self.index[s]]
        return alpha


def mean_risk(K: np.ndarray, y: np.ndarray, alpha: np.ndarray, loss: Loss, lam: float) -> float:
    """Return the mean risk J(alpha) of note 000 §4; inf or NaN on overflow."""
    f = K @ alpha
    with np.errstate(over="ignore", invalid="ignore"):
        return float(primal_objective(loss.value(f, y), alpha @ f, lam, 1 / len(y)))


def sgd_steps(
    K: ArrayLike, y: ArrayLike, loss: Loss, lam: float, c: float = 1.0, seed: int = 0
) -> Iterator[SGDStep]:
    """Yield the steps of stochastic gradient descent, note 000, Figure 1.

    Parameters
    ----------
    K, y, loss, lam, c, seed
        As in `run_kernel_sgd`.

    Yields
    ------
    SGDStep
        The terms of each update, endlessly unless the run diverges: a step that would make an
        |alpha_i| exceed 10¹² or the risk overflow has a `stop_reason` and is the last.

    Raises
    ------
    ValueError
        For invalid arguments, among them a loss without a derivative or with weights.

    Notes
    -----
    Note 000 §4, Figure 1: alpha := alpha - η_t [L'(K⁽ⁱ⁾ᵀalpha, y_i) K⁽ⁱ⁾ + m λ K⁽ⁱ⁾ alpha_i].

    Examples
    --------
    >>> import kernel_core as kc
    >>> step = next(kc.learners.sgd_steps([[1.0]], [1.0], kc.Hinge(), 0.1))
    >>> step.slope, step.alpha.tolist()
    (-1.0, [1.0])
    """
    if loss.unweighted is not loss:
        raise ValueError(
            f"Each step uses one example, so the {loss.name} loss must not be weighted."
        )
    loss.derivative(0.0, 1.0)  # raises for a loss without a derivative
    K, y = check_matrix(K, y, loss)
    c, indices = check_number(c, "c", "above 0"), draw_indices(len(y), seed)
    return _steps(K, y, loss, check_lam(lam), c, indices)


def _steps(
    K: np.ndarray, y: np.ndarray, loss: Loss, lam: float, c: float, indices: Iterator[int]
) -> Iterator[SGDStep]:
    alpha, m = np.zeros(len(y)), len(y)
    max_z = MAX_ALPHA * m * float(np.abs(K).max())
    # The exponential loss can overflow before alpha reaches its limit.
    cannot_overflow = np.isfinite(loss.value(-max_z, 1.0)) and np.isfinite(max_z * MAX_ALPHA * m)
    for t, i in enumerate(indices, start=1):
        eta, z = c / t**0.5, float(K[i] @ alpha)
        slope, decay = float(loss.derivative(z, y[i])), m * lam * float(alpha[i])
        with np.errstate(over="ignore", invalid="ignore"):
            after = alpha - eta * (slope + decay) * K[i]
        is_finite = np.abs(after).max() <= MAX_ALPHA  # False for NaN
        if not is_finite or not (cannot_overflow or np.isfinite(mean_risk(K, y, after, loss, lam))):
            why = _stop_reason(t, eta, loss, z, y[i], K[i], K[i, i], m * lam)
            yield SGDStep(t, i, eta, z, slope, decay, alpha, why)
            return
        alpha = after
        yield SGDStep(t, i, eta, z, slope, decay, alpha)


def run_kernel_sgd(
    K: ArrayLike,
    y: ArrayLike,
    loss: Loss,
    lam: float,
    c: float = 1.0,
    *,
    steps: int = 2000,
    seed: int = 0,
    every: int | None = None,
) -> KernelSGD:
    """Run stochastic gradient descent for the mean risk, in alpha, from alpha = 0.

    Parameters
    ----------
    K : array_like of shape (m, m)
        The Gram matrix, symmetric and finite.
    y : array_like of shape (m,)
        Labels or targets.
    loss : Loss
        A loss with a derivative, without weights: neither the zero-one loss nor a `WeightedLoss`.
    lam : float
        λ of the mean risk, 0 or more. For the summed risk of note 000 §6 with λ', use λ'/m.
    c : float
        The factor of the step sizes η_t = c/√t, above 0.
    steps : int
        The number of steps.
    seed : int
        The random seed for the choice of examples.
    every : int, optional
        The number of steps between snapshots; by default 1/200 of the steps, rounded down, but at
        least 1.

    Returns
    -------
    KernelSGD
        The run; if alpha or the risk diverges, it ends early with a reason.

    Notes
    -----
    Note 000 §4, Figure 1.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = kc.datasets.moons().sample(50, seed=0)
    >>> run = kc.learners.run_kernel_sgd(kc.RBF(0.5)(X, X), y, kc.Logistic(), 0.1, steps=500)
    >>> best = kc.fit(X, y, kc.RBF(0.5), kc.Logistic(), 0.1)
    >>> bool(best.primal <= run.risk[-1] < run.risk[0])
    True
    """
    steps = check_count(steps, "steps")
    every = max(1, steps // DEFAULT_SNAPSHOTS) if every is None else check_count(every, "every")
    source = sgd_steps(K, y, loss, lam, c, seed)
    K, y = check_matrix(K, y, loss)
    alpha = total = average = np.zeros(len(y))
    risk = mean_risk(K, y, alpha, loss, lam)
    run: list[tuple[int, float, float, float, float]] = []
    shots, stop_reason = [(0, alpha, risk, risk)], None
    while len(run) < steps and not stop_reason:
        step = next(source)
        stop_reason = step.stop_reason
        if not stop_reason:
            run.append((step.i, step.eta, step.z, step.slope, step.decay))
            alpha, total = step.alpha, total + step.alpha
        t = len(run)
        if t > shots[-1][0] and (t % every == 0 or t == steps or stop_reason):
            average = total / t
            risk, risk_of_mean = (mean_risk(K, y, a, loss, lam) for a in (alpha, average))
            shots.append((t, alpha, risk, risk_of_mean))
    at, alphas, risks, risks_of_mean = map(np.array, zip(*shots, strict=True))
    index, eta, z, slope, decay = np.array(run).reshape(-1, 5).T
    steps_taken = (index.astype(np.int32), eta, z, slope, decay)
    return KernelSGD(K, y, *steps_taken, at, alphas, risks, risks_of_mean, average, stop_reason)


def _stop_reason(
    t: int,
    eta: float,
    loss: Loss,
    z: float,
    label: float,
    row: np.ndarray,
    K_ii: float,
    m_lam: float,
) -> str:
    """Return sentences that explain why step t, with the row K⁽ⁱ⁾, would have diverged."""
    message = f"Stopped before step {t}, at which α or the risk would have diverged."
    penalty = eta * m_lam * K_ii
    kappa = eta * float(loss.curvature(z, label)) * float(row @ row) if loss.smooth else 0.0
    if penalty > 2:
        return (
            f"{message} Here mλη = {eta * m_lam:.3g} and K_ii = {K_ii:.3g}: their product is "
            f"above 2, so the penalty alone changes the sign of α_i and makes it "
            f"{penalty - 1:.3g} times as large. Use a smaller λ, or a smaller c."
        )
    if kappa > 2:
        return (
            f"{message} The {loss.name} loss curves too strongly along K⁽ⁱ⁾ for η = {eta:.3g}: "
            f"η L″ ‖K⁽ⁱ⁾‖² = {kappa:.3g} is above 2, too large for steps that converge. Use a "
            f"smaller c."
        )
    return f"{message} The steps are too large. Use {'a smaller λ, or ' * (m_lam > 0)}a smaller c."
