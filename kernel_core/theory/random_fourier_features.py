"""The RBF kernel as an average of cosines: the footnote of note 000, section 6.

For W ~ N(0, tau^-2 I) the notes' integral is E[cos(W'(x - z))] = exp(-||x - z||^2 / 2 tau^2).
The footnote itself says variance tau^2, which gives the kernel of bandwidth 1/tau instead;
`printed_variance=True` draws that, so that the two can be compared.
"""

import numpy as np

from ..kernels import frequencies

__all__ = ["cosine_averages", "frequencies", "normal_density"]


def cosine_averages(W: np.ndarray, V: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Averages of cos(W'v) over the first D frequencies, for each D in `counts` (S,).

    W (D_max, n), differences V (p, n) -> (S, p). One pass: the running sum, read at each count.
    """
    running = np.cumsum(np.cos(W @ V.T), axis=0)
    counts = np.asarray(counts, dtype=int)
    return running[counts - 1] / counts[:, None]


def normal_density(w: np.ndarray, spread: float) -> np.ndarray:
    """The density of N(0, spread^2) at each w."""
    return np.exp(-0.5 * (w / spread) ** 2) / (spread * np.sqrt(2 * np.pi))
