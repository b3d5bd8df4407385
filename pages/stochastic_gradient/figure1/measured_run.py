"""The tensors of a run, in the form of GET /sgd, for tasks and for marking their answers."""

import dataclasses
from typing import Any

import numpy as np

from lab.course.measured_picture import MeasuredPicture, Tensors
from lab.scene.learning_problem import in_words
from lab.scene.scene import plain_scene, with_fields
from pages.stochastic_gradient.default_scene import DEFAULT
from pages.stochastic_gradient.figure1 import run_payload
from pages.stochastic_gradient.figure1.run_request import (
    ADDRESS_NAMES,
    RUN_FIELDS,
    STOPS,
    Run,
    of_the_page,
)

_WORDS = {ADDRESS_NAMES.get(name, name): field for name, field in RUN_FIELDS.items()}
_SLIDERS = {ADDRESS_NAMES.get(name, name): name for name in STOPS}
SCENE = with_fields(
    DEFAULT, *(dataclasses.replace(field, name=word) for word, field in _WORDS.items())
)


def run_of(scene: Any) -> Run:
    """Return the run of a scene that also has the settings of a run as fields, like SCENE.

    Raises SceneError for too many points.
    """
    values = {field.name: getattr(scene, word) for word, field in _WORDS.items()}
    return Run.over(of_the_page(plain_scene(scene)), **values)


def tensors(scene: Any, along: str, stops: np.ndarray, grid: int) -> Tensors:
    run = run_of(scene)
    with in_words(run.scene):
        return run_payload.tensors_of(run, _SLIDERS[along], stops, grid)[0]


def measured_picture(*names: str) -> MeasuredPicture:
    """Declare the picture of a run with the named controls, for tasks and for marking answers."""
    sliders = tuple(name for name in _SLIDERS if name in names)
    fixed = tuple(name for name in names if name not in _SLIDERS)
    return MeasuredPicture(
        SCENE, tensors, sliders, lambda scene, along: STOPS[_SLIDERS[along]], fixed, "risk"
    )
