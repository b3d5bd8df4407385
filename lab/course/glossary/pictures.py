"""Compute the glossary's pictures, `assets/glossary.svg`.

Run `python -m lab.course.glossary.pictures` to write the file. Methods that only one page explains,
such as the lasso, are not in `kernel_core`; this module computes them itself.
"""

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np

import kernel_core as kc
from kernel_core.datasets import NoisyFunction, sine
from lab.course.glossary.drawing import EDGE, HEIGHT, Drawing
from lab.course.glossary.terms import TERMS

FILE = Path(__file__).resolve().parents[3] / "assets" / "glossary.svg"
LINE = np.linspace(-3, 3, 61)
Draw = Callable[[], Drawing]


def _on_a_line(tau: float, at: float) -> np.ndarray:
    return kc.RBF(tau)(LINE[:, None], np.array([[at]]))[:, 0]


# ---- one kernel -----------------------------------------------------------------------------


def kernel() -> Drawing:
    drawing = Drawing((-3, 3, 0, 1.15))
    drawing.curve(LINE, _on_a_line(0.9, -0.6))
    for z in (-0.6, 0.6, 2.0):
        height = float(kc.RBF(0.9)([[z]], [[-0.6]])[0, 0])
        drawing.segment((z, 0), (z, height))
        drawing.ring(z, height, 2.4, "dot")
    return drawing


