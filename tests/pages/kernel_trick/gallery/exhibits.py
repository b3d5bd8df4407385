"""The gallery's sweeps, with their tensors as sent, and the exhibit at each stop."""

from functools import lru_cache
from typing import Any

import numpy as np

from lab.endpoints.sweep_endpoint import SweepRequest
from lab.wire import safetensors_format
from pages.kernel_trick.gallery.gallery_scene import GalleryScene, make_request
from pages.kernel_trick.gallery.sweeps.sweep_payload import pack

ALWAYS_FIXED = {"stops", "x", "y", "points", "labels", "bayes_error", "targets", "truth"}
FIELDS = ("field", "exact")


def packed_sweep(request: SweepRequest) -> bytes:
    """Return the uncompressed answer to a request."""
    content = pack(request.scene, request.along, request.stops, request.grid)
    return content.to_bytes(content.head(request.scene, request.stop))


def exhibits(exhibit: GalleryScene, along: str) -> list[GalleryScene]:
    """Return an exhibit for each stop of the slider."""
    return [exhibit.at(along, stop) for stop in make_request(exhibit, along).stops]


@lru_cache(maxsize=64)
def sweep_tensors(
    exhibit: GalleryScene, along: str
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Return the tensors of a sweep as numbers, with the scale of fields applied, and the texts of
    its header."""
    tensors, texts = safetensors_format.decode(packed_sweep(make_request(exhibit, along)))
    decoded = {name: np.asarray(tensor, dtype=float) for name, tensor in tensors.items()}
    for name in FIELDS:
        if name in decoded:
            decoded[name] = decoded[name] * float(texts["scale"])
    return decoded, texts


def stops_of(exhibit: GalleryScene, along: str) -> list[dict[str, Any]]:
    """Return the frame at every stop, as the page's script has it: the sent numbers, and the
    exhibit."""
    tensors, texts = sweep_tensors(exhibit, along)
    constant_names = ALWAYS_FIXED | set(texts["fixed"].split(","))
    return [
        vars(exhibit)
        | {
            name: float(tensor[k])
            for name, tensor in tensors.items()
            if name not in constant_names and tensor.ndim == 1
        }
        for k, exhibit in enumerate(exhibits(exhibit, along))
    ]
