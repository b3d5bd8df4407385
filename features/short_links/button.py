"""A button that makes a short link, where a server takes links."""

from lab.course.feature import shell_words
from lab.ui import live_element


def draw(name: str, target: str) -> None:
    """The button, as the element `name`. `target`: the path and query that the link leads to; ""
    for what the browser's address shows."""
    dropped = [word for word in shell_words() if word != "step"]  # how the page is shown, not what
    live_element.mount_static(name, {"kind": "shortlink", "target": target, "drop": dropped})