def bumps_of(*widths: float) -> Drawing:
    drawing = Drawing((-3, 3, 0, 1.15))
    for k, tau in enumerate(widths):
        drawing.curve(LINE, _on_a_line(tau, 0.0), "zero" if k == len(widths) // 2 else "thin")
    return drawing


def one_bump() -> Drawing:
    drawing = bumps_of(0.8)
    drawing.examples(np.array([[0.0, 0.0]]), np.array([1]))
    return drawing


def of_one_point(kernel: kc.Kernel, z: float, top: float, bottom: float = 0.0) -> Drawing:
    values = kernel(LINE[:, None], np.array([[z]]))[:, 0]
    drawing = Drawing((-3, 3, bottom, top))
    drawing.segment((-3, 0), (3, 0))
    drawing.curve(LINE, values)
    return drawing


def gram() -> np.ndarray:
    points = np.linspace(-1.6, 1.6, 7)[:, None] + 0.15 * np.sin(np.arange(7) * 5.0)[:, None]
    return kc.RBF(0.9)(points, points)


def gram_matrix() -> Drawing:
    K, drawing = gram(), Drawing((0, 1, 0, 1))
    for i, row in enumerate(K):
        for j, value in enumerate(row):
            drawing.cell(j, i, (HEIGHT - 2 * EDGE) / len(K), float(value))
    return drawing


def eigenvalues() -> Drawing:
    values = np.linalg.eigvalsh(gram())[::-1]
    drawing = Drawing((-0.3, len(values), 0, float(values[0]) * 1.05))
    for k, value in enumerate(values):
        drawing.bar(k, k + 0.7, 0, float(value), "accent")
    return drawing


def quadratic_form() -> Drawing:
    """Draw cᵀKc along a line of vectors c; it is never negative."""
    K = gram()[:2, :2]
    values = [float(np.array([t, 1.0]) @ K @ np.array([t, 1.0])) for t in LINE]
    drawing = Drawing((-3, 3, -0.6, 8))
    drawing.segment((-3, 0), (3, 0))
    drawing.curve(LINE, values)
    return drawing


def feature_map() -> Drawing:
    x = np.array([-2.4, -1.9, -0.8, -0.3, 0.2, 0.9, 1.8, 2.5])
    labels = np.where(np.abs(x) > 1.4, 1, -1)
    drawing = Drawing((-3, 3, -0.6, 7))
    drawing.curve(LINE, LINE**2, "thin")
    drawing.segment((-3, 2.2), (3, 2.2), "zero")
    drawing.examples(np.column_stack([x, x**2]), labels)
    return drawing


# ---- a fit on a line ------------------------------------------------------------------------


def votes() -> tuple[kc.Solution, np.ndarray]:
    x = np.array([-2.3, -1.5, -0.9, 0.2, 0.8, 1.7, 2.4])
    y = np.array([1.0, 1, -1, -1, -1, 1, 1])
    return kc.fit(x[:, None], y, kc.RBF(0.7), kc.Hinge(), 0.2), x


def decision_function() -> Drawing:
    solution, x = votes()
    drawing = Drawing((-3, 3, -1.8, 1.8))
    drawing.segment((-3, 0), (3, 0))
    drawing.curve(LINE, solution.decision(LINE[:, None]))
    drawing.examples(np.column_stack([x, np.zeros(len(x))]), solution.y)
    return drawing


def sum_of_bumps() -> Drawing:
    solution, x = votes()
    drawing = Drawing((-3, 3, -1.8, 1.8))
    for a, place in zip(solution.alpha, x, strict=True):
        drawing.curve(
            LINE, a * _on_a_line(0.7, place), "thin-positive" if a > 0 else "thin-negative"
        )
    drawing.curve(LINE, solution.decision(LINE[:, None]))
    return drawing


def coefficients() -> Drawing:
    alpha = votes()[0].alpha
    top = float(np.abs(alpha).max()) * 1.1
    drawing = Drawing((-0.3, len(alpha), -top, top))
    drawing.segment((-0.3, 0), (len(alpha), 0))
    for k, a in enumerate(alpha):
        low, high = min(0.0, float(a)), max(0.0, float(a))
        drawing.bar(k, k + 0.7, low, high, "positive-bar" if a > 0 else "negative-bar")
    return drawing


# ---- a fit in the plane ---------------------------------------------------------------------


def fit_line(lam: float, noise: float = 0.6) -> tuple[kc.Solution, Drawing]:
    X, y = kc.datasets.blobs(noise).sample(22, seed=4)
    solution = kc.fit(X, y, kc.Linear(), kc.Hinge(), lam, risk="sum", intercept=True)
    return solution, Drawing.around(X, 0.25)


def level(drawing: Drawing, solution: kc.Solution, value: float, kind: str) -> None:
    """Draw the line on which a linear f has the value `value`."""
    w, b = solution.X.T @ solution.alpha, float(solution.intercept) - value
    low, high = drawing.box[2:]
    start, end = [(-(b + w[1] * y) / w[0], y) for y in (low, high)]
    drawing.segment(start, end, kind)


def separated(*, rings: bool, margins: bool) -> Drawing:
    solution, drawing = fit_line(0.02)
    level(drawing, solution, 0, "zero")
    for value in (-1, 1) if margins else ():
        level(drawing, solution, value, "dashed")
    drawing.examples(solution.X, solution.y)
    for (a, b), weight in zip(solution.X, solution.alpha, strict=True):
        if rings and abs(weight) > 1e-9:
            drawing.ring(a, b)
    return drawing


def slack() -> Drawing:
    solution, drawing = fit_line(0.5, noise=1.1)
    level(drawing, solution, 0, "zero")
    w, f = solution.X.T @ solution.alpha, solution.decision(solution.X)
    for value in (-1, 1):
        level(drawing, solution, value, "dashed")
    for point, label, z in zip(solution.X, solution.y, f, strict=True):
        short = max(0.0, 1 - label * z)
        if short > 1e-9:
            drawing.segment(point, point + label * short * w / (w @ w), "accent-line")
    drawing.examples(solution.X, solution.y)
    return drawing


def perceptron() -> Drawing:
    """Draw the boundary after each mistake of a perceptron run; the last one is thick."""
    X, y = kc.datasets.blobs(0.9).sample(16, seed=2)
    centred = X - X.mean(axis=0)
    w, weights = np.zeros(2), []
    for i in islice(kc.learners.draw_indices(len(y), seed=0), 120):
        if y[i] * (w @ centred[i]) <= 0:
            w = w + y[i] * centred[i]
            weights.append(w)
    reach = float(np.abs(centred).max())
    drawing = Drawing.around(centred, 0.1)
    for w in weights:
        direction = np.array([-w[1], w[0]]) / np.linalg.norm(w) * reach * 1.5
        drawing.segment(-direction, direction, "zero" if w is weights[-1] else "thin")
    drawing.examples(centred, y)
    return drawing


# ---- densities, errors, certificates --------------------------------------------------------


def densities(*, shaded: bool) -> Drawing:
    source = kc.datasets.blobs()
    low, high, _, _ = source.window
    x = np.linspace(low, high, 61)
    first, second = (source.class_density(label, x, np.zeros(1))[0] for label in (1.0, -1.0))
    drawing = Drawing((low, high, 0, float(max(first.max(), second.max())) * 1.1))
    if shaded:
        drawing.area(x, np.minimum(first, second))
    drawing.curve(x, first, "positive")
    drawing.curve(x, second, "negative")
    if not shaded:
        at = float(x[np.argmin(np.abs(first - second) + (np.maximum(first, second) < 1e-3))])
        drawing.segment((at, 0), (at, drawing.box[3]), "dotted")
    return drawing


def errors(bold_name: str) -> Drawing:
    source = kc.datasets.mixture()
    X, y = source.sample(120, seed=0)
    new_points, labels = source.sample(600, seed=1)
    taus = np.geomspace(0.06, 3.2, 22)
    fits = [kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1 / 120, risk="sum") for tau in taus]
    shares = {
        "training": [float((fit.decision(X) * y <= 0).mean()) for fit in fits],
        "test": [float((fit.decision(new_points) * labels <= 0).mean()) for fit in fits],
    }
    drawing = Drawing((0, len(taus) - 1, 0, 0.5))
    for name, values in shares.items():
        tone = "positive" if name == "training" else "negative"
        drawing.curve(range(len(taus)), values, tone if name == bold_name else "thin")
    return drawing


