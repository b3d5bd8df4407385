"""The browser's own engine as relief for the served app: it answers while a learner edits points,
and where the server is busy or lost; see features/site/relief.js.

    make engine        or        python -m features.site --engine build/engine

writes it into a folder, which the app then serves: the one that ENGINE names, or build/engine.
Without it, or where it was written from other sources than the app's, there is no relief, and
nothing else changes.
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
_TOLD = "engine.json"
# What stays the server's: the browser's Python has no scikit-learn, and times are told as its own.
_OF_THE_SERVER = {"ask-scikit-learn", "descent-times"}
_log = logging.getLogger(__name__)


def folder() -> Path:
    """Where the engine is, if there is one."""
    return Path(os.environ.get("ENGINE", static_assets.ROOT / "build" / "engine"))


def write(out: Path, wheel: Path | None = None) -> None:
    """Writes the folder. Raises engine_files.DamagedFile, OSError."""
    from features.site import engine_files, engine_folder, visit

    def put(name: str, content: bytes) -> None:
        path = out / name.rpartition("/")[2]
        path.write_bytes(content)

    out.mkdir(parents=True, exist_ok=True)
    course = source_bundle.bundle(pages=False)
    told = engine_folder.write(put, engine_files.engine_files(wheel), course)
    put("worker.js", static_assets.read(WORKER).encode())
    paths = sorted({*visit.registry()["ENDPOINTS"]} - {*told["streams"]} - _OF_THE_SERVER)
    told |= {"worker": f"{told['folder']}worker.js", "paths": paths, "sources": _digest(course)}
    put(_TOLD, json.dumps(told).encode())


def _digest(course: bytes) -> str:
    return hashlib.sha256(course).hexdigest()


def at_hand(where: Path) -> dict[str, Any] | None:
    """What is told of the engine in a folder; None where there is none of these sources."""
    try:
        told = json.loads((where / _TOLD).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    if told.get("sources") != _digest(source_bundle.bundle(pages=False)):
        _log.warning("The engine in %s is of other sources: there is no relief.", where)
        return None
    return told


_offered: dict[str, Any] = {}


def offer(told: dict[str, Any] | None) -> None:
    """From now on every page has this engine at hand, or none."""
    _offered.clear()
    _offered.update(told or {})


def furnish() -> None:
    """Puts it behind the page's requests, where there is one."""
    if not _offered:
        return
    from lab.ui.module_mount import mount_module

    data = {"base": static_assets.public_path(""), "engine": _offered}
    mount_module("relief", SCRIPT, data)
