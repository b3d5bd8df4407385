"""What the next step of a lecture will ask for first, so that the browser can ask for it early."""

from dataclasses import replace

from lab import first
from lab.assets import public_path
from lab.classes import first as classes
from lab.classes.frames import PATH
from lab.classes.scene import parse as parse_classes
from lab.classes.stops import COUNT
from lab.lecture.playlist import Step
from lab.live import GRID
from lab.scene import parse, split
from lab.stops import DEFAULT_COUNT

# The first live element of a page: its first scene, and its sliders in order.
_FIRST = {
    "": (first.BANDWIDTH, ("tau",)),
    "losses": (first.LOSSES, ("tau", "lam")),
    "rbf-bandwidth": (first.BANDWIDTH, ("tau", "lam")),
    "svm": (first.SVM, ("lam",)),
    "is-it-a-kernel": (first.BUILDER, ("lam",)),
    "representer-theorem": (first.REPRESENTER, ("tau", "lam")),
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
