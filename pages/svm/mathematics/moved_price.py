"""The price of one constraint of the soft margin, moved away from the optimum. 001, soft margin.

With prices a_i = y_i alpha_i on the constraints y_i f(x_i) >= 1 - xi_i, and w = Σ alpha_i φ(x_i),

    ½‖w‖² + Σ c_i xi_i - min 𝓛 = Σ a_i (y_i f(x_i) - 1 + xi_i) + Σ (c_i - a_i) xi_i,

where c_i is the price of slack, and min 𝓛 the least value of the Lagrangian over w and xi >= 0 at
this b. At the optimum every term is 0: complementary slackness.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class MovedPrice:
    """The soft margin with one price at S values, all others at the optimum.

    Attributes
    ----------
    alpha : ndarray, shape (S, m)
        The coefficients.
    decision : ndarray, shape (S, m)
        f at the examples, with the b of the optimum.
    half_norm2 : ndarray, shape (S,)
        ½‖w‖².
    primal : ndarray, shape (S,)
        ½‖w‖² + Σ c_i xi_i, with the least slacks.
    bound : ndarray, shape (S,)
        The least of the Lagrangian at this b; -inf where the price is above that of slack.
    room : ndarray, shape (S,)
        Σ a_i (y_i f(x_i) - 1 + xi_i): prices on constraints that hold with room.
    unpriced : ndarray, shape (S,)
        Σ (c_i - a_i) xi_i: slack of examples whose price is not at its bound.
    """

    alpha: np.ndarray
    decision: np.ndarray
    half_norm2: np.ndarray
    primal: np.ndarray
    bound: np.ndarray
    room: np.ndarray
    unpriced: np.ndarray


def move_price(
    K: np.ndarray,
    y: np.ndarray,
    alpha: np.ndarray,
    b: float,
    c: np.ndarray,
    *,
    i: int,
    prices: np.ndarray,
) -> MovedPrice:
    """Move the price of example i, with all others as they are.

    Parameters
    ----------
    K : ndarray, shape (m, m)
        The Gram matrix.
    y : ndarray, shape (m,)
        The labels, -1 and +1.
    alpha : ndarray, shape (m,)
        The coefficients of the optimum.
    b : float
        Its intercept, or 0.
    c : ndarray, shape (m,)
        The price of slack of each example.
    i : int
        The example.
    prices : ndarray, shape (S,)
        The values of a_i, from 0 on.

    Returns
    -------
    MovedPrice
        With a row for each price.

    Examples
    --------
    >>> import numpy as np
    >>> y = np.array([-1.0, 1.0])
    >>> K = np.array([[1.0, -3.0], [-3.0, 9.0]])
    >>> moved = move_price(K, y, y / 8, -0.5, np.full(2, 10.0), i=0, prices=np.array([0.125, 1.0]))
    >>> np.round(moved.primal - moved.bound, 6).tolist()[0]
    0.0
    """
    alphas = np.repeat(alpha[None], len(prices), axis=0)
    alphas[:, i] = y[i] * prices
    f = alphas @ K + b
    a, margins = y * alphas, y * f
    xi = np.maximum(0.0, 1.0 - margins)
    half_norm2 = ((f - b) * alphas).sum(axis=1) / 2
    primal = half_norm2 + xi @ c
    # b is fixed: a_i (1 - y_i b) replaces a_i of the dual over all b.
    bound = (a * (1.0 - y * b)).sum(axis=1) - half_norm2
    bound[(a > c * (1 + 1e-9)).any(axis=1)] = -np.inf
    return MovedPrice(
        alphas,
        f,
        half_norm2,
        primal,
        bound,
        (a * (margins - 1.0 + xi)).sum(axis=1),
        ((c - a) * xi).sum(axis=1),
    )
