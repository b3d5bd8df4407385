"""Build the learning problem that a scene describes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

import kernel_core as kc
from kernel_core.kernels import gram_matrix
from lab import formulas
from lab.looks.kernels import parameters
from lab.scene import own_points, point_edits
from lab.scene.error_rates import HoldOutSet, PopulationRisk
from lab.scene.fields import (
    BALANCED,
    KERNELS,
    OWN,
    SOURCES,
    SYNTHETIC,
    TENFOLD_WEIGHT,
    has_parameter,
    is_line,
    is_own,
)
from lab.scene.samples import real_datasets
from lab.scene.samples.line_sample import LineSample, line_sample
from lab.scene.samples.train_test_split import points_of_classes, split
from lab.scene.scene import Problem, Scene, SceneError
from lab.scene.scene import replace as changed

ASPECT = 1.2  # width of a window divided by its height
GRID = 81  # default number of nodes along each side of a window
# Percentiles of the coordinates between which a table's window lies, before _PAD is added.
_WINDOW_PERCENTILES = (1, 99)
_PAD = 0.15  # margin on each side of a table's window, relative to the range of these percentiles
_ROOM = 0.06  # share by which an enlarged window exceeds the range that it must contain
# Tolerance for comparing the steps of moved examples, above the rounding error of a step.
_STEP_TOLERANCE = 2 * 10.0**-point_edits.DIGITS
# If edits move at least this share of the examples by the same step, the density or the test points
# move too.
_MIN_MOVED_SHARE = 0.9
_SMALLEST_HEIGHT = 1.0  # smallest height of a table's window, for nearly constant columns

NO_POINTS = (
    "There are no points here, so there is nothing to learn from. Add points to the picture, or go"
    " back to the data set."
)

Window = tuple[float, float, float, float]


class NoHoldOut:
    """An evaluator for data without held-out points: the test error is NaN."""

    def error(self, *_: Any) -> float:
        return np.nan


@dataclass(frozen=True, eq=False)
class Sample:
    """The data of a scene, independent of its kernel and loss.

    X (m, 2); y (m,) in {-1, +1}. `origin` (m,) int32 has an example's number before any edit, and
    -1 - k for added point k, counted from 0. `window` is (x0, x1, y0, y1), 1.2 times as wide as
    high; it is the same for every m and seed, but enlarged to contain edited points. `evaluator`
    measures the error on unseen data. `density` is the source's density, None for a table or own
    points. `axes` has the names of the two axes, `classes` those of the negative and of the
    positive class.
    """

    X: np.ndarray
    y: np.ndarray
    origin: np.ndarray
    window: Window
    evaluator: PopulationRisk | HoldOutSet | NoHoldOut
    density: kc.datasets.GaussianMixtureClasses | None
    axes: tuple[str, str]
    classes: tuple[str, str]

    @property
    def bayes_error(self) -> float | None:
        """The Bayes error; None where the density is unknown."""
        return None if self.density is None else self.density.bayes_error

    def posterior(self, gx: np.ndarray, gy: np.ndarray) -> np.ndarray | None:
        """Return 2 P(y = 1 | x) - 1 on a grid, (len(gy), len(gx)); None where the density is
        unknown."""
        return None if self.density is None else self.density.posterior(gx, gy)

    def grid(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        """Return n evenly spaced coordinates along each side of the window: gx (n,) and gy (n,)."""
        return axes_of(self.window, n)


@dataclass(frozen=True, eq=False)
class LearningProblem:
    """A scene as input for kernel_core: a sample, a kernel, a loss and their settings."""

    sample: Sample | LineSample
    kernel: kc.Kernel
    loss: kc.Loss
    lam: float
    risk: str
    intercept: bool

    def fit(self, tol: float = 1e-6) -> kc.Solution:
        """Solve this problem. Raises the errors of `kernel_core.fit`."""
        return kc.solve(self.core, self.kernel, self.lam, tol=tol)

    @property
    def core(self) -> kc.Problem:
        """The problem for kernel_core, without kernel and lam."""
        return kc.Problem(self.sample.X, self.sample.y, self.loss, self.risk, self.intercept)


def problem(scene: Scene, *, empty: bool = False) -> LearningProblem:
    """Return the learning problem that a scene describes. The data of recent scenes are cached.

    Raises SceneError for a formula that is not a kernel on these points and, unless `empty`, for a
    scene in the plane without points.
    """
    sample = line_sample(scene) if is_line(vars(scene)) else sample_of(scene, empty=empty)
    kernel = kernel_of(scene)
    if scene.kernel == "own" and len(sample.y):
        with in_words(scene):
            gram_matrix(kernel, sample.X)
    return LearningProblem(
        sample,
        kernel,
        loss_of(scene, sample.y),
        scene.lam,
        scene.risk,
        bool(scene.intercept),
    )


def loss_of(scene: Scene, y: np.ndarray) -> kc.Loss:
    """Return the loss of a scene, with its class weights, for examples with labels y (m,)."""
    loss = kc.LOSSES[scene.loss]
    if scene.class_weight == "equal" or not len(y):
        return loss
    is_balanced = scene.class_weight == BALANCED
    return kc.WeightedLoss(loss, balanced_weights(y) if is_balanced else tenfold_weights(y))


def balanced_weights(y: np.ndarray) -> np.ndarray:
    """Return weights (m,), with sum m, that give both classes the same total weight."""
    _, members, counts = np.unique(y, return_inverse=True, return_counts=True)
    return (len(y) / (len(counts) * counts))[members]


def tenfold_weights(y: np.ndarray) -> np.ndarray:
    """Return weights (m,) that multiply the loss of positive examples by ten."""
    return np.where(y > 0, TENFOLD_WEIGHT, 1.0)


@contextmanager
def in_words(scene: Any) -> Iterator[None]:
    """Turn kernel_core's errors about the scene's formula, inside the context, into a
    SceneError."""
    try:
        yield
    except ValueError as error:
        if getattr(scene, "kernel", "") != "own" or isinstance(error, SceneError):
            raise
        message = f"The formula can’t be used with these points. {error}"
        raise SceneError(Problem("formula", scene.formula, "a kernel", message)) from None


class KernelProblem(Protocol):
    """What `kernel_of` reads of a scene, of two or of many classes, besides the parameters."""

    @property
    def kernel(self) -> str: ...

    @property
    def formula(self) -> str: ...


def kernel_of(scene: KernelProblem, **values: float) -> kc.Kernel:
    """Return the kernel of a scene; `values` replace the scene's values of its parameters."""
    if scene.kernel == OWN:
        return formulas.parse(scene.formula)
    kind = KERNELS[scene.kernel]
    names = parameters(kind)
    return kind(**{name: values.get(name, getattr(scene, name)) for name in names})


