"""A page that needs no server, as HTML: its frame, what its scripts read, the scripts themselves.

Of the site's pages, which lie beside their scripts, and of pages that are one file, with an engine
or with the sweeps of one picture. A page from disk may import no neighbours. So every script
travels in the page as text, and "../draw/axes.js" becomes "kl/assets/draw/axes.js", which the
page's own map leads to that text.
"""

import json
from collections.abc import Iterable
from html import escape
from typing import Any

from lab.endpoints import static_assets

PREFIX = "kl/"
_START = """
const map = { imports: {} };
for (const { dataset, textContent } of document.querySelectorAll("script[data-module]")) {
  const text = new Blob([textContent], { type: "text/javascript" });
  map.imports[dataset.module] = URL.createObjectURL(text);
}
const table = document.createElement("script");
Object.assign(table, { type: "importmap", textContent: JSON.stringify(map) });
document.head.append(table);
import(Object.keys(map.imports)[0]).catch(() => {
  document.querySelector("main").textContent = "This page needs a browser of 2023 or later.";
});
"""


def page(title: str, head: str, body: str) -> str:
    """The whole text of a page."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
{head}
</head>
<body>
{body}
</body>
</html>
"""


def notice(title: str, heading: str, text: str) -> str:
    """A page that says one thing, in the reader's own letters."""
    letters = "font:18px/1.5 system-ui,sans-serif;max-width:34em;margin:3em auto;padding:0 1em"
    words = f"<h1>{escape(heading)}</h1>\n<p>{escape(text)}</p>"
    return page(title, "", f'<div style="{letters}">\n{words}\n</div>')


def data(name: str, value: Any) -> str:
    """What a script reads, under this name."""
    return f'<script type="application/json" id="{name}">{compact_json(value)}</script>'


def compact_json(value: Any) -> str:
    """JSON that may stand in a page."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def scripts(names: Iterable[str]) -> str:
    """The texts of these scripts and of all that they import; the first one is started."""
    inside = "\n".join(
        f'<script type="text/plain" data-module="{name}">\n{inside_html(text)}</script>'
        for name, text in script_texts(names).items()
    )
    return f"{inside}\n<script>{_START}</script>"


def script_texts(names: Iterable[str]) -> dict[str, str]:
    """The same, by the names that import them."""
    wanted, found = [*names], dict[str, str]()
    while wanted:
        name = wanted.pop(0)
        if PREFIX + name not in found:
            text = static_assets.with_imports_below(PREFIX, name)
            found[PREFIX + name] = static_assets.without_comments(text)
            wanted += static_assets.imports(name, later=True)
    return found


def inside_html(text: str) -> str:
    """A script's text as it may stand between the tags of a page."""
    return text.replace("</script", r"<\/script").replace("<!--", r"<\!--")
