"""Why the curve of the test error along τ bends where τ is small: at τ = 0.05 the nearest example
determines the prediction, and at a larger τ the bumps overlap.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import Scene, replace

LEFT = 0.05  # τ at which the bumps of most scenes hardly overlap
OVERLAPPING = (0.2, 0.4)  # values of τ at which more bumps overlap
# Largest number of examples, since their distances to all grid nodes are computed while the page
# is drawn.
MAX_POINTS = 1000
_RISE = 0.003  # an increase of the test error above this counts as a rise
_BLOCK = 2000  # number of points computed at a time
_NODES = 41  # number of grid nodes along each side of the plane


@dataclass(frozen=True)
class NearestExample:
    """The nearest-neighbour rule: f(x) is the label of the example nearest to x."""

    X: np.ndarray
    y: np.ndarray

    def decision(self, Z: np.ndarray) -> np.ndarray:
        """Return the label (n,) of the example nearest to each point of Z (n, 2)."""
        half = (self.X**2).sum(axis=1) / 2  # ‖z − x‖² is smallest where zᵀx − ‖x‖²/2 is largest
        pieces = np.array_split(Z, len(Z) // _BLOCK + 1)
        return np.concatenate(
            [self.y[(piece @ self.X.T - half).argmax(axis=1)] for piece in pieces]
        )

    def on_grid(self, gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
        """Return the labels (len(gy), len(gx)) at the nodes of a grid."""
        nodes = np.stack(np.meshgrid(gx, gy), axis=-1)
        return self.decision(nodes.reshape(-1, 2)).reshape(nodes.shape[:2])


@dataclass(frozen=True)
class Bend:
    """The test error and the largest |α_i| at τ = `LEFT`, and the same two numbers at τ = `tau`.

    `tau` is the value in `OVERLAPPING` with the larger test error; `error_there` and `alpha_there`
    belong to it.
    """

    test_error: float
    nearest_error: float  # test error of the nearest-neighbour rule
    largest_alpha: float
    tau: float
    error_there: float
    alpha_there: float

    @property
    def rises(self) -> bool:
        return self.error_there > self.test_error + _RISE


def in_words(scene: Scene, _: object = None) -> str:
    """Compare the test error at `LEFT` with that of the nearest-neighbour rule.

    If the test error and the largest |α_i| are both larger at a value in `OVERLAPPING`, also
    explain why.

    The text is empty if `bend_of` returns None, for a kernel other than the RBF kernel, and without
    points or with more than `MAX_POINTS`.
    """
    if scene.kernel != "rbf" or not 0 < len(sample_of(scene, empty=True).y) <= MAX_POINTS:
        return ""
    bend = bend_of(replace(scene, tau=LEFT))
    if bend is None:
        return ""
    first = (
        f"At $\\tau = {LEFT:g}$ the sign of $f$ is nearly everywhere in the picture the label of "
        f"the nearest example. The test error is {percent(bend.test_error)}, that of the "
        f"nearest-neighbour rule {percent(bend.nearest_error)}."
    )
    if not (bend.rises and bend.alpha_there > bend.largest_alpha):
        return first
    return first + (
        f" At $\\tau = {bend.tau:g}$ the bumps overlap more. An example among examples of the "
        "other class then needs a large coefficient to be classified correctly, and the region of "
        f"its class around it grows: the largest $|\\alpha_i|$ is {bend.alpha_there:.3g} instead "
        f"of {bend.largest_alpha:.3g}, and the test error is {percent(bend.error_there)}. Wider "
        "bumps average over many examples."
    )


@lru_cache(maxsize=64)
def bend_of(scene: Scene) -> Bend | None:
    """Return the numbers for `in_words`, or None if the test error is unknown or the text would be
    wrong, since the sign of f at `LEFT` differs from the nearest-neighbour rule at more than 5 % of
    the nodes of a grid.
    """
    sample = sample_of(scene)
    nearest_labels = NearestExample(sample.X, sample.y).on_grid(*sample.grid(_NODES))
    left, *overlapping_fits = (fit(replace(scene, tau=tau)) for tau in (LEFT, *OVERLAPPING))
    if np.mean(np.sign(left.on_grid(*sample.grid(_NODES))) == nearest_labels) < 0.95:
        return None
    errors = [sample.evaluator.error(solution) for solution in (left, *overlapping_fits)]
    if not np.isfinite(errors[0]):
        return None
    k = int(np.argmax(errors[1:]))
    return Bend(
        errors[0],
        sample.evaluator.error(NearestExample(sample.X, sample.y)),
        float(np.abs(left.alpha).max()),
        OVERLAPPING[k],
        errors[1 + k],
        float(np.abs(overlapping_fits[k].alpha).max()),
    )


def fit(scene: Scene) -> kc.Solution:
    """Fit a scene; where the solver does not converge, return its best solution."""
    try:
        return problem(scene).fit()
    except kc.NotConverged as error:
        return error.solution


def percent(share: float) -> str:
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%"
