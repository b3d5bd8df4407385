"""A stand-in for the files of the browser's Python, made without a build."""

import hashlib
import json

from features.site import source_bundle


def write_engine(folder):
    """Write a manifest for the current sources, a worker script, and one packed file."""
    digest = hashlib.sha256(source_bundle.bundle(pages=False)).hexdigest()
    manifest = {
        "folder": "engine/0123456789ab/",
        "files": [],
        "paths": ["frames"],
        "sources": digest,
    }
    (folder / "engine.json").write_text(json.dumps(manifest))
    (folder / "worker.js").write_text("onmessage = () => {};")
    (folder / "numpy.zip.packed").write_bytes(b"packed")
