"""The data from which λ is chosen: the points of the page on a line, or the Iris flowers."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lab.scene.samples import real_datasets
from lab.scene.samples.line_sample import line_sample
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import remark

LABELS = {"line": "The page’s points", "iris": "150 flowers"}
TRUTH: items.Series = {
    "tensor": "truth", "x": "line", "tone": "bayes", "dash": [2, 4], "width": 1.8,
}  # fmt: skip
_TEST_NODES = 401  # number of values of x over which the test error on a line is averaged
_TRAINING_FLOWERS = 60  # number of flowers for training; the table has 150
_WINDOW_MARGIN_CM = 0.4


@dataclass(frozen=True, eq=False)
class Sample:
    """Training and test data for regression on one number.

    X (m, 1) and y (m,) are for training, new_X (n, 1) and new_y (n,) for the test error. For the
    page's points new_y has no noise, and `noise`, the variance of the noise, is added to the test
    error; for the flowers `noise` is 0. `window` is the range of the chart, (x0, x1, y0, y1).
    """

    X: np.ndarray
    y: np.ndarray
    new_X: np.ndarray
    new_y: np.ndarray
    noise: float
    window: tuple[float, float, float, float]
    is_known: bool  # whether new_y is the true function, without noise

    def test_error(self, decisions: np.ndarray) -> np.ndarray:
        """Compute the test error (S,) of functions with the values `decisions` (S, n) at new_X."""
        return np.square(decisions - self.new_y).mean(axis=1) + self.noise


def sample_remarks(fit: str) -> list[items.Item]:
    """Return the remarks on degenerate samples. Their conditions use the numbers of `counts_of`.
    `fit` is the name of the ridge fit on the screen."""
    return [
        remark(
            f"There is only one example, so {fit} is a multiple of K(x₁, ·).",
            ("distinct_x", ">=", 1), ("distinct_x", "<=", 1), ("repeated_x", "<=", 0),
        ),
        remark(
            f"All examples have the same x. So {fit} is a multiple of K(x₁, ·), and has the same "
            f"value at all examples.",
            ("distinct_x", "<=", 1), ("repeated_x", ">=", 1),
        ),
        remark(
            f"All targets are equal. There is no intercept, so the penalty still pulls {fit} "
            f"towards 0.",
            ("target_range", "<=", 0), ("distinct_x", ">=", 2), ("largest_target", ">=", 1e-12),
        ),
        remark(
            f"All targets are 0, so {fit} is 0 everywhere.",
            ("largest_target", "<=", 0), ("distinct_x", ">=", 1),
        ),
    ]  # fmt: skip


def repetition_remark(fit: str) -> items.Item:
    """Return the remark for samples in which some, but not all, examples have the same x."""
    return remark(
        f"Some examples have the same x, and {fit} has one value there. So if their targets "
        f"differ, {fit} does not go through all of them.",
        ("distinct_x", ">=", 2), ("repeated_x", ">=", 1),
    )  # fmt: skip


def sample_of(scene: Scene, name: str) -> Sample:
    """Return the points of the scene, or, with the name "iris", the flowers."""
    return _flowers(scene.seed) if name == "iris" else _on_line(scene)


def _on_line(scene: Scene) -> Sample:
    data = line_sample(scene)
    low, high = data.line.low, data.line.high
    middles = low + (high - low) * (np.arange(_TEST_NODES) + 0.5) / _TEST_NODES
    return Sample(
        data.X, data.targets, middles[:, None], data.line.truth(middles), data.line.s**2,
        data.window, is_known=True,
    )  # fmt: skip


@lru_cache(maxsize=8)
def _flowers(seed: int) -> Sample:
    """Return sepal length as x and petal length minus its training mean as y, in cm. `seed` selects
    the flowers for training.

    R. A. Fisher, 1936, as in lab/scene/samples/TABLES.md.
    """
    with np.load(real_datasets.FILE) as arrays:
        sepal, petal = arrays["iris_rows"].astype(float)[:, [0, 2]].T
    order = np.random.default_rng(seed).permutation(len(sepal))
    train, test = order[:_TRAINING_FLOWERS], order[_TRAINING_FLOWERS:]
    y = petal - petal[train].mean()
    window = (
        sepal.min() - _WINDOW_MARGIN_CM, sepal.max() + _WINDOW_MARGIN_CM,
        float(np.floor(y.min())), float(np.ceil(y.max())),
    )  # fmt: skip
    return Sample(
        sepal[train, None], y[train], sepal[test, None], y[test], 0.0, window, is_known=False
    )
