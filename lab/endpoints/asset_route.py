"""GET /assets/<version>/<name>: serve a file that `lab.endpoints.static_assets` finds.

The contents are cached, plain and gzipped.
"""

import gzip
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lab.endpoints import static_assets
from lab.endpoints.static_assets import public_path

_COMPRESSED_TYPES = (".png",)  # types whose files gzip would not make smaller
CACHE_FOREVER = "public, max-age=31536000, immutable"


def routes() -> list[Route]:
    """Return the route, below the server's base path."""
    return [Route(public_path("assets/{version}/{name:path}"), _serve, methods=["GET"])]


def _serve(request: Request) -> Response:
    name = request.path_params["name"]
    path = static_assets.find(name)
    if name == static_assets.LIVE_STYLE:
        uncompressed, zipped = _live_style()
    elif path:
        uncompressed, zipped = _contents(path, path.stat().st_mtime_ns)
    else:
        return PlainTextResponse("There is no such asset.", 404)
    current = request.path_params["version"] == static_assets.VERSION
    headers = {"Cache-Control": CACHE_FOREVER if current else "no-cache", "Vary": "Accept-Encoding"}
    media_type = static_assets.TYPES[Path(name).suffix]
    if zipped and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(zipped, media_type=media_type, headers=headers)
    return Response(uncompressed, media_type=media_type, headers=headers)


@lru_cache(maxsize=1)
def _live_style() -> tuple[bytes, bytes]:
    """Return the joined style sheets of the live element, uncompressed and as gzip."""
    plain = static_assets.live_style().encode()
    return plain, gzip.compress(plain, mtime=0)


@lru_cache(maxsize=256)
def _contents(path: Path, modification_time: int) -> tuple[bytes, bytes]:
    """Return a file's bytes, plain and gzipped; no gzipped bytes (b"") for a type of file that is
    already compressed.

    A changed file has another `modification_time`, so it is read again.
    """
    plain = path.read_bytes()
    if path.suffix in _COMPRESSED_TYPES:
        return plain, b""
    return plain, gzip.compress(plain, mtime=0)
