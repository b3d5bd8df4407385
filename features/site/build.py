"""The folder of the site: pages as HTML with their first pictures, scripts, the engine's files."""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from features.site import (
    engine_files,
    engine_folder,
    html_file,
    page_html,
    screen,
    source_bundle,
    visit,
)
from features.site.engine_files import EngineFiles
from features.site.engine_folder import pack
from features.site.handout.offline_items import flatten_items
from features.site.html_file import compact_json
from features.site.screen import STATE, ScreenNode
from lab.course import course
from lab.course.feature import features, screen_words
from lab.endpoints import static_assets
from lab.endpoints.static_assets import without_comments
from lab.scene.fields import KERNEL_SLIDERS, has_parameter
from lab.scene.scene import words_of
from lab.ui.palette import THEMES

_STYLES = "assets/styles"
START = "features/site/page.js"
RAIL = "assets/furniture/navigation/step-rail.js"
WORKER = "features/site/worker.js"
_NO_SCRIPTS = (
    "The picture needs a browser with JavaScript modules, and the course's own files, which did not"
    " arrive. Reload the page; if this stays, use a current version of Firefox, Chrome, Edge or"
    " Safari."
)
_LOST = (
    "No such page", "There is no such page", "Go back, or begin at the course's first page.",
)  # fmt: skip
_SHORT, _FIRST = 4_000, 60_000  # letters of an element's data that travel in the page


class Site:
    """The folder while it is written."""

    def __init__(self, out: Path, files: EngineFiles) -> None:
        self.out = out
        self.version = static_assets.VERSION
        self.assets = f"assets/{self.version}"
        self.kept: list[str] = []  # what the service worker keeps
        self.engine = self._engine(files)

    def put(self, name: str, content: bytes | str, *, keep: bool = True) -> None:
        path = self.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        if keep:
            self.kept.append(name)

    def _engine(self, files: EngineFiles) -> dict[str, Any]:
        """Writes the engine; what the page's script is told of it."""
        told = engine_folder.write(self.put, files, source_bundle.bundle())
        return told | {"worker": f"{self.assets}/{WORKER}"}

    def write(self, pages: Collection[str] = ()) -> None:
        """The pages of these names in the address, or all of them, and what they need."""
        for name in static_assets.names():
            self.put(f"{self.assets}/{name}", _file_content(name))
        visit.open_page("", "")
        for name, sheets in _sheets().items():
            self.put(f"{self.assets}/{name}.css", _joined(sheets))
        for one in [*screen.PAGES]:
            if not pages or one.url_path in pages:
                self.page(one.url_path)
        self.put("manifest.webmanifest", _manifest())
        self.put("icon.svg", _ICON)
        self.put("404.html", html_file.notice(*_LOST))
        self.put(".nojekyll", "", keep=False)
        self._service_worker()

    def page(self, path: str) -> None:
        """One page as it opens, at its place in the address."""
        root = visit.open_page(path, "")
        elements = {
            one.said["key"]: page_html.data_beside_html(one) for one in page_html.components(root)
        }
        first = _first_picture(elements)
        prepared = self._prepared(elements, first)
        data = {key: self._data(one, first=key == first) for key, one in elements.items()}
        given = {"page": path, "prepared": prepared, "data": data, "engine": self.engine}
        given["screen"] = screen_words(course.current())
        base = "../" if path else "./"
        scripts = [*_start_scripts(elements), *elements.get(first, {}).get("preload", ())]
        html = self._html(base, STATE.title, root, given, scripts)
        self.put(f"{path}/index.html" if path else "index.html", html)

    def _data(self, data: dict[str, Any], *, first: bool) -> Any:
        """An element's data, or where they are."""
        text = json.dumps(data, separators=(",", ":"), allow_nan=False)
        if len(text) < (_FIRST if first else _SHORT):
            return data
        name = f"data/{hashlib.sha256(text.encode()).hexdigest()[:16]}.packed"
        self.put(name, pack(text.encode()))
        return name

    def _prepared(self, elements: dict[str, dict[str, Any]], first: str) -> dict[str, str]:
        """What the pictures ask first, by their addresses: the files with the answers."""
        found: dict[str, str] = {}
        alongs = sliders_of(elements.values())
        for key, data in elements.items():
            for address in first_questions(data, alongs, every=key == first):
                if address in found:
                    continue
                path, _, query = address.partition("?")
                _, content = visit.registry()["respond"](path, query.encode())
                assert isinstance(content, bytes | dict), address
                solved = content if isinstance(content, bytes) else compact_json(content).encode()
                # By its content: what a browser has kept of an older course is no answer here.
                name = f"solved/{hashlib.sha256(solved).hexdigest()[:16]}.packed"
                # A device keeps first pictures; a sweep is solved by the engine that it keeps.
                self.put(name, pack(solved), keep=words_of(query).get("stops", "1") == "1")
                found[address] = name
        return found

    def head(self, scripts: Iterable[str]) -> str:
        """Where a page has its styles from, and the scripts without which no picture shows."""
        links = "".join(
            f'<link rel="modulepreload" href="./{escape(one.lstrip("/"))}">'
            for one in dict.fromkeys(scripts)
        )
        return f"""<link rel="manifest" href="./manifest.webmanifest">
<link rel="icon" href="./icon.svg">
<link rel="stylesheet" href="./{self.assets}/live.css">
<link rel="stylesheet" data-later="./{self.assets}/later.css">
<link rel="stylesheet" href="./{self.assets}/site.css">
{links}"""

    def start(self) -> str:
        """What starts the page, at its end."""
        tell = "document.getElementById('scripts-missing').hidden = false"
        address = f"./{self.assets}/{START}"
        return f'''<script type="module" src="{address}" onerror="{tell}"></script>
<script nomodule>{tell}</script>'''

    def _html(
        self, base: str, title: str, root: ScreenNode, given: Any, scripts: Iterable[str]
    ) -> str:
        return html_file.page(
            title,
            f'<base href="{base}">\n{self.head(scripts)}',
            f"""<div id="engine-line" role="progressbar" aria-label="The engine for live pictures is loading"></div>
<div class="stApp" data-testid="stApp">
<button type="button" id="pages" aria-expanded="false" aria-label="Pages" hidden>☰</button>
<button type="button" id="theme" hidden></button>
<p id="engine-told" role="status" hidden></p>
<main class="stMain" data-testid="stMain">
<p id="scripts-missing" role="alert" class="note note-warning" hidden>{_NO_SCRIPTS}</p>
<div data-testid="stMainBlockContainer">{page_html.body(root)}</div>
<p id="kept-told" role="status" hidden></p>
</main>
</div>
<noscript>The pictures need JavaScript; the words do not.</noscript>
{html_file.data("visit", given)}
{self.start()}""",  # noqa: E501
        )

    def _service_worker(self) -> None:
        text = static_assets.read("features/site/service-worker.js")
        names = sorted({*self.kept})  # pages share what they need
        files = {
            name: hashlib.sha256((self.out / name).read_bytes()).hexdigest()[:16] for name in names
        }
        version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
        line = f"globalThis.SITE = {json.dumps({'version': version, 'files': files})};\n"
        self.put("service-worker.js", line + text, keep=False)