def with_formula(scene: Scene) -> Scene:
    """Return the scene with its kernel written as a formula."""
    if scene.kernel == OWN:
        return scene
    return changed(scene, kernel=OWN, formula=formulas.text_of(kernel_of(scene)))


def kernels_of(scene: KernelProblem, along: str, stops: np.ndarray) -> list[kc.Kernel]:
    """Return the kernel at each stop (S,) of the slider `along`. It is the same at all stops if the
    slider does not set one of its parameters, as with "lam"."""
    if has_parameter(scene.kernel, along):
        return [kernel_of(scene, **{along: float(stop)}) for stop in stops]
    return [kernel_of(scene)] * len(stops)


def sample_of(scene: Scene, *, empty: bool = False) -> Sample:
    """Return the edited data of a scene in the plane: points, window, evaluator and, where known,
    the density. Raises SceneError for data on a line and, unless `empty`, for no points.
    """
    if is_line(vars(scene)):
        message = f"data must be in the plane here; {scene.data} lies on a line."
        raise SceneError(Problem("data", scene.data, f"one of {', '.join(SOURCES)}", message))
    if scene.data in SYNTHETIC:
        sample = _draw_sample(scene.data, scene.m, scene.seed, scene.noise)
    elif is_own(vars(scene)):
        sample = own_sample(scene.points, scene.m, scene.seed, scene.classes)
    else:
        sample = _sample_of_table(scene.data, scene.m, scene.seed, scene.features, scene.classes)
    sample = _edit_sample(sample, scene.edits) if scene.edits else sample
    if not (empty or len(sample.y)):
        raise SceneError(Problem("edits", scene.edits, "such that points remain", NO_POINTS))
    return sample


@lru_cache(maxsize=32)
def _edit_sample(sample: Sample, text: str) -> Sample:
    changes = point_edits.read(text)
    X, y, origin = changes.apply(sample.X, sample.y)
    places = [*changes.moved.values(), *(place for _, place in changes.added)]
    edited = replace(sample, X=X, y=y, origin=origin, window=enlarge_window(sample.window, places))
    if len(changes.moved) < _MIN_MOVED_SHARE * np.count_nonzero(origin >= 0):
        return edited
    step = _common_step(sample, edited)
    return _move_density(edited, step) if step.any() else edited


