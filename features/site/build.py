"""The folder of the site: pages as HTML with their first pictures, scripts, the engine's files."""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

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
from features.site.html_file import compact_json
from features.site.screen import STATE, ScreenNode
from lab.course import course
from lab.course.feature import features, screen_words
from lab.endpoints import static_assets
from lab.endpoints.static_assets import without_comments
from lab.scene.scene import query_of, words_of
from lab.ui.items import flatten_json
from lab.ui.palette import THEMES

_STYLES = "assets/styles"
START = "features/site/page.js"
RAIL = "assets/furniture/navigation/step-rail.js"
WORKER = "features/site/worker.js"
_NO_SCRIPTS = (
    "The scripts of this page could not be loaded. Reload the page. If that does not help, use a"
    " current version of Firefox, Chrome, Edge or Safari."
)
_NOT_FOUND = (
    "No such page", "There is no such page", "Go back, or begin at the course’s first page.",
)  # fmt: skip
# Largest number of characters of an element's data that the page itself contains, for any element
# and for the first picture. Longer data are written to a file.
_MAX_INLINE, _MAX_INLINE_FIRST = 4_000, 60_000


class Site:
    """The folder of the site, with functions that write its files."""

    def __init__(self, out: Path, files: EngineFiles) -> None:
        self.out = out
        self.version = static_assets.VERSION
        self.assets = f"assets/{self.version}"
        self.offline_files: list[str] = []  # files that the service worker stores
        self.engine = self._engine(files)

    def put(self, name: str, content: bytes | str, *, keep: bool = True) -> None:
        path = self.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        if keep:
            self.offline_files.append(name)

    def _engine(self, files: EngineFiles) -> dict[str, Any]:
        """Write the engine's files. Return the engine's description for the page's script."""
        engine = engine_folder.write(self.put, files, source_bundle.bundle())
        return engine | {"worker": f"{self.assets}/{WORKER}"}

    def write(self, pages: Collection[str] = ()) -> None:
        """Write the pages of these URL paths, by default all, and the files that they need."""
        for name in static_assets.names():
            self.put(f"{self.assets}/{name}", _file_content(name))
        visit.open_page("", "")
        for name, sheets in _sheets().items():
            self.put(f"{self.assets}/{name}.css", _join_sheets(sheets))
        for page in [*screen.PAGES]:
            if not pages or page.url_path in pages:
                self.page(page.url_path)
        self.put("manifest.webmanifest", _manifest())
        self.put("icon.svg", _ICON)
        self.put("404.html", html_file.notice(*_NOT_FOUND))
        self.put(".nojekyll", "", keep=False)
        self._service_worker()

    def page(self, path: str) -> None:
        """Write one page, in its initial state, at its URL path."""
        root = visit.open_page(path, "")
        elements = {
            node.props["key"]: page_html.data_beside_html(node)
            for node in page_html.components(root)
        }
        first_key = _first_picture(elements)
        answer_files = self._prepare_answers(elements, first_key)
        data = {
            key: self._data(element, is_first=key == first_key) for key, element in elements.items()
        }
        visit_data = {"page": path, "prepared": answer_files, "data": data, "engine": self.engine}
        visit_data["screen"] = screen_words(course.current())
        base = "../" if path else "./"
        scripts = [*_start_scripts(elements), *elements.get(first_key, {}).get("preload", ())]
        html = self._html(base, STATE.title, root, visit_data, scripts)
        self.put(f"{path}/index.html" if path else "index.html", html)

    def _data(self, data: dict[str, Any], *, is_first: bool) -> Any:
        """Return an element's data; if they are long, write them to a file and return its name."""
        text = json.dumps(data, separators=(",", ":"), allow_nan=False)
        if len(text) < (_MAX_INLINE_FIRST if is_first else _MAX_INLINE):
            return data
        name = f"data/{hashlib.sha256(text.encode()).hexdigest()[:16]}.packed"
        self.put(name, pack(text.encode()))
        return name

    def _prepare_answers(
        self, elements: dict[str, dict[str, Any]], first_key: str
    ) -> dict[str, str]:
        """Write the answers to the pictures' first requests to files. Return the name of each file
        by the address of the request."""
        files: dict[str, str] = {}
        for key, data in elements.items():
            leader = data.get("group", key)
            requests = first_requests(
                data, elements.get(leader, data), all_sliders=leader == first_key
            )
            for address in requests:
                if address in files:
                    continue
                path, _, query = address.partition("?")
                _, content = visit.registry()["respond"](path, query.encode())
                assert isinstance(content, bytes | dict), address
                answer = content if isinstance(content, bytes) else compact_json(content).encode()
                # The name is a hash of the content, since a browser may have stored the answer of
                # an older version of the course.
                name = f"solved/{hashlib.sha256(answer).hexdigest()[:16]}.packed"
                # A device stores only the files with a single stop; without a network the engine
                # solves the sweeps.
                self.put(name, pack(answer), keep=words_of(query).get("stops", "1") == "1")
                files[address] = name
        return files

    def head(self, scripts: Iterable[str]) -> str:
        """Return the tags of a page's head, which load its styles and preload `scripts`."""
        links = "".join(
            f'<link rel="modulepreload" href="./{escape(script.lstrip("/"))}">'
            for script in dict.fromkeys(scripts)
        )
        return f"""<link rel="manifest" href="./manifest.webmanifest">
<link rel="icon" href="./icon.svg">
<link rel="stylesheet" href="./{self.assets}/live.css">
<link rel="stylesheet" data-later="./{self.assets}/later.css">
<link rel="stylesheet" href="./{self.assets}/site.css">
{links}"""

    def start(self) -> str:
        """Return the tags at the end of the page that start its script."""
        show_notice = "document.getElementById('scripts-missing').hidden = false"
        address = f"./{self.assets}/{START}"
        return f'''<script type="module" src="{address}" onerror="{show_notice}"></script>
<script nomodule>{show_notice}</script>'''

    def _html(
        self, base: str, title: str, root: ScreenNode, visit_data: Any, scripts: Iterable[str]
    ) -> str:
        return html_file.page(
            title,
            f'<base href="{base}">\n{self.head(scripts)}',
            f"""<div id="engine-line" role="progressbar" aria-label="Loading Python for the live pictures"></div>
<div class="stApp" data-testid="stApp">
<button type="button" id="pages" aria-expanded="false" aria-label="Pages" hidden>☰</button>
<button type="button" id="theme" hidden></button>
<p id="engine-message" role="status" hidden></p>
<main class="stMain" data-testid="stMain">
<p id="scripts-missing" role="alert" class="note note-warning" hidden>{_NO_SCRIPTS}</p>
<div class="stMainBlockContainer" data-testid="stMainBlockContainer">{page_html.body(root)}</div>
<p id="offline-message" role="status" hidden></p>
</main>
</div>
<noscript>The pictures need JavaScript. The text does not.</noscript>
{html_file.data("visit", visit_data)}
{self.start()}""",  # noqa: E501
        )

    def _service_worker(self) -> None:
        text = static_assets.read("features/site/service-worker.js")
        names = sorted({*self.offline_files})  # pages share files
        files = {
            name: hashlib.sha256((self.out / name).read_bytes()).hexdigest()[:16] for name in names
        }
        version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
        line = f"globalThis.SITE = {json.dumps({'version': version, 'files': files})};\n"
        self.put("service-worker.js", line + text, keep=False)