def _start_scripts(elements: Mapping[str, dict[str, Any]]) -> list[str]:
    """The addresses of the scripts that put up a page: its pictures, and its rail where it has
    one, without which the pictures would stand somewhere else."""
    railed = any(one.get("module") == static_assets.url(RAIL) for one in elements.values())
    names = static_assets.with_imports([RAIL, START] if railed else [START])
    return [static_assets.url(name) for name in names]


def _file_content(name: str) -> bytes:
    """A script goes without what nobody reads there; everything else as it is."""
    content = (static_assets.ROOT / name).read_bytes()
    return without_comments(content.decode()).encode() if name.endswith(".js") else content


def _first_picture(elements: Mapping[str, dict[str, Any]]) -> str:
    """The picture whose scripts a page names in its head: the first that asks for frames, or the
    first that needs scripts at all."""
    asks = (key for key, one in elements.items() if frames_of(one))
    draws = (key for key, one in elements.items() if one.get("preload"))
    return next(asks, "") or next(draws, "") or next(iter(elements), "")


def sliders_of(elements: Iterable[dict[str, Any]]) -> list[str]:
    """What the sliders of a page set, in the order of its pictures, which share one player."""
    found = (one for data in elements for one in (*_placed(data), *data.get("of_group", ())))
    return [*dict.fromkeys(one["along"] for one in found if one.get("kind", "slider") == "slider")]


def first_questions(data: dict[str, Any], alongs: Sequence[str], *, every: bool) -> list[str]:
    """The addresses that a picture asks as it opens: its own frame, then its sweep; for a page's
    first picture those along the other sliders too (assets/element/player.js); and what a kernel,
    a certificate, a line by hand and a place are asked (builder.js, certificate-chart.js,
    separability-note.js, margin-by-hand.js, weighted-vote.js, query-point.js)."""
    if not (frames := frames_of(data)):
        return []
    given = words_of(data["query"])
    placed = _placed(data)
    found = [one["along"] for one in placed if one["kind"] == "slider"]
    sliders = [along for along in dict.fromkeys(found) if given.get(along)]
    query, grid, stops = as_scripts_write(given), data["grid"], data["stops"]
    asked = [(along, stops) for along in (sliders if every else sliders[:1])]
    asked += [(along, 1) for along in sliders[:1]]
    of_frames = [f"{frames}?{query}&along={along}&stops={n}&grid={grid}" for along, n in asked]
    of_frames += [f"{frames}?{one}" for one in _variant_questions(placed, given, alongs, grid)]
    of_frames += [f"{frames}?{one}" for one in _panel_questions(placed, given, stops)]
    view = data.get("view", {})
    any_price = as_scripts_write(given | {"lam": "1"})
    words = {
        "builder": lambda _: query,
        "proof": lambda one: f"{any_price}&only=hard" if one.get("words") else query,
        "street": lambda _: f"{query}&line={view.get('line')}",
        "vote": lambda one: f"{query}&at={view.get('at') or _first_place(one, query)}",
        "askpoint": lambda one: f"{query}&at={view.get('at') or _first_place(one, query)}",
    }
    own = (one for one in placed if one["kind"] in words)
    of_items = (f"{_path(one)}?{words[one['kind']](one)}" for one in own)
    return [*dict.fromkeys((*of_frames, *of_items))]  # several tables may ask the same


