"""Handle scenes without points: show a message, or the points of the unedited data set."""

import streamlit as st

from lab.scene.fields import is_line
from lab.scene.learning_problem import NO_POINTS, sample_of
from lab.scene.samples.line_sample import line_sample
from lab.scene.scene import Scene, replace

_DATA_SHOWN_INSTEAD = "All points were removed. The points of the data set are shown here instead."


def show_if_empty(scene: Scene) -> bool:
    """If a scene has no points, show a message in the open dialog. Return whether it has none."""
    if _points(scene):
        return False
    st.info(f"{NO_POINTS} To do so, close this dialog.")
    return True


def with_points(scene: Scene, *, say: bool = False) -> Scene:
    """Return the scene or, if all points were removed, the scene of the unedited data set. With
    `say`, explain this on the page."""
    if _points(scene):
        return scene
    if say:
        st.info(_DATA_SHOWN_INSTEAD)
    return replace(scene, edits="")


def _points(scene: Scene) -> int:
    sample = line_sample(scene) if is_line(vars(scene)) else sample_of(scene, empty=True)
    return len(sample.y)
