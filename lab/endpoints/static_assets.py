"""The app's own scripts, styles and pictures, and their addresses: /assets/<version>/<name>.

A name is the path from the root of the project, so that relative imports are the same on the disk
and on the server, also between the folders of assets, pages and features. The version is a hash
of all files, so that a browser may keep them for ever and still gets new ones with a new release.
"""

import hashlib
import posixpath
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
# From which folder what.
SERVED = {
    "assets": frozenset(TYPES),
    "pages": frozenset({".js", ".css"}),
    "features": frozenset({".js", ".css"}),
}
ELEMENT = "assets/element/live-element.js"
LIVE_STYLE = "assets/styles/live.css"  # served as one sheet, kept as LIVE_STYLES
_ABOUT = (
    "element", "controls", "challenge", "status", "views", "matrices", "feature-space",
    "kernel-builder", "playback", "classes", "points", "save-menu", "progress", "comparison",
    "equation", "paper",
)  # fmt: skip
LIVE_STYLES = (*(f"live/{name}" for name in _ABOUT), "streamlit/pictures")
_KINDS = re.compile(r"^export const kinds = \{ ([^}]*) \};$", re.MULTILINE)
_IMPORT = re.compile(r'((?:\bfrom |^import )")(\.{1,2}/[^"]+)(?=")', re.MULTILINE)
_TYPES = re.compile(r"/\*\* @type [^\n]*?\*/ ?(?=\S)")
# Comments in lines of their own, which nobody reads there: a tenth of the scripts.
_COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/)[\s\S])*\*/|//.*)[ \t]*\n", re.MULTILINE)
_LATER = re.compile(r'(\bimport\(")(\.{1,2}/[^"]+)(?=")')


def names() -> list[str]:
    """All files that are served, as paths from the root of the project."""
    files = (
        path.relative_to(ROOT).as_posix()
        for folder, suffixes in SERVED.items()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in suffixes and path.is_file()
    )
    return sorted(files)


def version() -> str:
    """A short hash of the names and contents of all files that are served."""
    digest = hashlib.sha256()
    for name in names():
        content = hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
        digest.update(f"{name} {content}\n".encode())
    return digest.hexdigest()[:12]


VERSION = version()


_base = "/"  # where the app lies on its server


def set_base_path(base: str) -> None:
    """Everything is served below this path, "" for none."""
    global _base
    _base = f"/{base.strip('/')}/" if base.strip("/") else "/"


def public_path(path: str) -> str:
    """The path on the server, below its base."""
    return _base + path


def url(name: str) -> str:
    """The address of a file such as "assets/draw/axes.js"; ValueError where there is none."""
    if name != LIVE_STYLE and not _is_there(name):
        raise ValueError(f"There is no asset named {name!r}.")
    return public_path(f"assets/{VERSION}/{name}")


@lru_cache(maxsize=256)
def _is_there(name: str) -> bool:
    return find(name) is not None


def read(name: str) -> str:
    """The text of a script or a style sheet."""
    return (ROOT / name).read_text("utf-8")


@lru_cache(maxsize=1)
def live_style() -> str:
    """All of the live element's style sheets as one: what comes later wins."""
    return "\n".join(read(f"assets/styles/{name}.css") for name in LIVE_STYLES)


@lru_cache(maxsize=64)
def scripts(kinds: frozenset[str]) -> tuple[str, ...]:
    """The addresses of the scripts that these kinds of items need, so that a browser can ask for
    all of them at once instead of one after the other."""
    return tuple(map(url, with_imports([ELEMENT, *(modules()[kind] for kind in sorted(kinds))])))


def with_imports(names: Iterable[str]) -> list[str]:
    """These scripts and all that they import as they are loaded."""
    queue, names_in_order = [*names], dict[str, None]()
    while queue:
        name = queue.pop()
        if name not in names_in_order:
            names_in_order[name] = None
            queue += imports(name)
    return [*names_in_order]


@lru_cache(maxsize=1)
def modules() -> dict[str, str]:
    """Which script draws which kind of item, as each of them says itself."""
    module_of_kind: dict[str, str] = {}
    for name in filter(lambda name: name.endswith(".js"), names()):
        for kind in _kinds(read(name)):
            if kind in module_of_kind:
                raise ValueError(f"{module_of_kind[kind]} and {name} both draw {kind!r}.")
            module_of_kind[kind] = name
    return module_of_kind


def _kinds(text: str) -> list[str]:
    declared = _KINDS.search(text)
    return [kind.strip() for kind in declared[1].split(",")] if declared else []


@lru_cache(maxsize=1024)
def imports(name: str, *, later: bool = False) -> tuple[str, ...]:
    """What a script imports as it is loaded and, if asked, `later`, once it is needed."""
    patterns = (_IMPORT, _LATER) if later else (_IMPORT,)
    targets = (to for each in patterns for _, to in each.findall(read(name)))
    return tuple(_beside(name, to) for to in targets)


def with_imports_below(prefix: str, name: str) -> str:
    """A script's text that imports its neighbours not by their places but by `prefix` and name."""

    def named(match: re.Match[str]) -> str:
        return f"{match[1]}{prefix}{_beside(name, match[2])}"

    return _LATER.sub(named, _IMPORT.sub(named, read(name)))


def without_comments(text: str) -> str:
    """A script or a sheet of styles without its types and the comments on lines of their own."""
    return _COMMENTS.sub("", _TYPES.sub("", text))


def _beside(name: str, to: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), to))


def find(name: str) -> Path | None:
    """The file of a name; None for anything outside the served folders or of another type."""
    if "\0" in name:
        return None
    path = (ROOT / name).resolve()
    if not path.is_relative_to(ROOT):
        return None
    folder = path.relative_to(ROOT).parts[:1]
    inside = bool(folder) and path.suffix in SERVED.get(folder[0], ())
    return path if inside and path.is_file() else None
