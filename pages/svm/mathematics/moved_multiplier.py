"""The soft margin with the multiplier of one constraint away from its optimum (note 001, soft
margin).

With multipliers a_i = y_i alpha_i of the constraints y_i f(x_i) >= 1 - xi_i, and
w = Σ alpha_i φ(x_i),

    ½‖w‖² + Σ c_i xi_i - min 𝓛 = Σ a_i (y_i f(x_i) - 1 + xi_i) + Σ (c_i - a_i) xi_i,

where c_i is the price of slack, all a_i <= c_i, and min 𝓛 is the minimum of the Lagrangian over w
and xi >= 0 at this b. At the optimum every term is 0: complementary slackness.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class MovedMultiplier:
    """The soft margin with one multiplier at S values, and all others at the optimum.

    Attributes
    ----------
    alpha : ndarray, shape (S, m)
        The coefficients.
    decision : ndarray, shape (S, m)
        f at the examples, with the b of the optimum.
    half_norm2 : ndarray, shape (S,)
        ½‖w‖².
    primal : ndarray, shape (S,)
        ½‖w‖² + Σ c_i xi_i, with the smallest feasible slacks.
    bound : ndarray, shape (S,)
        The minimum of the Lagrangian at this b; -inf where the multiplier exceeds the price of
        slack.
    constraint_gap : ndarray, shape (S,)
        Σ a_i (y_i f(x_i) - 1 + xi_i): the part of the gap from constraints that are not tight.
    slack_gap : ndarray, shape (S,)
        Σ (c_i - a_i) xi_i: the part of the gap from slack of examples with a_i below c_i.
    """

    alpha: np.ndarray
    decision: np.ndarray
    half_norm2: np.ndarray
    primal: np.ndarray
    bound: np.ndarray
    constraint_gap: np.ndarray
    slack_gap: np.ndarray


def move_multiplier(
    K: np.ndarray,
    y: np.ndarray,
    alpha: np.ndarray,
    b: float,
    c: np.ndarray,
    *,
    i: int,
    values: np.ndarray,
) -> MovedMultiplier:
    """Set the multiplier of example i to each of `values`, and keep all other multipliers.

    Parameters
    ----------
    K : ndarray, shape (m, m)
        The Gram matrix.
    y : ndarray, shape (m,)
        The labels, -1 and +1.
    alpha : ndarray, shape (m,)
        The coefficients of the optimum.
    b : float
        The intercept of the optimum, or 0.
    c : ndarray, shape (m,)
        The price of slack of each example.
    i : int
        The index of the example.
    values : ndarray, shape (S,)
        The values of a_i, at least 0.

    Returns
    -------
    MovedMultiplier
        A row for each value.

    Examples
    --------
    >>> import numpy as np
    >>> y = np.array([-1.0, 1.0])
    >>> K = np.array([[1.0, -3.0], [-3.0, 9.0]])
    >>> c, values = np.full(2, 10.0), np.array([0.125, 1.0])
    >>> moved = move_multiplier(K, y, y / 8, -0.5, c, i=0, values=values)
    >>> np.round(moved.primal - moved.bound, 6).tolist()[0]
    0.0
    """
    alphas = np.repeat(alpha[None], len(values), axis=0)
    alphas[:, i] = y[i] * values
    f = alphas @ K + b
    a, margins = y * alphas, y * f
    xi = np.maximum(0.0, 1.0 - margins)
    half_norm2 = ((f - b) * alphas).sum(axis=1) / 2
    primal = half_norm2 + xi @ c
    # b is fixed, so a_i (1 - y_i b) replaces the a_i of the dual.
    bound = (a * (1.0 - y * b)).sum(axis=1) - half_norm2
    bound[(a > c * (1 + 1e-9)).any(axis=1)] = -np.inf
    return MovedMultiplier(
        alphas,
        f,
        half_norm2,
        primal,
        bound,
        (a * (margins - 1.0 + xi)).sum(axis=1),
        ((c - a) * xi).sum(axis=1),
    )
