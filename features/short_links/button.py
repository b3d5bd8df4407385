"""The button that makes a short link, on servers that store links."""

from features.short_links.items import ShortLink
from lab.course.feature import shell_words
from lab.ui import live_element


def draw(name: str, target: str) -> None:
    """Draw the button as the element `name`.

    `target` is the path and query that the link leads to, "" for the browser's address.
    """
    view_words = [word for word in shell_words() if word != "step"]
    live_element.mount_static(name, ShortLink(target=target, drop=view_words))