def along_a_ray() -> tuple[np.ndarray, list[kc.Certificate]]:
    """Return factors t, and the certificates of t α and t b, where α and b are the solution."""
    solution, _ = fit_line(0.5, noise=1.1)
    K, shares = kc.Linear()(solution.X, solution.X), np.linspace(0, 2, 41)
    certificates = [
        kc.certificate(K, solution.y, t * solution.alpha, t * float(solution.intercept), kc.Hinge(),
                       0.5, "sum", with_intercept=True)
        for t in shares
    ]  # fmt: skip
    return shares, certificates


def objective(*, dual: bool) -> Drawing:
    shares, certificates = along_a_ray()
    primal = [certificate.primal for certificate in certificates]
    drawing = Drawing((0, 2, 0 if dual else min(primal) * 0.6, max(primal)))
    drawing.curve(shares, primal)
    if dual:
        drawing.curve(shares, [certificate.dual for certificate in certificates], "accent-line")
        at = 5
        drawing.segment((shares[at], certificates[at].dual), (shares[at], primal[at]), "dashed")
    else:
        best = int(np.argmin(primal))
        drawing.ring(shares[best], primal[best], 3, "dot")
    return drawing


def dual_problem() -> Drawing:
    shares, certificates = along_a_ray()
    values = [certificate.dual for certificate in certificates]
    drawing = Drawing((0, 2, min(values), max(values) * 1.15))
    drawing.curve(shares, values, "accent-line")
    best = int(np.argmax(values))
    drawing.ring(shares[best], values[best], 3, "dot")
    return drawing


def loss(*losses: kc.Loss) -> Drawing:
    """Draw losses as functions of the margin yz."""
    drawing = Drawing((-2, 3, 0, 3.2))
    z = np.linspace(-2, 3, 101)
    drawing.segment((0, 0), (0, 3.2))
    for k, loss_drawn in enumerate(losses):
        values = loss_drawn.value(z, np.ones_like(z))
        drawing.curve(z, values, ("zero", "accent-line", "thin")[k])
    return drawing


# ---- regression -----------------------------------------------------------------------------


def sample_noisy_sine(m: int = 12, seed: int = 3) -> tuple[NoisyFunction, np.ndarray, np.ndarray]:
    source = sine()
    X, y = source.sample(m, seed)
    order = np.argsort(X[:, 0])
    return source, X[order, 0], y[order]


def powers(x: np.ndarray, degree: int) -> np.ndarray:
    return np.vander(x / 3, degree + 1, increasing=True)


def polynomial(x: np.ndarray, y: np.ndarray, degree: int, lam: float) -> Callable:
    """Return the polynomial in x/3 that minimises the sum of squared residuals plus λ times the sum
    of squared coefficients."""
    penalty = np.sqrt(lam) * np.eye(degree + 1)
    rows, targets = np.vstack([powers(x, degree), penalty]), np.append(y, np.zeros(degree + 1))
    w = np.linalg.lstsq(rows, targets, rcond=None)[0]
    return lambda at: powers(at, degree) @ w


def polynomials(*degrees: int, residuals: bool = False) -> Drawing:
    _, x, y = sample_noisy_sine()
    at = np.linspace(x[0], x[-1], 81)
    drawing = Drawing((-3, 3, float(y.min()) - 0.4, float(y.max()) + 0.4))
    for k, degree in enumerate(degrees):
        f = polynomial(x, y, degree, 0.0)
        drawing.curve(at, f(at), "thin" if k < len(degrees) - 1 else "zero")
        for place, value, fitted in zip(x, y, f(x), strict=True) if residuals else ():
            drawing.segment((place, value), (place, fitted), "accent-line")
    for place, value in zip(x, y, strict=True):
        drawing.ring(place, value, 2, "dot")
    return drawing


def penalties() -> Drawing:
    _, x, y = sample_noisy_sine()
    at = np.linspace(x[0], x[-1], 81)
    drawing = Drawing((-3, 3, float(y.min()) - 0.4, float(y.max()) + 0.4))
    for lam, kind in ((1e-9, "thin"), (1e-3, "zero")):
        drawing.curve(at, polynomial(x, y, 10, lam)(at), kind)
    for place, value in zip(x, y, strict=True):
        drawing.ring(place, value, 2, "dot")
    return drawing


