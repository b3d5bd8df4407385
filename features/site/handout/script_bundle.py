"""The app's scripts for one file: those that some kinds need, under names that an import map knows.

A page from disk may import no neighbours. So every script travels in the page as text, and
"../draw/axes.js" becomes "kl/assets/draw/axes.js", which the page's own map leads to that text (see
sheet.py).
"""

from collections.abc import Iterable

from lab.endpoints import static_assets

PREFIX = "kl/"
START = "features/site/handout/handout.js"


def scripts(kinds: Iterable[str]) -> dict[str, str]:
    """The text of each script by the name that the others import it by, the first one first."""
    return texts([START, *_drawing(kinds).values()])


def texts(names: Iterable[str]) -> dict[str, str]:
    """These scripts and all that they import, in the same way."""
    wanted, found = [*names], dict[str, str]()
    while wanted:
        name = wanted.pop(0)
        if PREFIX + name not in found:
            text = static_assets.with_imports_below(PREFIX, name)
            found[PREFIX + name] = static_assets.without_comments(text)
            wanted += static_assets.imports(name, later=True)
    return found


def modules(kinds: Iterable[str]) -> dict[str, str]:
    """By what name the element finds the script that draws each kind."""
    return {kind: PREFIX + name for kind, name in _drawing(kinds).items()}


def _drawing(kinds: Iterable[str]) -> dict[str, str]:
    wanted = {*kinds}
    return {kind: name for kind, name in static_assets.modules().items() if kind in wanted}


def inside_html(text: str) -> str:
    """A script's text as it may stand between the tags of a page."""
    return text.replace("</script", r"<\/script").replace("<!--", r"<\!--")
