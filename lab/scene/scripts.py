"""Write scripts that solve a scene's learning problem, with kernel_core and with scikit-learn.

Both scripts print the training error (for regression the mean squared error). For some losses both
also print the number of support vectors. Tests run the scripts and compare these numbers.
"""

import re
from collections.abc import Iterator
from textwrap import fill
from typing import Any

import kernel_core as kc
from lab.scene import point_edits
from lab.scene.fields import BALANCED, SYNTHETIC, TENFOLD, TENFOLD_WEIGHT, is_line, is_own
from lab.scene.learning_problem import kernel_of
from lab.scene.scene import Scene, parse_strict
from lab.scene.sklearn_estimators import Estimator, estimator_of

_WIDTH = 96
_CALLED_NAME = re.compile(r"\b[A-Za-z]\w*(?=\()")


def kernel_text(scene: Any) -> str:
    """Write the kernel of a Scene or a ClassScene for a script: with classes of kernel_core, or as
    a formula if these classes do not suffice."""
    kernel_code = repr(kernel_of(scene))
    if not all(
        hasattr(kc, name) or hasattr(kc.kernels, name) for name in _CALLED_NAME.findall(kernel_code)
    ):
        return f"parse({scene.formula!r})"
    return _CALLED_NAME.sub(
        lambda match: f"kc.{'' if hasattr(kc, match[0]) else 'kernels.'}{match[0]}", kernel_code
    )


def parser_import(scene: Any) -> str:
    """Return the import that a script needs to parse a formula; "" if it needs none."""
    reads = kernel_text(scene).startswith("parse(")
    return "from lab.formulas import parse\n" if reads else ""


def _data(scene: Scene) -> str:
    if is_line(vars(scene)):
        return "\n".join(_wrap(line) for line in _on_line(scene))
    if scene.data in SYNTHETIC:
        source = f"kc.datasets.{scene.data}(noise={scene.noise!r})"
        own = f"X, y = {source}.sample({scene.m}, seed={scene.seed})"
        return "\n".join([own, *(_wrap(line) for line in _edits(scene))])
    preamble, link = (
        ("", f'"{scene.query()}"') if not is_own(vars(scene)) else _own_points_link(scene)
    )
    return (
        "from lab.scene.learning_problem import sample_of\n"
        "from lab.scene.scene import parse_strict\n\n"
        f"{preamble}sample = sample_of(parse_strict({link}))\nX, y = sample.X, sample.y"
    )


def _own_points_link(scene: Scene) -> tuple[str, str]:
    """Return lines that assign the link with the visitor's own points to a variable, and the
    variable's name."""
    link = scene.query()
    pieces = (f'    "{link[i : i + _WIDTH - 6]}"' for i in range(0, len(link), _WIDTH - 6))
    return "\n".join(["link = (  # contains your own points", *pieces, ")\n"]), "link"


def _title(scene: Scene) -> str:
    """Write the scene as a comment, without the visitor's own points, which follow below."""
    return f"# {scene.query().replace(scene.points, '…') if scene.points else scene.query()}"


def _is_regression(scene: Scene) -> bool:
    return is_line(vars(scene)) and not kc.LOSSES[scene.loss].margin_based


def _on_line(scene: Scene) -> Iterator[str]:
    """Yield the lines for data on a line: the sample, its edits, and for a classifier the targets'
    signs."""
    point_changes = point_edits.read(scene.edits)
    source = kc.datasets.REGRESSION_SOURCES[scene.data].__name__
    yield f"source = kc.datasets.{source}(noise={scene.noise!r})"
    yield f"X, y = source.sample({scene.m}, seed={scene.seed})"
    if point_changes.relabelled:
        yield f"y[{sorted(point_changes.relabelled)}] *= -1"
    if point_changes.moved:
        yield f"moved = {dict(point_changes.moved)}"
        yield "X[list(moved), 0], y[list(moved)] = np.transpose(list(moved.values()))"
    yield from _removals(point_changes)
    if point_changes.added:
        yield f"X = np.vstack([X, {', '.join(str([x]) for _, (x, _) in point_changes.added)}])"
        yield f"y = np.append(y, {[target for _, (_, target) in point_changes.added]})"
    if not _is_regression(scene):
        yield "y = np.where(y >= 0, 1.0, -1.0)"


def _error(scene: Scene, f: str) -> str:
    """Return the line that prints the training error of f or, for regression, the mean squared
    error."""
    if _is_regression(scene):
        return f'print("mean squared error:", ((y - {f}) ** 2).mean())'
    return f'print("training error:", (y * {f} <= 0).mean())'


def _removals(point_changes: point_edits.Edits) -> Iterator[str]:
    """Yield the lines that remove examples."""
    if point_changes.cleared:
        yield "X, y = X[:0], y[:0]  # all examples are removed"
    if point_changes.deleted:
        yield f"left_out = {sorted(point_changes.deleted)}"
        yield "X, y = np.delete(X, left_out, axis=0), np.delete(y, left_out)"


def _edits(scene: Scene) -> Iterator[str]:
    """Yield lines of plain NumPy that apply the scene's edits."""
    point_changes = point_edits.read(scene.edits)
    if point_changes.moved:
        yield f"moved = {dict(point_changes.moved)}"
        yield "X[list(moved)] = list(moved.values())"
    if point_changes.relabelled:
        yield f"y[{sorted(point_changes.relabelled)}] *= -1"
    yield from _removals(point_changes)
    if point_changes.added:
        places = ", ".join(str(list(place)) for _, place in point_changes.added)
        yield f"X = np.vstack([X, {places}])"
        yield f"y = np.append(y, {[label for label, _ in point_changes.added]})"