def bias_and_variance() -> Drawing:
    at = np.linspace(-3, 3, 61)
    drawing, curves = Drawing((-3, 3, -1.8, 1.8)), []
    for seed in range(12):
        _, x, y = sample_noisy_sine(12, seed)
        curves.append(polynomial(x, y, 3, 1e-3)(at))
        drawing.curve(at, curves[-1], "thin")
    drawing.curve(at, np.mean(curves, axis=0), "accent-line")
    return drawing


def freedom() -> Drawing:
    _, x, _ = sample_noisy_sine()
    lams = np.geomspace(1e-8, 1e3, 45)
    d2 = np.linalg.svd(powers(x, 9), compute_uv=False) ** 2
    drawing = Drawing((0, len(lams) - 1, 0, 10.5))
    drawing.curve(range(len(lams)), [(d2 / (d2 + lam)).sum() for lam in lams])
    return drawing


def random_functions() -> Drawing:
    """Plot three functions drawn at random from a Gaussian process."""
    d, V = np.linalg.eigh(kc.RBF(0.7)(LINE[:, None], LINE[:, None]))
    root = V * np.sqrt(np.maximum(d, 0.0))
    drawing = Drawing((-3, 3, -2.4, 2.4))
    for k, normal in enumerate(np.random.default_rng(2).standard_normal((3, len(d)))):
        drawing.curve(LINE, root @ normal, "zero" if k == 0 else "thin")
    return drawing


def evidence() -> Drawing:
    """Plot the evidence of a Gaussian process, relative to its maximum, against the bandwidth."""
    X, y = sine(2.0).sample(20, 0)
    taus, logs = np.geomspace(0.08, 4, 41), []
    for tau in taus:
        A = kc.RBF(tau)(X, X) + 0.16 * np.eye(len(y))
        logs.append(-(y @ np.linalg.solve(A, y) + np.linalg.slogdet(A)[1]) / 2)
    shares = np.exp(np.array(logs) - max(logs))
    drawing = Drawing((0, len(taus) - 1, 0, 1.1))
    drawing.curve(range(len(taus)), shares)
    drawing.ring(shares.argmax(), 1, 2.4, "dot")
    return drawing


def nystrom() -> Drawing:
    """Draw the exact curve of kernel ridge regression, thick, and its Nyström approximation from a
    few examples, which are marked."""
    X, y = sine(1.0).sample(40, 0)
    kernel, chosen = kc.RBF(0.6), np.argsort(X[:, 0])[::8]
    few = X[chosen]
    exact = kernel(LINE[:, None], X) @ np.linalg.solve(kernel(X, X) + 0.1 * np.eye(len(y)), y)
    C = kernel(X, few)
    beta = np.linalg.solve(C.T @ C + 0.1 * kernel(few, few), C.T @ y)
    drawing = Drawing((-3, 3, -1.7, 1.7))
    drawing.curve(LINE, exact)
    drawing.curve(LINE, kernel(LINE[:, None], few) @ beta, "accent-line")
    for x in few[:, 0]:
        drawing.ring(float(x), -1.5, 2.4, "dot")
    return drawing


def mean_of_cosines() -> Drawing:
    """Draw the RBF kernel, and the averages of three and of thirty random cosines."""
    frequencies = np.random.default_rng(1).normal(size=30) / 0.7
    drawing = Drawing((-3, 3, -0.8, 1.15))
    for count, kind in ((3, "thin"), (30, "accent-line")):
        drawing.curve(LINE, np.cos(np.outer(LINE, frequencies[:count])).mean(axis=1), kind)
    drawing.curve(LINE, _on_a_line(0.7, 0.0))
    return drawing


def ridge_curve() -> Drawing:
    """Draw the curve of kernel ridge regression and its examples."""
    X, y = sine(1.0).sample(14, 0)
    fit = kc.fit(X, y, kc.RBF(0.6), kc.Squared(), 0.1, risk="sum")
    drawing = Drawing((-3, 3, -1.7, 1.7))
    drawing.curve(LINE, fit.decision(LINE[:, None]))
    for x, target in zip(X[:, 0], y, strict=True):
        drawing.ring(float(x), float(target), 2.4, "dot")
    return drawing