def _start_scripts(elements: Mapping[str, dict[str, Any]]) -> list[str]:
    """Return the addresses of the scripts that start a page, with their imports: page.js and, if
    the page has a rail, the script of the rail, which moves the pictures."""
    has_rail = any(
        element.get("module") == static_assets.url(RAIL) for element in elements.values()
    )
    names = static_assets.with_imports([RAIL, START] if has_rail else [START])
    return [static_assets.url(name) for name in names]


def _file_content(name: str) -> bytes:
    """Read a file of the assets. Leave out the comments of a script."""
    content = (static_assets.ROOT / name).read_bytes()
    return without_comments(content.decode()).encode() if name.endswith(".js") else content


def _first_picture(elements: Mapping[str, dict[str, Any]]) -> str:
    """Return the key of the element whose scripts the page preloads: the first that requests
    frames, or else the first that needs scripts, or else the first of all; "" if there is none."""
    with_frames = (key for key, element in elements.items() if frames_of(element))
    with_scripts = (key for key, element in elements.items() if element.get("preload"))
    return next(with_frames, "") or next(with_scripts, "") or next(iter(elements), "")


def _sliders(data: dict[str, Any]) -> list[dict[str, Any]]:
    """List the sliders of a picture, then those of its group and those that the link hides."""
    placed_sliders = [item for item in _placed_items(data) if item["kind"] == "slider"]
    return [*placed_sliders, *data.get("carried", ())]


