"""Compute the tensors and texts that a sweep of many classes has once, and write maps as text."""

import numpy as np

from lab.scene.samples.class_sample import ClassSample
from lab.wire.sweep_payload import places_of


def of_sample(sample: ClassSample, stops: np.ndarray, grid: int) -> dict[str, np.ndarray]:
    """Return the tensors that do not depend on the solutions: stops, axes, points and, where known,
    the Bayes classifier."""
    tensors = places_of(sample, stops, grid)
    if sample.density is not None:
        tensors["bayes_map"] = sample.density.bayes_map(*sample.grid(grid)).astype("i1")
        tensors["bayes_error"] = np.array(sample.density.bayes_error, dtype="<f8")
    return tensors


def texts_of(sample: ClassSample) -> dict[str, str]:
    """Return the header's texts: the names of the axes and of the classes (one per line). The text
    `fixed` names a tensor that is the same at all stops, but that FIXED in sweep-decoder.js does
    not list."""
    return {
        "axis_x": sample.axes[0],
        "axis_y": sample.axes[1],
        "classes": "\n".join(sample.classes),
        "fixed": "bayes_map",
    }


def digits(class_map: np.ndarray) -> str:
    """Write a class map (Gy, Gx) of at most ten classes as a digit for each node, row by row."""
    return "".join(map(str, class_map.ravel().tolist()))
