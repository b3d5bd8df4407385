"""The density of the frequencies in the footnote of note 000, section 6."""

import numpy as np


def normal_density(w: np.ndarray, spread: float) -> np.ndarray:
    """Evaluate the density of N(0, spread²).

    Parameters
    ----------
    w : ndarray of any shape
        The points.
    spread : float
        The standard deviation, above 0.

    Returns
    -------
    ndarray
        The density at w, in the shape of w.

    Notes
    -----
    Note 000, section 6, the footnote: p(w) = (2πτ²)^(-n/2) exp(-‖w‖²/2τ²), here for n = 1, with
    `spread` in place of τ.

    Examples
    --------
    >>> import numpy as np
    >>> normal_density(np.array([0.0, 1.0]), 1.0).round(4).tolist()
    [0.3989, 0.242]
    """
    return np.exp(-0.5 * (w / spread) ** 2) / (spread * np.sqrt(2 * np.pi))
