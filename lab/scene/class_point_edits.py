"""Edits of points of many classes, as a text that fits into a link.

    m17_0.52_-1.1_d12_k3_2_a1_0.3_0.4

moves example 17 to (0.52, -1.1), deletes example 12, changes the class of example 3 to 2 and adds a
point of class 1; c removes all examples. Numbers, coordinates, versions and the alternative
notation are as in `lab.scene.point_edits`. The text is matched by a pattern, never executed.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

import numpy as np

from lab.scene import point_edits
from lab.scene.point_edits import EditsError, PointEdits

ALLOWED_VALUES = (
    "a list such as m17,0.5,-1;d12;k3,2;a1,0.3,0.4 (move example 17, delete 12, put 3 in class 2,"
    " add a point of class 1)"
)


class ClassEdits(PointEdits):
    """Edits of points whose labels are classes, from 0."""

    allowed = ALLOWED_VALUES
    patterns: ClassVar = {
        "k": f"k{point_edits.EXAMPLE},([0-9]{{1,2}})",
        "a": f"a([0-9]{{1,2}}),{point_edits.PLACE}",
    }

    @staticmethod
    def label_of(begins: str) -> int:
        return int(begins)

    def relabelled_text(self, i: int) -> str:
        return f"k{i},{self.relabelled[i]}"

    def added_text(self, label: int) -> str:
        return f"a{label}"

    def _new_labels(self, y: np.ndarray) -> np.ndarray:
        y = y.astype(int)
        y[list(self.relabelled)] = list(self.relabelled.values())
        return y

    def check(self, y: np.ndarray, names: Sequence[str], max_points: int) -> None:
        """Check the edits of examples with labels y (m,) and classes with these `names`. Raises
        EditsError for unknown examples or classes, for more than `max_points` remaining points, or
        for a class without points.
        """
        C = len(names)
        examples = {*self.moved, *self.relabelled, *self.deleted}
        if examples and max(examples) >= len(y):
            raise EditsError(f"{max(examples)}", f"limited to examples from 0 to {len(y) - 1}")
        classes = {*self.relabelled.values(), *(k for k, _ in self.added)}
        if classes and max(classes) >= C:
            raise EditsError(f"{max(classes)}", f"limited to classes from 0 to {C - 1}")
        labels = self.labels(y)
        if len(labels) > max_points:
            raise EditsError(self.text, f"such that at most {max_points:,} points remain")
        for k in range(C):
            if not (labels == k).any():
                raise EditsError(
                    self.text, f"such that every class keeps a point; {names[k]} has none"
                )


@lru_cache(maxsize=256)
def read(text: str) -> ClassEdits:
    """Parse edits of points of many classes; see `point_edits.read_as`."""
    return point_edits.read_as(ClassEdits, text)
