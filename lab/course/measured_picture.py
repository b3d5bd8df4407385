"""How the numbers under a picture are had again from its scene: for a goal, and for a mark."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.scene.scene import SAMPLE, FieldScene

Tensors = dict[str, np.ndarray]


@dataclass(frozen=True, eq=False)
class MeasuredPicture:
    """A picture of a page. `scene`: what it opens with; words of the address that set the picture
    are fields of it. `tensors`: of a scene along a slider at some stops (S,), over a plane of so
    many nodes a side; those from which the page draws, so that the numbers are the screen's.
    `sliders`: the first is the one along which a sweep costs least. `stops`: where a slider of a
    scene can stand. `choices`: what else its controls set, where that is not every field.
    `number`: what a first goal may be about.
    """

    scene: Any
    tensors: Callable[[Any, str, np.ndarray, int], Tensors]
    sliders: tuple[str, ...]
    stops: Callable[[Any, str], np.ndarray]
    choices: tuple[str, ...] | None = None
    number: str = ""

    @property
    def changeable(self) -> tuple[str, ...]:
        """The fields that a task here may leave free: what its controls set, and the data. Where
        they do not set the kernel, parameters of other kernels are none of them."""
        if self.choices is None:
            return tuple(self.scene.table)
        own = {*SAMPLE, *self.choices, *self.along(self.scene)}
        return tuple(name for name in self.scene.table if name in own)

    def at(self, scene: FieldScene, grid: int) -> Tensors:
        """The tensors of a scene where it stands, at one stop. Raises what solving raises."""
        along = self.along(scene)[0]
        return self.tensors(scene, along, np.array([float(getattr(scene, along))]), grid)

    def along(self, scene: FieldScene) -> list[str]:
        """The sliders that a scene has: a kernel may have none."""
        return [name for name in self.sliders if scene.table[name].applies(vars(scene))]
