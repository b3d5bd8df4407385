"""An engine in the browser that relieves the server. It answers while a learner edits points, and
when the server is busy or unreachable; see features/site/relief.js.

    make engine        or        python -m features.site --engine build/engine

These commands write the engine into a folder. The app serves the folder that the environment
variable ENGINE names, or build/engine. Without an engine, or with one built from a different
version of the source code, only the server answers.
"""

import hashlib
import json
import logging
import os
from pathlib import Path
from typing import Any

from features.site import source_bundle
from lab.endpoints import static_assets

WORKER = "features/site/worker.js"
SCRIPT = "features/site/relief.js"
_DESCRIPTION_FILE = "engine.json"
_log = logging.getLogger(__name__)


def folder() -> Path:
    """Return the folder of the engine, which may not exist."""
    return Path(os.environ.get("ENGINE", static_assets.ROOT / "build" / "engine"))


def write(out: Path, wheel: Path | None = None) -> None:
    """Write the engine's folder. Raises the errors of `engine_files.engine_files`."""
    from features.site import engine_files, engine_folder, visit

    def put(name: str, content: bytes) -> None:
        path = out / name.rpartition("/")[2]
        path.write_bytes(content)

    out.mkdir(parents=True, exist_ok=True)
    course = source_bundle.bundle(pages=False)
    description = engine_folder.write(put, engine_files.engine_files(wheel), course)
    put("worker.js", static_assets.read(WORKER).encode())
    endpoints = visit.registry()["ENDPOINTS"]
    for_server = {path for path in endpoints if getattr(endpoints[path], "needs_server", False)}
    paths = sorted({*endpoints} - {*description["streams"]} - for_server)
    description |= {
        "worker": f"{description['folder']}worker.js",
        "paths": paths,
        "sources": _digest(course),
    }
    put(_DESCRIPTION_FILE, json.dumps(description).encode())


def _digest(course: bytes) -> str:
    return hashlib.sha256(course).hexdigest()


def read_engine(path: Path) -> dict[str, Any] | None:
    """Read the description of the engine in a folder; None if there is none, or if it was
    built from a different version of the source code."""
    try:
        description = json.loads((path / _DESCRIPTION_FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    if description.get("sources") != _digest(source_bundle.bundle(pages=False)):
        _log.warning(
            "The engine in %s was built from a different version of the source code, so it is not"
            " used.",
            path,
        )
        return None
    return description


_offered_engine: dict[str, Any] = {}


def offer_engine(description: dict[str, Any] | None) -> None:
    """Offer this engine, or none, to every page from now on."""
    _offered_engine.clear()
    _offered_engine.update(description or {})


def mount_relief() -> None:
    """Mount features/site/relief.js on the page, if an engine is offered."""
    if not _offered_engine:
        return
    from lab.ui.module_mount import mount_module

    data = {"base": static_assets.public_path(""), "engine": _offered_engine}
    mount_module("relief", SCRIPT, data)