def _wrap(line: str) -> str:
    return fill(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)


_WEIGHTS = {
    BALANCED: """\
_, members, counts = np.unique(y, return_inverse=True, return_counts=True)
weights = (len(y) / (len(counts) * counts))[members]  # the same total for each class""",
    TENFOLD: f"weights = np.where(y > 0, {TENFOLD_WEIGHT}, 1.0)",
}


def scripts_of(scene: Scene) -> dict[str, str]:
    """Return the two scripts of a scene by the library that they use."""
    return {"kernel_core": with_kernel_core(scene), "scikit-learn": with_scikit_learn(scene)}


def of_query(query: str) -> dict[str, str]:
    """Return the two scripts of the scene that a query describes."""
    return scripts_of(parse_strict(query))


def with_kernel_core(scene: Scene) -> str:
    """Write the script with kernel_core, to be run in the project's folder, or a comment that
    explains why there is none."""
    if scene.learner != "risk":
        return (
            f"# There is no script for this learner ({scene.learner}), which minimises no risk.\n"
        )
    kernel = kernel_text(scene)
    data = _data(scene)
    loss = f"kc.{kc.LOSSES[scene.loss]!r}"
    if scene.class_weight in _WEIGHTS:  # the same weights as in lab.scene.learning_problem
        data += f"\n{_WEIGHTS[scene.class_weight]}"
        loss = f"kc.WeightedLoss({loss}, weights)"
    numpy = "import numpy as np\n" if "np." in data else ""
    return f"""{numpy}import kernel_core as kc
{parser_import(scene)}
{_title(scene)}
{data}
s = kc.fit(X, y, {kernel}, {loss}, lam={scene.lam!r},
           risk="{scene.risk}", intercept={bool(scene.intercept)})
print(f"objective {{s.primal:.6f}}, duality gap {{s.gap:.0e}}")
print("support vectors:", len(s.support))
{_error(scene, "s.decision(X)")}
"""


def with_scikit_learn(scene: Scene) -> str:
    """Write the script with scikit-learn, or a comment that explains why there is none."""
    estimator = estimator_of(scene)
    if isinstance(estimator, str):
        return f"# {estimator}\n"
    return f"""import numpy as np
import kernel_core as kc  # for the same data
{_fit_lines(scene, estimator)}
{_error(scene, "f")}
"""


def _gram(scene: Scene) -> str:
    kernel = {
        "rbf": f"rbf_kernel(X, gamma={1 / (2 * scene.tau**2)!r})",
        "linear": "linear_kernel(X)",
        "poly": f"polynomial_kernel(X, degree={scene.degree}, gamma=1, coef0={scene.c!r})",
    }.get(scene.kernel)
    if kernel is None:
        return f"""{parser_import(scene)}
{_title(scene)}
{_data(scene)}
kernel = {kernel_text(scene)}
K = kernel(X, X)  # scikit-learn accepts any kernel matrix"""
    return f"""from sklearn.metrics.pairwise import {kernel.split("(")[0]}

{_title(scene)}
{_data(scene)}
K = {kernel}"""


_FEATURES = """# Coordinates in which the kernel is the plain inner product: K = Phi @ Phi.T
values, vectors = np.linalg.eigh(K)
Phi = vectors * np.sqrt(np.maximum(values, 0))"""


def _fit_lines(scene: Scene, estimator: Estimator) -> str:
    """Return lines that fit the estimator and compute f at the training points."""
    weight = f"{scene.lam!r} * len(y)" if scene.risk == "mean" else f"{scene.lam!r}"
    weight_argument = f"C=1 / ({weight})" if estimator.weight_name == "C" else f"alpha={weight}"
    options = dict(estimator.options)
    if not estimator.is_direct:
        options["tol"] = 1e-8
    if estimator.passes:
        options["max_iter"] = estimator.passes
    arguments = ", ".join(
        [weight_argument, *(f"{name}={_literal(value)}" for name, value in options.items())]
    )
    data = "Phi" if estimator.features else "K"
    lines = [
        f"from {estimator.module} import {estimator.name}{_estimator_comment(scene, estimator)}",
        _gram(scene),
        *([_FEATURES] if estimator.features else []),
        _wrap(f"model = {estimator.name}({arguments}).fit({data}, y)"),
        f"f = model.{estimator.f}({data})",
        *_support(scene, estimator),
    ]
    return "\n".join(lines)


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _estimator_comment(scene: Scene, estimator: Estimator) -> str:
    """Return a comment for the import of LinearSVC or LinearSVR, with the reason why SVC or SVR is
    not used; "" for other estimators."""
    closest = {"hinge": "SVC", "epsilon-insensitive": "SVR"}.get(scene.loss, estimator.name)
    return "" if estimator.name == closest else f"  # {closest} always has an intercept"


def _support(scene: Scene, estimator: Estimator) -> Iterator[str]:
    if estimator.name in ("SVC", "SVR"):
        yield 'print("support vectors:", len(model.support_))'
    elif scene.loss == "hinge":
        yield 'print("support vectors:", (y * f < 1 + 1e-4).sum())'
