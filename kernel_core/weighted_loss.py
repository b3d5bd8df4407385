"""A loss with weighted examples: the loss of example i is multiplied by w_i.

The loss of example i has the weight c w_i in the risk, in place of c, and the bound w_i C in the
dual, in place of C = c / λ: for the hinge 0 <= y_i alpha_i <= w_i C. Solvers and certificates treat
the weighted loss like any other loss.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .base_loss import DualPieces, Loss, Piece
from .validation import check_array


@dataclass(frozen=True, eq=False)
class WeightedLoss(Loss):
    """w_i L(z_i, y_i): the loss of each of m examples times the example's weight.

    Parameters
    ----------
    loss : Loss
        L, an unweighted loss.
    weights : array_like, shape (m,)
        w, one finite number above 0 for each example; examples of weight 0 must be omitted.

    Raises
    ------
    ValueError
        For a loss that is weighted already, and for weights other than a list of one or more
        finite numbers above 0.

    Notes
    -----
    The risk is c Σ_i w_i L(f(x_i), y_i), in place of note 000, eq. (2) and section 6: a weight of 2
    counts an example twice. The conjugate of w_i L is w_i L*(u / w_i, y_i), so that the hinge's
    dual (note 001) has 0 <= y_i alpha_i <= w_i C. All methods expect values for all m examples, on
    the last axis.

    References
    ----------
    E. Osuna, R. Freund and F. Girosi, Support vector machines: training and applications, 1997.

    Examples
    --------
    >>> import kernel_core as kc
    >>> loss = kc.WeightedLoss(kc.Hinge(), [1.0, 3.0])
    >>> s = kc.fit([[-1.0], [1.0]], [-1, 1], kc.RBF(0.1), loss, lam=2.0, risk="sum")
    >>> s.alpha.round(6).tolist()  # at most w_i / lam
    [-0.5, 1.0]
    """

    loss: Loss
    weights: np.ndarray

    def __post_init__(self) -> None:
        if isinstance(self.loss, WeightedLoss):
            raise ValueError("This loss is weighted already: multiply the weights instead.")
        object.__setattr__(self, "weights", check_weights(self.weights))

    @property
    def name(self) -> str:  # type: ignore[override]  # a class variable of Loss
        return self.loss.name

    @property
    def smooth(self) -> bool:  # type: ignore[override]  # a class variable of Loss
        return self.loss.smooth

    @property
    def margin_based(self) -> bool:  # type: ignore[override]  # a class variable of Loss
        return self.loss.margin_based

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of L, without the weights."""
        return self.loss.pieces

    @property
    def unweighted(self) -> Loss:
        return self.loss

    @property
    def example_weights(self) -> np.ndarray:
        return self.weights

    @property
    def unit(self) -> float:  # type: ignore[override]  # a class variable of Loss
        """The median weight, so that one large weight does not determine the scale."""
        return float(np.median(self.weights))

    def subset(self, members: np.ndarray, risk: str) -> WeightedLoss:
        weights = self.weights[members]
        return WeightedLoss(self.loss, weights / weights.mean() if risk == "mean" else weights)

    def value(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.weights * self.loss.value(z, y)

    def derivative(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.weights * self.loss.derivative(z, y)

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.weights * self.loss.curvature(z, y)

    def conjugate(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        return self.weights * self.loss.conjugate(np.divide(u, self.weights), y)

    def clip_dual(self, u: ArrayLike, y: ArrayLike) -> np.ndarray:
        u = np.asarray(u)
        scaled_u = u / self.weights
        clipped = self.loss.clip_dual(scaled_u, y)
        return np.where(clipped == scaled_u, u, self.weights * clipped)

    def dual_pieces(self, y: np.ndarray) -> DualPieces:
        pieces, w = self.loss.dual_pieces(y), self.weights
        return DualPieces(pieces.at, pieces.low * w, pieces.high * w, pieces.width / w)

    def check_labels(self, y: ArrayLike) -> np.ndarray:
        y = self.loss.check_labels(y)
        if y.shape != self.weights.shape:
            raise ValueError(
                f"There must be one weight for each example: {y.size} labels came with "
                f"{self.weights.size} weights."
            )
        return y


def check_weights(weights: ArrayLike) -> np.ndarray:
    """Return a copy of the weights as floats (m,), m at least 1; they must all be finite and above
    0."""
    try:
        w = np.array(check_array(weights, "Weights"), dtype=float)
    except ValueError as error:
        raise ValueError(f"Weights must be numbers, one for each example. {error}") from None
    if w.ndim != 1 or not len(w) or not (np.isfinite(w) & (w > 0)).all():
        raise ValueError(
            "Weights must be finite numbers above 0, one for each example, in one list: omit "
            "examples of weight 0."
        )
    return w