def first_requests(data: dict[str, Any], leader: dict[str, Any], *, all_sliders: bool) -> list[str]:
    """List the addresses that a picture requests as it opens (assets/element/player.js).

    `leader` is the picture whose scene it shows: the first of its group, or itself. The addresses
    are those of its frame, of its sweep, of items and panels with a changed scene, and of items
    with their own endpoint. With `all_sliders`, for a page's first picture, they include the sweeps
    along its other sliders.
    """
    if not (frames := frames_of(data)):
        return []
    fields = words_of(leader["query"])
    items, sliders = _placed_items(data), _sliders(leader)
    alongs = [*dict.fromkeys(item["along"] for item in sliders)]
    owners = {item["along"]: item["kernels"] for item in sliders if item.get("kernels")}
    query, grid, stops = _scene_query(fields), data["grid"], data["stops"]
    own_alongs = [along for along in alongs if fields.get(along)]
    lengths = [(along, stops) for along in (own_alongs if all_sliders else own_alongs[:1])]
    lengths += [(along, 1) for along in own_alongs[:1]]
    scenes = [f"{query}&along={along}&stops={n}&grid={grid}" for along, n in lengths]
    for variant in (_variant(fields, item["with"], owners) for item in items if item.get("with")):
        if along := next((name for name in alongs if variant.get(name)), None):
            scenes.append(f"{_scene_query(variant)}&along={along}&stops=1&grid={grid}")
    scenes += _panel_requests(items, fields, stops)
    frame_requests = [f"{frames}?{scene}" for scene in scenes]
    # Several items may have the same address.
    return [*dict.fromkeys((*frame_requests, *_item_requests(items, query, data.get("view", {}))))]


def _scene_query(fields: Mapping[str, str]) -> str:
    """Write a scene as a query. Like the player, leave out empty fields."""
    return query_of({name: text for name, text in fields.items() if text})


def _item_requests(
    items: Iterable[dict[str, Any]], query: str, view: Mapping[str, str]
) -> Iterator[str]:
    """Yield the requests of single items, which their endpoints declare."""
    endpoints = visit.registry()["ENDPOINTS"]
    for item in items:
        path = item.get("address", "").lstrip("/")
        if first_query := getattr(endpoints.get(path), "first_query", None):
            yield f"{path}?{first_query(query, view, item)}"


def _variant(
    page_fields: Mapping[str, str],
    changed_fields: Mapping[str, str],
    owners: Mapping[str, Collection[str]],
) -> dict[str, str]:
    """Return the scene with some fields changed, like `variant` in player.js.

    Leave out the parameters that the scene's kernel does not have and, if the kernel changes, those
    that `changed_fields` does not set. `owners`: for each parameter, the kernels that have it.
    """
    scene = {**page_fields, **changed_fields}
    kernel = scene.get("kernel", "")
    other_kernel = kernel != page_fields.get("kernel", "")
    for along, kernels in owners.items():
        is_foreign = bool(kernel) and kernel not in kernels
        if is_foreign or (other_kernel and not changed_fields.get(along)):
            scene.pop(along, None)
    return scene


def _panel_requests(
    items: Iterable[dict[str, Any]], fields: Mapping[str, str], stops: int
) -> Iterator[str]:
    """Yield the requests of panels whose scene differs from the page's (small-multiples.js)."""
    for item in items:
        scene = {**fields, **item.get("fields", {})}
        if item["kind"] == "panels" and scene != fields:
            sweep = f"along={item['along']}&stops={stops}&grid={item['grid']}"
            yield f"{_scene_query(scene)}&{sweep}"


def frames_of(data: dict[str, Any]) -> str:
    """Return the path of a picture's frames: its own, or that of an item with frames; else ""."""
    addresses = (item.get("address") for item in _placed_items(data) if item.get("has_frames"))
    return (data.get("frames") or next(addresses, None) or "").lstrip("/")


def _placed_items(data: dict[str, Any]) -> list[dict[str, Any]]:
    places = ("main", "side", "below")
    return flatten_json(item for place in places for item in data.get(place, ()))


def style() -> str:
    """Join all styles into one sheet, without those that the shell puts on every page."""
    return "\n".join(map(_join_sheets, _sheets().values()))


def _sheets() -> dict[str, list[str]]:
    """Return the style sheets in three parts: those of the first picture, those loaded after it is
    painted, and those of the page. A later part overrides an earlier one."""
    feature_sheets = [sheet for feature in features(course.current()) for sheet in feature.styles]
    site_sheets = [f"{_STYLES}/{name}.css" for name in ("steps", "streamlit/steps")]
    return {
        "live": [*static_assets.live_sheets()],
        "later": [*feature_sheets, f"{_STYLES}/terms.css"],
        "site": [*site_sheets, "features/site/site.css"],
    }


def _join_sheets(sheets: Iterable[str]) -> str:
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
    """Write the site into an empty folder, or over an earlier site. Return the new site."""
    site = Site(out, engine_files.engine_files(wheel))
    site.write()
    return site
