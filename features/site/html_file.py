"""Write the HTML of pages without a server: document, data and scripts.

These are the site's pages, whose scripts are files in the same folder, and pages that are one file,
with an engine or with the sweeps of one picture. A page from disk can import no other file. So it
contains every script as text, and "../draw/axes.js" becomes "kl/assets/draw/axes.js", which the
page's import map resolves to that text.
"""

import json
from collections.abc import Iterable
from html import escape
from typing import Any

from lab.course import course
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
  document.querySelector("main").textContent = "This page needs a browser from 2023 or later.";
});
"""


def page(title: str, head: str, body: str) -> str:
    """Return the HTML document of a page."""
    return f"""<!doctype html>
<html lang="{course.current().language}">
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
    """Return a page with one message, in the system's font."""
    style = "font:18px/1.5 system-ui,sans-serif;max-width:34em;margin:3em auto;padding:0 1em"
    words = f"<h1>{escape(heading)}</h1>\n<p>{escape(text)}</p>"
    return page(title, "", f'<div style="{style}">\n{words}\n</div>')


def data(name: str, value: Any) -> str:
    """Return the tag with data that a script reads under this name."""
    return f'<script type="application/json" id="{name}">{compact_json(value)}</script>'


def compact_json(value: Any) -> str:
    """Write JSON that is safe inside HTML."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def scripts(names: Iterable[str]) -> str:
    """Return tags with these scripts and all that they import; the first script is started."""
    script_tags = "\n".join(
        f'<script type="text/plain" data-module="{name}">\n{escape_script(text)}</script>'
        for name, text in script_texts(names).items()
    )
    return f"{script_tags}\n<script>{_START}</script>"


def script_texts(names: Iterable[str]) -> dict[str, str]:
    """Return the texts of these scripts and of all that they import, by module name."""
    queue, texts = [*names], dict[str, str]()
    while queue:
        name = queue.pop(0)
        if PREFIX + name not in texts:
            text = static_assets.with_imports_below(PREFIX, name)
            texts[PREFIX + name] = static_assets.without_comments(text)
            queue += static_assets.imports(name, include_dynamic=True)
    return texts


def escape_script(text: str) -> str:
    """Escape a script's text for the inside of a script tag."""
    return text.replace("</script", r"<\/script").replace("<!--", r"<\!--")
