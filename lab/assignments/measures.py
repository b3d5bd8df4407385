"""The numbers of a scene, as the page reads them off its frames: one fit, with its certificate.

The page gets sweeps, and here a single stop is solved: the numbers are the same but for what the
certificates leave open, some 1e-12 of their size.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from lab.scene.class_scene import ClassScene
from lab.scene.fields import is_line
from lab.scene.scene import Scene, replace
from lab.wire.class_tensors import class_tensors
from lab.wire.line_tensors import line_tensors
from lab.wire.sweep_payload import plane_tensors

GRID = 41  # of a small picture
COARSE = 11  # where no picture is wanted
# Tensors that no stop of a sweep changes.
_FIXED = {"stops", "x", "y", "points", "labels", "origin", "bayes", "bayes_map", "offsets",
          "targets", "truth"}  # fmt: skip

AnyScene = Scene | ClassScene


def tensors_of(
    scene: AnyScene, grid: int, along: str = "lam", stops: np.ndarray | None = None
) -> dict[str, np.ndarray]:
    """The tensors of a scene at some stops of a slider, or where it stands. Raises what solving
    raises."""
    own = np.array([float(getattr(scene, along))]) if stops is None else stops
    if isinstance(scene, ClassScene):
        return class_tensors(scene, along, own, grid)[0]
    make = line_tensors if is_line(vars(scene)) else plane_tensors
    return make(scene, along, own, grid)[0]


def numbers(scene: AnyScene, tensors: dict[str, np.ndarray], stop: int = 0) -> dict[str, Any]:
    """The scene's fields and every single number of a stop, by name."""
    S = len(tensors["stops"])
    found = {
        name: (tensor if tensor.ndim == 0 else tensor[stop]).item()
        for name, tensor in tensors.items()
        if name not in _FIXED and tensor.ndim < 2 and tensor.size in (1, S)
    }
    return vars(scene) | found


def measured(scene: AnyScene) -> dict[str, Any]:
    """The numbers of a scene where it stands."""
    return numbers(scene, tensors_of(scene, COARSE))


@lru_cache(maxsize=64)
def known_names(scene: AnyScene) -> frozenset[str]:
    """The names that a goal may use for scenes like this one: some numbers belong to one loss."""
    found = set(measured(scene))
    for loss in ("hinge", "logistic"):
        found |= set(measured(replace(scene, loss=loss)))
    return frozenset(found)
