"""Find the first request of a lecture's next step, so that the browser can send it early."""

from features.lecture.playlist import PlaylistStep
from lab.course import first_sweep
from lab.course.page_declaration import HOME, page


def request(step: PlaylistStep) -> str:
    """Return the address of the first sweep that the step's page requests with the step's scene; ""
    if it requests none."""
    declaration = page(step.page or HOME)
    return first_sweep.address(declaration, step.scene) if declaration else ""
