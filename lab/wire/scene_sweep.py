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
    """S solutions with what a picture shows of them.

    field (S, len(gy), len(gx)), rows are y, or None on a line; train_error and test_error (S,), NaN
    where nothing says so; support (S,), how many examples an answer needs.
    """

    field: np.ndarray | None
    train_error: np.ndarray
    test_error: np.ndarray
    support: np.ndarray


def solve(scene: Scene, along: str, stops: np.ndarray, grid: int) -> SceneSweep:
    """The solutions at all `stops` (S,) of a slider, with fields on a grid x grid plane.

    On a line there is no such field, and no evaluator of it.
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
            start=_beginning(scene, sample) if scene.edits and len(stops) == 1 else None,
            report=progress.tell,
        )
        return measure(sweep, evaluator, plane)


def measure(sweep: kc.Sweep, evaluator: Evaluator, plane: Plane | None) -> SceneSweep:
    """A sweep with its errors, its counts and, where there is a plane, its fields."""
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
    """As `solve`, for a learner that minimises no risk: no primal, no dual, no gap."""
    sample = setting.sample
    assert isinstance(sample, Sample)  # on a line there is no other learner
    task = perceptron_and_neighbours.LearningTask(
        sample.X, sample.y, *sample.grid(grid), sample.evaluator, scene.seed
    )
    found = perceptron_and_neighbours.learn_along(scene.learner, task, kernels)
    S, nothing = len(lams), np.full(len(lams), np.nan)
    decision = np.array([stop.decision for stop in found])
    return SceneSweep(
        sample.X, sample.y, tuple(kernels), np.asarray(lams, dtype=float),
        setting.loss, setting.risk,
        alpha=np.array([stop.alpha for stop in found]), intercept=np.zeros(S), decision=decision,
        primal=nothing, dual=nothing, gap=nothing,
        iterations=np.array([stop.steps for stop in found]),
        field=np.array([stop.field for stop in found]),
        train_error=(sample.y * decision <= 0).mean(axis=1),
        test_error=np.array([stop.test_error for stop in found]),
        support=np.array([stop.support_count for stop in found]),
    )  # fmt: skip


def zero_sweep(
    setting: LearningProblem, kernels: list[kc.Kernel], lams: np.ndarray, plane: Plane | None
) -> SceneSweep:
    """Return the sweep without points: f = 0 everywhere, duality gap 0, training error NaN."""
    S, sample = len(lams), setting.sample
    zero, nowhere, whole = np.zeros(S), np.zeros((S, 0)), np.zeros(S, dtype=int)
    error = np.nan if isinstance(sample, LineSample) else sample.evaluator.error(_Nothing())
    return SceneSweep(
        sample.X, sample.y, tuple(kernels), lams, setting.loss, setting.risk,
        alpha=nowhere, intercept=zero, decision=nowhere,
        primal=zero, dual=zero, gap=zero, iterations=whole,
        field=None if plane is None else np.zeros((S, len(plane[1]), len(plane[0]))),
        train_error=np.full(S, np.nan), test_error=np.full(S, error), support=whole,
    )  # fmt: skip


class _Nothing:
    """The function f = 0 for an evaluator, which counts as wrong everywhere."""

    def decision(self, Z: np.ndarray) -> np.ndarray:
        return np.zeros(len(Z))

    def on_grid(self, gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
        return np.zeros((len(gy), len(gx)))


def _beginning(scene: Scene, sample: Sample | LineSample) -> kc.Solution:
    """Where the one fit of a dragged point sets out: at the answer for the sample as it was.

    It is as much a function of the scene as the data are: the same scene gives the same bytes.
    """
    own = _unedited(changed(scene, edits=""))
    alpha = np.where(sample.origin >= 0, own.alpha[sample.origin.clip(0)], 0.0)
    return replace(own, X=sample.X, y=sample.y, alpha=alpha)


@lru_cache(maxsize=32)
def _unedited(scene: Scene) -> kc.Solution:
    try:
        return problem(scene).fit()
    except kc.NotConverged as error:
        return error.solution