def _variant_questions(
    placed: Iterable[dict[str, Any]], given: Mapping[str, str], alongs: Sequence[str], grid: int
) -> Iterator[str]:
    """What views ask that show the scene with some fields changed (`with`, player.js): a frame."""
    for fields in (one["with"] for one in placed if one.get("with")):
        scene = dict(given) | fields
        other_kernel = scene.get("kernel") != given.get("kernel")
        for slider in KERNEL_SLIDERS:
            is_own = has_parameter(scene.get("kernel", ""), slider)
            if not is_own or not scene.get(slider) or (other_kernel and slider not in fields):
                scene.pop(slider, None)
        if along := next((each for each in alongs if scene.get(each)), None):
            yield f"{as_scripts_write(scene)}&along={along}&stops=1&grid={grid}"


def _panel_questions(
    placed: Iterable[dict[str, Any]], given: Mapping[str, str], stops: int
) -> Iterator[str]:
    """What a row of panels asks whose scene is another one (small-multiples.js)."""
    for one in placed:
        scene = dict(given) | one.get("fields", {})
        if one["kind"] == "panels" and scene != given:
            where = f"along={one['along']}&stops={stops}&grid={one['grid']}"
            yield f"{as_scripts_write(scene)}&{where}"


def _path(item: dict[str, Any]) -> str:
    return item["address"].lstrip("/")


def _first_place(item: dict[str, Any], query: str) -> str:
    """Where an item asks before anybody has chosen a place."""
    return visit.registry()["ENDPOINTS"][_path(item)].first_place(query)


def as_scripts_write(words: Mapping[str, str]) -> str:
    """Words as URLSearchParams writes them in the browser, which asks by this text."""
    return urlencode(words).replace("%2A", "*").replace("~", "%7E")


def frames_of(data: dict[str, Any]) -> str:
    """Where a picture has its frames from: its own address, or that of the run or of the gallery
    that it plays."""
    kinds = ("play", "gallery")
    plays = (one.get("address") for one in _placed(data) if one["kind"] in kinds)
    return (data.get("frames") or next(plays, None) or "").lstrip("/")


def _placed(data: dict[str, Any]) -> list[dict[str, Any]]:
    places = ("main", "side", "below")
    return flatten_items(item for place in places for item in data.get(place, ()))


def style() -> str:
    """All styles as one sheet, but those that the shell puts on every page itself."""
    return "\n".join(map(_joined, _sheets().values()))


def _sheets() -> dict[str, list[str]]:
    """The sheets in the order in which one wins over another: those of the first picture, those
    that wait until it is painted, and what the page itself looks like."""
    own = [sheet for one in features(course.current()) for sheet in one.styles]
    names = {
        "live": [*static_assets.LIVE_STYLES],
        "later": ["terms"],
        "site": ["steps", "streamlit/steps"],
    }
    sheets = {part: [f"{_STYLES}/{name}.css" for name in each] for part, each in names.items()}
    sheets["site"].append("features/site/site.css")
    return sheets | {"later": [*own, *sheets["later"]]}


def _joined(sheets: Iterable[str]) -> str:
    return without_comments("\n".join(map(static_assets.read, sheets)))


def _manifest() -> str:
    return json.dumps({
        "name": "Kernel methods, live", "short_name": "Kernels", "start_url": "./", "scope": "./",
        "display": "standalone", "background_color": THEMES["light"]["background"],
        "theme_color": THEMES["light"]["accent"],
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    })  # fmt: skip


_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" '
    'rx="12" fill="#0F766E"/><path d="M8 44C20 44 22 18 32 18S44 44 56 44" fill="none" '
    'stroke="#fff" stroke-width="5"/></svg>'
)


def build(out: Path, wheel: Path | None = None) -> Site:
    """Writes the site into an empty folder, or over one of its own."""
    site = Site(out, engine_files.engine_files(wheel))
    site.write()
    return site