def leave_one_out_error() -> Drawing:
    """Draw the leave-one-out error as a function of λ."""
    line, lams = sine(2.0), np.geomspace(1e-4, 1e2, 31)
    X, y = line.sample(20, 0)
    fits = (kc.fit(X, y, kc.RBF(0.5), kc.Squared(), lam, risk="sum") for lam in lams)
    predictions = [kc.learners.leave_one_out_predictions(fit, with_intercept=False) for fit in fits]
    values = np.square(np.array(predictions) - y).mean(axis=1)
    drawing = Drawing((0, len(lams) - 1, 0, 1.1 * values.max()))
    drawing.curve(range(len(lams)), values)
    drawing.ring(values.argmin(), values.min(), 2.4, "dot")
    return drawing


def lasso_weights() -> Drawing:
    """Draw the weights that minimise ‖Xw − y‖² + λ‖w‖₁, computed by coordinate descent, for
    decreasing λ."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 5))
    y = X @ np.array([1.5, -1.0, 0.6, 0, 0]) + 0.2 * rng.standard_normal(30)
    lams = np.geomspace(2 * np.abs(X.T @ y).max(), 1e-3, 31)
    w, path = np.zeros(5), []
    for lam in lams:
        for j in np.tile(np.arange(5), 100):
            slope = X[:, j] @ (y - X @ w + X[:, j] * w[j])
            w[j] = np.sign(slope) * max(abs(slope) - lam / 2, 0.0) / (X[:, j] @ X[:, j])
        path.append(w.copy())
    drawing = Drawing((0, len(lams) - 1, -1.3, 1.8))
    for k, weights in enumerate(np.transpose(path)):
        drawing.curve(range(len(lams)), weights, ("zero", "accent-line", "positive")[min(k, 2)])
    return drawing


def shortest_answer() -> Drawing:
    """Draw the path of gradient descent from 0 to the nearest point on a line of solutions."""
    X, y = np.array([[1.0, 2.0]]), np.array([4.0])
    path = [np.zeros(2)]
    for _ in range(200):
        path.append(path[-1] - 0.2 * X.T @ (X @ path[-1] - y))
    walk = np.array(path)
    drawing = Drawing((-1, 3.5, -0.5, 2.5))
    drawing.segment((-1, 2.5), (3.5, 0.25), "zero")
    drawing.curve(walk[:, 0], walk[:, 1], "accent-line")
    drawing.ring(0, 0, 2.4, "dot")
    drawing.ring(walk[-1, 0], walk[-1, 1], 3, "dot")
    return drawing


def span() -> Drawing:
    first, second = np.array([2.0, 0.6]), np.array([0.7, 1.6])
    drawing = Drawing((-0.6, 5, -0.4, 3.6))
    length = 1.2 * first + first * 0 + second * 1.1
    for end, kind in ((first, "positive"), (second, "negative"), (length, "zero")):
        drawing.segment((0, 0), end, kind)
        drawing.ring(end[0], end[1], 2.4, "dot")
    drawing.segment(1.2 * first, length, "dashed")
    drawing.segment(1.1 * second, length, "dashed")
    return drawing


def functions_of_a_kernel() -> Drawing:
    draws = np.random.default_rng(4)
    drawing = Drawing((-3, 3, -2, 2))
    drawing.segment((-3, 0), (3, 0))
    for kind in ("zero", "positive", "negative"):
        weights, centres = draws.normal(size=5), draws.uniform(-3, 3, size=5)
        drawing.curve(LINE, kc.RBF(0.8)(LINE[:, None], centres[:, None]) @ weights, kind)
    return drawing


def tilted_cloud(shift: float = 0.0) -> np.ndarray:
    draws = np.random.default_rng(4).normal(size=(14, 2)) * [1.4, 0.35]
    return draws @ [[0.9, 0.43], [-0.43, 0.9]] + [0.0, shift]


def principal_component() -> Drawing:
    X = tilted_cloud()
    mean, u = X.mean(axis=0), np.linalg.svd(X - X.mean(axis=0))[2][0]
    drawing = Drawing.around(X, 0.5)
    for x in X:
        drawing.segment(x, mean + ((x - mean) @ u) * u)
    drawing.segment(mean - 4 * u, mean + 4 * u, "zero")
    drawing.examples(X, -np.ones(len(X)))
    return drawing


def along_rays(f: Callable[[np.ndarray], np.ndarray], reach: float, value: float) -> np.ndarray:
    """Return the points (n, 2) of a closed curve: on each ray from 0, the first point at which f
    has this value."""
    radii, places = np.linspace(0.05, reach, 80), []
    for angle in np.linspace(0, 2 * np.pi, 49):
        way = np.array([np.cos(angle), np.sin(angle)])
        values = f(radii[:, None] * way) - value
        k = int(np.argmax(values[1:] * values[:-1] <= 0))
        places.append(way * np.interp(0, np.sort(values[k : k + 2]), radii[k : k + 2]))
    return np.array(places)


def curved_component() -> Drawing:
    """Draw the zero level line of the third kernel principal component of two rings, which
    separates the rings."""
    X, y = kc.datasets.circles(0.25).sample(24, seed=1)
    kernel, m = kc.RBF(1.0), len(X)
    K, middle = kernel(X, X), np.eye(m) - 1 / m
    a = np.linalg.eigh(middle @ K @ middle)[1][:, -3]
    centred = a - a.mean()
    offset = float(centred @ K.mean(axis=1))

    def component(Z: np.ndarray) -> np.ndarray:
        values = kernel(Z, X) @ centred - offset
        return values * np.sign(values[0])

    drawing = Drawing.around(X, 0.3)
    xs, ys = along_rays(component, 3.0, 0.0).T
    drawing.curve(xs, ys)
    drawing.examples(X, y)
    return drawing


def moons() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sample two moons X (m, 2) with labels y (m,), and compute their Gram matrix."""
    X, y = kc.datasets.moons(0.25).sample(18, seed=2)
    return X, y, kc.RBF(0.7)(X, X)


