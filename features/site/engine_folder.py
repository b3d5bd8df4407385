"""Write the engine's folder: Python, NumPy and the course, with a description for the scripts."""

import gzip
import hashlib
from collections.abc import Callable
from typing import Any

from features.site import engine_files, visit
from features.site.engine_files import EngineFiles
from lab.endpoints.endpoint import Stream


def pack(content: bytes) -> bytes:
    """Compress a file for hosts that compress nothing; the scripts unpack it."""
    return gzip.compress(content, 9, mtime=0)


def write(put: Callable[[str, bytes], None], files: EngineFiles, course: bytes) -> dict[str, Any]:
    """Write all files below "engine/<hash>/". Return their description for engine.js.

    `course` is the zip of the sources.
    """
    parts = files.binaries | engine_files.archives(files, course)
    packed = {name: pack(content) for name, content in parts.items()}
    digest = hashlib.sha256(b"".join([*files.scripts.values(), *packed.values()])).hexdigest()
    folder = f"engine/{digest[:12]}/"
    for name, content in files.scripts.items():
        put(folder + name, content)
    for name, content in packed.items():
        put(f"{folder}{name}.packed", content)
    sizes = [{"name": name, "size": len(content)} for name, content in packed.items()]
    endpoints = visit.registry()["ENDPOINTS"].values()
    streams = [endpoint.path for endpoint in endpoints if isinstance(endpoint, Stream)]
    description = {"folder": folder, "files": sizes, "lock": files.lock}
    return description | {"scripts": [*files.scripts], "streams": streams}
