"""Points on a line with real targets: a known function plus noise (note 000 §1, linear regression).

In one dimension the whole fitted function can be plotted, with the terms of its kernel expansion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, erf, sqrt
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ..validation import check_count, check_number

NOISE = 0.2  # standard deviation of the noise of a target, for noise = 1
GOLDEN = (sqrt(5) - 1) / 2  # 1 divided by the golden ratio
_WINDOW_MARGIN = 0.3  # width by which the window extends beyond the points, on each side
# Number of standard deviations of the noise by which the window extends beyond ±1.
_WINDOW_DEVIATIONS = 3.5


@dataclass(frozen=True)
class NoisyFunction:
    """A known function on the line with normal noise: y = truth(x) + ε, ε ~ N(0, s²).

    Parameters
    ----------
    truth : callable
        A function of an array x of any shape; its values have the same shape, with |truth| <= 1.
    s : float
        Standard deviation of the noise, above 0; it is not checked.

    Notes
    -----
    This is the model behind least squares, note 000 §1. Samples lie in [-3, 3].

    Examples
    --------
    >>> import numpy as np, kernel_core as kc
    >>> X, y = kc.datasets.NoisyFunction(np.cos, s=0.1).sample(50, seed=0)
    >>> X.shape, bool(np.abs(y - np.cos(X[:, 0])).max() < 0.4)
    ((50, 1), True)
    """

    low: ClassVar[float] = -3.0  # lower end of the range of the points
    high: ClassVar[float] = 3.0
    truth: Callable[[ArrayLike], np.ndarray]
    s: float

    def sample(self, m: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Sample m points X (m, 1) in [-3, 3] with targets y (m,).

        The same seed gives the same points: a larger m adds points, another s scales the noise.
        The seed determines the first point. Each further point is to the right of the previous
        one by 0.618 (1 divided by the golden ratio) of the interval's length; beyond the right end
        it continues at the left end. So for every m the points fill the interval evenly.
        """
        m = check_count(m, "The number of points")
        start, noise = (np.random.default_rng([seed, i]) for i in range(2))
        x = self.low + (self.high - self.low) * ((start.random() + GOLDEN * np.arange(m)) % 1.0)
        return x[:, None], self.truth(x) + self.s * noise.standard_normal(m)

    def positive(self, x: ArrayLike) -> np.ndarray:
        """Return P(y > 0 | x), in the shape of x."""
        odds = np.asarray(self.truth(x)) / (self.s * sqrt(2))
        return 0.5 * (1 + np.vectorize(erf, otypes=[float])(odds))

    @property
    def window(self) -> tuple[float, float, float, float]:
        """A window (x0, x1, y0, y1), in round numbers and symmetric about 0, that contains nearly
        all targets."""
        half = ceil(2 * (1 + _WINDOW_DEVIATIONS * self.s)) / 2
        return self.low - _WINDOW_MARGIN, self.high + _WINDOW_MARGIN, -half, half


def sine(noise: float = 1.0) -> NoisyFunction:
    """Return a noisy sine, y = sin(1.6 x) + ε: smooth, with three changes of sign.

    Parameters
    ----------
    noise : float
        Factor of the noise's standard deviation, 0.2; ValueError unless above 0.

    Returns
    -------
    NoisyFunction

    Notes
    -----
    The targets are real numbers, for the squared error of note 000, section 1.

    Examples
    --------
    >>> import kernel_core as kc
    >>> line = kc.datasets.sine(noise=0.5)
    >>> line.s, round(float(line.truth(1.0)), 4)
    (0.1, 0.9996)
    """
    return NoisyFunction(_sine, NOISE * check_number(noise, "noise", "above 0"))


def staircase(noise: float = 1.0) -> NoisyFunction:
    """Return noisy steps of heights -0.8, 0.9, -0.6, 0.5 with jumps at -1.5, 0.25 and 1.75.

    Parameters
    ----------
    noise : float
        As in `sine`.

    Returns
    -------
    NoisyFunction

    Notes
    -----
    The targets are real numbers, for the squared error of note 000, section 1. No smooth function
    follows the jumps.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.datasets.staircase().truth([-2.0, 0.0, 1.0, 2.0]).tolist()
    [-0.8, 0.9, -0.6, 0.5]
    """
    return NoisyFunction(_stairs, NOISE * check_number(noise, "noise", "above 0"))


def _sine(x: ArrayLike) -> np.ndarray:
    return np.sin(1.6 * np.asarray(x, dtype=float))


_JUMPS = np.array([-1.5, 0.25, 1.75])
_HEIGHTS = np.array([-0.8, 0.9, -0.6, 0.5])


def _stairs(x: ArrayLike) -> np.ndarray:
    return _HEIGHTS[np.searchsorted(_JUMPS, np.asarray(x, dtype=float), side="right")]


# The names appear in links: do not change them.
REGRESSION_SOURCES: dict[str, Callable[..., NoisyFunction]] = {"wave": sine, "steps": staircase}
