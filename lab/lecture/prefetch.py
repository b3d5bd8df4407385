"""What the next step of a lecture will ask for first, so that the browser can ask for it early."""

from lab.course.page_declaration import HOME, page
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT
from lab.endpoints.static_assets import public_path
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
from lab.lecture.playlist import PlaylistStep
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import GRID
from lab.scene.scene import parse, replace, split


def request(step: PlaylistStep) -> str:
    """The address of the first sweep that the step needs; empty where its pictures travel with
    the page, or come from elsewhere."""
    declared = page(step.page or HOME)
    if declared is None or not declared.sliders:
        return ""
    default = declared.scene
    own = [name for name in split(step.scene)[0] if name not in vars(default)]
    scene, _ = parse(step.scene, default=default, ignore=own)
    query, sliders = replace(scene, **declared.always).query(), declared.sliders
    along = next((name for name in sliders if f"{name}=" in f"&{query}"), "")
    if not along:
        return ""
    path = (CLASS_SWEEP_ENDPOINT if isinstance(scene, ClassScene) else SWEEP_ENDPOINT).path
    return f"{public_path(path)}?{query}&along={along}&stops={scene.stops}&grid={GRID}"
