"""GET /engine/<hash>/<name>: a file of the engine that runs in the browser, cacheable for ever."""

from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from lab.endpoints.static_assets import public_path

PATH = "engine"
_CACHE_FOR_EVER = "public, max-age=31536000, immutable"
_SCRIPTS = (".js", ".mjs")


def policies() -> dict[str, str]:
    """Return, by path, the content security policy of the worker, which allows WebAssembly, and
    scripts and requests of this host."""
    policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    return {public_path(f"{PATH}/"): policy}


def routes(folder: Path, description: dict[str, Any] | None) -> list[Route]:
    """Return the route that serves the engine's folder, if there is an engine."""
    if description is None:
        return []
    digest = description["folder"].strip("/").rpartition("/")[2]
    names = {path.name for path in folder.iterdir()}

    def serve(request: Request) -> Response:
        name = request.path_params["name"]
        if request.path_params["digest"] != digest or name not in names:
            return PlainTextResponse("There is no such file.", 404)
        # Declared as gzip, so that the server does not compress it again for each visitor.
        kind = "text/javascript" if name.endswith(_SCRIPTS) else "application/gzip"
        return FileResponse(
            folder / name, media_type=kind, headers={"Cache-Control": _CACHE_FOR_EVER}
        )

    return [Route(public_path(f"{PATH}/{{digest}}/{{name}}"), serve, methods=["GET"])]
