"""Train the classifiers of a reduction on one Gram matrix: binary classifiers, or softmax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..base_loss import Loss
from ..duality_gap import Certificate, Objective, SolverResult, certify, risk_weight
from ..kernels.base import Kernel
from ..solution import solver_for
from ..weighted_loss import WeightedLoss
from .multinomial import MultinomialResult
from .multinomial_newton import solve_softmax
from .problem import ClassProblem
from .reductions import BinaryTask
from .solution import MultiSolution

NO_CERTIFICATE = Certificate(np.inf, -np.inf)


@dataclass(frozen=True, eq=False)
class WarmStart:
    """The solutions from which the solvers start, one for each classifier or one for softmax. They
    were computed with the weight lam of the penalty."""

    lam: float
    answers: Sequence[SolverResult | MultinomialResult]


@dataclass(frozen=True, eq=False)
class Reduction:
    """A problem that is to be solved by one reduction, to a relative gap of tol."""

    name: str
    problem: ClassProblem
    tasks: tuple[BinaryTask, ...]
    tol: float
    max_iter: int | None

    def fit(
        self, K: np.ndarray, kernel: Kernel, lam: float, near: WarmStart | MultiSolution | None
    ) -> MultiSolution:
        """Solve the problem for the Gram matrix K (m, m), from a warm start if there is one.

        All classifiers use the same K; a task that discards points omits their rows and columns.
        """
        p, proofs, n_points = self.problem, [], 0
        answers: list[SolverResult | MultinomialResult] = []
        if self.name == "softmax":
            answer = self.fit_softmax(K, lam, near)
            alpha, intercept, n_points = answer.alpha.T, answer.intercept, len(p.k)
            answers, proofs = [answer], [answer.proof]
        else:
            alpha, intercept = np.zeros((len(self.tasks), len(p.k))), np.zeros(len(self.tasks))
            for b, task in enumerate(self.tasks):
                signs = task.to_signs(p.k)
                members = np.flatnonzero(signs)
                part = K if len(members) == len(p.k) else K.take(members, 0).take(members, 1)
                known = None if near is None else near.answers[b]
                start = None
                if near is not None and isinstance(known, SolverResult):
                    start = known.rescale(near.lam / lam)
                loss = p.loss.subset(members, p.risk)
                fitted, proof = self.fit_one(part, signs[members].astype(float), loss, lam, start)
                alpha[b, members], intercept[b] = fitted.alpha, fitted.intercept
                answers.append(fitted)
                proofs.append(proof)
                n_points += len(members)
        return MultiSolution(
            *(self.name, p.X, p.k, p.classes, kernel, p.loss, lam, p.risk, self.tasks),
            *(p.tree if self.name == "tree" else None, alpha, intercept),
            primal=np.array([proof.primal for proof in proofs]),
            dual=np.array([proof.dual for proof in proofs]),
            gap=np.array([proof.gap for proof in proofs]),
            iterations=np.array([answer.iterations for answer in answers]),
            training_points=n_points,
            answers=answers,
        )

    def fit_one(
        self, K: np.ndarray, y: np.ndarray, loss: Loss, lam: float, start: SolverResult | None
    ) -> tuple[SolverResult, Certificate]:
        """Fit one binary classifier from `start` and, if that does not converge, from zero; return
        the better fit."""
        c = risk_weight(self.problem.risk, len(y))
        objective = Objective(K, y, loss, lam, c, self.problem.intercept)
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
        self, K: np.ndarray, lam: float, near: WarmStart | MultiSolution | None
    ) -> MultinomialResult:
        """Fit softmax to all C classes at once, with the weights of the problem's loss, if any."""
        p = self.problem
        c, Y = risk_weight(p.risk, len(p.k)), np.eye(len(p.classes))[p.k]
        if isinstance(p.loss, WeightedLoss):
            Y *= p.loss.weights[:, None]
        known = None if near is None else near.answers[0]
        start = known if isinstance(known, MultinomialResult) else None
        b, tol, max_iter = p.intercept, self.tol, self.max_iter
        return solve_softmax(K, Y, lam, c, intercept=b, start=start, tol=tol, max_iter=max_iter)


def warm_start_from(problem: Reduction, known: MultiSolution, K: np.ndarray) -> WarmStart:
    """Return a warm start for the problem's tasks, from a known solution and the Gram matrix K
    (m, m).

    Raises ValueError unless the solution has the same tasks, and a coefficient for each point.
    """
    if known.tasks != problem.tasks or known.alpha.shape[1] != len(K):
        raise ValueError(
            "A start must have the same binary tasks, and a coefficient for each point of the new "
            "data."
        )
    f = known.alpha @ K + known.intercept[:, None]
    if problem.name == "softmax":
        answer = MultinomialResult(known.alpha.T, known.intercept, f.T, NO_CERTIFICATE)
        return WarmStart(known.lam, [answer])
    answers = []
    for b, task in enumerate(problem.tasks):
        members = np.flatnonzero(task.to_signs(problem.problem.k))
        answers.append(SolverResult(known.alpha[b, members], known.intercept[b], f[b, members], 0))
    return WarmStart(known.lam, answers)
