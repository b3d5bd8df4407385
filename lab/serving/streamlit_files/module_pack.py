"""Pack the scripts of a page's first picture into two answers: Streamlit's, and the app's.

Over a slow connection the number of files decides when the picture appears: a browser requests six
at a time, and discovers a script's imports only when the script has arrived. So
`assets/base/start-page.js`, which is part of each page's HTML, requests both packs at once and
resolves imports by an import map.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path

import brotli  # type: ignore[import-untyped]  # it has no types
import streamlit
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lab.course.page_declaration import HOME, PageDeclaration, page, pages
from lab.endpoints import static_assets
from lab.endpoints.asset_route import CACHE_FOREVER
from lab.endpoints.static_assets import VERSION, public_path

# Prefix of a script's import name in a pack; the script's path from the app's root follows.
PREFIX = "app/"
STREAMLIT = "streamlit"
CONNECTION = "assets/furniture/connection.js"
# The app's scripts on most pages, and the kinds of items in most first pictures.
_SCRIPTS = (CONNECTION, "assets/furniture/navigation/step-rail.js", static_assets.ELEMENT)
_KINDS = ("plane", "slider", "readouts", "heading", "points", "equation", "formulabox", "curve")
_STATIC = Path(streamlit.__file__).with_name("static")
_FOLDER = "static/js"
# Streamlit loads these scripts when a page uses them; every page uses them at its start.
_FIRST_COMPONENTS = ("BidiComponent", "Button", "Html", "PageLink")
_ENTRY = re.compile(r'<script type="module"[^>]*\bsrc="\./static/js/([^"]+)"')
_IMPORT = re.compile(r'(\b(?:from|import))"\./([\w.-]+\.js)"')
_DYNAMIC_IMPORT = re.compile(r"(\bimport\()`\./([\w.-]+\.js)`")


# The encodings, the smallest result first. With brotli a first visit's scripts are 14 % smaller
# than with gzip, which saves 0.4 s at 200 kB/s. Brotli's levels above 9 would delay the start by
# seconds.
_COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=9),
    "gzip": partial(gzip.compress, mtime=0),
}


class ModulePack:
    """Scripts by their paths from the root of the app, and one answer with all of them.

    The answer has three parts: the size of the index, in eight characters; the index, which lists
    each path with its script's size; and the scripts. The browser cuts the answer into scripts
    without decoding it.
    """

    def __init__(self, name: str, texts: Mapping[str, str]):
        scripts = {path: text.encode() for path, text in texts.items()}
        index = json.dumps([(path, len(script)) for path, script in scripts.items()]).encode()
        self.texts = texts
        self.plain = b"".join((b"%8d" % len(index), index, *scripts.values()))
        self.version = hashlib.sha256(self.plain).hexdigest()[:12]
        self.url = public_path(f"assets/{self.version}/first-scripts/{name}.txt")

    @cache  # noqa: B019 (packs live as long as the server)
    def compressed(self, encoding: str) -> bytes:
        return _COMPRESSORS[encoding](self.plain)


def packs_of(path: str) -> tuple[ModulePack, ModulePack]:
    """Return the two packs of the page at this path."""
    return streamlit_pack(), page_pack(_first_scripts(page(path or HOME)))


def make_packs() -> None:
    """Make the packs of all pages, so that no visitor waits for them."""
    for path in pages():
        for pack in packs_of(path):
            for encoding in _COMPRESSORS:
                pack.compressed(encoding)


@cache
def streamlit_pack() -> ModulePack:
    """Pack Streamlit's first script, the components of every page, and all that they import."""
    entry = _ENTRY.search((_STATIC / "index.html").read_text("utf-8"))
    if not entry:
        raise ValueError("Streamlit's index.html has no first script.")
    folder = _STATIC / _FOLDER
    file_names = (path.name for name in _FIRST_COMPONENTS for path in folder.glob(f"{name}.*.js"))
    queue, texts = [entry[1], *file_names], dict[str, str]()
    while queue:
        name = queue.pop()
        path = f"{_FOLDER}/{name}"
        if path not in texts:
            text = (folder / name).read_text("utf-8")
            queue += [imported for _, imported in _IMPORT.findall(text)]
            packed_name = rf'\1"{PREFIX}{_FOLDER}/\2"'
            texts[path] = _with_path(
                _DYNAMIC_IMPORT.sub(packed_name, _IMPORT.sub(packed_name, text)), path
            )
    return ModulePack(STREAMLIT, texts)


@cache
def page_pack(scripts: tuple[str, ...] = ()) -> ModulePack:
    """Pack the app's scripts for a first picture with the usual kinds of items, and `scripts`."""
    names = static_assets.with_imports([*_usual_scripts(), *scripts])
    return ModulePack(_name(scripts), dict(map(_script_text, names)))


def _usual_scripts() -> list[str]:
    return [*_SCRIPTS, *(static_assets.modules()[kind] for kind in _KINDS)]


@cache
def _first_scripts(declaration: PageDeclaration | None) -> tuple[str, ...]:
    """Return the scripts of a page's first step that are not among the usual ones."""
    usual, modules = static_assets.with_imports(_usual_scripts()), static_assets.modules()
    items = declaration.items_of() if declaration else ()
    scripts = {modules[item.kind] for item in items if item.kind in modules}
    return tuple(sorted(scripts - {*usual}))


def _name(scripts: Iterable[str]) -> str:
    return "-".join(("page", *(Path(script).stem for script in scripts)))


@cache
def _script_text(name: str) -> tuple[str, str]:
    """Return a script's path and its text, for a pack."""
    folder = f"assets/{VERSION}/"
    text = static_assets.with_imports_below(PREFIX + folder, name)
    return folder + name, _with_path(static_assets.without_comments(text), folder + name)


def _with_path(text: str, path: str) -> str:
    """Replace import.meta.url in a script by the script's address, since that of a pack differs."""
    return text.replace("import.meta.url", f'(location.origin+"{public_path(path)}")')


def route() -> Route:
    """Return the route of the packs, which must come before the route of the other assets."""
    return Route(public_path("assets/{version}/first-scripts/{name}.txt"), _serve)


def _serve(request: Request) -> Response:
    version, name = request.path_params["version"], request.path_params["name"]
    paths_by_name = {_name(_first_scripts(each)): path for path, each in pages().items()}
    if name == STREAMLIT:
        pack = streamlit_pack()
    elif name in paths_by_name or name == _name(()):
        pack = packs_of(paths_by_name.get(name, ""))[1]
    else:
        return PlainTextResponse("There is no such asset.", 404)
    if version != pack.version:
        return PlainTextResponse("There is no such asset.", 404)
    headers = {"Cache-Control": CACHE_FOREVER, "Vary": "Accept-Encoding"}
    accepted = re.findall(r"[\w-]+", request.headers.get("accept-encoding", ""))
    encoding = next((name for name in _COMPRESSORS if name in accepted), None)
    if encoding is None:
        return Response(pack.plain, media_type="text/plain", headers=headers)
    headers["Content-Encoding"] = encoding
    return Response(pack.compressed(encoding), media_type="text/plain", headers=headers)
