"""Compute the tensors of a sweep on a line: the function f, and the terms α_i K(x_i, ·) of its
kernel expansion."""

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import kernels_of
from lab.scene.samples.line_sample import LineSample, counts_of, line_sample
from lab.scene.scene import Scene
from lab.wire.representer_tensors import grams_of, similarity, terms_of, to_sent_types
from lab.wire.safetensors_format import to_float32
from lab.wire.scene_sweep import SceneSweep, solve

_NUMBERS = ("intercept", "primal", "dual", "gap")


def line_tensors(
    scene: Scene, along: str, stops: np.ndarray, grid: int
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Return the tensors by name and the header's texts. S stops, G = 3·grid − 2 nodes, m points.

    x (G), the nodes; y (2), the window's lower and upper end; points (m, 2), x and the input of the
    loss; targets, labels, origin (m); the numbers of `counts_of` (S); truth and fit, the true
    function (G) and f (S, G) at the nodes; gram (S, m, m) and column (S, m, G), K(x_i, ·) at the
    points and at the nodes; alpha, decision (S, m); the numbers (S) of every sweep; the errors of
    `errors_of`; and the tensors of `terms_of`.

    Along lam, gram and column are the same at all stops: they have no axis S, and the text `fixed`
    names them.
    """
    sample, sweep = line_sample(scene), solve(scene, along, stops, grid)
    kernels, x = kernels_of(scene, along, stops), sample.grid(grid)
    columns, grams = columns_of(sample.X, kernels, along, x), grams_of(sample.X, kernels, along)
    fit = np.einsum("...sm,...smg->...sg", sweep.alpha, np.broadcast_to(
        columns, (len(stops), *columns.shape[-2:]))) + sweep.intercept[:, None]  # fmt: skip
    tensors = {
        "stops": np.asarray(stops, dtype="<f8"),
        "x": to_float32(x),
        "y": to_float32(sample.window[2:]),
        "points": to_float32(np.column_stack([sample.X, sample.y])),
        "targets": to_float32(sample.targets),
        "labels": sample.labels.astype("i1"),
        "origin": sample.origin.astype("<i4"),
        "truth": to_float32(sample.line.truth(x)),
        "fit": to_float32(fit),
        "column": similarity(columns, kernels),
        "gram": similarity(grams, kernels),
        "alpha": to_float32(sweep.alpha),
        "decision": to_float32(sweep.decision),
        "support": sweep.support.astype("<i4"),
        "iterations": sweep.iterations.astype("<i4"),
    }
    counts = counts_of(sample.X, sample.targets)
    tensors |= {name: np.full(len(stops), count) for name, count in counts.items()}
    tensors |= {name: getattr(sweep, name).astype("<f8") for name in _NUMBERS}
    tensors |= errors_of(sample, sweep, x, fit) | to_sent_types(terms_of(sweep))
    fixed = "gram,column" if along == "lam" else ""
    return tensors, {"axis_x": "x", "axis_y": "y", "fixed": fixed}


def columns_of(X: np.ndarray, kernels: list[kc.Kernel], along: str, x: np.ndarray) -> np.ndarray:
    """Return K(x_i, ·) at the nodes x (G,) for each stop, (S, m, G); or along lam, where all stops
    share the values, (m, G)."""
    if along == "lam":
        return kernels[0](X, x[:, None])
    return np.stack([kernel(X, x[:, None]) for kernel in kernels])


def errors_of(
    sample: LineSample, sweep: SceneSweep, x: np.ndarray, fit: np.ndarray
) -> dict[str, np.ndarray]:
    """Return the training and test errors of f, (S,): shares of wrong signs; for a regression
    the mean squares `train_mse` of the residuals and `test_mse` of the distance to the true
    function."""
    if sample.is_regression:
        squares = np.square(sweep.decision - sweep.y)
        truth = sample.line.truth(x)
        return {
            "train_mse": squares.mean(axis=1) if squares.size else np.full(len(squares), np.nan),
            "test_mse": np.square(fit - truth).mean(axis=1),
        }
    return {"train_error": sweep.train_error, "test_error": sample.test_error(fit, x)}