def moved_to_pre_images() -> Drawing:
    """Draw the pre-images of points projected onto the first four kernel principal components,
    and a line from each point to its pre-image."""
    X, y, K = moons()
    m = len(X)
    middle = np.eye(m) - 1 / m
    V = np.linalg.eigh(middle @ K @ middle)[1][:, -4:]
    weights = V @ V.T
    weights = weights - weights.mean(axis=0) + 1 / m
    Z = X
    for _ in range(200):
        shares = weights.T * kc.RBF(0.7)(Z, X)
        Z = shares @ X / shares.sum(axis=1, keepdims=True)
    drawing = Drawing.around(X, 0.2)
    for start, end in zip(X, Z, strict=True):
        drawing.segment(start, end)
    drawing.examples(Z, y)
    return drawing


def graph_of_near_points() -> Drawing:
    """Draw a graph that joins nearby points. A point's mark shows the sign of its entry in the
    second eigenvector of the matrix of normalised edge weights."""
    X, _, _ = moons()
    W = kc.RBF(0.45)(X, X) - np.eye(len(X))
    root = np.sqrt(W.sum(axis=1))
    second = np.linalg.eigh(W / np.outer(root, root))[1][:, -2]
    drawing = Drawing.around(X, 0.2)
    for i, j in zip(*np.nonzero(np.triu(W) > 0.3), strict=True):
        drawing.segment(X[i], X[j])
    drawing.examples(X, np.sign(second))
    return drawing


def two_means() -> Drawing:
    """Draw two moons, grouped by the nearer of two centres, and the line between the two groups."""
    X, _, _ = moons()
    centres = X[:2]
    for _ in range(50):
        nearer = np.square(X[:, None] - centres).sum(axis=2).argmin(axis=1)
        centres = np.array([X[nearer == k].mean(axis=0) for k in (0, 1)])
    drawing = Drawing.around(X, 0.2)
    middle, (dx, dy) = centres.mean(axis=0), centres[1] - centres[0]
    across = np.array([-dy, dx]) / np.hypot(dx, dy)
    drawing.segment(middle - 1.6 * across, middle + 1.6 * across, "zero")
    drawing.examples(X, 1 - 2 * nearer)
    for a, b in centres:
        drawing.ring(a, b, 3.2, "dot")
    return drawing


def centring() -> Drawing:
    away, X = tilted_cloud(2.0), tilted_cloud()
    drawing = Drawing.around(np.vstack([X, away]), 0.5)
    drawing.segment(away.mean(axis=0), X.mean(axis=0), "zero")
    drawing.examples(X, -np.ones(len(X)))
    for a, b in away:
        drawing.ring(a, b, 1.6, "dot")
    return drawing


# ---- iterative learning, many classes ----------------------------------------------------


def risk_on_a_line(w: float) -> tuple[float, float, float]:
    """Return the regularised risk of three examples, its slope and its curvature at w."""
    x, y, lam = np.array([1.0, -1.0, 0.5]), np.array([1.0, -1.0, -1.0]), 0.2
    loss, z = kc.Logistic(), w * x
    value = float(loss.value(z, y).mean()) + lam / 2 * w**2
    slope = float((loss.derivative(z, y) * x).mean()) + lam * w
    return value, slope, float((loss.curvature(z, y) * x**2).mean()) + lam


def gradient_steps() -> Drawing:
    at = np.linspace(-3.4, 4, 61)
    values = [risk_on_a_line(w)[0] for w in at]
    drawing = Drawing((-3.4, 4, min(values) * 0.6, max(values)))
    drawing.curve(at, values)
    w = -3.0
    for _ in range(7):
        value, slope, _ = risk_on_a_line(w)
        drawing.ring(w, value, 2.6, "dot")
        w -= 1.6 * slope
    return drawing


