"""What the next step of a lecture will ask for first, so that the browser can ask for it early."""

from dataclasses import replace

from lab.endpoints.class_sweep_endpoint import PATH
from lab.endpoints.static_assets import public_path
from lab.lecture.playlist import Step
from lab.scene import class_default_scenes as classes
from lab.scene import default_scenes
from lab.scene.class_scene import parse as parse_classes
from lab.scene.class_slider_stops import COUNT
from lab.scene.scene import parse, split
from lab.scene.slider_stops import DEFAULT_COUNT
from lab.ui.live_element import GRID

# The first live element of a page: its first scene, and its sliders in order.
_FIRST = {
    "": (default_scenes.BANDWIDTH, ("tau",)),
    "losses": (default_scenes.LOSSES, ("tau", "lam")),
    "rbf-bandwidth": (default_scenes.BANDWIDTH, ("tau", "lam")),
    "svm": (default_scenes.SVM, ("lam",)),
    "is-it-a-kernel": (default_scenes.BUILDER, ("lam",)),
    "representer-theorem": (default_scenes.REPRESENTER, ("tau", "lam")),
}


def request(step: Step) -> str:
    """The address of the first sweep that the step needs; empty where its pictures travel with
    the page, or come from elsewhere."""
    if step.page == "multiclass":
        scene, _ = parse_classes(step.scene, default=replace(classes.FIRST, tau=1.6))
        return _address(PATH, scene.query(), ("tau", "lam"), COUNT)
    if step.page not in _FIRST:
        return ""
    default, sliders = _FIRST[step.page]
    own = [name for name in split(step.scene)[0] if name not in vars(default)]
    scene, _ = parse(step.scene, default=default, ignore=own)
    if step.page == "svm":
        scene = replace(scene, risk="sum")
    return _address("frames", scene.query(), sliders)


def _address(route: str, query: str, sliders: tuple[str, ...], stops: int = DEFAULT_COUNT) -> str:
    along = next((name for name in sliders if f"{name}=" in f"&{query}"), "")
    if not along:
        return ""
    return f"{public_path(route)}?{query}&along={along}&stops={stops}&grid={GRID}"
