"""Scripts that reproduce the page's ridge fit with kernel_core and with scikit-learn."""

import kernel_core as kc
from lab.scene.scene import Scene

_OURS = """\
import numpy as np

import kernel_core as kc

line = kc.datasets.{data}(noise={noise!r})
X, y = line.sample({m}, seed={seed})
Phi = np.vander(X[:, 0] / 3, {M} + 1, increasing=True)  # 1, x/3, (x/3)², …
w = kc.learners.ridge_primal(Phi, y, {lam!r}, risk="sum").theta
print("w", w)
print("training error", np.mean((Phi @ w - y) ** 2))

x = np.linspace(-3, 3, 100_001)  # new points; the variance of their noise is added below
off = np.vander(x / 3, {M} + 1, increasing=True) @ w - line.truth(x)
print("test error", np.mean(off**2) + line.s**2)"""

_THEIRS = """\
import numpy as np
from sklearn.linear_model import Ridge

import kernel_core as kc

X, y = kc.datasets.{data}(noise={noise!r}).sample({m}, seed={seed})
Phi = np.vander(X[:, 0] / 3, {M} + 1, increasing=True)  # 1, x/3, (x/3)², …
ridge = Ridge(alpha={lam!r}, fit_intercept=False, solver="svd").fit(Phi, y)
print("w", ridge.coef_)
print("training error", np.mean((Phi @ ridge.coef_ - y) ** 2))"""


def scripts(scene: Scene, M: int, lam: float) -> tuple[str, str]:
    """Return the scripts (kernel_core, scikit-learn) for the scene's points, degree M and λ."""
    values = {name: getattr(scene, name) for name in ("noise", "m", "seed")}
    values["data"] = kc.datasets.REGRESSION_SOURCES[scene.data].__name__
    values |= {"M": M, "lam": lam}
    return _OURS.format(**values), _THEIRS.format(**values)
