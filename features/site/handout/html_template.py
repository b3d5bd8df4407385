"""Write the words and styles around a handout's picture, and the list of a course's handouts."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from features.site import html_file
from features.site.handout.precomputed_sweeps import Entry
from lab.course import course
from lab.course.feature import features
from lab.endpoints import static_assets
from lab.ui.items import flatten_json
from lab.ui.palette import THEMES

START = "features/site/handout/handout.js"
_STYLE = "features/site/handout/handout.css"


@dataclass(frozen=True)
class PageText:
    """The words around the picture: plain texts, never formatted."""

    title: str
    question: str
    lead: str
    scene: str  # the scene's query string
    link: str = ""  # link to the page in the app, if known
    index_link: str = ""  # link to the list of a course's handouts, if there is one


def page(words: PageText, data: Mapping[str, Any], entries: Sequence[Entry] = ()) -> str:
    """Return the HTML of a handout, from its words, its live element's data, and its sweeps."""
    placed_items = [*data["main"], *data["side"]]
    kinds = {item["kind"] for item in flatten_json(placed_items)}
    drawing = {kind: name for kind, name in static_assets.modules().items() if kind in kinds}
    modules = {kind: html_file.PREFIX + name for kind, name in drawing.items()}
    sweeps = [
        {"along": e.along, "fields": e.fields, "packed": base64.b64encode(e.packed).decode("ascii")}
        for e in entries
    ]
    tools = [feature for feature in features(course.current()) if feature.picture_scripts]
    tool_scripts = [script for feature in tools for script in feature.picture_scripts]
    styles = [_STYLE, *(style for feature in tools for style in feature.styles)]
    style = static_assets.live_style() + "\n".join(map(static_assets.read, styles))
    return html_file.page(
        words.title,
        f"<style>{_themes()}{static_assets.without_comments(style)}</style>",
        f"""<header>{_index_link(words.index_link)}<button type="button" id="theme" hidden></button>
<h1>{escape(words.question)}</h1>
<p class="lead">{escape(words.lead)}</p>
</header>
<main id="picture"><noscript>The picture needs JavaScript.</noscript></main>
<footer>
<p>The whole picture is in this file. It needs no server and no network. {_app(words)}</p>
<p class="scene">{escape(words.scene)}</p>
</footer>
{html_file.data("element", {**data, "modules": modules})}
{html_file.data("tools", [html_file.PREFIX + script for script in tool_scripts])}
{html_file.data("sweeps", sweeps)}
{html_file.scripts([START, *drawing.values(), *tool_scripts])}""",
    )


def _themes() -> str:
    """Write the colours of each theme as styles of the root."""
    return "".join(
        f':root[data-theme="{theme}"]{{{_declarations(theme, tones)}}}\n'
        for theme, tones in THEMES.items()
    )


def _declarations(theme: str, tones: Mapping[str, str]) -> str:
    colours = {"--st-background-color": tones["background"], "--text": tones["text"]}
    colours |= {"--muted": tones["muted"], "--line": tones["line"], "--accent": tones["accent"]}
    return f"color-scheme:{theme};" + ";".join(f"{k}:{v}" for k, v in colours.items())


def _index_link(href: str) -> str:
    return f'<a href="{escape(href)}">All pages</a>' if href else ""


def _app(words: PageText) -> str:
    limits = "Controls that need the app are left out, such as those that move points."
    if not words.link.startswith(("http://", "https://")):
        return escape(limits)
    return f'{escape(limits)} <a href="{escape(words.link)}">Open it in the app</a>.'


def failure_page(reason: str, advice: str) -> str:
    """Write the page that is sent if no handout could be made: the reason, and what to do."""
    return html_file.notice("No handout", "This handout could not be made", f"{reason} {advice}")


def index(pages: Iterable[tuple[str, str, str]], title: str = "Kernel methods, live") -> str:
    """Return the list of a course's handouts: (file, title, question) of each page."""
    rows = "\n".join(
        f'<li><a href="{escape(file)}"><b>{escape(name)}</b></a><br>{escape(question)}</li>'
        for file, name, question in pages
    )
    return html_file.page(
        title,
        f"""<style>:root{{{_declarations("light", THEMES["light"])}}}
@media (prefers-color-scheme: dark){{:root{{{_declarations("dark", THEMES["dark"])}}}}}
{static_assets.read(_STYLE)}</style>""",
        f"""<header><h1>{escape(title)}</h1>
<p class="lead">Each page is one file with a live picture, and needs no server.</p></header>
<main><ol class="pages">
{rows}
</ol></main>""",
    )
