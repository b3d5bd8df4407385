"""The app's scripts for one file: those that some kinds need, under names that an import map knows.

A page from disk may import no neighbours. So every script travels in the page as text, and
"./x.js" becomes "kl/x.js", which the page's own map leads to that text (see sheet.py).
"""

import re
from collections.abc import Iterable

from lab import assets

PREFIX = "kl/"
START = "handout"
TABLE = "kinds"  # it names every view there is; only those that are needed come along
_NEIGHBOUR = re.compile(r'(from |import |import\()"\./(\w+)\.js"')


def scripts(kinds: Iterable[str]) -> dict[str, str]:
    """The text of each script by its name, the first one first."""
    wanted = [START, *(name for kind, name in assets.modules().items() if kind in {*kinds})]
    found: dict[str, str] = {}
    while wanted:
        name = wanted.pop(0)
        if name in found:
            continue
        text = (assets.FOLDER / f"{name}.js").read_text("utf-8")
        if name != TABLE:
            wanted += [neighbour for _, neighbour in _NEIGHBOUR.findall(text)]
        found[name] = _NEIGHBOUR.sub(rf'\1"{PREFIX}\2.js"', text)
    return found


def inside_html(text: str) -> str:
    """A script's text as it may stand between the tags of a page."""
    return text.replace("</script", r"<\/script").replace("<!--", r"<\!--")
