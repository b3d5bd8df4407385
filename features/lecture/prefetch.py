"""What the next step of a lecture will ask for first, so that the browser can ask for it early."""

from features.lecture.playlist import PlaylistStep
from lab.course import first_sweep
from lab.course.page_declaration import HOME, page


def request(step: PlaylistStep) -> str:
    """The address of the first sweep that the step needs; empty where its pictures travel with
    the page, or come from elsewhere."""
    declared = page(step.page or HOME)
    return first_sweep.address(declared, step.scene) if declared else ""
