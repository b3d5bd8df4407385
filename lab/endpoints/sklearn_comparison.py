"""GET /ask-scikit-learn: the scene's problem solved by scikit-learn's own estimator, beside ours.

    /ask-scikit-learn?<scene>

It is fitted twice, at its default tolerance and at 1e-8. Both answers are turned into dual
coefficients, so that one function, `kc.certificate`, computes the objective of all. Libraries of C
can't be stopped from outside; points and iterations are bounded instead.
"""

import importlib.util
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from statistics import median
from typing import Any

import numpy as np

import kernel_core as kc
from lab.endpoints.endpoint import Endpoint
from lab.scene.learning_problem import GRID, LearningProblem, Sample, in_words, problem, sample_of
from lab.scene.scene import Problem, Scene, SceneError, parse_strict
from lab.scene.sklearn_estimators import Estimator, estimator_of

MAX_POINTS = 400  # points
STRICT = 1e-8
RUNS = 3
_REPEAT = 0.15  # seconds: what takes longer is run once
_SMO_STEPS = 2 * 10**6  # of libsvm, about a second
_WORK = 5 * 10**8  # passes of liblinear times the entries of Phi, about a second
MEASURED = (
    "Time is the processor time of this server from the points to the coefficients, the matrix K "
    "included; of quick fits the median of three."
)
ABSENT = "scikit-learn is not installed where these pages run, so it can't be asked."
_ROUNDING = 1e-9  # beside the largest |f|: a smaller difference is none


@lru_cache(maxsize=64)
def answer(scene: Scene) -> dict[str, Any]:
    """What the view shows: `rows` of objectives and times, `remarks`, and the field of their f.

    Raises SceneError for too many points, and for numbers that can't be compared.
    """
    estimator = estimator_of(scene)
    if isinstance(estimator, str):
        return {"rows": [], "remarks": [estimator]}
    if importlib.util.find_spec("sklearn") is None:
        return {"rows": [], "remarks": [ABSENT]}
    sample = sample_of(scene)
    if (m := len(sample.y)) > MAX_POINTS:
        message = f"scikit-learn is asked about at most {MAX_POINTS} points here; these are {m:,}."
        raise SceneError(Problem("m", str(m), f"at most {MAX_POINTS}", message))
    one_class = len(set(sample.y)) < 2
    if one_class and not estimator.direct and "SVR" not in estimator.name:
        return {"rows": [], "remarks": [f"{estimator.name} asks for points of both classes."]}
    setting = problem(scene)
    with in_words(scene), np.errstate(all="ignore"):
        return _compared(setting, sample, estimator)


def _compared(setting: LearningProblem, sample: Sample, estimator: Estimator) -> dict[str, Any]:
    _load(estimator)  # before any clock runs
    ours, seconds = _timed(lambda: _ours(setting))
    rows, fields = [_row("ours", "", ours, ours, seconds)], [ours.on_grid(*sample.grid(GRID))]
    remarks = []
    for strict in (False,) if estimator.direct else (False, True):
        fit, seconds = _timed(partial(EstimatorRun, setting, estimator, strict))
        if not fit.arrived:
            remarks.append(fit.stopped)
        if fit.cut:
            continue  # it was not at its end: what it had by then says nothing of it
        theirs = fit.solution(ours)
        fields.append(theirs.on_grid(*sample.grid(GRID)))
        row = _row(estimator.name, fit.tolerance, theirs, ours, seconds)
        rows.append(row | _differences(fields[0], fields[-1]))
    if not np.isfinite([row["J"] for row in rows]).all():
        message = "These kernel values are too large to be compared. Choose another kernel."
        raise SceneError(Problem("kernel", "", "smaller values", message))
    remarks[:0] = [verdict(row) for row in rows[1:2]]
    return {"rows": rows, "remarks": [*remarks, estimator.remark, MEASURED]} | _picture(
        sample, fields
    )


