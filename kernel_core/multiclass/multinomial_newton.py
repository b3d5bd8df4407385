"""Fit softmax with a kernel (multinomial logistic regression) by Newton's method (notes 003 and
004; note 000, §1).

With K = ΦΦᵀ the scores are F = ΦV for weights V (r, C), a column for each class, and the problem of
multinomial.py is c Σ_i -log softmax(F_i)_y + lam/2 ‖V‖². Its gradient is

    Φᵀ c (P - Y) + lam V,                P = softmax(F), Y one-hot, as in note 004's SGD

and its Hessian maps a change v of V to Φᵀ c W(Φv) + lam v, where W acts on each example's C scores
as diag(p) - ppᵀ. As a matrix the Hessian has rC rows; if these are too many, conjugate gradients
use only products with it. An intercept is a further feature, 1, without penalty.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..duality_gap import Certificate, primal_objective
from ..solvers.linalg import conjugate_gradients, pivoted_cholesky, solve_or_lstsq
from .multinomial import MultinomialResult, cross_entropy, loss_gradient, representer, softmax

PATIENCE = 3  # number of steps without progress after which the method gives up
# Largest relative residual of a Newton step's linear system; near the optimum a smaller one is
# required.
MAX_RESIDUAL = 0.1
WARM_RESIDUAL = 1e-3  # relative residual of the linear system of the first step from a warm start
MAX_PRODUCTS = 6000  # number of products with the Hessian after which the method gives up
MIN_STEP = 1e-9  # smallest share of a step that the line search tries
ROUNDING = 1e-14  # a smaller relative change of the risk may be rounding error
MAX_DENSE_ROWS = 150  # largest number of rows for which the Hessian is computed as a matrix
RANK_TOL = 1e-13  # largest diagonal entry of K - ΦΦᵀ, as a share of the largest diagonal entry of K
# Log of the factor by which curvatures may change before the preconditioner is recomputed.
MAX_LOG_CHANGE = 3
# Lower bound of 1 - Σ p² and, times lam, of the diagonal entries by which the Hessian is scaled.
MIN_CURVATURE = 1e-12


@dataclass(frozen=True, eq=False)
class MultinomialPoint:
    """Weights V (r, C), their scores F = ΦV (m, C), and their regularised risk."""

    V: np.ndarray
    F: np.ndarray
    risk: float


class MultinomialRisk:
    """The risk of softmax for K (m, m), lam > 0 and the weight c of the losses. Y (m, C) has the
    one-hot labels, times the weights of the examples."""

    def __init__(
        self, K: np.ndarray, Y: np.ndarray, lam: float, c: float, with_intercept: bool
    ) -> None:
        self.K, self.Y, self.lam, self.c, self.with_intercept = K, Y, lam, c, with_intercept
        self.weights = Y.sum(axis=1)
        self.Phi = pivoted_cholesky(K, RANK_TOL).T
        self.penalty = np.full((self.Phi.shape[1], 1), lam)
        if with_intercept:
            self.Phi = np.column_stack([self.Phi, np.ones(len(K))])
            self.penalty = np.append(self.penalty, [[0.0]], axis=0)
        # Curvatures (m,), and the preconditioner for them.
        self.inverse: tuple[np.ndarray, np.ndarray] | None = None
        self.products = 0

    def zero(self) -> MultinomialPoint:
        """Return the point V = 0."""
        return self.at(np.zeros((self.Phi.shape[1], self.Y.shape[1])))

    def at(self, V: np.ndarray, F: np.ndarray | None = None) -> MultinomialPoint:
        """Return the point with weights V (r, C); F are its scores ΦV, if they are known."""
        F = self.Phi @ V if F is None else F
        loss = cross_entropy(F, self.Y).sum()
        return MultinomialPoint(V, F, float(self.c * loss + np.vdot(self.penalty * V, V) / 2))

    def answer(self, point: MultinomialPoint) -> MultinomialResult:
        """Return the solution that the representer theorem gives for the point's scores, with a
        certificate."""
        return representer(self.K, self.Y, point.F, self.lam, self.c, self.with_intercept)

    def solution_at(self, point: MultinomialPoint, dual: float) -> MultinomialResult:
        """Return the point as a solution, with alpha such that Φᵀalpha = V, where Φ and V are those
        without the intercept. `dual` is the largest known dual value."""
        r = self.Phi.shape[1] - self.with_intercept
        alpha = np.linalg.lstsq(self.Phi[:, :r].T, point.V[:r])[0]
        b = point.V[r] if self.with_intercept else np.zeros(self.Y.shape[1])
        f = self.K @ alpha
        losses = cross_entropy(f + b, self.Y)
        primal = primal_objective(losses, np.vdot(alpha, f), self.lam, self.c)
        return MultinomialResult(alpha, b, f + b, Certificate(float(primal), dual, scale=1.0))

    def minimiser(self, F: np.ndarray, exactness: float) -> np.ndarray:
        """Return V (r, C) that minimises the quadratic model of the risk at scores F (m, C).

        `exactness` is as in `newton_direction`.
        """
        P = softmax(F)
        curved = self.weights[:, None] * hessian_product(P, F)
        target = self.c * (curved - loss_gradient(F, self.Y))
        return self.newton_direction(P, self.Phi.T @ target, exactness)

    def step(self, current: MultinomialPoint, exactness: float) -> MultinomialPoint:
        """Return the point after a step towards the model's minimiser, shortened until the risk
        falls.

        If no step lowers the risk, return `current`. `exactness` is as in `newton_direction`.
        """
        gradient = (
            self.Phi.T @ (self.c * loss_gradient(current.F, self.Y)) + self.penalty * current.V
        )
        change = self.newton_direction(softmax(current.F), -gradient, exactness)
        slope, F_change, t = np.vdot(gradient, change), self.Phi @ change, 1.0
        while t > MIN_STEP:
            ahead = self.at(current.V + t * change, current.F + t * F_change)
            if ahead.risk <= current.risk + 1e-4 * t * slope + ROUNDING * current.risk:
                return ahead
            t /= 2
        return current

    def newton_direction(self, P: np.ndarray, target: np.ndarray, exactness: float) -> np.ndarray:
        """Return v (r, C) whose product with the Hessian at the probabilities P (m, C) is `target`.

        `exactness` is the relative residual at which conjugate gradients end.
        """
        if target.size <= MAX_DENSE_ROWS:
            A = self.dense_hessian(P)
            size = np.sqrt(np.maximum(A.diagonal(), MIN_CURVATURE * self.lam))
            v = solve_or_lstsq(A / size / size[:, None], target.T.ravel() / size) / size
            return v.reshape(target.T.shape).T

        def multiply_by_hessian(v: np.ndarray) -> np.ndarray:
            self.products += 1
            curved = self.weights[:, None] * hessian_product(P, self.Phi @ v)
            return self.c * (self.Phi.T @ curved) + self.penalty * v

        inverse = self.preconditioner(P)
        return conjugate_gradients(multiply_by_hessian, lambda v: inverse @ v, target, exactness)

    def dense_hessian(self, P: np.ndarray) -> np.ndarray:
        """Return the Hessian at P as a matrix (Cr, Cr), class by class."""
        (m, r), C = self.Phi.shape, P.shape[1]
        root = np.sqrt(self.weights)[:, None]
        factors = ((root * P)[:, :, None] * self.Phi[:, None, :]).reshape(m, C * r)
        A = -self.c * (factors.T @ factors)
        blocks, k = A.reshape(C, r, C, r), np.arange(C)
        blocks[k, :, k, :] += self.c * (((self.weights * P.T)[:, None, :] * self.Phi.T) @ self.Phi)
        A.flat[:: C * r + 1] += np.tile(self.penalty[:, 0], C)
        if self.with_intercept:  # equal changes of all intercepts have no effect, so fix their sum
            blocks[:, -1, :, -1] += self.c / C
        return A

    def preconditioner(self, P: np.ndarray) -> np.ndarray:
        """Return an approximate inverse of the Hessian for a single class, (r, r).

        It ignores the coupling of classes, and uses one curvature for each example, 1 - Σ p², which
        is exact for two classes.
        """
        w = self.c * self.weights * np.maximum(1.0 - np.square(P).sum(axis=1), MIN_CURVATURE)
        if self.inverse is None or np.abs(np.log(w / self.inverse[0])).max() > MAX_LOG_CHANGE:
            A = (self.Phi.T * w) @ self.Phi
            A.flat[:: len(A) + 1] += self.penalty[:, 0]
            self.inverse = w, solve_or_lstsq(A, np.eye(len(A)))
        return self.inverse[1]


def hessian_product(P: np.ndarray, F: np.ndarray) -> np.ndarray:
    """Return W F: diag(p) - ppᵀ applied to each example's scores, for P and F (m, C)."""
    PF = P * F
    return PF - P * PF.sum(axis=1, keepdims=True)


