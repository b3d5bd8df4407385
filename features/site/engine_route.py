"""GET /engine/<hash>/<name>: a file of the browser's own engine, kept by browsers for ever."""

from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from lab.endpoints.static_assets import public_path

PATH = "engine"
_FOR_EVER = "public, max-age=31536000, immutable"
_SCRIPTS = (".js", ".mjs")


def policies() -> dict[str, str]:
    """What the worker may do: run the scripts beside it and WebAssembly, and ask this host."""
    own = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    return {public_path(f"{PATH}/"): own}


def routes(folder: Path, told: dict[str, Any] | None) -> list[Route]:
    """What serves the folder, where an engine is at hand."""
    if told is None:
        return []
    digest = told["folder"].strip("/").rpartition("/")[2]
    names = {path.name for path in folder.iterdir()}

    def serve(request: Request) -> Response:
        name = request.path_params["name"]
        if request.path_params["digest"] != digest or name not in names:
            return PlainTextResponse("There is no such file.", 404)
        # What is packed is said to be, or it would be packed again for each visitor.
        kind = "text/javascript" if name.endswith(_SCRIPTS) else "application/gzip"
        return FileResponse(folder / name, media_type=kind, headers={"Cache-Control": _FOR_EVER})

    return [Route(public_path(f"{PATH}/{{digest}}/{{name}}"), serve, methods=["GET"])]