class EstimatorRun:
    """One run of the estimator, from the points to the coefficients: what is timed."""

    def __init__(self, setting: LearningProblem, estimator: Estimator, strict: bool):
        X, y = setting.sample.X, setting.sample.y
        self.setting, self.estimator, self.strict = setting, estimator, strict
        self.data = setting.kernel(X, X)
        self.roots: tuple[np.ndarray, np.ndarray] | None = None
        if estimator.features:
            self.roots = values, vectors = _factor(self.data)
            self.data = vectors * values
        weight = setting.lam * (len(y) if setting.risk == "mean" else 1)
        arguments = estimator.given(weight) | self._bounds()
        self.model = _load(estimator)(**arguments).fit(self.data, y)

    def _bounds(self) -> dict[str, Any]:
        """The tolerance, and the most iterations where there would be none, or far too many."""
        estimator, strict = self.estimator, self.strict
        if estimator.direct:
            return {}
        bounds = {"tol": STRICT} if strict else {}
        if not estimator.passes:
            return bounds | {"max_iter": _SMO_STEPS}
        most = min(estimator.passes, max(1000, _WORK // max(1, self.data.size)))
        return bounds | ({"max_iter": most} if strict else {})

    @property
    def tolerance(self) -> str:
        if self.estimator.direct:
            return "one linear system"
        return (
            f"tol {text(self.model.tol)}" if self.strict else f"default tol {text(self.model.tol)}"
        )

    @property
    def iterations(self) -> int:
        return int(np.max(getattr(self.model, "n_iter_", None) or 0))

    @property
    def arrived(self) -> bool:
        """Whether it came to its tolerance before it had made all the iterations it may."""
        most = getattr(self.model, "max_iter", None)
        return most is None or self.iterations < most

    @property
    def cut(self) -> bool:
        """Whether it was stopped by a limit of ours, not by its own."""
        own = self.estimator.passes and not self.strict
        return not self.arrived and not own

    @property
    def stopped(self) -> str:
        who = f"{self.estimator.name}, {self.tolerance}"
        if self.cut:
            return (
                f"{who}: stopped by this server after {self.iterations:,} iterations, before it "
                "was done."
            )
        return (
            f"{who}: it ended after {self.iterations:,} iterations, its default limit, before it "
            "had come to that tolerance."
        )

    def solution(self, ours: kc.Solution) -> kc.Solution:
        """Its answer with coefficients on the points, so that our own functions can read it."""
        model, s = self.model, self.setting
        if self.roots is not None:
            values, vectors = self.roots
            alpha = vectors @ (np.ravel(model.coef_) / values)
        elif hasattr(model, "support_"):
            alpha = np.zeros(len(ours.y))
            alpha[model.support_] = np.ravel(model.dual_coef_)
        else:
            alpha = np.ravel(model.dual_coef_)
        b = float(np.ravel(getattr(model, "intercept_", 0.0))[0]) if s.intercept else 0.0
        K = s.kernel(ours.X, ours.X)
        proof = kc.certificate(
            K, ours.y, alpha, b, s.loss, s.lam, s.risk, with_intercept=s.intercept
        )
        return replace(
            ours, alpha=alpha, intercept=b, primal=proof.primal, dual=proof.dual, gap=proof.gap
        )


def _ours(setting: LearningProblem) -> kc.Solution:
    try:
        return setting.fit()
    except kc.NotConverged as error:
        return error.solution


def _load(estimator: Estimator) -> Callable[..., Any]:
    """The class. scikit-learn takes a second to import, so that it is imported only here."""
    from sklearn.exceptions import ConvergenceWarning

    warnings.simplefilter("ignore", ConvergenceWarning)  # the answer says it, in words
    return getattr(importlib.import_module(estimator.module), estimator.name)


def _factor(K: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Roots (r,) and vectors (m, r) with Phi = vectors * roots and K = Phi Phiᵀ, up to rounding."""
    values, vectors = np.linalg.eigh(K)
    some = values > len(K) * np.finfo(float).eps * values.max()
    if not some.any():  # K = 0
        some = values == values.max()
    return np.sqrt(np.maximum(values[some], np.finfo(float).tiny)), vectors[:, some]


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What `work` gives, and its processor time: the median of three runs where they are short.

    The time of this thread alone, so that other visitors do not count.
    """
    times: list[float] = []
    while len(times) < RUNS and sum(times) < _REPEAT:
        begun = time.thread_time()
        result = work()
        times.append(time.thread_time() - begun)
    return result, median(times)


def _row(name: str, note: str, s: kc.Solution, ours: kc.Solution, seconds: float) -> dict[str, Any]:
    """One contender. `above`: how far its J is above the least one at most, relatively; the dual
    value of our answer lies below every J."""
    above = round_up((s.primal - ours.dual) / ours.dual) if ours.dual > 0 else None
    return {
        "name": name,
        "note": note,
        "J": s.primal,
        "above": above,
        "seconds": float(f"{seconds:.2g}"),
    }


def _differences(ours: np.ndarray, theirs: np.ndarray) -> dict[str, float | None]:
    """On which part of the window the signs differ, and the largest |f − f′| there."""
    if not np.isfinite([ours, theirs]).all():
        return {"differs": None, "away": None}
    part = _differs(ours, theirs).mean()
    return {"differs": float(part), "away": float(np.abs(ours - theirs).max())}


def _differs(ours: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """The nodes at which the two have different signs, by more than rounding."""
    more = np.abs(ours - theirs) > _ROUNDING * max(np.abs(ours).max(), np.abs(theirs).max())
    return ((ours > 0) != (theirs > 0)) & more


def verdict(row: dict[str, Any]) -> str:
    """The first of their answers in a sentence: how high it ends, and what one would see of it."""
    clauses = []
    if row["above"] is not None:
        clauses.append(f"its J is at most {at_most(row['above'])} above the least there is")
    if row["differs"] is not None:
        where = f"on {percentage(row['differs'])} of the window" if row["differs"] else "nowhere"
        clauses.append(f"the sign of f differs from ours {where}")
    return f"{row['name']}, {row['note']}: {', and '.join(clauses)}." if clauses else ""


def round_up(value: float) -> float:
    """A bound in two digits: the least such number that is not below it."""
    if not 0 < value < np.inf:
        return max(value, 0.0)
    unit = 10.0 ** (np.floor(np.log10(value)) - 1)
    return float(f"{np.ceil(value / unit - 1e-9) * unit:.2g}")


def at_most(part: float) -> str:
    """A bound as a percentage, 0.001 % at least."""
    return f"{round_up(max(100 * part, 0.001)):.12g} %"


def text(tol: float) -> str:
    """A tolerance as one types it: 0.001, 1e-8."""
    return f"{tol:g}".replace("e-0", "e-")


def percentage(part: float) -> str:
    """A part of the window as a percentage, two digits; the smallest is one node of the grid."""
    return f"about {float(f'{100 * part:.2g}'):g} %"


def _picture(sample: Sample, fields: list[np.ndarray]) -> dict[str, Any]:
    """The window, both functions, ours and the first of theirs, and the numbers of the nodes at
    which their signs differ."""
    if len(fields) < 2 or not np.isfinite(fields).all():
        return {}
    return {
        "window": [float(v) for v in sample.window],
        "grid": GRID,
        "fields": [[float(f"{v:.4g}") for v in field.ravel()] for field in fields[:2]],
        "differing": np.flatnonzero(_differs(*fields[:2])).tolist(),
        "points": sample.X.ravel().tolist(),
        "labels": sample.y.tolist(),
    }


def _answer(query: bytes) -> dict[str, Any]:
    return answer(parse_strict(query, ignore={"v"}))


ENDPOINT = Endpoint("ask-scikit-learn", _answer)
