"""The numbers that a page shows for a scene, computed again for goals and marks.

The server sends a page sweeps with many stops; for a mark, a single stop is solved. Both give the
same numbers within the tolerance of the certificates. A step can declare how the numbers of its own
picture are computed, see `lab.course.measured_picture`.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from lab.course import page_declaration
from lab.course.measured_picture import MeasuredPicture, Tensors
from lab.course.page_declaration import HOME
from lab.scene.class_scene import ClassScene
from lab.scene.fields import is_line
from lab.scene.scene import Scene, replace
from lab.scene.slider_stops import slider_stops
from lab.wire.class_tensors import class_tensors
from lab.wire.line_tensors import line_tensors
from lab.wire.sweep_payload import plane_tensors

PICTURE_GRID = 41  # nodes of the grid along each axis, for a small picture
NUMBERS_GRID = 11  # nodes of the grid along each axis, for numbers without a picture
# Tensors that belong to a whole sweep, such as its stops and its points.
_FIXED_TENSORS = {"stops", "x", "y", "points", "labels", "origin", "bayes", "bayes_map", "offsets",
          "targets", "truth"}  # fmt: skip

AnyScene = Scene | ClassScene


def tensors_of(scene: AnyScene, along: str, stops: np.ndarray, grid: int) -> Tensors:
    """Compute the tensors that /frames and /class-frames send, at the given stops of a slider."""
    if isinstance(scene, ClassScene):
        return class_tensors(scene, along, stops, grid)[0]
    make = line_tensors if is_line(vars(scene)) else plane_tensors
    return make(scene, along, stops, grid)[0]


def picture_of(page: str, step: str = "") -> MeasuredPicture | None:
    """Return the picture of a page or step if its numbers can be computed again, else None."""
    declaration = page_declaration.pages().get(page or HOME)
    if declaration is None:
        return None
    if step in declaration.measured_pictures:
        return declaration.measured_pictures[step]
    if declaration.is_solved or step in declaration.solved_steps:
        sliders = tuple(declaration.scene.ranges)
        return MeasuredPicture(declaration.scene, tensors_of, sliders, slider_stops)
    return None


def numbers(scene: AnyScene, tensors: Tensors, stop: int = 0) -> dict[str, Any]:
    """Return the scene's fields and all scalar results of a stop, by name.

    m is the actual number of points: a table may have fewer than the scene asks for, and edits add
    or remove points.
    """
    points = {"m": len(tensors["labels"])} if "labels" in tensors else {}
    return vars(scene) | points | _scalars(tensors, stop)


def _scalars(tensors: Tensors, stop: int) -> dict[str, Any]:
    S = len(tensors["stops"])
    return {
        name: (tensor if tensor.ndim == 0 else tensor[stop if len(tensor) == S else 0]).item()
        for name, tensor in tensors.items()
        if name not in _FIXED_TENSORS and tensor.ndim < 2 and tensor.size in (1, S)
    }


def measure_scene(picture: MeasuredPicture, scene: AnyScene) -> dict[str, Any]:
    """Solve a scene and return its numbers. Raises the errors of the solver."""
    return numbers(scene, picture.at(scene, NUMBERS_GRID))


@lru_cache(maxsize=64)
def known_names(page: str, step: str, scene: AnyScene) -> frozenset[str]:
    """Return the names that the goal of a task with this scene may use.

    Some numbers exist for some losses only. So if the loss can be changed, the scene is solved with
    several losses.
    """
    picture = picture_of(page, step)
    assert picture is not None  # checked by the caller
    losses = {scene.loss, "hinge", "logistic"} if "loss" in picture.changeable else {scene.loss}
    names = {*picture.changeable}
    for loss in losses:
        names |= {*_scalars(picture.at(replace(scene, loss=loss), NUMBERS_GRID), 0)}
    return frozenset(names)