def risk_of_sgd() -> Drawing:
    X, y = kc.datasets.moons().sample(60, seed=0)
    run = kc.learners.run_kernel_sgd(kc.RBF(0.5)(X, X), y, kc.Logistic(), 0.05, steps=120, every=2)
    drawing = Drawing((0, len(run.risk) - 1, float(run.risk.min()) * 0.7, float(run.risk.max())))
    drawing.curve(range(len(run.risk)), run.risk, "accent-line")
    return drawing


def pac_bound() -> Drawing:
    n = np.arange(4, 80, 2)
    drawing = Drawing((4, 80, 0, 1.05))
    drawing.curve(n, np.minimum(np.log(100 / 0.05) / n, 1.0))
    return drawing


def lines_of_classes(*, pairs: bool) -> Drawing:
    centres = [np.array([np.cos(a), np.sin(a)]) for a in 2 * np.pi * np.arange(3) / 3 + np.pi / 2]
    source = kc.datasets.GaussianMixtureClasses([c[None] for c in centres], 0.22)
    X, y = source.sample(27, seed=1)
    drawing = Drawing.around(X, 0.1)
    tasks = (
        [(y == j, y == k) for j in range(3) for k in range(j)] if pairs
        else [(y == k, y != k) for k in range(3)]
    )  # fmt: skip
    for first, second in tasks:
        part = first | second
        labels = np.where(first[part], 1.0, -1.0)
        solution = kc.fit(
            X[part], labels, kc.Linear(), kc.Hinge(), 0.05, risk="sum", intercept=True
        )
        w, b = solution.X.T @ solution.alpha, float(solution.intercept)
        foot, along = -b * w / (w @ w), np.array([-w[1], w[0]]) / np.linalg.norm(w)
        drawing.segment(foot - 1.4 * along, foot + 1.4 * along, "thin")
    for (a, b), label in zip(X, y, strict=True):
        drawing.ring(a, b, 2.2, ("positive", "negative", "accent-line")[int(label)])
    return drawing


def probabilities() -> Drawing:
    scores = np.column_stack([LINE, 0.5 + 0 * LINE, -LINE - 0.5])
    P = kc.multiclass.softmax(scores)
    drawing = Drawing((-3, 3, 0, 1.05))
    for k, kind in enumerate(("positive", "negative", "accent-line")):
        drawing.curve(LINE, P[:, k], kind)
    return drawing


def cross_entropy() -> Drawing:
    """Draw the cross-entropy of two classes against the score of the right class."""
    scores = np.column_stack([LINE, np.zeros_like(LINE)])
    values = -np.log(kc.multiclass.softmax(scores)[:, 0])
    drawing = Drawing((-3, 3, 0, 3.2))
    drawing.curve(LINE, values)
    return drawing


def with_and_without_intercept() -> Drawing:
    x, y = np.array([[0.4], [1.0], [1.8], [2.6]]), np.array([-1.0, -1.0, 1.0, 1.0])
    drawing = Drawing((-3, 3, -2.2, 2.2))
    drawing.segment((-3, 0), (3, 0))
    for intercept, kind in ((False, "dashed"), (True, "zero")):
        fit = kc.fit(x, y, kc.Linear(), kc.Hinge(), lam=0.05, intercept=intercept)
        drawing.curve(LINE, fit.decision(LINE[:, None]), kind)
    drawing.examples(np.column_stack([x[:, 0], np.zeros(len(y))]), y)
    return drawing


def newton_step() -> Drawing:
    start, at = -2.0, np.linspace(-3.4, 4, 61)
    height, slope, bend = risk_on_a_line(start)
    values = np.array([risk_on_a_line(w)[0] for w in at])
    parabola = height + slope * (at - start) + bend / 2 * (at - start) ** 2
    lowest = start - slope / bend
    drawing = Drawing((-3.4, 4, min(values.min(), parabola.min()) - 0.1, values.max()))
    drawing.curve(at, parabola, "dashed")
    drawing.curve(at, values)
    for w in (start, lowest):
        drawing.ring(w, risk_on_a_line(w)[0], 2.6, "dot")
    return drawing


def noise_of_targets() -> Drawing:
    source, x, y = sample_noisy_sine()
    drawing = Drawing((-3, 3, float(y.min()) - 0.4, float(y.max()) + 0.4))
    at = np.linspace(x[0], x[-1], 81)
    drawing.curve(at, source.truth(at), "dotted")
    for place, value in zip(x, y, strict=True):
        drawing.segment(
            (place, value), (place, float(source.truth(np.array([place]))[0])), "accent-line"
        )
        drawing.ring(place, value, 2, "dot")
    return drawing