def _common_step(sample: Sample, edited: Sample) -> np.ndarray:
    """Return the step (2,) by which nearly all examples were moved; (0, 0) if there is none."""
    remaining = edited.origin[edited.origin >= 0]
    steps = edited.X[: len(remaining)] - sample.X[remaining]
    step = np.median(steps, axis=0) if len(steps) else np.zeros(2)
    is_common = np.abs(steps - step).max(axis=1, initial=0) <= _STEP_TOLERANCE
    is_moved = np.abs(step).max() > _STEP_TOLERANCE and is_common.mean() >= _MIN_MOVED_SHARE
    return np.round(step, point_edits.DIGITS) if is_moved else np.zeros(2)


def _move_density(sample: Sample, step: np.ndarray) -> Sample:
    """Move the density of a sample, or its test points, by the step (2,) of the training points."""
    density, evaluator = sample.density, sample.evaluator
    if density is not None:
        density = replace(density, centres=[np.array(centre) + step for centre in density.centres])
        evaluator = _population(density)
    elif isinstance(evaluator, HoldOutSet):
        evaluator = HoldOutSet(evaluator.Z + step, evaluator.y)
    return replace(sample, density=density, evaluator=evaluator)


def enlarge_window(window: Window, places: list[tuple[float, float]]) -> Window:
    """Return the window if it contains all points in `places`, else a larger one of the same shape.

    So the axes stay fixed while a point is dragged within the window, and a point outside becomes
    visible.
    """
    x0, x1, y0, y1 = window
    if all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in places):
        return window
    xs, ys = zip(*places, strict=True)
    x0, x1, y0, y1 = min(x0, *xs), max(x1, *xs), min(y0, *ys), max(y1, *ys)
    half = (1 + _ROOM) * max((x1 - x0) / ASPECT, y1 - y0) / 2
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return (x - ASPECT * half, x + ASPECT * half, y - half, y + half)


@lru_cache(maxsize=32)
def _draw_sample(source: str, m: int, seed: int, noise: float) -> Sample:
    density = kc.datasets.TWO_CLASS_SOURCES[source](noise=noise)
    X, y = density.sample(m, seed)
    names = (("x₁", "x₂"), ("negative", "positive"))
    window, evaluator = density.window, _population(density)
    return Sample(X, y, _numbers(y), window, evaluator, density, *names)


@lru_cache(maxsize=16)
def _population(density: kc.datasets.GaussianMixtureClasses) -> PopulationRisk:
    return PopulationRisk(density)


@lru_cache(maxsize=32)
def _sample_of_table(table: str, m: int, seed: int, features: str, classes: str) -> Sample:
    plane = real_datasets.plane(table, features, classes)
    train, test = real_datasets.split(plane.y, m, seed)
    evaluator = HoldOutSet(plane.X[test], plane.y[test])
    X, y, window = plane.X[train], plane.y[train], table_window(plane.X)
    negative, positive = plane.classes
    return Sample(X, y, _numbers(y), window, evaluator, None, plane.axes, (negative, positive))


@lru_cache(maxsize=32)
def own_sample(points: str, m: int, seed: int, classes: str) -> Sample:
    table = own_points.unpack(points)
    places, labels, names = points_of_classes(table, classes)
    train, test = split(labels, m, seed)
    evaluator = HoldOutSet(places[test], labels[test]) if len(test) else NoHoldOut()
    X, y, window = places[train], labels[train], table_window(places)
    return Sample(X, y, _numbers(y), window, evaluator, None, table.axes, names)


def _numbers(y: np.ndarray) -> np.ndarray:
    return np.arange(len(y), dtype=np.int32)


def axes_of(window: Window, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return n evenly spaced coordinates along each side of a window: gx (n,) and gy (n,)."""
    x0, x1, y0, y1 = window
    return np.linspace(x0, x1, n), np.linspace(y0, y1, n)


def table_window(X: np.ndarray) -> Window:
    """Return a window (x0, x1, y0, y1) around nearly all of X (n, 2), 1.2 times as wide as high."""
    low, high = np.percentile(X, _WINDOW_PERCENTILES, axis=0)
    width, height = (1 + 2 * _PAD) * (high - low)
    height = max(height, width / ASPECT, _SMALLEST_HEIGHT)
    x, y = (low + high) / 2
    half = height / 2
    return (x - ASPECT * half, x + ASPECT * half, y - half, y + half)
