"""Scripts that make a scene's picture again, with kernel_core and with scikit-learn.

Both print the training error and the number of support vectors; tests run them and compare.
"""

from collections.abc import Iterator
from textwrap import fill

import kernel_core as kc
from lab import edits
from lab.fields import SYNTHETIC, is_line, is_own
from lab.scene import Scene

_WIDTH = 96

_KERNELS = {
    "rbf": "kc.RBF(tau={tau!r})",
    "linear": "kc.Linear()",
    "poly": "kc.Polynomial(degree={degree!r}, c={c!r})",
    "own": "parse({formula!r})",
}


def _data(scene: Scene) -> str:
    if is_line(vars(scene)):
        return "\n".join(_wrapped(line) for line in _on_line(scene))
    if scene.data in SYNTHETIC:
        source = f"kc.data.{scene.data}(noise={scene.noise!r})"
        own = f"X, y = {source}.sample({scene.m}, seed={scene.seed})"
        return "\n".join([own, *(_wrapped(line) for line in _edits(scene))])
    told, link = ("", f'"{scene.query()}"') if not is_own(vars(scene)) else _own(scene)
    return (
        "from lab.problem import sample_of\nfrom lab.scene import parse_strict\n\n"
        f"{told}sample = sample_of(parse_strict({link}))\nX, y = sample.X, sample.y"
    )


def _own(scene: Scene) -> tuple[str, str]:
    """Lines that hold a link with own points, and the name they give it."""
    link = scene.query()
    pieces = (f'    "{link[i : i + _WIDTH - 6]}"' for i in range(0, len(link), _WIDTH - 6))
    return "\n".join(["link = (  # your own points are in it", *pieces, ")\n"]), "link"


def _title(scene: Scene) -> str:
    """The scene as a comment; own points, which are long, stand below it."""
    return f"# {scene.query().replace(scene.points, '…') if scene.points else scene.query()}"


def _is_regression(scene: Scene) -> bool:
    return is_line(vars(scene)) and not kc.LOSSES[scene.loss].margin_based


def _on_line(scene: Scene) -> Iterator[str]:
    """Lines for data on a line: the sample, its edits, and for a classifier the targets' signs."""
    own = edits.read(scene.edits)
    yield "from kernel_core import lines\n"
    yield f"X, y = lines.{scene.data}(noise={scene.noise!r}).sample({scene.m}, seed={scene.seed})"
    if own.flipped:
        yield f"y[{sorted(own.flipped)}] *= -1"
    if own.moved:
        yield f"moved = {dict(own.moved)}"
        yield "X[list(moved), 0], y[list(moved)] = np.transpose(list(moved.values()))"
    if own.deleted:
        yield f"left_out = {sorted(own.deleted)}"
        yield "X, y = np.delete(X, left_out, axis=0), np.delete(y, left_out)"
    if own.added:
        yield f"X = np.vstack([X, {', '.join(str([x]) for _, (x, _) in own.added)}])"
        yield f"y = np.append(y, {[target for _, (_, target) in own.added]})"
    if not _is_regression(scene):
        yield "y = np.where(y >= 0, 1.0, -1.0)"


def _error(scene: Scene, f: str) -> str:
    """The line that prints how far f is off on the training points."""
    if _is_regression(scene):
        return f'print("mean squared error:", ((y - {f}) ** 2).mean())'
    return f'print("training error:", (y * {f} <= 0).mean())'


def _edits(scene: Scene) -> Iterator[str]:
    """Lines of plain NumPy that move, relabel, leave out and add what the scene says."""
    own = edits.read(scene.edits)
    if own.moved:
        yield f"moved = {dict(own.moved)}"
        yield "X[list(moved)] = list(moved.values())"
    if own.flipped:
        yield f"y[{sorted(own.flipped)}] *= -1"
    if own.deleted:
        yield f"left_out = {sorted(own.deleted)}"
        yield "X, y = np.delete(X, left_out, axis=0), np.delete(y, left_out)"
    if own.added:
        yield f"X = np.vstack([X, {', '.join(str(list(place)) for _, place in own.added)}])"
        yield f"y = np.append(y, {[label for label, _ in own.added]})"


