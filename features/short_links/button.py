"""A button that makes a short link, where a server takes links."""

from lab.course.page_declaration import SHELL_WORDS
from lab.ui import live_element

_DROPPED = [word for word in SHELL_WORDS if word != "step"]  # how the page is shown, not what


def draw(name: str, target: str) -> None:
    """The button, as the element `name`. `target`: the path and query that the link leads to; ""
    for what the browser's address shows."""
    live_element.mount_static(name, {"kind": "shortlink", "target": target, "drop": _DROPPED})
