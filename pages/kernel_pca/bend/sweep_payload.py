"""The components of a scene along a slider, as the bytes of a sweep."""

from collections.abc import Iterator, Sequence

import numpy as np

import kernel_core as kc
from kernel_core.kernels import RadialKernel, grid_points, squared_distances
from lab.scene.learning_problem import in_words, kernels_of, sample_of
from lab.scene.scene import Scene
from lab.wire.safetensors_format import to_float32
from lab.wire.sweep_payload import (
    SweepPayload,
    names_of,
    payload,
    places_of,
    round_field,
    round_to_four_digits,
)
from pages.kernel_pca.mathematics.components import Components, components_along
from pages.kernel_pca.mathematics.separating_line import separating_lines

N_COMPONENTS = 3
PAIRS = {"12": (0, 1), "13": (0, 2), "23": (1, 2)}
MAX_WRONG = 0.02  # largest share of points on the wrong side for classes that count as separated
_MAX_FIELD = 60.0  # largest |value| of a field, in standard deviations; larger ones are clipped


def pack(scene: Scene, along: str, stops: np.ndarray, grid: int) -> SweepPayload:
    """Compute the components of a scene at each stop of a slider, and pack them as a sweep."""
    with in_words(scene):
        return payload(*tensors_of(scene, along, stops, grid), along)


def tensors_of(
    scene: Scene, along: str, stops: np.ndarray, grid: int
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Return the tensors by name, and the texts of the header.

    With S stops, m points and three components, the tensors are those of `places_of` and:

    - components (S, 3, grid, grid) and scores (S, m, 3), their values at the points, both in
      standard deviations;
    - share_1, share_2, share_3 (S,), each component's share of the variance, and shares (S,),
      their sum, NaN without points;
    - rank and residual (S,), as in `Components`;
    - for each pair of components, such as 1 and 2, Fisher's line in their plot as line_12 (S, 3),
      its normal and threshold, and wrong_12 (S,), the share of points on its wrong side; both are
      NaN where there is no line;
    - apart_12 (S,), the smallest value of the slider at which wrong_12 is at most 2 %, smallest_12
      (S,), 1 at that stop and else 0, and best_12 (S,), the value at which wrong_12 is smallest.

    apart_12 and best_12 are NaN if there is no such stop, or only one stop in all.
    """
    sample = sample_of(scene, empty=True)
    kernels = kernels_of(scene, along, stops)
    components = decompose(sample.X, kernels)
    m = max(1, len(sample.y))
    deviations = [np.sqrt(pca.values / m) for pca in components]
    scores = np.stack(
        [_divide(pca.scores, d) for pca, d in zip(components, deviations, strict=True)]
    )
    shares = np.array([pca.shares for pca in components])
    gx, gy = sample.grid(grid)
    fields = np.stack([
        _divide(field.reshape(N_COMPONENTS, -1).T, d).T.reshape(field.shape)
        for field, d in zip(
            fields_along(sample.X, kernels, components, gx, gy), deviations, strict=True
        )
    ])  # fmt: skip
    rounded_fields = round_field(np.clip(fields, -_MAX_FIELD, _MAX_FIELD).reshape(-1, grid, grid))
    tensors = places_of(sample, stops, grid) | {
        "components": rounded_fields.reshape(fields.shape),
        "scores": round_to_four_digits(scores),
        "rank": np.array([float(pca.rank) for pca in components]),
        "residual": np.array([pca.residual for pca in components]),
        "shares": shares.sum(axis=1) if len(sample.y) else np.full(len(stops), np.nan),
    }
    tensors |= {f"share_{k + 1}": shares[:, k].astype("<f8") for k in range(N_COMPONENTS)}
    for name, pair in PAIRS.items():
        tensors |= _separating_line(name, scores[:, :, pair], sample.y, stops)
    return tensors, names_of(sample)


def _separating_line(
    name: str, scores: np.ndarray, y: np.ndarray, stops: np.ndarray
) -> dict[str, np.ndarray]:
    """Return the tensors of Fisher's line in the plot of two components, of its share of
    misclassified points, and of the stops with a small share, see `tensors_of`."""
    lines = separating_lines(scores, y)
    has_line = np.isfinite(lines.normals).all(axis=1)
    error_rates = np.where(has_line, lines.n_misclassified / max(1, len(y)), np.nan)
    first = stops[error_rates <= MAX_WRONG][:1]
    several = len(stops) > 1
    separating_stop = first[0] if several and len(first) else np.nan
    best = stops[np.nanargmin(error_rates)] if several and has_line.any() else np.nan
    return {
        f"wrong_{name}": error_rates,
        f"line_{name}": to_float32(np.column_stack([lines.normals, lines.thresholds])),
        f"apart_{name}": np.full(len(stops), separating_stop),
        f"smallest_{name}": (stops == separating_stop).astype(float),
        f"best_{name}": np.full(len(stops), best),
    }


def decompose(
    X: np.ndarray, kernels: Sequence[kc.Kernel], count: int = N_COMPONENTS
) -> list[Components]:
    """Compute the leading components of points X (m, 2) for each kernel.

    The last kernel is decomposed first: a wide kernel has few leading directions, and each result
    is the start for the next kernel. The signs are chosen so that each component tends to grow to
    the right, upwards and away from 0.
    """
    pattern = X @ [1.0, 0.6] + 0.7 * np.square(X).sum(axis=1)
    wide_first = components_along(_grams(X, kernels[::-1]), count, pattern=pattern)
    return list(wide_first)[::-1]


def _grams(X: np.ndarray, kernels: Sequence[kc.Kernel]) -> Iterator[np.ndarray]:
    """Yield the Gram matrix of each kernel; if all are radial, compute the distances only once."""
    radial = [kernel for kernel in kernels if isinstance(kernel, RadialKernel)]
    if len(radial) < len(kernels):
        yield from (kernel(X, X) for kernel in kernels)
        return
    rows, columns = np.triu_indices(len(X))  # each pair of points once
    pairs = np.empty((len(X), len(X)), dtype=np.intp)
    pairs[rows, columns] = pairs[columns, rows] = np.arange(len(rows))
    D = squared_distances(X, X)[rows, columns]
    yield from (kernel.from_squared_distances(D.copy())[pairs] for kernel in radial)


def fields_along(
    X: np.ndarray,
    kernels: Sequence[kc.Kernel],
    components: Sequence[Components],
    gx: np.ndarray,
    gy: np.ndarray,
) -> Iterator[np.ndarray]:
    """Yield the components (count, len(gy), len(gx)) over a grid for each kernel; the rows are
    along y."""
    squares = [np.subtract.outer(x, g) ** 2 for x, g in zip(X.T, (gx, gy), strict=True)]
    places = grid_points(gx, gy)
    for kernel, pca in zip(kernels, components, strict=True):
        shape = (len(pca.values), len(gy), len(gx))
        if isinstance(kernel, kc.RBF):  # K((x, y), x_i) = K(x, x_i1) K(y, x_i2)
            Tx, Ty = (kernel.from_squared_distances(square.copy()) for square in squares)
            weighted_x = pca.alpha[:, :, None] * Ty
            field = weighted_x.transpose(0, 2, 1) @ Tx
        else:
            field = (pca.alpha @ kernel(X, places)).reshape(shape)
        yield field + pca.intercepts[:, None, None]


def _divide(values: np.ndarray, deviations: np.ndarray) -> np.ndarray:
    """Divide components by their standard deviations (count,); return 0 for a component that does
    not vary."""
    return np.divide(values, deviations, out=np.zeros_like(values), where=deviations > 0)