def _wrapped(line: str) -> str:
    return fill(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def with_kernel_core(scene: Scene) -> str:
    """A script of a few lines; run it in the project's folder."""
    kernel = _KERNELS[scene.kernel].format(**vars(scene))
    data = _data(scene)
    numpy = "import numpy as np\n" if "np." in data else ""
    own = "from kernel_core.expression import parse\n" if scene.kernel == "own" else ""
    return f"""{numpy}import kernel_core as kc
{own}
{_title(scene)}
{data}
s = kc.fit(X, y, {kernel}, kc.{kc.LOSSES[scene.loss]!r}, lam={scene.lam!r},
           risk="{scene.risk}", intercept={bool(scene.intercept)})
print(f"objective {{s.primal:.6f}}, proved within {{s.gap:.0e}}")
print("support vectors:", len(s.support))
{_error(scene, "s.decision(X)")}
"""


def with_scikit_learn(scene: Scene) -> str:
    """The same problem in scikit-learn's terms, or a comment that says why it has none."""
    if why := _missing(scene):
        return f"# {why}\n"
    weight = f"{scene.lam!r} * len(y)" if scene.risk == "mean" else f"{scene.lam!r}"
    body = _BODIES[scene.loss](scene, weight)
    return f"""import numpy as np
import kernel_core as kc  # for the same data
{body}
{_error(scene, "f")}
"""


def _missing(scene: Scene) -> str:
    """Why scikit-learn has no such model, or nothing."""
    if scene.loss in ("exponential", "perceptron"):
        return (
            f"scikit-learn has no kernel classifier with the {scene.loss} loss and a squared norm."
        )
    if scene.loss == "huber":
        return "scikit-learn's HuberRegressor estimates a scale as well: another problem."
    if scene.loss == "squared-hinge" and scene.intercept:
        return "scikit-learn's LinearSVC adds the intercept to the norm: another problem."
    return ""


def _gram(scene: Scene) -> str:
    if scene.kernel == "own":
        return f"""from kernel_core.expression import parse  # scikit-learn takes any matrix

{_title(scene)}
{_data(scene)}
K = parse({scene.formula!r})(X, X)"""
    kernel = {
        "rbf": f"rbf_kernel(X, gamma={1 / (2 * scene.tau**2)!r})",
        "linear": "linear_kernel(X)",
        "poly": f"polynomial_kernel(X, degree={scene.degree}, gamma=1, coef0={scene.c!r})",
    }[scene.kernel]
    return f"""from sklearn.metrics.pairwise import {kernel.split("(")[0]}

{_title(scene)}
{_data(scene)}
K = {kernel}"""


_FEATURES = """# Coordinates in which the kernel is the plain inner product: K = Phi @ Phi.T
values, vectors = np.linalg.eigh(K)
Phi = vectors * np.sqrt(np.maximum(values, 0))"""


def _hinge(scene: Scene, weight: str) -> str:
    if scene.intercept:
        return f"""from sklearn.svm import SVC
{_gram(scene)}
model = SVC(C=1 / ({weight}), kernel="precomputed", tol=1e-8).fit(K, y)
f = model.decision_function(K)
print("support vectors:", len(model.support_))"""
    return f"""from sklearn.svm import LinearSVC  # SVC always has an intercept
{_gram(scene)}
{_FEATURES}
model = LinearSVC(C=1 / ({weight}), loss="hinge", fit_intercept=False, tol=1e-8,
                  max_iter=10**6, random_state=0)
f = model.fit(Phi, y).decision_function(Phi)
print("support vectors:", (y * f < 1 + 1e-4).sum())"""


def _squared_hinge(scene: Scene, weight: str) -> str:
    return f"""from sklearn.svm import LinearSVC
{_gram(scene)}
{_FEATURES}
model = LinearSVC(C=1 / ({weight}), loss="squared_hinge", fit_intercept=False, tol=1e-8,
                  max_iter=10**6, random_state=0)
f = model.fit(Phi, y).decision_function(Phi)"""


def _epsilon_insensitive(scene: Scene, weight: str) -> str:
    epsilon = kc.LOSSES[scene.loss].epsilon
    if scene.intercept:
        return f"""from sklearn.svm import SVR
{_gram(scene)}
model = SVR(C=1 / ({weight}), epsilon={epsilon!r}, kernel="precomputed", tol=1e-8).fit(K, y)
f = model.predict(K)
print("support vectors:", len(model.support_))"""
    return f"""from sklearn.svm import LinearSVR  # SVR always has an intercept
{_gram(scene)}
{_FEATURES}
model = LinearSVR(C=1 / ({weight}), epsilon={epsilon!r}, fit_intercept=False, tol=1e-8,
                  max_iter=10**6, random_state=0)
f = model.fit(Phi, y).predict(Phi)"""


def _logistic(scene: Scene, weight: str) -> str:
    return f"""from sklearn.linear_model import LogisticRegression
{_gram(scene)}
{_FEATURES}
model = LogisticRegression(C=1 / ({weight}), fit_intercept={bool(scene.intercept)},
                           tol=1e-10, max_iter=10**4)
f = model.fit(Phi, y).decision_function(Phi)"""


def _squared(scene: Scene, weight: str) -> str:
    if scene.intercept:
        return f"""from sklearn.linear_model import Ridge
{_gram(scene)}
{_FEATURES}
f = Ridge(alpha={weight}, solver="svd").fit(Phi, y).predict(Phi)"""
    return f"""from sklearn.kernel_ridge import KernelRidge
{_gram(scene)}
f = KernelRidge(alpha={weight}, kernel="precomputed").fit(K, y).predict(K)"""


_BODIES = {
    "hinge": _hinge, "logistic": _logistic, "squared": _squared,
    "squared-hinge": _squared_hinge, "epsilon-insensitive": _epsilon_insensitive,
}  # fmt: skip
