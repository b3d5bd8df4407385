"""GET /assets/<version>/<name>: the app's own scripts, styles and pictures.

The version is a hash of all of them, so that a browser may keep them for ever and still gets
new ones with a new release. Modules that import each other by relative names share a version.
"""

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

FOLDER = Path(__file__).resolve().parent.parent / "assets"
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
_PACKED_ALREADY = (".png",)
_KIND = re.compile(r'^  (\w+): \(\) => import\("\./(\w+)\.js"\)', re.MULTILINE)
_IMPORT = re.compile(r'^import .*?from "\./(\w+)\.js"', re.MULTILINE)
_FOR_EVER = "public, max-age=31536000, immutable"


def version_of(folder: Path) -> str:
    """A short hash of the names and contents of all files that are served from `folder`."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in TYPES):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(folder).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:12]


VERSION = version_of(FOLDER)


def public_path(path: str) -> str:
    """The path on the server, under Streamlit's server.baseUrlPath where one is set."""
    from streamlit import config  # not needed by those who import this module for its version

    base = (config.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}/{path}" if base else f"/{path}"


def url(name: str) -> str:
    """The address of an asset such as "plane.js". Raises ValueError where there is none."""
    if not _is_there(name):
        raise ValueError(f"There is no asset named {name!r}.")
    return public_path(f"assets/{VERSION}/{name}")


@lru_cache(maxsize=256)
def _is_there(name: str) -> bool:
    return find(name) is not None


@lru_cache(maxsize=64)
def scripts(kinds: frozenset[str]) -> tuple[str, ...]:
    """The addresses of the scripts that these kinds of items need, so that a browser can ask for
    all of them at once instead of one after the other."""
    wanted, found = ["live", *(modules()[kind] for kind in sorted(kinds))], {}
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = url(f"{name}.js")
            wanted += _IMPORT.findall((FOLDER / f"{name}.js").read_text("utf-8"))
    return tuple(found.values())


@lru_cache(maxsize=1)
def modules() -> dict[str, str]:
    """Which module draws which kind, as assets/kinds.js has it."""
    return dict(_KIND.findall((FOLDER / "kinds.js").read_text("utf-8")))


def routes() -> list[Route]:
    """What a Starlette application serves, under the server's base path."""
    return [Route(public_path("assets/{version}/{name:path}"), _serve, methods=["GET"])]


def find(name: str) -> Path | None:
    """The file of an asset; None for anything outside the folder or of another type."""
    if "\0" in name:
        return None
    path = (FOLDER / name).resolve()
    inside = path.is_relative_to(FOLDER) and path.suffix in TYPES
    return path if inside and path.is_file() else None


def _serve(request: Request) -> Response:
    path = find(request.path_params["name"])
    if path is None:
        return PlainTextResponse("There is no such asset.", 404)
    plain, zipped = _contents(path, path.stat().st_mtime_ns)
    current = request.path_params["version"] == VERSION
    headers = {"Cache-Control": _FOR_EVER if current else "no-cache", "Vary": "Accept-Encoding"}
    if zipped and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(zipped, media_type=TYPES[path.suffix], headers=headers)
    return Response(plain, media_type=TYPES[path.suffix], headers=headers)


@lru_cache(maxsize=256)
def _contents(path: Path, changed: int) -> tuple[bytes, bytes]:
    """The bytes of a file and, where that makes them fewer, their gzip. Read when `changed`."""
    plain = path.read_bytes()
    if path.suffix in _PACKED_ALREADY:
        return plain, b""
    return plain, gzip.compress(plain, mtime=0)
