"""Solve the sweep of a scene, with fields on a grid, errors and counts."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

import kernel_core as kc
from lab.scene import progress
from lab.scene.error_rates import HoldOutSet, PopulationRisk
from lab.scene.learning_problem import (
    LearningProblem,
    NoHoldOut,
    Sample,
    in_words,
    kernels_of,
    problem,
)
from lab.scene.samples.line_sample import LineSample
from lab.scene.scene import Scene
from lab.scene.scene import replace as changed
from lab.wire import perceptron_and_neighbours
from lab.wire.plane_fields import fields_along

Plane = tuple[np.ndarray, np.ndarray]  # the axes gx and gy of a grid
Evaluator = PopulationRisk | HoldOutSet | NoHoldOut


@dataclass(frozen=True, eq=False)
class SceneSweep(kc.Sweep):
    """S solutions with the fields and numbers that a picture shows.

    field (S, len(gy), len(gx)), rows along y, or None on a line; train_error and test_error (S,),
    NaN where unknown; support (S,), the number of examples that a prediction needs.
    """

    field: np.ndarray | None
    train_error: np.ndarray
    test_error: np.ndarray
    support: np.ndarray


def solve(scene: Scene, along: str, stops: np.ndarray, grid: int) -> SceneSweep:
    """Solve the scene at all `stops` (S,) of a slider, with fields on `grid` × `grid` nodes.

    On a line there is no field, and the test error is NaN.
    """
    setting = problem(scene, empty=True)
    sample = setting.sample
    plane = None if isinstance(sample, LineSample) else sample.grid(grid)
    evaluator = NoHoldOut() if isinstance(sample, LineSample) else sample.evaluator
    kernels = kernels_of(scene, along, stops)
    lams = stops if along == "lam" else np.full(len(stops), scene.lam)
    if not len(sample.y):
        return zero_sweep(setting, kernels, lams, plane)
    with in_words(scene):
        if scene.learner != "risk":
            return run_learner(scene, setting, kernels, lams, grid)
        sweep = kc.sweep(
            setting.core,
            kernels,
            lams,
            start=_starting_solution(scene, sample) if scene.edits and len(stops) == 1 else None,
            report=progress.report,
        )
        return measure(sweep, evaluator, plane)


def measure(sweep: kc.Sweep, evaluator: Evaluator, plane: Plane | None) -> SceneSweep:
    """Return the sweep with its errors, its counts and, with a plane, its fields."""
    return SceneSweep(
        **vars(sweep),
        field=None if plane is None else _field(sweep, *plane),
        train_error=(sweep.y * sweep.decision <= 0).mean(axis=1),
        test_error=np.array(_test_errors(sweep, evaluator)),
        support=np.count_nonzero(sweep.alpha, axis=1),
    )


def _field(sweep: kc.Sweep, gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
    field = np.empty((len(sweep.lams), len(gy), len(gx)))
    fields = fields_along(sweep.X, sweep.kernels, sweep.alpha, sweep.intercept, gx, gy)
    for out, f in zip(field, fields, strict=True):
        out[:] = f
    return field


def _test_errors(sweep: kc.Sweep, evaluator: Evaluator) -> list[float]:
    if not isinstance(evaluator, PopulationRisk):
        return [evaluator.error(sweep.solution(k)) for k in range(len(sweep.lams))]
    gx, gy = evaluator.axes
    fields = fields_along(sweep.X, sweep.kernels, sweep.alpha, sweep.intercept, gx, gy)
    return [evaluator.error_on_grid(f) for f in fields]


def run_learner(
    scene: Scene, setting: LearningProblem, kernels: list[kc.Kernel], lams: np.ndarray, grid: int
) -> SceneSweep:
    """Run a learner that does not minimise a risk, at all stops; primal, dual and gap are NaN."""
    sample = setting.sample
    assert isinstance(sample, Sample)  # these learners do not work on a line
    task = perceptron_and_neighbours.LearningTask(
        sample.X, sample.y, *sample.grid(grid), sample.evaluator, scene.seed
    )
    results = perceptron_and_neighbours.learn_along(scene.learner, task, kernels)
    S, nothing = len(lams), np.full(len(lams), np.nan)
    decision = np.array([stop.decision for stop in results])
    return SceneSweep(
        sample.X, sample.y, tuple(kernels), np.asarray(lams, dtype=float),
        setting.loss, setting.risk,
        alpha=np.array([stop.alpha for stop in results]), intercept=np.zeros(S), decision=decision,
        primal=nothing, dual=nothing, gap=nothing,
        iterations=np.array([stop.steps for stop in results]),
        field=np.array([stop.field for stop in results]),
        train_error=(sample.y * decision <= 0).mean(axis=1),
        test_error=np.array([stop.test_error for stop in results]),
        support=np.array([stop.support_count for stop in results]),
    )  # fmt: skip


def zero_sweep(
    setting: LearningProblem, kernels: list[kc.Kernel], lams: np.ndarray, plane: Plane | None
) -> SceneSweep:
    """Return the sweep of a scene without points: f = 0 everywhere, duality gap 0, training error
    NaN."""
    S, sample = len(lams), setting.sample
    zero, empty, counts = np.zeros(S), np.zeros((S, 0)), np.zeros(S, dtype=int)
    error = np.nan if isinstance(sample, LineSample) else sample.evaluator.error(_ZeroFunction())
    return SceneSweep(
        sample.X, sample.y, tuple(kernels), lams, setting.loss, setting.risk,
        alpha=empty, intercept=zero, decision=empty,
        primal=zero, dual=zero, gap=zero, iterations=counts,
        field=None if plane is None else np.zeros((S, len(plane[1]), len(plane[0]))),
        train_error=np.full(S, np.nan), test_error=np.full(S, error), support=counts,
    )  # fmt: skip


class _ZeroFunction:
    """The function f = 0 for an evaluator, which counts it as wrong everywhere."""

    def decision(self, Z: np.ndarray) -> np.ndarray:
        return np.zeros(len(Z))

    def on_grid(self, gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
        return np.zeros((len(gy), len(gx)))


def _starting_solution(scene: Scene, sample: Sample | LineSample) -> kc.Solution:
    """Return the starting value for the fit to an edited sample: the solution for the unedited
    sample.

    The starting value depends on the scene alone, so equal scenes get equal answers.
    """
    solution = _solve_unedited(changed(scene, edits=""))
    alpha = np.where(sample.origin >= 0, solution.alpha[sample.origin.clip(0)], 0.0)
    return replace(solution, X=sample.X, y=sample.y, alpha=alpha)


@lru_cache(maxsize=32)
def _solve_unedited(scene: Scene) -> kc.Solution:
    try:
        return problem(scene).fit()
    except kc.NotConverged as error:
        return error.solution
