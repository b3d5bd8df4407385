"""How far an average of D random cosines is from the RBF kernel, to be expected (000, footnote).

For W ~ N(0, τ⁻² I) one cosine cos(Wᵀv) has the mean k(v) = exp(-‖v‖²/2τ²). Its square has the mean
(1 + k(2v))/2, because cos² a = (1 + cos 2a)/2, and k(2v) = k(v)⁴. So its variance is
(1 - k(v)²)²/2, and the average of D of them is off by (1 - k(v)²)/√(2D) in root mean square.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..kernels.basic import RBF
from ..validation import check_points


def measure_cosine_error(tau: float, V: ArrayLike, D: ArrayLike) -> np.ndarray:
    """The root mean square error of D random cosines over the differences V (p, d) = x - z.

    D is one count >= 1 or several (S,); the answer has its shape. It falls like 1/√D. Raises
    ValueError for tau <= 0, for V that are no points, and for counts below 1.
    """
    D = np.asarray(D, dtype=float)
    if not (np.isfinite(D) & (D >= 1)).all():
        raise ValueError("Average at least one cosine.")
    V = check_points(V)
    if len(V) == 0:
        raise ValueError("There must be at least one difference to average over.")
    k = RBF(tau)(V, np.zeros((1, V.shape[1])))[:, 0]
    return np.sqrt(np.mean((1 - k**2) ** 2) / (2 * D))
