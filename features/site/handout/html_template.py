"""The file itself: words, styles, scripts and sweeps in one HTML page."""

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from features.site.handout import offline_items, script_bundle
from features.site.handout.precomputed_sweeps import Entry
from lab.endpoints import static_assets
from lab.ui.palette import THEMES

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


@dataclass(frozen=True)
class PageText:
    """What is said around the picture: plain texts, never formatted."""

    title: str
    question: str
    lead: str
    shown: str  # the scene's text
    link: str = ""  # of the page in the app, where it is known
    back: str = ""  # of the list of pages, in a course


def page(words: PageText, data: Mapping[str, Any], entries: Sequence[Entry] = ()) -> str:
    """The HTML of a picture whose `data` are as a live element takes them."""
    placed = [*data["main"], *data["side"]]
    kinds = {item["kind"] for item in offline_items.flatten_items(placed)}
    element = {**data, "modules": script_bundle.modules(kinds)}
    sweeps = [
        {"along": e.along, "fields": e.fields, "packed": base64.b64encode(e.packed).decode("ascii")}
        for e in entries
    ]
    style = static_assets.live_style() + static_assets.read("features/site/handout/handout.css")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(words.title)}</title>
<style>{_themes()}{static_assets.without_comments(style)}</style>
</head>
<body>
<header>{_back(words.back)}<button type="button" id="theme" hidden></button>
<h1>{escape(words.question)}</h1>
<p class="lead">{escape(words.lead)}</p>
</header>
<main id="picture"><noscript>The picture needs JavaScript.</noscript></main>
<footer>
<p>Everything that moves here is in this file: it needs no server and no network. {_app(words)}</p>
<p class="scene">{escape(words.shown)}</p>
</footer>
<script type="application/json" id="element">{_json(element)}</script>
<script type="application/json" id="sweeps">{_json(sweeps)}</script>
{modules(script_bundle.scripts(kinds))}
</body>
</html>
"""


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def modules(texts: Mapping[str, str]) -> str:
    """Scripts that travel in the page, by the names that import them; the first one is started."""
    inside = "\n".join(
        f'<script type="text/plain" data-module="{name}">\n'
        f"{script_bundle.inside_html(text)}</script>"
        for name, text in texts.items()
    )
    return f"{inside}\n<script>{_START}</script>"


def _themes() -> str:
    """The page's own colours, by the theme that its root names."""
    return "".join(
        f':root[data-theme="{theme}"]{{{_declarations(theme, tones)}}}\n'
        for theme, tones in THEMES.items()
    )


def _declarations(theme: str, tones: Mapping[str, str]) -> str:
    shown = {"--st-background-color": tones["background"], "--text": tones["text"]}
    shown |= {"--muted": tones["muted"], "--line": tones["line"], "--accent": tones["accent"]}
    return f"color-scheme:{theme};" + ";".join(f"{k}:{v}" for k, v in shown.items())


def _back(href: str) -> str:
    return f'<a href="{escape(href)}">All pages</a>' if href else ""


def _app(words: PageText) -> str:
    missing = "What asks the server is left out: points stay where they are, and so do the data"
    missing += " and the kernel."
    if not words.link.startswith(("http://", "https://")):
        return escape(missing)
    return f'{escape(missing)} <a href="{escape(words.link)}">Open it in the app</a>.'


def failure_page(why: str, what: str) -> str:
    """The file that comes where none could be made: what happened, and what to do."""
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>No handout</title></head>
<body style="font:18px/1.5 system-ui,sans-serif;max-width:34em;margin:3em auto;padding:0 1em">
<h1>This handout could not be made</h1>
<p>{escape(why)} {escape(what)}</p>
</body>
</html>
"""


def index(pages: Iterable[tuple[str, str, str]], title: str = "Kernel methods, live") -> str:
    """The list of a course: (file, title, question) of each page."""
    rows = "\n".join(
        f'<li><a href="{escape(file)}"><b>{escape(name)}</b></a><br>{escape(question)}</li>'
        for file, name, question in pages
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>:root{{{_declarations("light", THEMES["light"])}}}
@media (prefers-color-scheme: dark){{:root{{{_declarations("dark", THEMES["dark"])}}}}}
{static_assets.read("features/site/handout/handout.css")}</style>
</head>
<body>
<header><h1>{escape(title)}</h1>
<p class="lead">Each page is one file with a picture that moves. None needs a server.</p></header>
<main><ol class="pages">
{rows}
</ol></main>
</body>
</html>
"""
