"""lam = 0: the risk alone, 000 eq. (1), where it has a minimiser.

Then f may be anything in the range of K (plus a constant): the penalty no longer says which alpha
makes it, so the solvers work on f = G w, G (m, r) an orthonormal basis of that range, which is
well conditioned whatever K is. The dual points are the u with Gᵀu = 0.
"""

from __future__ import annotations

import numpy as np

from .active_set import solve_box
from .answer import Answer
from .certificate import certify
from .losses import Loss

CUTS = (1e-13, 1e-10, 1e-7)  # eigenvalues of K below this part of the largest count as 0
BOXES = (1e2, 1e4, 1e6, 1e8)  # widths C of the box tried for a loss with a kink
FLAT = 1e-8  # where the risk bends less than this part of the loss, no minimum is attained
TINY = 1e-300


def solve_unregularised(
    K: np.ndarray,
    y: np.ndarray,
    loss: Loss,
    lam: float,
    c: float,
    *,
    intercept: bool = False,
    start: Answer | None = None,
    tol: float = 1e-6,
    max_iter: int | None = None,
) -> Answer:
    """A minimiser of the risk for K (m, m), y (m,), with its dual point; lam is 0, start unused.

    Raises ValueError where there is none: the loss falls for ever as alpha grows.
    """
    find = _smooth if loss.smooth else _kinked
    d, V = np.linalg.eigh(K)
    best, best_gap = None, np.inf
    for cut in CUTS:
        keep = d > cut * max(d[-1], 0.0)
        f, u, steps = find(_basis(V[:, keep], intercept), y, loss, max_iter or 200)
        alpha, b = _alpha(f, d[keep], V[:, keep], intercept)
        for point in (u, np.zeros_like(u)):  # a loss is never negative: u = 0 proves that much
            gap = certify(K, y, alpha, b, loss, 0.0, c, intercept, point).gap
            if best is None or gap < best_gap:
                best, best_gap = Answer(alpha, b, K @ alpha + b, steps, point), gap
        if best_gap <= tol:
            break
    return best


def _basis(V: np.ndarray, intercept: bool) -> np.ndarray:
    """An orthonormal basis (m, r) of what f can be: the columns of V, and 1 with an intercept."""
    rest = 1.0 - V @ V.sum(axis=0)
    size = np.linalg.norm(rest)
    if not intercept or size < 1e-8 * np.sqrt(len(V)):
        return V
    return np.column_stack([V, rest / size])


def _alpha(
    f: np.ndarray, d: np.ndarray, V: np.ndarray, intercept: bool
) -> tuple[np.ndarray, float]:
    """alpha (m,) and b with V diag(d) Vᵀ alpha + b = f (m,), with the least alphaᵀK alpha."""
    b = 0.0
    if intercept:
        ones = V.sum(axis=0)
        rest = 1.0 - V @ ones
        inside = np.linalg.norm(rest) < 1e-8 * np.sqrt(len(V))
        b = (ones / d) @ (V.T @ f) / (ones / d @ ones) if inside else rest @ f / (rest @ rest)
    return V @ ((V.T @ (f - b)) / d), float(b)


def _smooth(
    G: np.ndarray, y: np.ndarray, loss: Loss, max_iter: int
) -> tuple[np.ndarray, np.ndarray, int]:
    """f = G w of least Σ L(f_i, y_i), its dual point, and the steps: Newton with a line search."""
    f, steps = np.zeros(len(y)), 0
    while steps < max_iter:
        slope, root = loss.derivative(f, y), np.sqrt(np.maximum(loss.curvature(f, y), TINY))
        d = G @ np.linalg.lstsq(root[:, None] * G, -slope / root)[0]
        risk, t, fall = loss.value(f, y).sum(), 1.0, -(slope @ d)
        if fall <= 1e-26 * (1 + risk):
            break
        while fall > 1e-10 and not loss.value(f + t * d, y).sum() <= risk - 1e-4 * t * fall:
            t /= 2
        f, steps = f + t * d, steps + 1
        if loss.margin_based and (y * f).min() > 0:
            raise ValueError(_no_minimiser(loss, "separates the two classes"))
    u = loss.derivative(f, y)
    if loss.margin_based and G.shape[1]:
        w = loss.curvature(f, y)
        if np.linalg.eigvalsh(G.T * w @ G)[0] <= FLAT * w.max():
            raise ValueError(_no_minimiser(loss, "puts no point on the wrong side, and some right"))
    return f, u - G @ (G.T @ u), steps


def _kinked(
    G: np.ndarray, y: np.ndarray, loss: Loss, max_iter: int
) -> tuple[np.ndarray, np.ndarray, int]:
    """The same for [k - yz]₊, a linear programme: exact already with a small penalty on w."""
    k, steps = float(loss.value(0.0, 1.0)), 0
    f = u = np.zeros(len(y))
    if k == 0:
        return f, u, steps
    for C in BOXES:
        answer = solve_box(G @ G.T, y, loss, 1 / C, 1.0)
        f, steps = answer.f, steps + answer.iterations
        nearest = (y * f).min()
        if nearest > 1e-6:  # no loss at all
            return f * (k / nearest * (1 + 1e-7)), np.zeros(len(y)), steps
        u = -answer.alpha / C
        free = (answer.alpha != 0) & (np.abs(answer.alpha) < C)
        u[free] -= np.linalg.lstsq(G[free].T, G.T @ u)[0]
        if loss.value(f, y).sum() + loss.conjugate(u, y).sum() <= 1e-9 * len(y):
            break
    return f, u, steps


def _no_minimiser(loss: Loss, what: str) -> str:
    return (
        f"With lam = 0 the {loss.name} loss has no minimiser here: some decision function {what}, "
        f"and the loss keeps falling as its alpha grows. Take lam > 0."
    )
