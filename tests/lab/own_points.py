"""Own points for tests: tables of random points, packed as a link has them."""

import numpy as np

from lab.scene.own_points import Points, pack, plain_name


def own_points(n: int = 60, C: int = 2, seed: int = 0) -> Points:
    """Return n points in C clusters, named a, b, c, ..."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % C)
    centres = 2 * np.column_stack([np.cos(np.arange(C)), np.sin(np.arange(C))])
    X = centres[y] + rng.normal(size=(n, 2))
    names = tuple(plain_name(chr(97 + k)) for k in range(C))
    return Points(X, y, names, ("width", "height"))


def own_text(n: int = 60, C: int = 2, seed: int = 0) -> str:
    return pack(own_points(n, C, seed))
