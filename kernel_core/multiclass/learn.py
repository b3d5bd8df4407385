"""The binary classifiers of a reduction, trained on one Gram matrix. 004: any binary learner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from ..answer import Answer
from ..certificate import Certificate, certify, risk_weight
from ..fit import solver_for
from ..losses import Loss
from .questions import Question
from .softmax import solve_softmax
from .softmax_certificate import SoftmaxAnswer


class Near(Protocol):
    """A solution nearby, to start from."""

    lam: float
    answers: Sequence[Answer | SoftmaxAnswer]


@dataclass(frozen=True, eq=False)
class Trained:
    """B classifiers: alpha (B, m), 0 for points that were discarded, and intercept (B,).

    One proof and one answer a solver's run; `made` counts the training points made for them.
    """

    alpha: np.ndarray
    intercept: np.ndarray
    proofs: Sequence[Certificate]
    answers: Sequence[Answer | SoftmaxAnswer]
    made: int


@dataclass(frozen=True)
class Learner:
    """Any binary learner of kernel_core, and softmax: a loss, a risk, with or without intercept."""

    loss: Loss
    risk: str
    intercept: bool
    tol: float
    max_iter: int | None = None

    def answer_all(
        self,
        K: np.ndarray,
        k: np.ndarray,
        questions: Sequence[Question],
        lam: float,
        near: Near | None = None,
    ) -> Trained:
        """A classifier for each question, for the Gram matrix K (m, m) of points of classes k (m,).

        All share K: where a question discards points, their rows and columns are left out.
        """
        alpha, intercept = np.zeros((len(questions), len(k))), np.zeros(len(questions))
        answers, proofs, made = [], [], 0
        for b, question in enumerate(questions):
            signs = question.relabel(k)
            kept = np.flatnonzero(signs)
            made += len(kept)
            part = K if len(kept) == len(k) else K.take(kept, 0).take(kept, 1)
            start = None if near is None else near.answers[b].rescaled(near.lam / lam)
            answer, proof = self.answer(part, signs[kept].astype(float), lam, start)
            alpha[b, kept], intercept[b] = answer.alpha, answer.intercept
            answers.append(answer)
            proofs.append(proof)
        return Trained(alpha, intercept, proofs, answers, made)

    def answer(
        self, K: np.ndarray, y: np.ndarray, lam: float, start: Answer | None
    ) -> tuple[Answer, Certificate]:
        """One binary fit from `start`, and afresh where that fails: the better of the two."""
        c = risk_weight(self.risk, len(y))
        options = {"intercept": self.intercept, "tol": self.tol, "max_iter": self.max_iter}
        solve = partial(solver_for(self.loss, lam), K, y, self.loss, lam, c, **options)
        tried = []
        for begin in [start, None] if start else [None]:
            a = solve(start=begin)
            Ka = a.f - a.intercept
            proof = certify(K, y, a.alpha, a.intercept, self.loss, lam, c, self.intercept, Ka=Ka)
            tried.append((a, proof))
            if proof.gap <= self.tol:
                break
        return min(tried, key=lambda pair: pair[1].gap)

    def softmax(
        self, K: np.ndarray, k: np.ndarray, C: int, lam: float, near: Near | None = None
    ) -> Trained:
        """All C classes at once, for K (m, m) and classes k (m,); the loss plays no part."""
        c, Y = risk_weight(self.risk, len(k)), np.eye(C)[k]
        options = {"intercept": self.intercept, "tol": self.tol, "max_iter": self.max_iter}
        start = None if near is None else near.answers[0]
        answer = solve_softmax(K, Y, lam, c, start=start, **options)
        return Trained(answer.alpha.T, answer.intercept, [answer.proof], [answer], len(k))
