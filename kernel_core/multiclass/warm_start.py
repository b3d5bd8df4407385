"""Where a sweep sets out: at solutions for other points, or other classes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..duality_gap import Certificate
from ..solvers.result import SolverResult
from .multinomial.certificate import MultinomialResult
from .problem import MulticlassProblem
from .solution import MultiSolution

NO_CERTIFICATE = Certificate(np.inf, -np.inf)


@dataclass(frozen=True, eq=False)
class WarmStart:
    """Answers to start from, one for each classifier, or one for softmax."""

    lam: float
    answers: Sequence[SolverResult | MultinomialResult]


def warm_start_from(setting: MulticlassProblem, known: MultiSolution, K: np.ndarray) -> WarmStart:
    """The known solution's weights as answers to the setting's own problem, with K (m, m).

    Raises ValueError unless it has a weight for each point, and answers the same questions.
    """
    if known.questions != setting.questions or known.alpha.shape[1] != len(K):
        raise ValueError(
            "A start must answer the same questions, with a weight for each point of the new data."
        )
    f = known.alpha @ K + known.intercept[:, None]
    if setting.reduction == "softmax":
        answer = MultinomialResult(known.alpha.T, known.intercept, f.T, NO_CERTIFICATE)
        return WarmStart(known.lam, [answer])
    answers = []
    for b, question in enumerate(setting.questions):
        kept = np.flatnonzero(question.relabel(setting.k))
        answers.append(SolverResult(known.alpha[b, kept], known.intercept[b], f[b, kept], 0))
    return WarmStart(known.lam, answers)
