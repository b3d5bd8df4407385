"""The numbers of a scene, as the page reads them off its frames: one fit, with its certificate.

A page that gets sweeps from /frames has them at many stops, and here a single one is solved: the
numbers are the same but for what the certificates leave open, some 1e-12 of their size. A picture
with numbers of its own says itself how they are had, see `lab.course.measured_picture`.
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

GRID = 41  # of a small picture
COARSE = 11  # where no picture is wanted
# Tensors that no stop of a sweep changes.
_FIXED = {"stops", "x", "y", "points", "labels", "origin", "bayes", "bayes_map", "offsets",
          "targets", "truth"}  # fmt: skip

AnyScene = Scene | ClassScene


def tensors_of(scene: AnyScene, along: str, stops: np.ndarray, grid: int) -> Tensors:
    """The tensors that /frames and /class-frames send of a scene at some stops of a slider."""
    if isinstance(scene, ClassScene):
        return class_tensors(scene, along, stops, grid)[0]
    make = line_tensors if is_line(vars(scene)) else plane_tensors
    return make(scene, along, stops, grid)[0]


def picture_of(page: str, step: str = "") -> MeasuredPicture | None:
    """The picture of a page, or of a step of it, whose numbers can be had again; None where there
    is none."""
    declared = page_declaration.pages().get(page or HOME)
    if declared is None:
        return None
    if step in declared.measured:
        return declared.measured[step]
    if declared.sliders or step in declared.solved_steps:
        sliders = tuple(declared.scene.ranges)
        return MeasuredPicture(declared.scene, tensors_of, sliders, slider_stops)
    return None


def numbers(scene: AnyScene, tensors: Tensors, stop: int = 0) -> dict[str, Any]:
    """The scene's fields and every single number of a stop, by name; m is how many points there
    are, of which a table may have fewer than the scene asks for."""
    points = {"m": len(tensors["labels"])} if "labels" in tensors else {}
    return vars(scene) | points | _single(tensors, stop)


def _single(tensors: Tensors, stop: int) -> dict[str, Any]:
    S = len(tensors["stops"])
    return {
        name: (tensor if tensor.ndim == 0 else tensor[stop if len(tensor) == S else 0]).item()
        for name, tensor in tensors.items()
        if name not in _FIXED and tensor.ndim < 2 and tensor.size in (1, S)
    }


def measure_scene(picture: MeasuredPicture, scene: AnyScene) -> dict[str, Any]:
    """The numbers of a scene where it stands. Raises what solving raises."""
    return numbers(scene, picture.at(scene, COARSE))


@lru_cache(maxsize=64)
def known_names(page: str, step: str, scene: AnyScene) -> frozenset[str]:
    """The names that a goal may use for scenes like this one: some numbers belong to one loss."""
    picture = picture_of(page, step)
    assert picture is not None  # of a task that was checked
    losses = {scene.loss, "hinge", "logistic"} if "loss" in picture.changeable else {scene.loss}
    found = {*picture.changeable}
    for loss in losses:
        found |= {*_single(picture.at(replace(scene, loss=loss), COARSE), 0)}
    return frozenset(found)
