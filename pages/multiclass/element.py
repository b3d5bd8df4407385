"""The live element of a scene of many classes, and its sliders."""

from collections.abc import Collection
from typing import Any

import streamlit as st

from lab.course.page_declaration import SHELL_WORDS
from lab.endpoints.class_sweep_endpoint import PATH
from lab.scene.class_fields import CLASS_FIELDS
from lab.scene.class_scene import ClassScene, parse
from lab.scene.class_slider_stops import COUNT, usual_stops
from lab.ui import items, live_element
from lab.ui.page import opens_with, plain

TAU_TICKS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4)
LAM_TICKS = (5e-4, 5e-3, 0.05, 0.5, 5, 50)


def element(name: str, scene: ClassScene, **places: Any) -> Any:
    """As `live.live`, playing the sweeps of many classes."""
    return live_element.live(name, scene, frames=PATH, stops=COUNT, **places)


def tau_slider() -> items.Item:
    stops = usual_stops("tau").tolist()
    return items.slider("tau", "bandwidth", TAU_TICKS) | {"stops": stops}


def lam_slider() -> items.Item:
    stops = usual_stops("lam").tolist()
    return items.slider("lam", "regularisation", LAM_TICKS) | {"stops": stops}


def options_of(field: str, *options: items.Item) -> items.Item:
    """A switch for a field of this scene; each option is a `live.option`.

    One that changes the data brings classes="", edits="", tree="" and inside="" along, one that
    changes the classes tree="" and inside="".
    """
    return {
        "kind": "choice", "field": field, "label": CLASS_FIELDS[field].label,
        "options": list(options),
    }  # fmt: skip


def scene_of_address(
    default: ClassScene, views: Collection[str] = (), *, say: bool = False
) -> ClassScene:
    """The scene that the address names; with `say`, what can't be used is told in words."""
    default = opens_with(default)
    scene, problems = parse(st.query_params, ignore={*views, *SHELL_WORDS}, default=default)
    if say and problems:
        st.warning("  \n".join(plain(problem.message) for problem in problems))
    return scene
