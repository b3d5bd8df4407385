"""A button that makes a short link, where links are taken; the server's part is `lab.hall`."""

from lab.course import course
from lab.course.page_declaration import SHELL_WORDS
from lab.ui import live_element

_DROPPED = [word for word in SHELL_WORDS if word != "step"]  # how the page is shown, not what


def button(name: str, target: str = "") -> None:
    """The button, as the element `name`. `target`: the path and query that the link is to lead to,
    as the browser has them if it does not say."""
    if course.current().hall:
        live_element.mount_static(name, {"kind": "shortlink", "target": target, "drop": _DROPPED})