def length_of_weights() -> Drawing:
    X, y = kc.datasets.moons().sample(40, seed=1)
    w = X.T @ kc.fit(X, y, kc.Linear(), kc.Hinge(), lam=1.0).alpha
    drawing = Drawing.around(np.array([[0.0, 0.0], w]), 0.35)
    drawing.segment((0, 0), (w[0], 0))
    drawing.segment((w[0], 0), w)
    drawing.segment((0, 0), w, "zero")
    return drawing


PICTURES: dict[str, Draw] = {
    "Bandwidth": lambda: bumps_of(0.3, 0.7, 1.4),
    "Bayes error": lambda: densities(shaded=True),
    "Bayes-optimal boundary": lambda: densities(shaded=False),
    "Bias and variance": bias_and_variance,
    "Bump": one_bump,
    "Centring": centring,
    "Coefficient": coefficients,
    "Complementary slackness": lambda: separated(rings=True, margins=True),
    "Cross-entropy": cross_entropy,
    "Cross-validation": lambda: errors("test"),
    "Decision function": decision_function,
    "Degrees of freedom": freedom,
    "Dual problem": dual_problem,
    "Duality gap": lambda: objective(dual=True),
    "Eigenvalue": eigenvalues,
    "Evidence": evidence,
    "Feature map": feature_map,
    "Gaussian process": random_functions,
    "Gradient step": gradient_steps,
    "Gram matrix": gram_matrix,
    "Hinge loss": lambda: loss(kc.Hinge()),
    "Implicit regularisation": shortest_answer,
    "Intercept": with_and_without_intercept,
    "Kernel": kernel,
    "k-means": two_means,
    "Kernel PCA": curved_component,
    "Kernel ridge regression": ridge_curve,
    "Laplace kernel": lambda: of_one_point(kc.kernels.Laplace(0.8), 0.0, 1.15),
    "Lasso": lasso_weights,
    "Leave-one-out error": leave_one_out_error,
    "Linear kernel": lambda: of_one_point(kc.Linear(), 1.0, 3.2, -3.2),
    "Logistic loss": lambda: loss(kc.Logistic()),
    "Loss": lambda: loss(kc.Hinge(), kc.Logistic(), kc.Squared()),
    "Margin": lambda: separated(rings=False, margins=True),
    "Matérn kernel": lambda: of_one_point(kc.kernels.Matern(1.5, 0.8), 0.0, 1.15),
    "Mistake bound": perceptron,
    "Newton’s method": newton_step,
    "Noise": noise_of_targets,
    "Norm": length_of_weights,
    "Nyström features": nystrom,
    "Objective": lambda: objective(dual=False),
    "One-versus-one": lambda: lines_of_classes(pairs=True),
    "One-versus-all": lambda: lines_of_classes(pairs=False),
    "Overfitting": lambda: polynomials(3, 11),
    "PAC bound": pac_bound,
    "Perceptron": perceptron,
    "Perceptron loss": lambda: loss(kc.Perceptron()),
    "Periodic kernel": lambda: of_one_point(kc.kernels.Periodic(2.0, 0.8), 0.0, 1.15),
    "Polynomial kernel": lambda: of_one_point(kc.Polynomial(3, 1.0), 1.0, 30, -12),
    "Positive semidefinite": quadratic_form,
    "Pre-image": moved_to_pre_images,
    "Principal component": principal_component,
    "RBF kernel": lambda: of_one_point(kc.RBF(0.8), 0.0, 1.15),
    "Random Fourier features": mean_of_cosines,
    "Regularisation": penalties,
    "Representer theorem": sum_of_bumps,
    "Reproducing kernel Hilbert space": functions_of_a_kernel,
    "Ridge regression": penalties,
    "RSS": lambda: polynomials(1, residuals=True),
    "Slack": slack,
    "Softmax": probabilities,
    "Span": span,
    "Spectral clustering": graph_of_near_points,
    "Squared loss": lambda: loss(kc.Squared()),
    "Stochastic gradient": risk_of_sgd,
    "Support vector": lambda: separated(rings=True, margins=True),
    "Test error": lambda: errors("test"),
    "Training error": lambda: errors("training"),
    "Zero-one loss": lambda: loss(kc.ZeroOne()),
}


def sheet() -> str:
    """Return all pictures as one SVG file, with a symbol for each term."""
    symbols = "\n".join(PICTURES[term.name]().symbol(term.id) for term in TERMS)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


if __name__ == "__main__":
    FILE.write_text(sheet(), encoding="utf-8")
    print(f"{FILE.name}: {FILE.stat().st_size / 1000:.0f} kB")
