"""Scripts that fit the page's polynomial again, with kernel_core and with scikit-learn."""

from lab.scene import Scene

_OURS = """\
from kernel_core import lines
from kernel_core.polynomials import along_lam

line = lines.{data}(noise={noise!r})
X, y = line.sample({m}, seed={seed})
fits = along_lam(X, y, line, M={M}, lams=[{lam!r}])
print("w", fits.w[0])
print("training error", fits.train[0], "test error", fits.test[0])"""

_THEIRS = """\
import numpy as np
from sklearn.linear_model import Ridge

from kernel_core import lines

X, y = lines.{data}(noise={noise!r}).sample({m}, seed={seed})
Phi = np.vander(X[:, 0] / 3, {M} + 1, increasing=True)  # 1, x/3, (x/3)², …
ridge = Ridge(alpha={lam!r}, fit_intercept=False, solver="svd").fit(Phi, y)
print("w", ridge.coef_)
print("training error", np.mean((Phi @ ridge.coef_ - y) ** 2))"""


def scripts(scene: Scene, M: int, lam: float) -> tuple[str, str]:
    """(kernel_core, scikit-learn) for the scene's points, degree M and λ."""
    values = {name: getattr(scene, name) for name in ("data", "noise", "m", "seed")}
    return tuple(text.format(**values, M=M, lam=lam) for text in (_OURS, _THEIRS))  # type: ignore
