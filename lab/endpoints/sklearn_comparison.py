"""GET /ask-scikit-learn: solve the scene's problem with scikit-learn, and compare with kernel_core.

    /ask-scikit-learn?<scene>

The estimator is fitted at its default tolerance and at 1e-8, or without a tolerance if it solves
one linear system. Its solutions are converted to dual coefficients, so that `kc.certificate`
computes their objectives in the same way as ours. A C library can't be stopped from outside, so the
numbers of points and iterations are bounded.
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

MAX_POINTS = 400
STRICT_TOLERANCE = 1e-8
RUNS = 3
_REPEAT_SECONDS = 0.15  # a fit is repeated only while its runs took less time in total
_SMO_STEPS = 2 * 10**6  # largest number of steps of libsvm, about a second of work
# Largest number of passes times the number of entries of Phi, about a second of work.
_LIBLINEAR_WORK = 5 * 10**8
TIME_REMARK = (
    "Time is the processor time of this server from the points to the coefficients, including the "
    "matrix K; for quick fits, the median of two or three runs."
)
ABSENT = "scikit-learn is not installed where these pages run, so nothing can be compared."
_ROUNDING = 1e-9  # differences below this share of the largest |f| count as 0


@lru_cache(maxsize=64)
def answer(scene: Scene) -> dict[str, Any]:
    """Solve the scene's problem with both libraries and return the comparison: `rows` of objectives
    and times, `remarks`, and the data of `_picture`. If nothing can be compared, there are no rows,
    and the only remark gives the reason.

    Raises SceneError for data on a line, for no or too many points, for a formula that is not a
    kernel on these points, and for numbers that can't be compared.
    """
    estimator = estimator_of(scene)
    if isinstance(estimator, str):
        return {"rows": [], "remarks": [estimator]}
    if importlib.util.find_spec("sklearn") is None:
        return {"rows": [], "remarks": [ABSENT]}
    sample = sample_of(scene)
    if (m := len(sample.y)) > MAX_POINTS:
        message = (
            f"The comparison can use at most {MAX_POINTS} points; this sample has {m:,}. Choose "
            "fewer points."
        )
        raise SceneError(Problem("m", str(m), f"at most {MAX_POINTS}", message))
    one_class = len(set(sample.y)) < 2
    if one_class and not estimator.is_direct and "SVR" not in estimator.name:
        return {"rows": [], "remarks": [f"{estimator.name} needs points of both classes."]}
    setting = problem(scene)
    with in_words(scene), np.errstate(all="ignore"):
        return _compare(setting, sample, estimator)


def _compare(setting: LearningProblem, sample: Sample, estimator: Estimator) -> dict[str, Any]:
    _load(estimator)  # imported before the timing
    own_solution, seconds = _time(lambda: _fit_own(setting))
    rows, fields = (
        [_row("this app", "", own_solution, own_solution, seconds)],
        [own_solution.on_grid(*sample.grid(GRID))],
    )
    remarks = []
    for is_strict in (False,) if estimator.is_direct else (False, True):
        fit, seconds = _time(partial(EstimatorRun, setting, estimator, is_strict))
        if not fit.has_converged:
            remarks.append(fit.stop_message)
        if fit.is_cut_off:
            continue  # an unfinished solution is not compared
        solution = fit.solution(own_solution)
        fields.append(solution.on_grid(*sample.grid(GRID)))
        row = _row(estimator.name, fit.tolerance, solution, own_solution, seconds)
        rows.append(row | _differences(fields[0], fields[-1]))
    if not np.isfinite([row["J"] for row in rows]).all():
        message = (
            "These kernel values are too large to be compared. Choose another kernel, or other "
            "parameters."
        )
        raise SceneError(Problem("kernel", "", "smaller values", message))
    remarks[:0] = [verdict(row) for row in rows[1:2]]
    return {"rows": rows, "remarks": [*remarks, estimator.remark, TIME_REMARK]} | _picture(
        sample, fields
    )


class EstimatorRun:
    """A run of the estimator, from the points to the coefficients; its duration is measured."""

    def __init__(self, setting: LearningProblem, estimator: Estimator, is_strict: bool):
        X, y = setting.sample.X, setting.sample.y
        self.setting, self.estimator, self.is_strict = setting, estimator, is_strict
        self.data = setting.kernel(X, X)
        self.roots: tuple[np.ndarray, np.ndarray] | None = None
        if estimator.features:
            self.roots = values, vectors = _factor(self.data)
            self.data = vectors * values
        weight = setting.lam * (len(y) if setting.risk == "mean" else 1)
        arguments = estimator.parameters_for(weight) | self._bounds()
        self.model = _load(estimator)(**arguments).fit(self.data, y)

    def _bounds(self) -> dict[str, Any]:
        """Return the arguments for the tolerance and the limit of iterations, if these differ from
        the defaults."""
        estimator, is_strict = self.estimator, self.is_strict
        if estimator.is_direct:
            return {}
        bounds = {"tol": STRICT_TOLERANCE} if is_strict else {}
        if not estimator.passes:
            return bounds | {"max_iter": _SMO_STEPS}
        most = min(estimator.passes, max(1000, _LIBLINEAR_WORK // max(1, self.data.size)))
        return bounds | ({"max_iter": most} if is_strict else {})

    @property
    def tolerance(self) -> str:
        if self.estimator.is_direct:
            return "one linear system"
        return (
            f"tol {text(self.model.tol)}"
            if self.is_strict
            else f"default tol {text(self.model.tol)}"
        )

    @property
    def iterations(self) -> int:
        return int(np.max(getattr(self.model, "n_iter_", None) or 0))

    @property
    def has_converged(self) -> bool:
        """Whether the run reached its tolerance within its limit of iterations."""
        most = getattr(self.model, "max_iter", None)
        return most is None or self.iterations < most

    @property
    def is_cut_off(self) -> bool:
        """Whether the run stopped at the server's limit of iterations, not at the limit of the
        estimator itself."""
        has_own_limit = self.estimator.passes and not self.is_strict
        return not self.has_converged and not has_own_limit

    @property
    def stop_message(self) -> str:
        label = f"{self.estimator.name}, {self.tolerance}"
        if self.is_cut_off:
            return (
                f"{label}: stopped by this server after {self.iterations:,} iterations, before it "
                "converged."
            )
        return (
            f"{label}: it ended after {self.iterations:,} iterations, its default limit, before it "
            "reached that tolerance."
        )

    def solution(self, own_solution: kc.Solution) -> kc.Solution:
        """Convert the estimator's solution to one of kernel_core, with dual coefficients and a
        certificate."""
        model, s = self.model, self.setting
        if self.roots is not None:
            values, vectors = self.roots
            alpha = vectors @ (np.ravel(model.coef_) / values)
        elif hasattr(model, "support_"):
            alpha = np.zeros(len(own_solution.y))
            alpha[model.support_] = np.ravel(model.dual_coef_)
        else:
            alpha = np.ravel(model.dual_coef_)
        b = float(np.ravel(getattr(model, "intercept_", 0.0))[0]) if s.intercept else 0.0
        K = s.kernel(own_solution.X, own_solution.X)
        proof = kc.certificate(
            K, own_solution.y, alpha, b, s.loss, s.lam, s.risk, with_intercept=s.intercept
        )
        return replace(
            own_solution,
            alpha=alpha,
            intercept=b,
            primal=proof.primal,
            dual=proof.dual,
            gap=proof.gap,
        )


def _fit_own(setting: LearningProblem) -> kc.Solution:
    try:
        return setting.fit()
    except kc.NotConverged as error:
        return error.solution


def _load(estimator: Estimator) -> Callable[..., Any]:
    """Import the estimator's class. Only this function imports scikit-learn, which takes a
    second."""
    from sklearn.exceptions import ConvergenceWarning

    # The answer of the endpoint itself reports an estimator that has not converged.
    warnings.simplefilter("ignore", ConvergenceWarning)
    return getattr(importlib.import_module(estimator.module), estimator.name)


def _factor(K: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the roots (r,) of the positive eigenvalues of K, and their eigenvectors (m, r). With
    Phi = vectors * roots, K = Phi Phiᵀ up to rounding. For K = 0 the roots are tiny numbers."""
    values, vectors = np.linalg.eigh(K)
    is_positive = values > len(K) * np.finfo(float).eps * values.max()
    if not is_positive.any():  # K = 0
        is_positive = values == values.max()
    return np.sqrt(np.maximum(values[is_positive], np.finfo(float).tiny)), vectors[:, is_positive]


