"""What the next step of a lecture will ask for first, so that the browser can ask for it early."""

from dataclasses import replace

from lab.course.page_declaration import HOME, page
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT
from lab.endpoints.static_assets import public_path
from lab.lecture.playlist import Step
from lab.scene.class_scene import ClassScene
from lab.scene.class_scene import parse as parse_classes
from lab.scene.class_slider_stops import COUNT
from lab.scene.learning_problem import GRID
from lab.scene.scene import parse, split
from lab.scene.slider_stops import DEFAULT_COUNT


def request(step: Step) -> str:
    """The address of the first sweep that the step needs; empty where its pictures travel with
    the page, or come from elsewhere."""
    declared = page(step.page or HOME)
    if declared is None or not declared.sliders:
        return ""
    default = declared.scene
    if isinstance(default, ClassScene):
        of_many, _ = parse_classes(step.scene, default=default)
        return _address(CLASS_SWEEP_ENDPOINT.path, of_many.query(), declared.sliders, COUNT)
    own = [name for name in split(step.scene)[0] if name not in vars(default)]
    scene, _ = parse(step.scene, default=default, ignore=own)
    return _address("frames", replace(scene, **declared.always).query(), declared.sliders)


def _address(route: str, query: str, sliders: tuple[str, ...], stops: int = DEFAULT_COUNT) -> str:
    along = next((name for name in sliders if f"{name}=" in f"&{query}"), "")
    if not along:
        return ""
    return f"{public_path(route)}?{query}&along={along}&stops={stops}&grid={GRID}"
