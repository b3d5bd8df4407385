"""Softmax in kernels, that is multinomial logistic regression: Newton's method. 004, 003; 000 §1.

The proof is in `certificate`, the quadratic model in `newton`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .certificate import MultinomialResult
from .newton import MultinomialRisk

PATIENCE = 3  # steps without progress before giving up
ROUNDING = 1e-14  # a fall of the risk by less than this part may be rounding
BLUNT = 0.1  # how exact a Newton step must at least be; the nearer the goal, the more exact
SHARP = 1e-3  # how exact the first one is, from a neighbour's answer
MAX_PRODUCTS = 6000  # products with the second derivative before giving up


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
    """The minimiser for K (m, m), one-hot labels Y (m, C) and lam > 0, two digits beyond tol.

    It may start from the answer to a neighbouring problem.
    """
    model = MultinomialRisk(K, Y, lam, c, intercept)
    current, steps, max_steps = model.zero(), 0, 100 if max_iter is None else max_iter
    if start is not None:
        neighbour = model.at(model.minimiser(start.scores, SHARP))
        current, steps = min(current, neighbour, key=lambda point: point.risk), 1
    best, n_stalled = model.answer(current), 0
    dual = max(0.0, best.proof.dual)  # 0 is the value of the dual point Q = Y
    while best.proof.gap_to_close > 1e-2 * tol and steps < max_steps and n_stalled < PATIENCE:
        if model.products > MAX_PRODUCTS:
            break
        previous, current = (
            current,
            model.step(current, min(BLUNT, max(best.proof.gap, 0.0) ** 0.5)),
        )
        steps += 1
        answer = model.answer(current)
        dual = max(dual, answer.proof.dual)
        progress = previous.risk - current.risk > ROUNDING * previous.risk
        n_stalled = 0 if progress or answer.proof.gap < best.proof.gap / 2 else n_stalled + 1
        best = min(best, answer, key=lambda answer: answer.proof.gap)
    if best.proof.gap > tol:  # no proof: then the lowest risk is the better picture
        best = min(best, model.lowest(current, dual), key=lambda answer: answer.proof.primal)
    return replace(best, iterations=steps)
