"""Load the data of a scene on a line: points with real targets, whose signs serve as labels."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

import kernel_core as kc
from kernel_core.datasets import REGRESSION_SOURCES, NoisyFunction
from lab.scene import point_edits
from lab.scene.scene import Scene

_ROOM = 0.06  # margin beyond a point outside the window, relative to the enlarged range
# A grid on a line has this many intervals for each interval along a side of a grid in the plane.
_LINE_NODES = 3

Window = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class LineSample:
    """A sample on a line.

    X (m, 1); y (m,) as input of the loss: the targets, or their signs if the loss depends on the
    margin (0 counts as positive); `targets` (m,); `origin` (m,) int32 as in
    `learning_problem.Sample`; `window` is (x0, x1, y0, y1); `line` is the source, with the true
    function.
    """

    X: np.ndarray
    y: np.ndarray
    targets: np.ndarray
    origin: np.ndarray
    window: Window
    line: NoisyFunction

    @property
    def is_regression(self) -> bool:
        """Whether the loss compares f with the targets themselves, not with their signs."""
        return self.y is self.targets

    @property
    def labels(self) -> np.ndarray:
        """The signs of the targets (m,), ±1."""
        return signs(self.targets)

    def grid(self, n: int) -> np.ndarray:
        """Return the evenly spaced nodes (3n - 2,) of the window at which functions are plotted."""
        x0, x1, _, _ = self.window
        return np.linspace(x0, x1, _LINE_NODES * (n - 1) + 1)

    def test_error(self, decisions: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Return P(sign f ≠ sign of the target), (S,), for uniformly distributed x.

        `decisions` has the values of f (S, G) at the nodes x (G,); f = 0 counts as an error.
        """
        p = self.line.positive(x)
        return np.where(decisions > 0, 1 - p, np.where(decisions < 0, p, 1.0)).mean(axis=1)


def counts_of(X: np.ndarray, targets: np.ndarray) -> dict[str, float]:
    """Return the numbers that reveal degenerate samples: `distinct_x`, the number of different x;
    `repeated_x`, the number of further examples at these x; `target_range`, the largest target
    minus the smallest; and `largest_target`, the largest |target|."""
    distinct_count = len(np.unique(X))
    return {
        "distinct_x": float(distinct_count),
        "repeated_x": float(len(X) - distinct_count),
        "target_range": float(np.ptp(targets)) if len(targets) else 0.0,
        "largest_target": float(np.abs(targets).max(initial=0.0)),
    }


def signs(targets: np.ndarray) -> np.ndarray:
    return np.where(targets >= 0, 1.0, -1.0)


def line_sample(scene: Scene) -> LineSample:
    """Return the edited data of a scene on a line. Recent samples are cached."""
    loss = kc.LOSSES[scene.loss]
    return _draw_sample(
        scene.data, scene.m, scene.seed, scene.noise, scene.edits, loss.margin_based
    )


@lru_cache(maxsize=64)
def _draw_sample(
    source: str, m: int, seed: int, noise: float, changes: str, only_signs: bool
) -> LineSample:
    line = REGRESSION_SOURCES[source](noise)
    X, targets, origin = _edit_points(*line.sample(m, seed), point_edits.read(changes))
    y = signs(targets) if only_signs else targets
    return LineSample(X, y, targets, origin, _enlarge_window(line.window, X[:, 0], targets), line)


def _edit_points(
    X: np.ndarray, targets: np.ndarray, changes: point_edits.Edits
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Apply edits like `Edits.apply`, with the target as second coordinate. A flip changes the
    target's sign. A move sets the target, so a flip of the same point has no effect. The label of
    an added point has no effect either."""
    places = np.column_stack([X, targets])
    places[list(changes.relabelled), 1] *= -1
    places, _, origin = replace(changes, relabelled={}).apply(places, np.ones(len(places)))
    return places[:, :1], places[:, 1].copy(), origin


def _enlarge_window(window: Window, x: np.ndarray, targets: np.ndarray) -> Window:
    """Return the window if it contains all points, else a larger one."""
    x0, x1, y0, y1 = window
    if not len(x):
        return window
    left, right, low, high = min(x0, x.min()), max(x1, x.max()), targets.min(), targets.max()
    if (left, right) != (x0, x1):
        room = _ROOM * (right - left)
        x0, x1 = left - (left < x0) * room, right + (right > x1) * room
    max_target = max(-low, high)
    if max_target > y1:
        y0, y1 = -(1 + _ROOM) * max_target, (1 + _ROOM) * max_target
    return float(x0), float(x1), float(y0), float(y1)
