"""Define pictures whose numbers are computed without drawing them, so that goals can be checked."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.scene.scene import SAMPLE, FieldScene

Tensors = dict[str, np.ndarray]


@dataclass(frozen=True, eq=False)
class MeasuredPicture:
    """A picture of a page whose numbers can be computed without drawing it.

    `scene` is its first scene, whose fields include the words of the address that set the picture.
    `tensors(scene, along, stops, grid)` returns the tensors from which the page draws, for stops
    (S,) of a slider and `grid` nodes along each side. `sliders`: the picture's sliders, the one
    with the cheapest sweep first. `stops(scene, along)` returns the stops of a slider. `choices`:
    the fields that its other controls set; None means every field. `number`: the name of the
    tensor that a new goal proposes first.
    """

    scene: Any
    tensors: Callable[[Any, str, np.ndarray, int], Tensors]
    sliders: tuple[str, ...]
    stops: Callable[[Any, str], np.ndarray]
    choices: tuple[str, ...] | None = None
    number: str = ""

    @property
    def changeable(self) -> tuple[str, ...]:
        """The fields that a visitor can change: those of the data and of the controls.

        If no control sets the kernel, the parameters of other kernels are left out.
        """
        if self.choices is None:
            return tuple(self.scene.table)
        settable = {*SAMPLE, *self.choices, *self.along(self.scene)}
        return tuple(name for name in self.scene.table if name in settable)

    def at(self, scene: FieldScene, grid: int) -> Tensors:
        """Compute the tensors of a scene without a sweep: at a single stop, its own value of the
        first slider that applies to it.

        Raises the solver's errors.
        """
        along = self.along(scene)[0]
        return self.tensors(scene, along, np.array([float(getattr(scene, along))]), grid)

    def along(self, scene: FieldScene) -> list[str]:
        """Return the picture's sliders that apply to a scene, such as those of its kernel."""
        return [name for name in self.sliders if scene.table[name].applies(vars(scene))]