def _time(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return the result of `work` and its CPU time: the median of three runs, or of fewer if they
    are long.

    The time is that of this thread alone, so other visitors' work does not count.
    """
    times: list[float] = []
    while len(times) < RUNS and sum(times) < _REPEAT_SECONDS:
        start = time.thread_time()
        result = work()
        times.append(time.thread_time() - start)
    return result, median(times)


def _row(
    name: str, note: str, solution: kc.Solution, own_solution: kc.Solution, seconds: float
) -> dict[str, Any]:
    """Return a row of the table. `above` bounds how far J is above its minimum, relative to the
    minimum. The minimum is unknown, so the dual value of our solution, a lower bound, takes its
    place; if the dual value is at most 0, `above` is None."""
    above = (
        round_up((solution.primal - own_solution.dual) / own_solution.dual)
        if own_solution.dual > 0
        else None
    )
    return {
        "name": name,
        "note": note,
        "J": solution.primal,
        "above": above,
        "seconds": float(f"{seconds:.2g}"),
    }


def _differences(own_field: np.ndarray, field: np.ndarray) -> dict[str, float | None]:
    """Compare the values of two functions f on a grid over the window. Return the share of the
    window where their signs differ and their largest absolute difference; None for both if a value
    is not finite."""
    if not np.isfinite([own_field, field]).all():
        return {"differs": None, "away": None}
    part = _sign_differs(own_field, field).mean()
    return {"differs": float(part), "away": float(np.abs(own_field - field).max())}


def _sign_differs(own_field: np.ndarray, field: np.ndarray) -> np.ndarray:
    """Return for each node whether the signs differ, beyond rounding errors."""
    is_beyond_rounding = np.abs(own_field - field) > _ROUNDING * max(
        np.abs(own_field).max(), np.abs(field).max()
    )
    return ((own_field > 0) != (field > 0)) & is_beyond_rounding


def verdict(row: dict[str, Any]) -> str:
    """Summarise a row in a sentence: its bound on J, and on which share of the window the signs
    differ. "" if neither is known."""
    clauses = []
    if row["above"] is not None:
        clauses.append(f"its J is at most {at_most(row['above'])} above the minimum")
    if row["differs"] is not None:
        clauses.append(
            f"the sign of f differs from this app’s on {percentage(row['differs'])} of the plane "
            "shown"
            if row["differs"]
            else "the sign of f agrees with this app’s on the whole plane shown"
        )
    return f"{row['name']}, {row['note']}: {', and '.join(clauses)}." if clauses else ""


def round_up(value: float) -> float:
    """Round a bound up to two significant digits; a negative bound becomes 0."""
    if not 0 < value < np.inf:
        return max(value, 0.0)
    unit = 10.0 ** (np.floor(np.log10(value)) - 1)
    return float(f"{np.ceil(value / unit - 1e-9) * unit:.2g}")


def at_most(part: float) -> str:
    """Write a bound as a percentage, rounded up; a bound below 0.001 % as 0.001 %."""
    return f"{round_up(max(100 * part, 0.001)):.12g} %"


def text(tol: float) -> str:
    """Write a tolerance as in code: 0.001, 1e-8."""
    return f"{tol:g}".replace("e-0", "e-")


def percentage(part: float) -> str:
    """Write a share of the window as a percentage with two significant digits."""
    return f"about {float(f'{100 * part:.2g}'):g} %"


def _picture(sample: Sample, fields: list[np.ndarray]) -> dict[str, Any]:
    """Return the data of the picture: points, labels and window; our f and the f of the estimator's
    first finished fit on a grid; and the nodes at which the signs of these two differ.

    {} if no fit has finished or a value is not finite.
    """
    if len(fields) < 2 or not np.isfinite(fields).all():
        return {}
    return {
        "window": [float(v) for v in sample.window],
        "grid": GRID,
        "fields": [[float(f"{v:.4g}") for v in field.ravel()] for field in fields[:2]],
        "differing": np.flatnonzero(_sign_differs(*fields[:2])).tolist(),
        "points": sample.X.ravel().tolist(),
        "labels": sample.y.tolist(),
    }


def _answer(query: bytes) -> dict[str, Any]:
    return answer(parse_strict(query, ignore={"v"}))


# The browser's Python has no scikit-learn.
ENDPOINT = Endpoint("ask-scikit-learn", _answer, needs_server=True)
