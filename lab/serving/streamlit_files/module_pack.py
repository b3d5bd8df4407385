"""The scripts of a page's first picture in two answers: Streamlit's own, and ours.

Over a long line the number of files decides when the picture comes: a browser asks for six at a
time, and learns what a script imports once it has come. So `assets/base/start-page.js`, which
stands in each page's HTML, asks for all of them at once and leads to them by an import map.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path

import brotli  # type: ignore[import-untyped]  # it brings no types
import streamlit
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lab.course.page_declaration import HOME, page, pages
from lab.endpoints import static_assets
from lab.endpoints.asset_route import FOR_EVER
from lab.endpoints.static_assets import VERSION, public_path

PREFIX = "app/"  # of what a script in a pack imports: its path from the root of the app
STREAMLIT = "streamlit"
CONNECTION = "assets/furniture/connection.js"
# Ours that stand on most pages, and the kinds of items in most of their first pictures.
_SCRIPTS = (CONNECTION, "assets/furniture/navigation/step-rail.js", static_assets.ELEMENT)
_KINDS = ("plane", "slider", "readouts", "heading", "points", "equation", "formulabox", "curve")
_STATIC = Path(streamlit.__file__).with_name("static")
_FOLDER = "static/js"
# Streamlit's scripts that it asks for once a page has what they draw, as each page has at once.
_DRAWN_AT_ONCE = ("BidiComponent", "Html", "PageLink")
_ENTRY = re.compile(r'<script type="module"[^>]*\bsrc="\./static/js/([^"]+)"')
_IMPORT = re.compile(r'(\b(?:from|import))"\./([\w.-]+\.js)"')
_LATER = re.compile(r"(\bimport\()`\./([\w.-]+\.js)`")


# What browsers accept, the smallest first. By brotli a first visit's scripts are 14 % smaller than
# by gzip: at 200 kB a second, 0.4 s. Its levels beyond 9 take seconds of the server's start.
_COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=9),
    "gzip": partial(gzip.compress, mtime=0),
}


class ModulePack:
    """Scripts by their paths from the root of the app, and the answer with all of them: how many
    bytes its index takes, in eight digits, the index, which has each path and how long its script
    is, and the scripts. The browser cuts it up as it is, and need not read it for that."""

    def __init__(self, name: str, texts: Mapping[str, str]):
        scripts = {path: text.encode() for path, text in texts.items()}
        index = json.dumps([(path, len(script)) for path, script in scripts.items()]).encode()
        self.texts = texts
        self.plain = b"".join((b"%8d" % len(index), index, *scripts.values()))
        self.version = hashlib.sha256(self.plain).hexdigest()[:12]
        self.url = public_path(f"assets/{self.version}/first-scripts/{name}.txt")

    @cache  # noqa: B019 (packs stay for as long as the server)
    def compressed(self, encoding: str) -> bytes:
        return _COMPRESSORS[encoding](self.plain)


def packs_of(path: str) -> tuple[ModulePack, ModulePack]:
    """Those of the page at this path."""
    declared = page(path or HOME)
    return streamlits(), ours(declared.first_kinds if declared else ())


def make_all() -> None:
    """Makes the packs of all pages, so that no visitor waits for it."""
    for path in pages():
        for pack in packs_of(path):
            for encoding in _COMPRESSORS:
                pack.compressed(encoding)


@cache
def streamlits() -> ModulePack:
    """Streamlit's own: its first script, what every page draws at once, and what these import."""
    entry = _ENTRY.search((_STATIC / "index.html").read_text("utf-8"))
    if not entry:
        raise ValueError("Streamlit's index.html has no first script.")
    folder = _STATIC / _FOLDER
    drawn = (path.name for name in _DRAWN_AT_ONCE for path in folder.glob(f"{name}.*.js"))
    queue, texts = [entry[1], *drawn], dict[str, str]()
    while queue:
        name = queue.pop()
        path = f"{_FOLDER}/{name}"
        if path not in texts:
            text = (folder / name).read_text("utf-8")
            queue += [imported for _, imported in _IMPORT.findall(text)]
            named = rf'\1"{PREFIX}{_FOLDER}/\2"'
            texts[path] = _with_place(_LATER.sub(named, _IMPORT.sub(named, text)), path)
    return ModulePack(STREAMLIT, texts)


@cache
def ours(kinds: tuple[str, ...] = ()) -> ModulePack:
    """Our own for a first picture that has these kinds of items beside those of most."""
    drawing = (static_assets.modules()[kind] for kind in (*_KINDS, *kinds))
    names = static_assets.with_imports([*_SCRIPTS, *drawing])
    return ModulePack(_name(kinds), dict(map(_our_text, names)))


def _name(kinds: Iterable[str]) -> str:
    return "-".join(("page", *kinds))


@cache
def _our_text(name: str) -> tuple[str, str]:
    """A script's path and its text."""
    folder = f"assets/{VERSION}/"
    text = static_assets.with_imports_below(PREFIX + folder, name)
    return folder + name, _with_place(static_assets.without_comments(text), folder + name)


def _with_place(text: str, path: str) -> str:
    """A script that says where it lies, for it is not loaded from there."""
    return text.replace("import.meta.url", f'(location.origin+"{public_path(path)}")')


def route() -> Route:
    """What a Starlette application serves, before the other assets."""
    return Route(public_path("assets/{version}/first-scripts/{name}.txt"), _serve)


def _serve(request: Request) -> Response:
    version, name = request.path_params["version"], request.path_params["name"]
    named = {_name(declared.first_kinds): path for path, declared in pages().items()}
    if name == STREAMLIT:
        pack = streamlits()
    elif name in named or name == _name(()):
        pack = packs_of(named.get(name, ""))[1]
    else:
        return PlainTextResponse("There is no such asset.", 404)
    if version != pack.version:
        return PlainTextResponse("There is no such asset.", 404)
    headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    accepted = re.findall(r"[\w-]+", request.headers.get("accept-encoding", ""))
    encoding = next((name for name in _COMPRESSORS if name in accepted), None)
    if encoding is None:
        return Response(pack.plain, media_type="text/plain", headers=headers)
    headers["Content-Encoding"] = encoding
    return Response(pack.compressed(encoding), media_type="text/plain", headers=headers)
