"""Find the app's scripts, styles and pictures, and their addresses: /assets/<version>/<name>.

A name is the path from the root of the project, so that relative imports are the same on the disk
and on the server, also between the folders assets, pages and features. The version is a hash of all
files: a browser may cache a file for ever, and a release with other files has new addresses.
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
# The types of files that are served from each folder.
SERVED = {
    "assets": frozenset(TYPES),
    "pages": frozenset({".js", ".css"}),
    "features": frozenset({".js", ".css"}),
}
ELEMENT = "assets/element/live-element.js"
LIVE_STYLE = "assets/styles/live.css"  # the files `live_sheets`, joined into one sheet
_SHARED_SHEETS = (
    "element", "controls", "challenge", "status", "views", "matrices", "groups", "classes",
    "points", "picture-tools", "progress", "comparison", "equation",
)  # fmt: skip
_KINDS = re.compile(r"^export const kinds = \{ ([^}]*) \};$", re.MULTILINE)
_IMPORT = re.compile(r'((?:\bfrom |^import )")(\.{1,2}/[^"]+)(?=")', re.MULTILINE)
_TYPES = re.compile(r"/\*\* @type [^\n]*?\*/ ?(?=\S)")
# Comments on lines of their own; they make up nearly a quarter of the scripts' size.
_COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/)[\s\S])*\*/|//.*)[ \t]*\n", re.MULTILINE)
_DYNAMIC_IMPORT = re.compile(r'(\bimport\(")(\.{1,2}/[^"]+)(?=")')


def names() -> list[str]:
    """Return all served files, as paths from the root of the project."""
    files = (
        path.relative_to(ROOT).as_posix()
        for folder, suffixes in SERVED.items()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in suffixes and path.is_file()
    )
    return sorted(files)


def version() -> str:
    """Return a short hash of the names and contents of all served files."""
    digest = hashlib.sha256()
    for name in names():
        content = hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
        digest.update(f"{name} {content}\n".encode())
    return digest.hexdigest()[:12]


VERSION = version()


_base = "/"  # the app's path on its server


def set_base_path(base: str) -> None:
    """Set the path below which the server serves everything; "" for the root."""
    global _base
    _base = f"/{base.strip('/')}/" if base.strip("/") else "/"


def public_path(path: str) -> str:
    """Return the path at which a browser finds `path`, below the server's base path."""
    return _base + path


def url(name: str) -> str:
    """Return the address of a file such as "assets/draw/axes.js". Raises ValueError if no such
    file is served."""
    if name != LIVE_STYLE and not _exists(name):
        raise ValueError(f"There is no asset named {name!r}.")
    return public_path(f"assets/{VERSION}/{name}")


@lru_cache(maxsize=256)
def _exists(name: str) -> bool:
    return find(name) is not None


def read(name: str) -> str:
    """Read a script or a style sheet."""
    return (ROOT / name).read_text("utf-8")


@lru_cache(maxsize=1)
def live_sheets() -> tuple[str, ...]:
    """Return the live element's style sheets, from low to high precedence: the shared sheets, those
    of the pages, and those for printing and for pictures in Streamlit."""
    shared = (f"assets/styles/live/{name}.css" for name in _SHARED_SHEETS)
    of_pages = (name for name in names() if name.startswith("pages/") and name.endswith(".css"))
    return (
        *shared,
        *of_pages,
        "assets/styles/live/paper.css",
        "assets/styles/streamlit/pictures.css",
    )


@lru_cache(maxsize=1)
def live_style() -> str:
    """Return the live element's style sheets as one text."""
    return "\n".join(map(read, live_sheets()))


@lru_cache(maxsize=64)
def scripts(kinds: frozenset[str]) -> tuple[str, ...]:
    """Return the addresses of all scripts that a live element with items of these kinds needs, so
    that a browser can request them at once."""
    return tuple(map(url, with_imports([ELEMENT, *(modules()[kind] for kind in sorted(kinds))])))


def with_imports(names: Iterable[str]) -> list[str]:
    """Return these scripts, and all scripts that they import statically, directly or indirectly."""
    queue, names_in_order = [*names], dict[str, None]()
    while queue:
        name = queue.pop()
        if name not in names_in_order:
            names_in_order[name] = None
            queue += imports(name)
    return [*names_in_order]


@lru_cache(maxsize=1)
def modules() -> dict[str, str]:
    """Return the script that draws each kind of item, from the scripts' own declarations."""
    module_of_kind: dict[str, str] = {}
    for name in filter(lambda name: name.endswith(".js"), names()):
        for kind in _kinds(read(name)):
            if kind in module_of_kind:
                raise ValueError(f"{module_of_kind[kind]} and {name} both draw {kind!r}.")
            module_of_kind[kind] = name
    return module_of_kind


def _kinds(text: str) -> list[str]:
    declaration = _KINDS.search(text)
    return [kind.strip() for kind in declaration[1].split(",")] if declaration else []


@lru_cache(maxsize=1024)
def imports(name: str, *, include_dynamic: bool = False) -> tuple[str, ...]:
    """Return the scripts that a script imports statically and, with `include_dynamic`, also
    dynamically."""
    patterns = (_IMPORT, _DYNAMIC_IMPORT) if include_dynamic else (_IMPORT,)
    targets = (target for pattern in patterns for _, target in pattern.findall(read(name)))
    return tuple(_resolve(name, target) for target in targets)


def with_imports_below(prefix: str, name: str) -> str:
    """Return a script's text, with each relative import replaced by `prefix` and the name of the
    imported file."""

    def rename_import(match: re.Match[str]) -> str:
        return f"{match[1]}{prefix}{_resolve(name, match[2])}"

    return _DYNAMIC_IMPORT.sub(rename_import, _IMPORT.sub(rename_import, read(name)))


def without_comments(text: str) -> str:
    """Remove type comments, and comments on lines of their own."""
    return _COMMENTS.sub("", _TYPES.sub("", text))


def _resolve(name: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), target))


def find(name: str) -> Path | None:
    """Return the path of the served file with this name; None if there is no such file."""
    if "\0" in name:
        return None
    path = (ROOT / name).resolve()
    if not path.is_relative_to(ROOT):
        return None
    folder = path.relative_to(ROOT).parts[:1]
    is_served = bool(folder) and path.suffix in SERVED.get(folder[0], ())
    return path if is_served and path.is_file() else None
