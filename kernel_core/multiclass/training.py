"""The binary classifiers of a reduction, trained on one Gram matrix. 004: any binary learner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ..base_loss import Loss
from ..duality_gap import Certificate, Objective, SolverResult, certify, risk_weight
from ..solution import solver_for
from ..weighted_loss import WeightedLoss
from .multinomial import MultinomialResult
from .multinomial_newton import solve_softmax
from .reductions import BinaryTask


class NearbyFit(Protocol):
    """A solution nearby, to start from."""

    @property
    def lam(self) -> float:
        """Its lam."""

    @property
    def answers(self) -> Sequence[SolverResult | MultinomialResult]:
        """One for each classifier, or one for softmax."""


@dataclass(frozen=True, eq=False)
class TrainedClassifiers:
    """B classifiers: alpha (B, m), 0 for points that were discarded, and intercept (B,).

    One proof and one answer a solver's run; n_training_points are made for them in all.
    """

    alpha: np.ndarray
    intercept: np.ndarray
    proofs: Sequence[Certificate]
    answers: Sequence[SolverResult | MultinomialResult]
    n_training_points: int


@dataclass(frozen=True)
class BinaryTrainer:
    """Any binary learner of kernel_core, and softmax: a loss, a risk, with or without intercept."""

    loss: Loss
    risk: str
    intercept: bool
    tol: float
    max_iter: int | None = None

    def fit_all(
        self,
        K: np.ndarray,
        k: np.ndarray,
        tasks: Sequence[BinaryTask],
        lam: float,
        near: NearbyFit | None = None,
    ) -> TrainedClassifiers:
        """A classifier for each task, for the Gram matrix K (m, m) of points of classes k (m,).

        All share K: where a task discards points, their rows and columns are left out.
        """
        alpha, intercept = np.zeros((len(tasks), len(k))), np.zeros(len(tasks))
        answers: list[SolverResult] = []
        proofs: list[Certificate] = []
        n_training_points = 0
        for b, task in enumerate(tasks):
            signs = task.to_signs(k)
            members = np.flatnonzero(signs)
            n_training_points += len(members)
            part = K if len(members) == len(k) else K.take(members, 0).take(members, 1)
            known = None if near is None else near.answers[b]
            start = None
            if near is not None and isinstance(known, SolverResult):
                start = known.rescale(near.lam / lam)
            loss = self.loss.subset(members, self.risk)
            answer, proof = self.fit_one(part, signs[members].astype(float), loss, lam, start)
            alpha[b, members], intercept[b] = answer.alpha, answer.intercept
            answers.append(answer)
            proofs.append(proof)
        return TrainedClassifiers(alpha, intercept, proofs, answers, n_training_points)

    def fit_one(
        self, K: np.ndarray, y: np.ndarray, loss: Loss, lam: float, start: SolverResult | None
    ) -> tuple[SolverResult, Certificate]:
        """One binary fit from `start`, and afresh where that fails: the better of the two."""
        c = risk_weight(self.risk, len(y))
        objective = Objective(K, y, loss, lam, c, self.intercept)
        solve = solver_for(loss, lam)
        fits = []
        for candidate in [start, None] if start else [None]:
            a = solve(objective, start=candidate, tol=self.tol, max_iter=self.max_iter)
            proof = certify(objective, a.alpha, a.intercept, Ka=a.f - a.intercept, exact=lambda: K)
            fits.append((a, proof))
            if proof.gap <= self.tol:
                break
        return min(fits, key=lambda pair: pair[1].gap)

    def fit_softmax(
        self, K: np.ndarray, k: np.ndarray, C: int, lam: float, near: NearbyFit | None = None
    ) -> TrainedClassifiers:
        """All C classes at once, for K (m, m) and classes k (m,); of the loss only its weights."""
        c, Y = risk_weight(self.risk, len(k)), np.eye(C)[k]
        if isinstance(self.loss, WeightedLoss):
            Y *= self.loss.weights[:, None]
        known = None if near is None else near.answers[0]
        answer = solve_softmax(
            K,
            Y,
            lam,
            c,
            intercept=self.intercept,
            start=known if isinstance(known, MultinomialResult) else None,
            tol=self.tol,
            max_iter=self.max_iter,
        )
        return TrainedClassifiers(
            answer.alpha.T, answer.intercept, [answer.proof], [answer], len(k)
        )