def solve_softmax(
    K: np.ndarray,
    Y: np.ndarray,
    lam: float,
    c: float,
    *,
    intercept: bool = False,
    start: MultinomialResult | None = None,
    tol: float = 1e-6,
    max_iter: int | None = None,
) -> MultinomialResult:
    """Minimise the risk for K (m, m), Y (m, C) and lam > 0, to a gap of tol / 100 if possible.

    Y has the one-hot labels, times the weights of the examples. `start` may be the solution of a
    neighbouring problem. The method takes at most max_iter steps, by default 100. If the gap stays
    above tol, the result is the point of lowest risk.
    """
    model = MultinomialRisk(K, Y, lam, c, intercept)
    current, steps, max_steps = model.zero(), 0, 100 if max_iter is None else max_iter
    if start is not None:
        neighbour = model.at(model.minimiser(start.scores, WARM_RESIDUAL))
        current, steps = min(current, neighbour, key=lambda point: point.risk), 1
    best, n_stalled = model.answer(current), 0
    dual = max(0.0, best.proof.dual)  # 0 is the value of the dual point Q = Y
    while best.proof.gap_to_close > 1e-2 * tol and steps < max_steps and n_stalled < PATIENCE:
        if model.products > MAX_PRODUCTS:
            break
        previous, current = (
            current,
            model.step(current, min(MAX_RESIDUAL, max(best.proof.gap, 0.0) ** 0.5)),
        )
        steps += 1
        answer = model.answer(current)
        dual = max(dual, answer.proof.dual)
        progress = previous.risk - current.risk > ROUNDING * previous.risk
        n_stalled = 0 if progress or answer.proof.gap < best.proof.gap / 2 else n_stalled + 1
        best = min(best, answer, key=lambda answer: answer.proof.gap)
    if best.proof.gap > tol:  # not converged: return the point of lowest risk
        best = min(best, model.solution_at(current, dual), key=lambda answer: answer.proof.primal)
    return replace(best, iterations=steps)
